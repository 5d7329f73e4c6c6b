import type { DatabaseLocation } from '@app/config';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { dataSourceOptions, prepareLocation } from './data-source-options.js';
import { isRefusal, refused } from './failures.js';
import { LOCK_SECONDS, underLease, underServerLock } from './migration-lock.js';
import { transactOnSqlite } from './transact.js';

/**
 * Brings the schema up to date and then prepares, under a lock: of several processes that start at once, one works and
 * the others wait. On SQLite it is one transaction; MySQL commits each table definition at once, so every migration can
 * be run again after a process was killed in the middle of it. Returns the names of the migrations that were applied.
 */
export async function migrate(
  dataSource: DataSource,
  location: DatabaseLocation,
  prepare: () => Promise<void>,
): Promise<string[]> {
  const work = async () => {
    const applied = await dataSource.runMigrations({ transaction: 'none' });
    await prepare();
    return applied.map(({ name }) => name);
  };
  if (location.type === 'mysql' && location.hosts.length > 1) return underLease(dataSource, work);
  const runner = dataSource.createQueryRunner();
  try {
    if (location.type === 'mysql') return await underServerLock(runner, location.database, work);
    return await transactOnSqlite(runner, work);
  } finally {
    await runner.release();
  }
}

/**
 * Connects, brings the schema up to date, and disconnects.
 * @throws {SettingsError} when the server refuses what `DATABASE_URL` says
 */
export async function migrateOnce(location: DatabaseLocation): Promise<string[]> {
  prepareLocation(location);
  const options = dataSourceOptions(location);
  // Nobody waits for answers of this process: it may block while another one writes to the same file.
  const patient = location.type === 'sqlite' ? { timeout: LOCK_SECONDS * 1_000 } : {};
  const dataSource = await new DataSource({ ...options, ...patient } as DataSourceOptions)
    .initialize()
    .catch((error) => {
      throw isRefusal(error) ? refused(error, location) : error;
    });
  try {
    return await migrate(dataSource, location, async () => undefined);
  } finally {
    await dataSource.destroy();
  }
}
