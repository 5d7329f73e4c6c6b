import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Env } from './env.js';

/** Provides the settings to every module. They were read and checked before the application was created. */
@Global()
@Module({})
export class ConfigModule {
  static forRoot(env: Env): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: Env, useValue: env }],
      exports: [Env],
    };
  }
}
