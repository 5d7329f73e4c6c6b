import type { DataSource } from 'typeorm';

/** What is read of the pool of mysql2, which tells of its use by these fields only. */
interface Pool {
  _allConnections: { length: number };
  _freeConnections: { length: number };
  _connectionQueue: { length: number };
}

export function poolUse({ driver }: DataSource): { busy: number; idle: number; waiting: number } {
  const {
    _allConnections: all,
    _freeConnections: idle,
    _connectionQueue: queue,
  } = (driver as unknown as { pool: Pool }).pool;
  return { busy: all.length - idle.length, idle: idle.length, waiting: queue.length };
}
