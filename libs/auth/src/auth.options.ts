import type { KeyObject } from 'node:crypto';
import type { FactoryProvider, ModuleMetadata } from '@nestjs/common';

/** Where the public keys of the issuer come from. */
export interface KeySource {
  /**
   * The public key with this id, or undefined when the issuer has none.
   * @throws {ApiError} UNAVAILABLE when that cannot be told right now
   */
  publicKey(kid: string): KeyObject | undefined;
}

export interface AuthOptions {
  /** The `iss` that tokens must carry. */
  issuer: string;
  keys: KeySource;
  /** Seconds since the UNIX epoch. */
  now(): number;
}

export const AUTH_OPTIONS = Symbol('AUTH_OPTIONS');

export interface AuthAsyncOptions extends Pick<ModuleMetadata, 'imports'>, Pick<FactoryProvider, 'inject'> {
  useFactory: FactoryProvider<AuthOptions>['useFactory'];
}
