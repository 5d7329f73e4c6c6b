import { ConfigModule, type Env } from '@app/config';
import { DatabaseModule } from '@app/database';
import { LimitsModule } from '@app/limits';
import { type DynamicModule, Module } from '@nestjs/common';
import { AdminModule } from '../../api/src/admin/admin.module.js';
import { OwnTokens } from '../../api/src/session/own-tokens.js';

/** The flows of the admin API without its HTTP: the same logic behind another door. */
@Module({})
export class CliModule {
  static forRoot(env: Env): DynamicModule {
    return {
      module: CliModule,
      imports: [ConfigModule.forRoot(env), DatabaseModule, LimitsModule, OwnTokens, AdminModule],
    };
  }
}
