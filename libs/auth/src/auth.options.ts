import type { KeyObject } from 'node:crypto';
import type { FactoryProvider, ModuleMetadata } from '@nestjs/common';
import type { Refusal } from './refusal.js';

/** The source of the issuer's public keys. */
export interface KeySource {
  /** The public key with this id; undefined if it is not known. */
  publicKey(kid: string): KeyObject | undefined;
  /**
   * Asks the issuer for an unknown key, which may be new. Left out if there is no issuer to ask.
   * @throws {IssuerUnavailable} if the issuer cannot answer now
   */
  find?(kid: string): Promise<KeyObject | undefined>;
}

/** How to read the sessions that ended before their access tokens expire. */
export interface RevocationOptions {
  /** The seconds between two requests: 1 to 300, 3 by default. */
  every?: number;
  /** The URL of the list; by default `revocations` next to the key set. */
  uri?: string;
}

export interface AuthOptions {
  /** The `iss` that tokens must carry: the `BASE_URL` of the auth service. */
  issuer: string;
  /** The `aud` that tokens must have. If left out, tokens with an `aud` are refused. */
  audience?: string;
  /** The URL of the key set; by default `/.well-known/jwks.json` of the issuer. */
  jwksUri?: string;
  /** `false` accepts a token until it expires, also after its session has ended. */
  revocations?: false | RevocationOptions;
  /** Creates the exception for a refused request; by default Nest's, with status 401 or 503. */
  refuse?(refusal: Refusal, cause: unknown): Error;
  /** The keys of the issuer, if they need not be fetched. */
  keys?: KeySource;
  /** The clock, in seconds since the UNIX epoch. */
  now?(): number;
}

/** The options with their defaults. */
export interface SettledOptions extends AuthOptions {
  jwksUri: string;
  revocations: false | Required<RevocationOptions>;
  now(): number;
}

export const AUTH_OPTIONS = Symbol('AUTH_OPTIONS');

export interface AuthAsyncOptions extends Pick<ModuleMetadata, 'imports'>, Pick<FactoryProvider, 'inject'> {
  useFactory: FactoryProvider<AuthOptions>['useFactory'];
}

const EVERY_SECONDS = 3;
const MAX_EVERY_SECONDS = 300;

/** @throws {TypeError} with the name of the wrong option, so that the application does not start */
export function settle(options: AuthOptions): SettledOptions {
  const { issuer = '', jwksUri = `${issuer.replace(/\/+$/, '')}/.well-known/jwks.json` } = options;
  const { now = () => Math.floor(Date.now() / 1000) } = options;
  if (typeof issuer !== 'string' || issuer === '') throw new TypeError('AuthModule: issuer must be a text.');
  if (!options.keys) requireUrl('jwksUri, or issuer,', jwksUri);
  return { ...options, jwksUri, now, revocations: settleRevocations(options.revocations, jwksUri) };
}

function settleRevocations(options: AuthOptions['revocations'] = {}, jwksUri: string): SettledOptions['revocations'] {
  if (options === false) return false;
  const { every = EVERY_SECONDS, uri = new URL('revocations', jwksUri).href } = options;
  requireUrl('revocations.uri', uri);
  if (!(every >= 1 && every <= MAX_EVERY_SECONDS))
    throw new TypeError(`AuthModule: revocations.every must be 1 to ${MAX_EVERY_SECONDS} seconds.`);
  return { every, uri };
}

function requireUrl(option: string, text: string): void {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new TypeError(`AuthModule: ${option} must be an absolute http or https URL.`);
}
