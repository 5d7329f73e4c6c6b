import type { KeyObject } from 'node:crypto';
import type { FactoryProvider, ModuleMetadata } from '@nestjs/common';
import type { Refusal } from './refusal.js';

/** Where the public keys of the issuer come from. */
export interface KeySource {
  /** The public key with this id, as far as it is known; undefined when the issuer has none. */
  publicKey(kid: string): KeyObject | undefined;
  /**
   * The same for one that is not known: asks the issuer, who may have made it meanwhile. Left out where there is
   * nobody to ask.
   * @throws {IssuerUnavailable} when that cannot be told right now
   */
  find?(kid: string): Promise<KeyObject | undefined>;
}

/** How to learn of sessions that have ended before their access tokens expire. */
export interface RevocationOptions {
  /** How often to ask, in seconds: 1 to 300, 3 by default. */
  every?: number;
  /** Where to ask; by default `revocations` beside the key set. */
  uri?: string;
}

export interface AuthOptions {
  /** The `iss` that tokens must carry: the `BASE_URL` of the auth service. */
  issuer: string;
  /** The `aud` that tokens must name. Left out, a token that names one is for somebody else, and refused. */
  audience?: string;
  /** Where the key set is; by default `/.well-known/jwks.json` below the issuer. */
  jwksUri?: string;
  /** `false` lets a token through until it expires, whatever has become of its session. */
  revocations?: false | RevocationOptions;
  /** The exception for a request that is refused, in place of Nest's with status 401 or 503. */
  refuse?(refusal: Refusal, cause: unknown): Error;
  /** The keys of the issuer, where they need not be fetched. */
  keys?: KeySource;
  /** The clock, in seconds since the UNIX epoch. */
  now?(): number;
}

/** The options with what follows from them. */
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
const LONGEST_EVERY_SECONDS = 300;

/** @throws {TypeError} naming the option that is wrong, so that the application does not start with it */
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
  if (!(every >= 1 && every <= LONGEST_EVERY_SECONDS))
    throw new TypeError(`AuthModule: revocations.every must be 1 to ${LONGEST_EVERY_SECONDS} seconds.`);
  return { every, uri };
}

function requireUrl(option: string, text: string): void {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new TypeError(`AuthModule: ${option} must be an absolute http or https URL.`);
}
