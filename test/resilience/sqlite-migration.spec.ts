import Sqlite from 'better-sqlite3';
import { ClientDataSource, clientOptions, createClient } from '../../libs/database/src/data-source.js';
import { createDatabase } from '../support/database.js';

const LIMIT_MS = 400;

it('a migration of an SQLite file waits once for another process that writes, and then fails', async () => {
  const database = await createDatabase();
  const file = database.url.slice('sqlite:'.length);
  const client = createClient({ type: 'sqlite', file }, { busyTimeoutMs: LIMIT_MS });
  const source = await new ClientDataSource(clientOptions(client)).initialize();
  const writer = new Sqlite(file);
  writer.exec('BEGIN IMMEDIATE');
  const begun = performance.now();
  await expect(client.migrate(async () => undefined)).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
  // It would be nine times as long, with pauses of seconds, if it were repeated.
  expect(performance.now() - begun).toBeLessThan(4 * LIMIT_MS);
  writer.exec('ROLLBACK');
  expect(await client.migrate(async () => 'migrated')).toBe('migrated');
  writer.close();
  await source.destroy();
  await database.drop();
});
