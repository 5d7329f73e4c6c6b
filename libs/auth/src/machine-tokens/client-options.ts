import type { KeyObject } from 'node:crypto';

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
