import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { createPostgres } from './postgres.js';

export type Kind = 'sqlite' | 'mysql' | 'postgres';

/** The database of this test run: a spec of the kind `each` runs once with each. */
export const DATABASE = (globalThis as unknown as { DATABASE: Kind }).DATABASE;

/** The databases of this machine. */
export const KINDS: Kind[] = [
  'sqlite',
  ...(process.env.TEST_MYSQL_URL ? (['mysql'] as const) : []),
  ...(process.env.TEST_POSTGRES_URL ? (['postgres'] as const) : []),
];

/** Whether it is a server: its transactions lock rows, and its connections can be lost. SQLite runs one transaction at a time. */
export const IS_SERVER = DATABASE !== 'sqlite';

/** Begins a statement that counts the rows of tables for the planner. */
export const ANALYZE = DATABASE === 'mysql' ? 'ANALYZE TABLE' : 'ANALYZE';

export type Row = Record<string, unknown>;

/** A separate database for a test, without rows of other tests. */
export interface TestDatabase {
  /** Its `DATABASE_URL`. */
  url: string;
  /** Runs a statement directly in the database, not through the service. */
  sql(statement: string, values?: unknown[]): Promise<Row[]>;
  /** Runs a statement and keeps its transaction open; the returned function commits it. */
  hold(statement: string, values: unknown[]): Promise<() => Promise<void>>;
  drop(): Promise<void>;
}

/** @param migrated whether it has tables already: to create them takes half a second on a server, and 0.1 s on SQLite */
export function createDatabase({ migrated = false } = {}, kind: Kind = DATABASE): Promise<TestDatabase> {
  if (kind === 'postgres') return createPostgres(migrated);
  return kind === 'mysql' ? createMysql(migrated) : Promise.resolve(createSqlite(migrated));
}

async function createMysql(migrated: boolean): Promise<TestDatabase> {
  // Loaded only by the specs that use it.
  const { default: mysql } = await import('mysql2/promise');
  const server = process.env.TEST_MYSQL_URL ?? '';
  const name = `latchkey_test_${randomBytes(6).toString('hex')}`;
  const admin = await mysql.createConnection(server);
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.query(`USE ${name}`);
  const schema = migrated ? readFileSync(process.env.TEST_MYSQL_SCHEMA ?? '', 'utf8') : '[]';
  for (const statement of JSON.parse(schema)) await admin.query(statement);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    sql: async (statement, values) => (await admin.query(statement, values))[0] as Row[],
    hold: async (statement, values) => {
      const connection = await mysql.createConnection(url.href);
      await connection.beginTransaction();
      await connection.query(statement, values);
      return async () => {
        await connection.commit();
        await connection.end();
      };
    },
    drop: async () => {
      // A connection that a failed test left open would block this, and thereby the start of other services.
      const others = 'SELECT id AS id FROM information_schema.processlist WHERE db = ? AND id <> CONNECTION_ID()';
      const [left] = await admin.query(others, [name]);
      for (const { id } of left as Row[]) await admin.query(`KILL ${id}`).catch(() => undefined);
      await admin.query(`DROP DATABASE ${name}`);
      await admin.end();
    },
  };
}

function createSqlite(migrated: boolean): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'));
  const file = join(folder, 'auth.sqlite');
  if (migrated) copyFileSync(process.env.TEST_SQLITE_FILE ?? '', file);
  // To open a file takes longer than most statements.
  let kept: Sqlite.Database | undefined;
  return {
    ...sqliteAt(file),
    sql: async (statement, values) => {
      kept ??= new Sqlite(file, OPTIONS);
      return runSqlite(kept, statement, values);
    },
    drop: async () => {
      kept?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const OPTIONS: Sqlite.Options = { timeout: 10_000 };

function runSqlite(connection: Sqlite.Database, statement: string, values: unknown[] = []): Row[] {
  const prepared = connection.prepare(statement);
  if (prepared.reader) return prepared.all(...values) as Row[];
  prepared.run(...values);
  return [];
}

/** An SQLite file that another process creates and removes. */
export function sqliteAt(file: string): TestDatabase {
  return {
    url: `sqlite:${file}`,
    sql: async (statement, values) => {
      const connection = new Sqlite(file, OPTIONS);
      try {
        return runSqlite(connection, statement, values);
      } finally {
        connection.close();
      }
    },
    hold: async (statement, values) => {
      const connection = new Sqlite(file, OPTIONS);
      connection.exec('BEGIN IMMEDIATE');
      connection.prepare(statement).run(...values);
      return async () => {
        connection.exec('COMMIT');
        connection.close();
      };
    },
    drop: async () => undefined,
  };
}
