import type { Answer } from '../http/http.js';
import type { App } from '../service/app.js';
import type { Account } from './idp.js';
import { exchange, type Pkce, pkce, start, startLink } from './providers.js';
import { walk } from './walk.js';

/** A person who came back from a provider: what the URL has, and the verifier of the browser. */
export interface Returned {
  code: string;
  error: string | null;
  target: URL;
  verifier: string;
}

let counter = 0;

/** An account whose address Google may prove. */
export function googleAccount(email: string, more: Account = {}): Account {
  counter += 1;
  return { sub: `g-${counter}-${process.pid}`, email, email_verified: true, hd: 'example.com', ...more };
}

/** The same without a word about the address. */
export function unproved(email: string, more: Account = {}): Account {
  return googleAccount(email, { email_verified: false, ...more });
}

/** Begins a sign-in and walks through the provider and the callback. */
export async function authorize(
  app: App,
  id: string,
  account: Account,
  more: Record<string, unknown> = {},
): Promise<Returned> {
  const keys = pkce();
  return finish(await start(app, id, keys, more), account, keys);
}

/** Begins a link and walks through the provider and the callback. */
export async function authorizeLink(app: App, id: string, account: Account, token: string): Promise<Returned> {
  const keys = pkce();
  return finish(await startLink(app, id, token, keys), account, keys);
}

async function finish(started: Answer, account: Account, { verifier }: Pkce): Promise<Returned> {
  if (started.status !== 200) throw new Error(`start answered ${started.status} ${started.text}`);
  const target = await walk(started.json.url, account);
  const code = target.searchParams.get('code') ?? '';
  return { code, error: target.searchParams.get('error'), target, verifier };
}

/** Exchanges the code of a person who came back. */
export function redeem(app: App, { code, verifier }: Pick<Returned, 'code' | 'verifier'>, token?: string) {
  return exchange(app, code, verifier, token);
}
