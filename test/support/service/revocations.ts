import { readToken } from '../http/http.js';
import type { App } from './app.js';

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
  const answer = await app.get(after === undefined ? LIST : `${LIST}?after=${encodeURIComponent(after)}`);
  if (answer.status !== 200) throw new Error(`revocations answered ${answer.status} ${answer.text}`);
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
