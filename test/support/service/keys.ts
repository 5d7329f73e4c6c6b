import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { Env } from '@app/config';
import { SecretBox } from '../../../libs/config/src/secrets.js';
import { readToken, writeToken } from '../http/jwt.js';
import type { App } from './app.js';
import { SECRET } from './service.js';

/**
 * The waiting times of the service in these tests, in seconds: for cached key sets, and for processes that reload the
 * keys late.
 */
export const PUBLISHED_AHEAD = 330;
export const RETIREMENT = 1_200;

const box = () => new SecretBox({ authSecret: SECRET } as Env, 'signing-key');

/** The private half of a key of the service, in PEM. */
export async function privateKeyOf(app: App, kid: string): Promise<string> {
  const [row] = await app.sql('SELECT private_sealed FROM signing_keys WHERE kid = ?', [kid]);
  return box().open(String(row?.private_sealed), kid)?.text as string;
}

/** A copy of a token with changed claims and this kid, signed with a private key. */
export function signedWith(pem: string, like: string, kid: string, changes: Record<string, unknown> = {}): string {
  const { header, claims } = readToken(like);
  return writeToken({ ...header, kid }, { ...claims, ...changes }, (text) =>
    sign('sha256', Buffer.from(text), { key: pem, dsaEncoding: 'ieee-p1363' }),
  );
}

/** A key of the previous release, and its row without the times. */
export function keyOfPreviousRelease(): {
  pem: string;
  row: { kid: string; public_jwk: string; private_sealed: string };
} {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const { crv, kty, x, y } = jwk;
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const public_jwk = JSON.stringify({ ...jwk, kid, alg: 'ES256', use: 'sig' });
  return { pem, row: { kid, public_jwk, private_sealed: box().seal(pem, kid) } };
}
