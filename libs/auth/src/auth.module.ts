import { type DynamicModule, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { AUTH_OPTIONS, type AuthAsyncOptions } from './auth.options.js';
import { BearerStrategy } from './bearer.strategy.js';
import { VerifiedTokens } from './verified-tokens.js';

/** Tells who is calling, from the access token alone: it needs no database, no mail and no password hashing. */
@Module({})
export class AuthModule {
  static forRootAsync({ imports, inject, useFactory }: AuthAsyncOptions): DynamicModule {
    return {
      module: AuthModule,
      global: true,
      imports: [PassportModule, ...(imports ?? [])],
      providers: [{ provide: AUTH_OPTIONS, inject, useFactory }, VerifiedTokens, BearerStrategy],
      exports: [PassportModule, VerifiedTokens],
    };
  }
}
