import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { createPostgres, ownPostgres } from './postgres.js';

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

/** `it` with these databases, else `it.skip`. */
export const itOn = (...kinds: Kind[]) => (kinds.includes(DATABASE) ? it : it.skip);
/** The same for `describe`. */
export const describeOn = (...kinds: Kind[]) => (kinds.includes(DATABASE) ? describe : describe.skip);
export const itOnServer = itOn('mysql', 'postgres');
export const describeOnServer = describeOn('mysql', 'postgres');

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

/** A database on a server of its own, which a test may end. */
export interface OwnServer {
  /** The `DATABASE_URL` of an empty database. */
  url: string;
  /** Ends the server and starts it again: PostgreSQL like after a crash. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** @param durable whether each commit reaches the disk; else it is safe from a crash of the server only */
export async function startOwnServer({ durable = true, options = [] as string[] } = {}): Promise<OwnServer> {
  if (DATABASE === 'postgres') return ownPostgres({ durable, options });
  const { startPrivate } = await import('./servers.mjs');
  const server = await startPrivate({ durable, options });
  if (!server) throw new Error('There is no mariadbd or mysqld to start.');
  const { default: mysql } = await import('mysql2/promise');
  const connection = await mysql.createConnection(server.url);
  await connection.query('CREATE DATABASE auth');
  await connection.end();
  return { ...server, url: `${server.url}/auth` };
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
