import { createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { KeyClientOptions } from './client-options.js';

/** How long an assertion is valid, in seconds. The issuer accepts up to 300. */
const LIFETIME_SECONDS = 60;

/** The algorithms by the types of keys (RFC 7518, section 3.1, and RFC 8037, section 3.1). */
const ALGORITHMS: Record<string, string> = { ec: 'ES256', rsa: 'RS256', ed25519: 'EdDSA' };

/** Signs assertions of a client (RFC 7523, section 3), each for one request. */
export class ClientAssertion {
  private readonly key: KeyObject;
  private readonly alg: string;

  /** @throws {Error} if the key is no private key of a known type */
  constructor(
    private readonly client: KeyClientOptions,
    private readonly issuer: string,
    private readonly now: () => number,
  ) {
    const { privateKey } = client;
    this.key = typeof privateKey === 'string' ? createPrivateKey(privateKey) : privateKey;
    const { asymmetricKeyType: type = '', asymmetricKeyDetails: details } = this.key;
    this.alg = ALGORITHMS[type] ?? '';
    if (this.alg === '' || (type === 'ec' && details?.namedCurve !== 'prime256v1'))
      throw new TypeError('AuthModule: client.privateKey must be a key of P-256, RSA or Ed25519.');
  }

  make(): string {
    const { id, kid } = this.client;
    const iat = this.now();
    const claims = { iss: id, sub: id, aud: this.issuer, iat, exp: iat + LIFETIME_SECONDS, jti: randomUUID() };
    const text = [{ alg: this.alg, typ: 'JWT', kid }, claims].map(encode).join('.');
    const hash = this.alg === 'EdDSA' ? null : 'sha256';
    const signature = sign(hash, Buffer.from(text), { key: this.key, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
