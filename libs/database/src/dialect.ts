import type { DatabaseLocation } from '@app/config';
import type { DataSourceOptions } from 'typeorm';

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
}

const list = (changed: Record<string, string>) =>
  Object.entries(changed)
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ');

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
