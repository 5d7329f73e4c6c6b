import { ConfigModule, type Env } from '@app/config';
import { DatabaseModule } from '@app/database';
import { FactorsModule } from '@app/factors';
import { LimitsModule } from '@app/limits';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule, AdminModule, OnceLinks, OwnTokens } from '../../../api/src/admin/index.js';

/** The modules of the admin API without HTTP. */
@Module({})
export class CliModule {
  static forRoot(env: Env): DynamicModule {
    return {
      module: CliModule,
      imports: [
        ConfigModule.forRoot(env),
        DatabaseModule,
        LimitsModule,
        OwnTokens,
        FactorsModule,
        AccessModule,
        AdminModule,
      ],
      providers: [OnceLinks],
    };
  }
}
