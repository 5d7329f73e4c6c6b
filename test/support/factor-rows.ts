import type { App } from './app.js';
import type { Row } from './database.js';

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
