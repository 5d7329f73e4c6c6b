import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Answer } from '../http/http.js';
import type { App } from '../service/app.js';
import { type Account, type Idp, type Kind, type Lies, type OpenProvider, type Registration, walk } from './idp.js';

/** The page of the app to which the service sends the browser back. */
export const NEXT_URL = 'https://app.example.com/signed-in';
/** A tenant of Microsoft. */
export const TENANT = '11111111-2222-4333-8444-555555555555';

interface Pkce {
  verifier: string;
  challenge: string;
}

/** A verifier and its challenge (S256), as the web client makes them. */
export function pkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** A provider that the service knows. */
export interface AddedProvider {
  /** Its id at the service. */
  id: string;
  idp: OpenProvider;
}

interface Options {
  id?: string;
  auth?: Registration['auth'];
  lies?: Lies;
  /** Further fields of `POST /api/admin/providers`. */
  fields?: Record<string, unknown>;
}

let counter = 0;

/** Starts a provider, and adds it to the service through the admin API. `liar` is added as a provider of the kind `oidc`. */
export async function addProvider(
  app: App,
  idp: Idp,
  kind: Kind | 'liar',
  { id = newId(kind), auth, lies, fields = {} }: Options = {},
): Promise<AddedProvider> {
  const apple = kind === 'apple' ? appleKey() : undefined;
  const clientId = `client-of-${id}`;
  const clientSecret = randomBytes(24).toString('base64url');
  const redirectUris = [callbackOf(app, id)];
  const provider = await idp.open({ kind, clientId, clientSecret, redirectUris, auth, apple, lies });
  const { origin } = provider;
  const added = await app.admin('POST', '/providers', {
    id,
    kind: kind === 'liar' ? 'oidc' : kind,
    name: `Test ${kind}`,
    issuer: kind === 'microsoft' ? `${origin}/common/v2.0` : origin,
    client_id: clientId,
    ...(apple
      ? { team_id: apple.teamId, key_id: apple.keyId, private_key: apple.privateKey }
      : { client_secret: clientSecret }),
    ...fields,
  });
  added.ok();
  return { id, idp: provider };
}

/** The redirect URI of a provider at the service. */
export function callbackOf(app: App, id: string): string {
  const { port } = new URL(app.service.url);
  return `http://localhost:${port}/api/auth/external/${id}/callback`;
}

function newId(kind: string): string {
  counter += 1;
  return `${kind}-${counter}`;
}

function appleKey(): { teamId: string; keyId: string; publicKey: string; privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    teamId: 'TEAM123456',
    keyId: 'KEY1234567',
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Begins a sign-in. */
export function start(app: App, id: string, { challenge }: Pkce, more: Record<string, unknown> = {}): Promise<Answer> {
  const body = { next_url: NEXT_URL, code_challenge: challenge, ...more };
  return app.post(`/api/auth/external/${id}/start`, body);
}

/** Begins to link an identity to the user of an access token. */
export function startLink(app: App, id: string, token: string, { challenge }: Pkce): Promise<Answer> {
  const body = { next_url: NEXT_URL, code_challenge: challenge };
  return app.post(`/api/auth/user/identities/${id}/start`, body, { token });
}

/** Exchanges the code of the callback. */
export function exchange(app: App, code: unknown, verifier: string, token?: string): Promise<Answer> {
  return app.post('/api/auth/external/token', { code, code_verifier: verifier }, { token });
}

/** A whole sign-in with an account: the answer of the exchange, or an error at the callback as `Error`. */
export async function signInWith(
  app: App,
  id: string,
  account: Account,
  more: Record<string, unknown> = {},
): Promise<Answer> {
  const keys = pkce();
  return complete(app, await start(app, id, keys, more), account, keys);
}

/** Links an account at a provider to the user of an access token. */
export async function linkWith(app: App, id: string, account: Account, token: string): Promise<Answer> {
  const keys = pkce();
  return complete(app, await startLink(app, id, token, keys), account, keys, token);
}

/** The answer of the exchange, or that of a start that was refused. */
async function complete(app: App, started: Answer, account: Account, keys: Pkce, token?: string): Promise<Answer> {
  if (started.status !== 200) return started;
  const returned = await finish(started, account, keys);
  if (returned.error !== null) throw new Error(`The callback answered ${returned.error}`);
  return redeem(app, returned, token);
}

/** A person who came back from a provider: what the URL has, and the verifier of the browser. */
export interface Returned {
  code: string;
  error: string | null;
  target: URL;
  verifier: string;
}

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
  const target = await walk(started.ok().json.url, account);
  const code = target.searchParams.get('code') ?? '';
  return { code, error: target.searchParams.get('error'), target, verifier };
}

/** Exchanges the code of a person who came back. */
export function redeem(app: App, { code, verifier }: Pick<Returned, 'code' | 'verifier'>, token?: string) {
  return exchange(app, code, verifier, token);
}
