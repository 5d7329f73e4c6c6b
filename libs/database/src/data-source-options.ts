import { mkdirSync } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import type { DatabaseLocation, MysqlLocation } from '@app/config';
import type { DataSourceOptions } from 'typeorm';
import { MIGRATIONS } from './migrations/index.js';
import { poolDriver } from './pool.js';

/**
 * One event loop keeps no more than eight connections busy, whatever the machine; and a sign-in has one for its transaction
 * once its hash is done, of which there are as many at a time as cores. More only wait for each other's locks, and a server
 * takes no more than 151 by default, from all replicas.
 */
const POOL_SIZE = 8 + Math.min(availableParallelism(), 24);
const CONNECT_TIMEOUT_MS = 5_000;

/** How TypeORM connects to the place that `DATABASE_URL` names. Entities are added by whoever connects. */
export function dataSourceOptions(location: DatabaseLocation): DataSourceOptions {
  const common = {
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    logging: false,
  };
  return location.type === 'mysql' ? { ...common, ...mysql(location) } : { ...common, ...sqlite(location.file) };
}

function sqlite(file: string) {
  return {
    type: 'better-sqlite3' as const,
    database: file,
    // Waiting for another process blocks the event loop: it is short, and then begins anew without blocking.
    timeout: 100,
    prepareDatabase: (connection: { pragma(text: string): unknown }) => {
      connection.pragma('journal_mode = WAL');
      connection.pragma('synchronous = FULL');
      connection.pragma('foreign_keys = ON');
    },
  };
}

function mysql({ hosts, username, password, database, tls }: MysqlLocation) {
  return {
    type: 'mysql' as const,
    ...hosts[0],
    driver: poolDriver(hosts),
    username,
    password,
    database,
    charset: 'utf8mb4',
    poolSize: POOL_SIZE,
    connectTimeout: CONNECT_TIMEOUT_MS,
    bigNumberStrings: false,
    // A certificate that anybody can get for a name of their own is not enough. Addresses stand in few certificates.
    ...(tls ? { ssl: { rejectUnauthorized: true, verifyIdentity: hosts.every(({ host }) => isIP(host) === 0) } } : {}),
  };
}

/** Makes the folder of an SQLite file. What is made in it is for the owner of the process only. */
export function prepareLocation(location: DatabaseLocation): void {
  if (location.type !== 'sqlite' || location.file === ':memory:') return;
  process.umask(0o077);
  mkdirSync(dirname(location.file), { recursive: true });
}
