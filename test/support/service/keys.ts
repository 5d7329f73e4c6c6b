import { sign } from 'node:crypto';
import type { Env } from '@app/config';
import { SecretBox } from '../../../libs/config/src/secrets.js';
import { readToken, writeToken } from '../http/http.js';
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
