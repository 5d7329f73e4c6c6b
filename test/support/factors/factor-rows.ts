import { generateKeyPairSync } from 'node:crypto';
import type { Row } from '../database/database.js';
import type { App } from '../service/app.js';

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
