import { mkdirSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname } from 'node:path';
import type { DatabaseLocation, MysqlLocation } from '@app/config';
import type { DataSourceOptions } from 'typeorm';
import { MIGRATIONS } from './migrations/index.js';
import { poolDriver } from './pool.js';

/** 8 to 16 connections serve two cores and a database beside them; more only wait for each other's locks. */
const POOL_SIZE = 10;
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
