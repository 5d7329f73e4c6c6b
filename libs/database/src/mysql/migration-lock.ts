import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isContention, isMissingTable } from '../driver-errors.js';
import type { SqlClient, SqlConnection } from '../sql-client.js';

/** How long a process waits for another one that migrates. */
const LOCK_SECONDS = 120;
/** When a process dies while it holds the lease, the others wait for this long. */
const LEASE_SECONDS = 30;
const RENEW_MS = 5_000;
const ASK_MS = 250;

const CREATE = 'CREATE TABLE IF NOT EXISTS migration_lease (id INT PRIMARY KEY, holder VARCHAR(36), until BIGINT)';
const FILL = "INSERT IGNORE INTO migration_lease (id, holder, until) VALUES (1, '', 0)";
const TAKE = `UPDATE migration_lease SET holder = ?, until = UNIX_TIMESTAMP() + ${LEASE_SECONDS}
  WHERE id = 1 AND (until <= UNIX_TIMESTAMP() OR holder = ?)`;
const RELEASE = 'UPDATE migration_lease SET until = 0 WHERE id = 1 AND holder = ?';

/** Does the work under a lock of the server, which ends with the connection: for one server. */
export async function underServerLock<T>(
  connection: SqlConnection,
  database: string,
  work: () => Promise<T>,
): Promise<T> {
  const lock = lockName(database);
  const run = (text: string, values: unknown[]) => connection.run({ text, values, prepared: false });
  const { rows } = await run('SELECT GET_LOCK(?, ?) AS got', [lock, LOCK_SECONDS]);
  if (Number(rows[0]?.got) !== 1) throw stillMigrating();
  try {
    return await work();
  } finally {
    await run('SELECT RELEASE_LOCK(?)', [lock]).catch(() => undefined);
  }
}

/**
 * Does the work while this process holds the lease, a row: for a cluster, whose nodes do not share locks, but agree on the
 * order of changes to a row.
 */
export async function underLease<T>(client: SqlClient, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID();
  const take = () => takeLease(client, holder);
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
    await client.query(RELEASE, [holder]).catch(() => undefined);
  }
}

/** Whether this process holds the lease now. */
async function takeLease(client: SqlClient, holder: string): Promise<boolean> {
  try {
    return (await client.query(TAKE, [holder, holder])).affected === 1;
  } catch (error) {
    if (isContention(error)) return false;
    if (!isMissingTable(error)) throw error;
    await client.query(CREATE);
    await client.query(FILL);
    return false;
  }
}

/** All databases of a server share the names of locks, of at most 64 characters. */
function lockName(database: string): string {
  return `latchkey-${createHash('sha256').update(database).digest('hex').slice(0, 32)}`;
}

function stillMigrating(): Error {
  return Object.assign(new Error('another process is still migrating'), { code: 'ETIMEDOUT' });
}
