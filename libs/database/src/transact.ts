import type { PoolConnection } from 'mysql2';
import type { QueryRunner } from 'typeorm';
import { isOutage } from './failures.js';
import { LostBeforeCommit } from './persist.js';
import { send } from './pool.js';

/**
 * All of the work or nothing of it, on a connection of a pool, which is given up where it cannot work or not roll back.
 * By bare commands: what TypeORM does around one takes longer than the command.
 * @throws {LostBeforeCommit} when it surely did nothing, and may be done again
 */
export async function transactOnMysql<T>(connection: PoolConnection, work: () => Promise<T>): Promise<T> {
  let committing = false;
  try {
    await send(connection, 'START TRANSACTION');
    const result = await work();
    committing = true;
    await send(connection, 'COMMIT');
    return result;
  } catch (error) {
    const lost = isOutage(error);
    if (lost) connection.destroy();
    else await send(connection, 'ROLLBACK').catch(() => connection.destroy());
    throw lost && !committing ? new LostBeforeCommit(error) : error;
  }
}

/** All of the work or nothing of it. Takes the write lock at once: a second process waits its turn instead of failing half-way. */
export async function transactOnSqlite<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
  try {
    await runner.query('BEGIN IMMEDIATE');
    const result = await work();
    await runner.query('COMMIT');
    return result;
  } catch (error) {
    await runner.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
