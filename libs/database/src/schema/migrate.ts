import type { DatabaseLocation } from '@app/config';
import type { DataSource } from 'typeorm';
import { ClientDataSource, clientOptions, createClient } from '../data-source.js';
import { isRefusal, refused } from '../driver-errors.js';
import type { SqlClient } from '../sql-client.js';
import { prepareFolder } from '../sqlite/options.js';
import { appliedMigrations } from './applied-migrations.js';
import { requireOwnTables } from './required-columns.js';

/** How long to wait for another process that writes to the same SQLite file. */
const BUSY_TIMEOUT_MS = 120_000;

/** How a program starts to use the database. */
export interface StartOptions {
  /** How long to wait for a database that is not up yet, in milliseconds; without an end by default. */
  patience?: number;
  /** Whether to apply pending migrations, or to fail because of them. */
  migrates?: boolean;
}

/**
 * Brings the schema up to date and then prepares, under a lock. Returns the names of the migrations that were applied.
 * @throws {UnreleasedSchema} and {ForeignTables} before it changes anything
 */
export async function migrate(
  client: SqlClient,
  dataSource: DataSource,
  prepare: () => Promise<void>,
): Promise<string[]> {
  return client.migrate(async () => {
    // Under the lock: another process that migrates changes the columns.
    if ((await appliedMigrations(dataSource)).length === 0) await requireOwnTables(dataSource);
    const applied = await dataSource.runMigrations({ transaction: 'none' });
    await prepare();
    return applied.map(({ name }) => name);
  });
}

/**
 * Connects, brings the schema up to date, and disconnects.
 * @throws {SettingsError} when the server refuses what `DATABASE_URL` says; {UnreleasedSchema} and {ForeignTables} before it changes anything
 */
export async function migrateOnce(location: DatabaseLocation): Promise<string[]> {
  if (location.type === 'sqlite') prepareFolder(location);
  // This process answers no requests, so it may block while another one writes to the same file.
  const client = createClient(location, { busyTimeoutMs: BUSY_TIMEOUT_MS });
  const dataSource = new ClientDataSource(clientOptions(client));
  await dataSource.initialize().catch((error) => {
    throw isRefusal(error) ? refused(error, location) : error;
  });
  try {
    return await migrate(client, dataSource, async () => undefined);
  } finally {
    await dataSource.destroy();
  }
}
