import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { isContention, isMissingTable } from './failures.js';

/** How long a process waits for another one that migrates. */
export const LOCK_SECONDS = 120;
/** A process that died while it held the lease keeps the others waiting for this long. */
const LEASE_SECONDS = 30;
const RENEW_MS = 5_000;
const ASK_MS = 250;

const CREATE = 'CREATE TABLE IF NOT EXISTS migration_lease (id INT PRIMARY KEY, holder VARCHAR(36), until BIGINT)';
const FILL = "INSERT IGNORE INTO migration_lease (id, holder, until) VALUES (1, '', 0)";
const TAKE = `UPDATE migration_lease SET holder = ?, until = UNIX_TIMESTAMP() + ${LEASE_SECONDS}
  WHERE id = 1 AND (until <= UNIX_TIMESTAMP() OR holder = ?)`;
const RELEASE = 'UPDATE migration_lease SET until = 0 WHERE id = 1 AND holder = ?';

/** Does the work under a lock of the server, which goes with the connection: for one server. */
export async function underServerLock<T>(runner: QueryRunner, database: string, work: () => Promise<T>): Promise<T> {
  const lock = lockName(database);
  const [row] = await runner.query('SELECT GET_LOCK(?, ?) AS got', [lock, LOCK_SECONDS]);
  if (Number(row.got) !== 1) throw stillMigrating();
  try {
    return await work();
  } finally {
    await runner.query('SELECT RELEASE_LOCK(?)', [lock]).catch(() => undefined);
  }
}

/**
 * Does the work while this process holds the lease, a row: for a cluster, whose nodes know nothing of each other's
 * locks, but agree on who changed a row first.
 */
export async function underLease<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID();
  const take = () => takeLease(dataSource, holder);
  const deadline = Date.now() + LOCK_SECONDS * 1_000;
  while (!(await take())) {
    if (Date.now() > deadline) throw stillMigrating();
    await sleep(ASK_MS);
  }
  const renewal = setInterval(() => void take().catch(() => undefined), RENEW_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await dataSource.query(RELEASE, [holder]).catch(() => undefined);
  }
}

/** Whether the lease is ours now. */
async function takeLease(dataSource: DataSource, holder: string): Promise<boolean> {
  try {
    const { affectedRows } = await dataSource.query(TAKE, [holder, holder]);
    return affectedRows === 1;
  } catch (error) {
    if (isContention(error)) return false;
    if (!isMissingTable(error)) throw error;
    await dataSource.query(CREATE);
    await dataSource.query(FILL);
    return false;
  }
}

/** Locks of MySQL are known to the whole server and named with at most 64 characters. */
function lockName(database: string): string {
  return `latchkey-${createHash('sha256').update(database).digest('hex').slice(0, 32)}`;
}

function stillMigrating(): Error {
  return Object.assign(new Error('another process is still migrating'), { code: 'ETIMEDOUT' });
}
