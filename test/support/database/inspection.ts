import type { App } from '../service/app.js';
import { DATABASE, type Kind, type Row } from './database.js';
import { equalities, indexOf, postgresObjection, postgresPlan } from './postgres-plan.js';

/** A statement as it was sent to the database. */
export interface Statement {
  sql: string;
  values: unknown[];
}

/**
 * The queries of the service on one of these tables since the last call. The service must run with `statements.mjs`.
 */
export async function queriesOn(app: App, tables: string[]): Promise<Statement[]> {
  const { statements } = (await app.service.ask({ statements: true })) as { statements: Statement[] };
  const from = new RegExp(`^SELECT .* FROM [\`"]?(${tables.join('|')})[\`"]? `, 'is');
  return statements.filter(({ sql }) => from.test(sql));
}

/** The indexes that the database uses for a query, in the order of its steps. */
export async function indexesOf(app: App, query: Statement): Promise<unknown[]> {
  const plan = await planOf(app, query);
  if (DATABASE === 'postgres') return plan.map(indexOf).filter((name) => name !== undefined);
  return plan.map(({ key, detail }) => key ?? / INDEX (\w+)/.exec(String(detail))?.[1]);
}

/** By how many columns with one value each the database finds the rows of a table, for each step that reads it. */
export async function equalitiesOf(app: App, query: Statement, alias: string): Promise<number[]> {
  const steps = await planOf(app, query);
  if (DATABASE === 'mysql') {
    return steps.filter(({ table }) => table === alias).map(({ ref }) => String(ref).split(',').length);
  }
  // PostgreSQL numbers an alias that is there twice.
  const names = new RegExp(`^${alias}(_\\d+)?$`);
  if (DATABASE === 'postgres') return steps.filter((step) => names.test(String(step.Alias))).map(equalities);
  const details = steps.map(({ detail }) => String(detail)).filter((detail) => detail.startsWith(`SEARCH ${alias} `));
  return details.map((detail) => detail.split('=?').length - 1);
}

function planOf(app: App, { sql, values }: Statement): Promise<Row[]> {
  if (DATABASE === 'postgres') return postgresPlan(app, sql, values);
  return app.sql(`${DATABASE === 'mysql' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN'} ${sql}`, values);
}

/** The faults of the plan of a query: that it reads a whole table or the pages before its own, or sorts what it has read. */
export async function objections(app: App, query: Statement): Promise<string[]> {
  const { sql } = query;
  const object = { mysql: mysqlObjection, sqlite: sqliteObjection, postgres: postgresObjection }[DATABASE];
  const steps = (await planOf(app, query)).map((step) => object(step, sql));
  return steps.filter((objection) => objection !== undefined);
}

/** The condition of a page behind another one, as one of two columns or of a row. */
const BEHIND = / [<>] \? OR \(|\) [<>] \(\?/;

/** An index with the right order may be read from its end up to a LIMIT. */
function mysqlObjection({ type, key, rows, Extra }: Row, sql: string): string | undefined {
  const step = `${type} ${key} ${rows} ${Extra}`;
  const ordered = key !== null && /ORDER BY .* LIMIT \d+$/s.test(sql);
  if (type === 'ALL' || (type === 'index' && !ordered)) return `reads everything: ${step}`;
  // By the equal columns or the order alone, it reads the pages before this one, too.
  if ((type === 'ref' || type === 'index') && BEHIND.test(sql)) return `reads from the first page on: ${step}`;
  return /filesort|temporary/i.test(String(Extra)) ? `sorts: ${step}` : undefined;
}

/** The one row of a query without a table, as TypeORM asks whether rows exist, is not a table. */
function sqliteObjection({ detail }: Row): string | undefined {
  const step = String(detail);
  if (/^SCAN (CONSTANT ROW|dummy_table)$/.test(step)) return undefined;
  if (/^SCAN (?!.* USING (COVERING )?INDEX )/.test(step)) return `reads everything: ${step}`;
  return /TEMP B-TREE/.test(step) ? `sorts: ${step}` : undefined;
}

/** The names of all tables, for each kind of database. */
export const TABLES_OF: Record<Kind, string> = {
  mysql: 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table'",
  postgres: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
};
export const TABLES = TABLES_OF[DATABASE];
const quoted = (name: unknown) => (DATABASE === 'mysql' ? `\`${name}\`` : `"${name}"`);

/** The text of each cell of the database. */
export async function everyCell(app: App): Promise<string> {
  const tables = await app.sql(TABLES);
  const rows = await Promise.all(tables.map(({ name }) => app.sql(`SELECT * FROM ${quoted(name)}`)));
  return JSON.stringify(rows, (_name, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  );
}
