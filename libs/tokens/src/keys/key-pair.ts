import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { ACCESS_ALGORITHM } from '@app/auth';

/** A public key as `/.well-known/jwks.json` shows it (RFC 7517). */
export interface PublicJwk {
  kty: string;
  crv: string;
  x: string;
  y: string;
  kid: string;
  alg: string;
  use: 'sig';
}

/** Both halves of a signing key, ready for use. */
export interface KeyPair {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  jwk: PublicJwk;
}

/**
 * A new key on the curve of ES256 (RFC 7518, section 3.4). It is read from its text: in Node.js 20, a garbage collection while
 * the JWK of a generated key is written can wait for the lock of this key forever.
 */
export function generateKey(): KeyPair {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return readKey(privateKey);
}

/** The key pair of a private key in PEM. */
export function readKey(pem: string): KeyPair {
  return toPair(createPrivateKey(pem));
}

/** The private half, for `readKey()`. */
export function writeKey({ privateKey }: KeyPair): string {
  return String(privateKey.export({ format: 'pem', type: 'pkcs8' }));
}

function toPair(privateKey: KeyObject): KeyPair {
  const publicKey = createPublicKey(privateKey);
  const { kty = '', crv = '', x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const kid = thumbprint({ crv, kty, x, y });
  return { kid, privateKey, publicKey, jwk: { kty, crv, x, y, kid, alg: ACCESS_ALGORITHM, use: 'sig' } };
}

/** The SHA-256 thumbprint of an elliptic-curve key (RFC 7638, section 3). */
function thumbprint({ crv, kty, x, y }: JsonWebKey): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}
