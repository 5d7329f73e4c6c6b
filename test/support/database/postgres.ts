import { randomBytes } from 'node:crypto';
import type { Client, QueryResultRow } from 'pg';
import type { OwnServer, TestDatabase } from './database.js';
import type { startPrivatePostgres } from './servers.mjs';

/** `boolean`, `bigint` and `numeric`: the specs expect numbers, as the other databases return them. */
const [BOOL, INT8, NUMERIC] = [16, 20, 1_700];

type Query = (statement: string, values?: unknown[]) => Promise<QueryResultRow[]>;

export async function createPostgres(migrated: boolean): Promise<TestDatabase> {
  const server = process.env.TEST_POSTGRES_URL ?? '';
  const name = `latchkey_test_${randomBytes(6).toString('hex')}`;
  // A copy of `template1` would have what an administrator has added to it.
  const template = migrated ? process.env.TEST_POSTGRES_TEMPLATE : 'template0';
  await once(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  let kept: Promise<Client> | undefined;
  let before: Promise<unknown> = Promise.resolve();
  // A client takes one statement at a time.
  const query: Query = (statement, values) => {
    kept ??= connect(url.href);
    const client = kept;
    const rows = before.then(async () => (await (await client).query(statement, values)).rows);
    before = rows.catch(() => undefined);
    return rows;
  };
  const translate = translator(query);
  return {
    url: pooled(url),
    sql: async (statement, values) => query(await translate(statement), values),
    hold: async (statement, values) => {
      const connection = await connect(url.href, HOLDER);
      await connection.query('BEGIN');
      await connection.query(await translate(statement), values);
      return async () => {
        await connection.query('COMMIT');
        await connection.end();
      };
    },
    drop: async () => {
      await (await kept)?.end();
      // A connection that a failed test left open would block this.
      await once(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** The name of a connection that a test holds locks with. */
const HOLDER = 'a test that holds locks';

/** The statements that wait for a test, or for others that do. Statements of the service wait for each other, too, but not for long. */
export const WAITING = `WITH RECURSIVE waiting AS (
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${HOLDER}'
    UNION SELECT next.pid FROM pg_stat_activity next JOIN waiting ON waiting.pid = ANY(pg_blocking_pids(next.pid))
      WHERE next.datname = current_database() AND next.wait_event_type = 'Lock'
  ) SELECT query AS text FROM waiting JOIN pg_stat_activity USING (pid) WHERE application_name <> '${HOLDER}'`;

/** The same database by the pooler of the run, if it has one: an old one, which does not know prepared statements. */
function pooled(url: URL): string {
  const pooler = process.env.TEST_POSTGRES_POOLER;
  return pooler ? `${pooler}${url.pathname}?prepare=off` : url.href;
}

/** A server of its own with the database `auth`. */
export interface OwnPostgres extends OwnServer {
  /** Runs a statement as the superuser, in this database or in that of the server. */
  sql(statement: string, database?: string): Promise<QueryResultRow[]>;
  /** Opens a connection to the database, which is ended before the server. */
  connect(): Promise<Client>;
  /** Restarts it as a standby without a primary, which only answers reads until it is promoted. */
  becomeStandby(): Promise<void>;
}

const STANDBY = `DO $$ BEGIN EXECUTE
  format('COPY (SELECT 1) TO %L', current_setting('data_directory') || '/standby.signal'); END $$`;

/** @param how as for `startPrivatePostgres` */
export async function ownPostgres(how: Parameters<typeof startPrivatePostgres>[0] = {}): Promise<OwnPostgres> {
  const { startPrivatePostgres } = await import('./servers.mjs');
  // Without it, a crash would lose commits that were answered.
  const options = ['synchronous_commit=on', ...(how.options ?? [])];
  const server = await startPrivatePostgres({ durable: false, ...how, options });
  if (!server) throw new Error('There is no postgres to start.');
  const sql = (statement: string, database = 'postgres') => once(`${server.url}/${database}`, statement);
  await sql('CREATE DATABASE auth');
  const restart = async () => {
    await server.kill();
    await server.start();
  };
  return {
    url: `${server.url}/auth`,
    stop: () => server.stop(),
    restart,
    sql,
    connect: () => connect(`${server.url}/auth`),
    becomeStandby: async () => {
      await sql(STANDBY);
      await server.restart();
    },
  };
}

async function connect(url: string, name?: string): Promise<Client> {
  // Loaded only by the specs that use it.
  const { default: pg } = await import('pg');
  const numbers = new Map<number, (text: string) => unknown>([
    [BOOL, (text) => (text === 't' ? 1 : 0)],
    [INT8, Number],
    [NUMERIC, Number],
  ]);
  const getTypeParser = (type: number, format?: 'text') => numbers.get(type) ?? pg.types.getTypeParser(type, format);
  const types = { getTypeParser } as typeof pg.types;
  const client = new pg.Client({ connectionString: url, types, ...(name && { application_name: name }) });
  // The next statement fails on a connection that was lost.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function once(server: string, statement: string): Promise<QueryResultRow[]> {
  const client = await connect(server);
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}

/** A quoted text, which stays as it is, a quoted name, the place of a value, or a comparison or assignment with 0 or 1. */
const PARTS = /'(?:[^']|'')*'|"[^"]*"|`([^`]*)`|\?|\b(\w+)( *(?:=|<>) *)([01])\b(?! *[-+*/.])/g;

const COLUMNS = `SELECT attname AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attnum > 0
  GROUP BY attname HAVING bool_and(atttypid = 'bool'::regtype)`;

const INSERT = /^\s*INSERT INTO \w+ \(([^)]*)\)\s+VALUES\s/i;
const VALUES = /'(?:[^']|'')*'|[(),]|[^'(),\s]+/g;

/** Writes 0 and 1 as truth values in the rows of an INSERT, by the places of its boolean columns. */
function translateRows(statement: string, booleans: Set<unknown> | undefined): string {
  const [head, list] = INSERT.exec(statement) ?? [];
  const columns = list?.split(',').map((column) => booleans?.has(column.trim()));
  if (head === undefined || !columns?.includes(true)) return statement;
  let [depth, place] = [0, 0];
  const rows = statement.slice(head.length).replace(VALUES, (part) => {
    if (part === '(') depth++;
    if (part === '(' && depth === 1) place = 0;
    if (part === ')') depth--;
    if (part === ',' && depth === 1) place++;
    const isTruth = depth === 1 && columns[place] && /^[01]$/.test(part);
    return isTruth ? String(part === '1') : part;
  });
  return head + rows;
}

/** A trigger of PostgreSQL has a function of its own, here of the same name. @param body in PL/pgSQL */
export function postgresTrigger(name: string, when: string, body: string): string {
  return `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS '${body.replaceAll("'", "''")}';
    CREATE TRIGGER ${name} ${when} EXECUTE FUNCTION ${name}()`;
}

/** Translates a statement that MySQL and SQLite understand. The columns are read once, when a statement may name a boolean one. */
function translator(query: Query): (statement: string) => Promise<string> {
  let booleans: Set<unknown> | undefined;
  return async (statement) => {
    const [, trigger] = /^DROP TRIGGER (\w+)$/.exec(statement) ?? [];
    if (trigger) return `DROP FUNCTION ${trigger}() CASCADE`;
    const comparisons = [...statement.matchAll(PARTS)].some(([, , column]) => column !== undefined);
    if ((comparisons || INSERT.test(statement)) && !booleans?.size)
      booleans = new Set((await query(COLUMNS)).map(({ name }) => name));
    let count = 0;
    return translateRows(statement, booleans).replace(PARTS, (part, name, column, operator, digit) => {
      if (name !== undefined) return `"${name}"`;
      if (part === '?') return `$${++count}`;
      return booleans?.has(column) ? `${column}${operator}${digit === '1' ? 'TRUE' : 'FALSE'}` : part;
    });
  };
}
