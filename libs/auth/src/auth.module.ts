import { type DynamicModule, type FactoryProvider, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { AUTH_OPTIONS, type AuthAsyncOptions, type AuthOptions, settle } from './auth.options.js';
import { BearerStrategy } from './guard/bearer.strategy.js';
import { Issuer } from './issuer/issuer.js';
import { VerifiedTokens } from './tokens/verified-tokens.js';

/** Authenticates callers by their access tokens. Needs neither a database nor mail nor password hashing. */
@Module({})
export class AuthModule {
  static forRoot(options: AuthOptions): DynamicModule {
    return AuthModule.forRootAsync({ useFactory: () => options });
  }

  static forRootAsync({ imports, inject, useFactory }: AuthAsyncOptions): DynamicModule {
    const options: FactoryProvider = {
      provide: AUTH_OPTIONS,
      inject,
      useFactory: async (...needed: Parameters<typeof useFactory>) => settle(await useFactory(...needed)),
    };
    return {
      module: AuthModule,
      global: true,
      imports: [PassportModule, ...(imports ?? [])],
      providers: [options, Issuer, VerifiedTokens, BearerStrategy],
      exports: [PassportModule, AUTH_OPTIONS, VerifiedTokens],
    };
  }
}
