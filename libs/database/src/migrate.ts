import { createHash } from 'node:crypto';
import type { DatabaseLocation } from '@app/config';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import { dataSourceOptions, prepareLocation } from './data-source-options.js';

const LOCK_SECONDS = 120;

/**
 * Brings the schema up to date and then prepares, under a lock: of several processes that start at once, one works and
 * the others wait. On SQLite it is one transaction; MySQL commits each table definition at once, so every migration can
 * be run again after a process was killed in the middle of it. Returns the names of the migrations that were applied.
 */
export async function migrate(dataSource: DataSource, prepare: () => Promise<void>): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  const sqlite = dataSource.options.type === 'better-sqlite3';
  const lock = lockName(String(dataSource.options.database));
  try {
    if (sqlite) await runner.query('BEGIN IMMEDIATE');
    else await acquire(runner, lock);
    const applied = await dataSource.runMigrations({ transaction: 'none' });
    await prepare();
    if (sqlite) await runner.query('COMMIT');
    return applied.map(({ name }) => name);
  } catch (error) {
    if (sqlite) await runner.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    if (!sqlite) await runner.query('SELECT RELEASE_LOCK(?)', [lock]).catch(() => undefined);
    await runner.release();
  }
}

/** Connects, brings the schema up to date, and disconnects. */
export async function migrateOnce(location: DatabaseLocation): Promise<string[]> {
  prepareLocation(location);
  const options = dataSourceOptions(location);
  // Nobody waits for answers of this process: it may block while another one writes to the same file.
  const patient = location.type === 'sqlite' ? { timeout: LOCK_SECONDS * 1_000 } : {};
  const dataSource = await new DataSource({ ...options, ...patient } as DataSourceOptions).initialize();
  try {
    return await migrate(dataSource, async () => undefined);
  } finally {
    await dataSource.destroy();
  }
}

/** Locks of MySQL are known to the whole server and named with at most 64 characters. */
function lockName(database: string): string {
  return `latchkey-${createHash('sha256').update(database).digest('hex').slice(0, 32)}`;
}

async function acquire(runner: QueryRunner, lock: string): Promise<void> {
  const [row] = await runner.query('SELECT GET_LOCK(?, ?) AS got', [lock, LOCK_SECONDS]);
  if (Number(row.got) !== 1) {
    throw Object.assign(new Error('another process is still migrating'), { code: 'ETIMEDOUT' });
  }
}
