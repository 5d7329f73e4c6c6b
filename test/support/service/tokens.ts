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

export const LIST = '/.well-known/revocations';

/** The content of one page of the list, or of several. */
interface RevocationList {
  sessions: string[];
  users: Record<string, number>;
  clients?: Record<string, number>;
  keys?: Record<string, number>;
  cursor: string;
  pages: number;
}

/** One page, without a check of its signature. */
export async function readPage(app: App, after?: string): Promise<RevocationList & { more: boolean }> {
  const answer = (await app.get(after === undefined ? LIST : `${LIST}?after=${encodeURIComponent(after)}`)).ok();
  const { token, cursor } = answer.json;
  const { sessions, users, clients, keys, more } = readToken(token).claims;
  return { sessions, users, ...(clients && { clients }), ...(keys && { keys }), cursor, pages: 1, more: more === true };
}

/** All pages up to the last. */
export async function readList(app: App, after?: string): Promise<RevocationList> {
  const list: RevocationList = { sessions: [], users: {}, cursor: after ?? '', pages: 0 };
  for (let cursor = after; ; cursor = list.cursor) {
    const page = await readPage(app, cursor);
    list.sessions.push(...page.sessions);
    Object.assign(list.users, page.users);
    for (const kind of ['clients', 'keys'] as const) if (page[kind]) list[kind] = { ...list[kind], ...page[kind] };
    list.cursor = page.cursor;
    list.pages += 1;
    if (!page.more) return list;
  }
}

/** The session of an access token. */
export const sessionOf = (token: string): string => readToken(token).claims.sid;
