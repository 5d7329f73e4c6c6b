import { ConfigModule, type Env } from '@app/config';
import { DatabaseModule } from '@app/database';
import { FlowsModule } from '@app/flows';
import { LimitsModule } from '@app/limits';
import { type DynamicModule, Module } from '@nestjs/common';

/** The flows without HTTP, and without the workers of the service. */
@Module({})
export class CliModule {
  static forRoot(env: Env): DynamicModule {
    return {
      module: CliModule,
      imports: [ConfigModule.forRoot(env), DatabaseModule, LimitsModule, FlowsModule],
    };
  }
}
