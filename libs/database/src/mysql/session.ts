import type { PoolConnection } from 'mysql2';
import { isUnknownVariable } from '../driver-errors.js';

/** Galera: each statement sees what any node committed before it: 1 for reads, 2 for updates and deletes, 4 for inserts. */
const SEE_ALL = 'SET SESSION wsrep_sync_wait = 7';

/** Sends a statement without values whose result is not needed. */
export function send(connection: PoolConnection, statement: string): Promise<void> {
  return new Promise((done, fail) => {
    connection.query(statement, (error: Error | null) => (error ? fail(error) : done()));
  });
}

/** A node that has lost the others accepts a connection, but fails its first statement. */
export async function joinCluster(connection: PoolConnection): Promise<void> {
  await send(connection, SEE_ALL).catch((error) => {
    if (!isUnknownVariable(error)) throw error;
  });
  await send(connection, 'SELECT 1');
}
