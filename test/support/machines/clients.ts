import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type Answer, writeToken } from '../http/http.js';
import type { App, SignedUp } from '../service/app.js';
import type { Service } from '../service/service.js';

export const TOKEN = '/oauth2/token';
export const ORDERS = 'https://orders.example.com';
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** A client that a test has made. */
export interface TestClient {
  client_id: string;
  client_secret: string;
  secret_id: string;
}

export const FACTS = { name: 'Shop', scopes: ['orders:read', 'orders:write'], audiences: [ORDERS] };

export async function newClient(app: App, more: Record<string, unknown> = {}): Promise<TestClient> {
  return (await app.admin('POST', '/clients', { ...FACTS, ...more })).ok().json;
}

type Fields = Record<string, string | string[] | undefined>;

/** The fields as an HTML form. */
function formOf(fields: Fields): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, one]),
  );
  return new URLSearchParams(pairs as [string, string][]).toString();
}

export const basic = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

/** A request to the token endpoint with these fields beside the grant type. */
export function askToken(
  at: App | Service,
  fields: Fields = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const raw = formOf({ grant_type: 'client_credentials', ...fields });
  const call = { raw, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } };
  const service = 'service' in at ? at.service : at;
  return service.call('POST', TOKEN, call);
}

export const bySecret = (at: App | Service, { client_id, client_secret }: TestClient, fields: Fields = {}) =>
  askToken(at, fields, { authorization: basic(client_id, client_secret) });

/** A key pair, with the public key as it is registered. */
export interface TestKey {
  alg: string;
  privateKey: KeyObject;
  jwk: Record<string, unknown>;
}

const MAKE: Record<string, () => { publicKey: KeyObject; privateKey: KeyObject }> = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2_048 }),
  EdDSA: () => generateKeyPairSync('ed25519'),
};

export function newKey(alg = 'ES256', kid?: string): TestKey {
  const { publicKey, privateKey } = MAKE[alg]?.() ?? generateKeyPairSync('ed25519');
  return { alg, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), ...(kid && { kid }) } };
}

function signatureOf({ alg, privateKey }: TestKey, text: string): Buffer {
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return sign(alg === 'EdDSA' ? null : 'sha256', Buffer.from(text), key);
}

/** The `iss` of the service. */
export const issuerOf = ({ service }: App) => `http://localhost:${new URL(service.url).port}`;

let count = 0;
const newId = () => `${process.pid}-${count++}`;

/** A client that signs assertions, and how it does. */
export class SigningClient {
  constructor(
    readonly client_id: string,
    readonly key: TestKey,
    private readonly at: App,
  ) {}

  static async make(app: App, key = newKey(), more: Record<string, unknown> = {}): Promise<SigningClient> {
    const facts = { auth_method: 'private_key_jwt', jwks: { keys: [key.jwk] }, ...more };
    return new SigningClient((await newClient(app, facts)).client_id, key, app);
  }

  claims(more: Record<string, unknown> = {}): Record<string, unknown> {
    const { client_id: id } = this;
    const now = Math.floor(Date.now() / 1_000);
    return { iss: id, sub: id, aud: issuerOf(this.at), iat: now, exp: now + 60, jti: newId(), ...more };
  }

  /** @param by the key, where it is another one */
  assertion(claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}, by = this.key): string {
    const full = { alg: this.key.alg, ...header };
    return writeToken(full, this.claims(claims), (text) => signatureOf(by, text));
  }

  ask(client_assertion = this.assertion(), fields: Fields = {}, at: App | Service = this.at): Promise<Answer> {
    return askToken(at, { client_assertion_type: ASSERTION_TYPE, client_assertion, ...fields });
  }
}

export const API_KEYS = '/api/auth/user/api-keys';
export const KEY_TOKEN = '/api/auth/api-keys/token';
/** The settings of a service with API keys. */
export const WITH_KEYS = { API_KEY_SCOPES: 'orders:read,orders:write,stock', API_KEY_AUDIENCES: `${ORDERS},stock` };

export const KEY_FACTS = {
  name: 'Backup',
  scopes: ['orders:read', 'orders:write'],
  audiences: [ORDERS],
  expires_in: 86_400,
};

/** An API key of a user. */
export interface TestKeyOfUser {
  key_id: string;
  key: string;
}

export async function newApiKey(
  app: App,
  { token }: Pick<SignedUp, 'token'>,
  more: object = {},
): Promise<TestKeyOfUser> {
  return (await app.post(API_KEYS, { ...KEY_FACTS, ...more }, { token })).ok().json;
}

/** The exchange of a key for an access token. */
export function exchange(
  at: App | Service,
  key: unknown,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const service = 'service' in at ? at.service : at;
  return service.call('POST', KEY_TOKEN, { body: { key, ...more }, headers });
}
