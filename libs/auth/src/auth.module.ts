import { type DynamicModule, type FactoryProvider, Module } from '@nestjs/common';
import { AUTH_OPTIONS, type AuthAsyncOptions, type AuthOptions } from './auth.options.js';
import { MachineTokens } from './machine-tokens.js';
import { TokenVerifier } from './token-verifier.js';

/** Authenticates callers by their access tokens. Needs neither a database nor mail nor password hashing. */
@Module({})
export class AuthModule {
  static forRoot(options: AuthOptions): DynamicModule {
    return AuthModule.forRootAsync({ useFactory: () => options });
  }

  static forRootAsync({ imports, inject, useFactory }: AuthAsyncOptions): DynamicModule {
    const options: FactoryProvider = { provide: AUTH_OPTIONS, inject, useFactory };
    return {
      module: AuthModule,
      global: true,
      imports,
      providers: [options, TokenVerifier, MachineTokens],
      exports: [AUTH_OPTIONS, TokenVerifier, MachineTokens],
    };
  }
}
