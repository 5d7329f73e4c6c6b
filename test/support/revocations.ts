import type { App } from './app.js';
import { readToken } from './jwt.js';

export const LIST = '/.well-known/revocations';

/** What a page of the list tells, or several. */
export interface Told {
  sessions: string[];
  users: Record<string, number>;
  cursor: string;
  pages: number;
}

/** One page, without a look at its signature. */
export async function readPage(app: App, after?: string): Promise<Told & { more: boolean }> {
  const answer = await app.get(after === undefined ? LIST : `${LIST}?after=${encodeURIComponent(after)}`);
  if (answer.status !== 200) throw new Error(`revocations answered ${answer.status} ${answer.text}`);
  const { token, cursor } = answer.json;
  const { sessions, users, more } = readToken(token).claims;
  return { sessions, users, cursor, pages: 1, more: more === true };
}

/** All pages, to the last. */
export async function readList(app: App, after?: string): Promise<Told> {
  const told: Told = { sessions: [], users: {}, cursor: after ?? '', pages: 0 };
  for (let cursor = after; ; cursor = told.cursor) {
    const page = await readPage(app, cursor);
    told.sessions.push(...page.sessions);
    Object.assign(told.users, page.users);
    told.cursor = page.cursor;
    told.pages += 1;
    if (!page.more) return told;
  }
}

/** The session of an access token. */
export const sessionOf = (token: string): string => readToken(token).claims.sid;
