/** What is read of a pool of mysql2, which tells of its use by these fields only. */
interface Pool {
  _allConnections: { length: number };
  _freeConnections: { length: number };
  _connectionQueue: { length: number };
}

/** How many connections of a pool are at work, idle, and waited for. */
export function poolUse(pool: unknown): { busy: number; idle: number; waiting: number } {
  const { _allConnections: all, _freeConnections: idle, _connectionQueue: queue } = pool as Pool;
  return { busy: all.length - idle.length, idle: idle.length, waiting: queue.length };
}
