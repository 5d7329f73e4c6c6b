import type { KeyObject } from 'node:crypto';
import type { Refusal, RevocationOptions } from '@latchkey/verify';
import type { FactoryProvider, ModuleMetadata } from '@nestjs/common';

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

export interface AuthOptions {
  /** The `iss` that tokens must carry: the `BASE_URL` of the auth service. */
  issuer: string;
  /** The `aud` that tokens must have. If left out, people's tokens with an `aud` are refused. */
  audience?: string;
  /** The `aud` that tokens of machines must have; by default `audience`. Without both, tokens of machines are refused. */
  machineAudience?: string;
  /** The URL of the key set; by default `/.well-known/jwks.json` of the issuer. */
  jwksUri?: string;
  /** `false` accepts a token until it expires, also after its session has ended. */
  revocations?: false | RevocationOptions;
  /** The client as which this service calls others, for `MachineTokens`. */
  client?: ClientOptions;
  /** Creates the exception for a refused request; by default Nest's, with status 401, 403 or 503. */
  refuse?(refusal: Refusal, cause: unknown): Error;
  /** The keys of the issuer, if they need not be fetched. */
  keys?: KeySource;
  /** The clock, in seconds since the UNIX epoch. */
  now?(): number;
}

export const AUTH_OPTIONS = Symbol('AUTH_OPTIONS');

export interface AuthAsyncOptions extends Pick<ModuleMetadata, 'imports'>, Pick<FactoryProvider, 'inject'> {
  useFactory: FactoryProvider<AuthOptions>['useFactory'];
}

interface CommonClientOptions {
  /** The `client_id`. */
  id: string;
  /** The URL of the token endpoint; by default `/oauth2/token` of the issuer. */
  tokenUri?: string;
}

/** A client that authenticates by its secret, in an HTTP Basic header (RFC 6749, section 2.3.1). */
export interface SecretClientOptions extends CommonClientOptions {
  secret: string;
}

/** A client that authenticates by what it signs, `private_key_jwt` (RFC 7523, section 2.2). */
export interface KeyClientOptions extends CommonClientOptions {
  /** A key of P-256, RSA or Ed25519, or its PEM. */
  privateKey: KeyObject | string;
  /** The `kid` of the key in the key set of the client. Needed only if that has several keys. */
  kid?: string;
}

/** The client as which this service calls others. */
export type ClientOptions = SecretClientOptions | KeyClientOptions;
