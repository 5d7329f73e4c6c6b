import { generateKeyPairSync } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Row } from '../database/database.js';
import type { Answer, Call } from '../http/http.js';
import type { App, SignedUp } from '../service/app.js';
import { type Behaviour, SoftPasskey } from './authenticator.js';

const PERIOD = 30;

/** The code of an authenticator app at a time, in epoch seconds. */
export function codeAt(secret: string, seconds: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: seconds * 1_000 });
}

/** A user with an authenticator app, signed in with both factors. */
export interface Fenced extends SignedUp {
  factorId: string;
  secret: string;
  recoveryCodes: string[];
}

/** The code of an app for the clock of the service, some steps later. */
export async function codeOf(app: App, secret: string, steps = 0): Promise<string> {
  return codeAt(secret, (await nowOf(app)) + steps * PERIOD);
}

/** The clock of the service, in epoch seconds. */
export async function nowOf(app: App): Promise<number> {
  const probe = await app.signUp();
  return probe.expiry - 900;
}

/** Adds an authenticator app to a user whose address is proved. */
export async function fence(app: App, user: SignedUp): Promise<Fenced> {
  await app.prove(user.uid);
  const { token } = user;
  const made = (await app.post('/api/auth/user/mfa/totp', { name: 'Phone' }, { token })).ok();
  const { factor_id: factorId, secret } = made.json;
  const code = await codeOf(app, secret);
  const confirmed = (await app.post(`/api/auth/user/mfa/totp/${factorId}/confirm`, { code }, { token })).ok();
  return { ...user, factorId, secret, recoveryCodes: confirmed.json.recovery_codes };
}

/** A new user with an authenticator app. The code of the current step is spent. */
export async function fencedUser(app: App): Promise<Fenced> {
  return fence(app, await app.signUp());
}

export const PASSKEYS = '/api/auth/user/passkeys';
/** The RP ID and the origin of the service that these functions talk to. */
export const RP_ID = 'example.com';
export const ORIGIN = 'https://app.example.com';

/** Creation options with their challenge. */
export async function creation(app: App, token: string) {
  return (await app.post(`${PASSKEYS}/options`, {}, { token })).ok().json;
}

/** Adds a passkey. */
export async function addPasskey(app: App, token: string, behaviour: Behaviour = {}, idBytes?: number) {
  const passkey = new SoftPasskey(ORIGIN, idBytes);
  const { challenge_id, options } = await creation(app, token);
  const credential = passkey.create(options, behaviour);
  const answer = (await app.post(PASSKEYS, { challenge_id, credential, name: 'Phone' }, { token })).ok();
  return { passkey, passkeyId: answer.json.passkey_id as string };
}

/** A new user with a proved address and a passkey. */
export async function passkeyUser(app: App, behaviour: Behaviour = {}, idBytes?: number) {
  const user: SignedUp = await app.signUp();
  await app.prove(user.uid);
  return { ...user, ...(await addPasskey(app, user.token, behaviour, idBytes)) };
}

/** The options of a sign-in. */
export async function loginOptions(app: App) {
  return (await app.post('/api/auth/passkey/options')).json;
}

/** Signs in by a passkey. */
export async function passkeyLogin(
  app: App,
  passkey: SoftPasskey,
  behaviour: Behaviour = {},
  call: Call = {},
): Promise<Answer> {
  const { challenge_id, options } = await loginOptions(app);
  return app.post('/api/auth/passkey/login', { challenge_id, credential: passkey.get(options, behaviour) }, call);
}

/** The columns of a passkey that no authenticator has. */
export const STORED_PASSKEY = {
  credential_hash: 'h',
  credential_id: 'i',
  public_key: 'k',
  handle: 'h',
  rp_id: 'example.com',
  backup_eligible: 1,
  synced: 1,
  transports: 'internal',
  aaguid: '00000000-0000-0000-0000-000000000000',
  name: 'Key',
  created_at: 1,
};

/** The columns of a reset of factors that waits for a long time. */
export const WAITING_RESET = {
  stop_hash: 'h',
  passkeys: 0,
  reason: 'lost phone',
  actor: 'cli',
  created_at: 1,
  due_at: 4_000_000_000,
};

export async function insertRow(app: App, table: string, row: Row): Promise<void> {
  const places = Object.keys(row).map(() => '?');
  const statement = `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${places.join()})`;
  await app.sql(statement, Object.values(row));
}

/** A passkey of another system. */
export function importedPasskey(more: Record<string, unknown> = {}) {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  // A COSE key for ES256 (RFC 9053, section 2.1): {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
  const parts = ['a5010203262001215820', Buffer.from(x, 'base64url').toString('hex')];
  const cose = Buffer.from([...parts, '225820', Buffer.from(y, 'base64url').toString('hex')].join(''), 'hex');
  return {
    credential_id: Buffer.from(crypto.randomUUID()).toString('base64url'),
    public_key: cose.toString('base64url'),
    handle: Buffer.from('a handle of another system').toString('base64url'),
    rp_id: 'login.example.com',
    counter: 7,
    backup_eligible: true,
    synced: true,
    transports: ['hybrid', 'internal'],
    aaguid: 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4',
    name: 'Key',
    ...more,
  };
}

/** A webhook, and a delivery of it, as the service stores them. */
export const STORED_WEBHOOK = {
  webhook_id: '019391a0-0000-7000-8000-0000000000aa',
  slot: 50,
  url: 'https://hooks.example.com/',
  types: 'user.*',
  description: '',
  ordered: 1,
  active: 0,
  position: 1,
  secret_sealed: 'x',
  created_at: 1,
  updated_at: 1,
};
export const STORED_DELIVERY = {
  webhook_id: STORED_WEBHOOK.webhook_id,
  event_id: '019391a0-0000-7000-8000-0000000000bb',
  type: 'user.created',
  position: 1,
  at: 1,
  status: 'sent',
  replay: 0,
  attempts: 1,
  created_at: Math.floor(Date.now() / 1000),
  due_at: 1,
};
