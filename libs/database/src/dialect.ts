import type { DatabaseLocation } from '@app/config';
import type { DataSourceOptions } from 'typeorm';
import type { Row, Statement } from './sql-client.js';

/** The databases that have migrations and a client of their own. */
export type DatabaseKind = DatabaseLocation['type'];

/** What the databases spell or do differently, besides their clients. */
export interface Dialect {
  /** Whether transactions run beside each other, so that a row has to be locked before it is read for a change. */
  locksRows: boolean;
  /** Whether a comparison of two columns at once, `(a, b) < (?, ?)`, uses an index of both. */
  comparesRows: boolean;
  /** Finds the table of the migrations that have been applied, if there is one. */
  migrationsTable: string;
  /** The time of the server, in seconds with a fraction. */
  now: string;
  /** All columns: `table`, `name`. */
  columns: string;
  /**
   * An INSERT of one row that changes the row that has its key already.
   * @param key the columns of the key
   * @param changed the new value of each changed column, given how the value of a column is written that the INSERT would have stored
   */
  upsert(insert: string, key: string[], changed: (added: (column: string) => string) => Record<string, string>): string;
  /** A table in a FROM that is read by this index and no other. */
  byIndex(table: string, alias: string, index: string): string;
  /** INSERTs of many rows, each with the columns as its properties, in as few trips to the server as the database allows. */
  insertMany(table: string, columns: string[], rows: Row[]): Pick<Statement, 'text' | 'values'>[];
  /** Whether a text can have the character NUL. */
  storesNul: boolean;
  /** Counts the values of a table for the planner, after many rows were added; undefined where the service does without. */
  analyze?(table: string): string;
}

const list = (changed: Record<string, string>) =>
  Object.entries(changed)
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ');

const insertOf = (table: string, columns: string[]) => `INSERT INTO ${table} (${columns.join()})`;

const placesOf = (columns: string[]) => `(${columns.map(() => '?').join()})`;

const DIALECTS: Record<DatabaseKind, Dialect> = {
  mysql: {
    locksRows: true,
    comparesRows: false,
    now: 'UNIX_TIMESTAMP(NOW(6))',
    migrationsTable: "SHOW TABLES LIKE 'migrations'",
    columns:
      'SELECT TABLE_NAME AS "table", COLUMN_NAME AS name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()',
    upsert: (insert, _key, changed) =>
      `${insert} ON DUPLICATE KEY UPDATE ${list(changed((column) => `VALUES(${column})`))}`,
    byIndex: (table, alias, index) => `${table} AS ${alias} FORCE INDEX (${index})`,
    insertMany: (table, columns, rows) => {
      const places = Array<string>(rows.length).fill(placesOf(columns)).join();
      const values = rows.flatMap((row) => columns.map((column) => row[column]));
      return [{ text: `${insertOf(table, columns)} VALUES ${places}`, values }];
    },
    storesNul: true,
    analyze: (table) => `ANALYZE TABLE ${table}`,
  },
  sqlite: {
    locksRows: false,
    comparesRows: true,
    now: "unixepoch('subsec')",
    migrationsTable: "SELECT name FROM sqlite_master WHERE name = 'migrations'",
    columns: `SELECT tables.name AS "table", columns.name AS name
      FROM sqlite_master tables JOIN pragma_table_info(tables.name) columns WHERE tables.type = 'table'`,
    upsert: (insert, key, changed) =>
      `${insert} ON CONFLICT (${key.join()}) DO UPDATE SET ${list(changed((column) => `excluded.${column}`))}`,
    byIndex: (table, alias, index) => `${table} AS ${alias} INDEXED BY ${index}`,
    // To bind the values of a row costs less than to read a long statement, and there is no server.
    insertMany: (table, columns, rows) => {
      const text = `${insertOf(table, columns)} VALUES ${placesOf(columns)}`;
      return rows.map((row) => ({ text, values: columns.map((column) => row[column]) }));
    },
    storesNul: true,
  },
  postgres: {
    locksRows: true,
    comparesRows: true,
    now: 'EXTRACT(EPOCH FROM clock_timestamp())',
    migrationsTable: `SELECT tablename AS name FROM pg_tables
      WHERE schemaname = current_schema() AND tablename = 'migrations'`,
    columns: `SELECT table_name AS "table", column_name AS name FROM information_schema.columns
      WHERE table_schema = current_schema()`,
    upsert: (insert, key, changed) =>
      `${insert} ON CONFLICT (${key.join()}) DO UPDATE SET ${list(changed((column) => `excluded.${column}`))}`,
    // Its planner knows how many rows a value has.
    byIndex: (table, alias) => `${table} AS ${alias}`,
    // One value, whatever the number of rows and columns: the server reads JSON faster than thousands of places.
    insertMany: (table, columns, rows) => {
      const from = `SELECT ${columns.join()} FROM json_populate_recordset(NULL::${table}, ?)`;
      return [{ text: `${insertOf(table, columns)} ${from}`, values: [JSON.stringify(rows)] }];
    },
    storesNul: false,
    analyze: (table) => `ANALYZE ${table}`,
  },
};

/** The kind of a database by the options of its data source. */
export function kindOf({ type }: { type: DataSourceOptions['type'] | DatabaseKind }): DatabaseKind {
  return type === 'mysql' || type === 'postgres' ? type : 'sqlite';
}

/** The dialect of a database, by its location or by the options of its data source. */
export function dialectOf(database: { type: DataSourceOptions['type'] | DatabaseKind }): Dialect {
  return DIALECTS[kindOf(database)];
}
