import type { QueryRunner, TableColumnOptions } from 'typeorm';

/** Column definitions that mean the same on MySQL, MariaDB and SQLite. */
export interface Columns {
  /** ASCII text compared byte by byte: identifiers, normalised emails, hashes. Short enough for any InnoDB key. */
  ascii(name: string, length: number, more?: Partial<TableColumnOptions>): TableColumnOptions;
  /** Short text in any script. */
  varchar(name: string, length: number, more?: Partial<TableColumnOptions>): TableColumnOptions;
  /** Long text in any script, kept byte for byte: up to 65,535 bytes. */
  text(name: string, more?: Partial<TableColumnOptions>): TableColumnOptions;
  /** Seconds since the UNIX epoch, good until 2106. */
  time(name: string, more?: Partial<TableColumnOptions>): TableColumnOptions;
  count(name: string, more?: Partial<TableColumnOptions>): TableColumnOptions;
  boolean(name: string, more?: Partial<TableColumnOptions>): TableColumnOptions;
}

/** The columns for the database that a migration runs on. SQLite knows neither character sets nor unsigned numbers. */
export function columnsFor(runner: QueryRunner): Columns {
  const mysql = runner.connection.options.type === 'mysql';
  const ascii = mysql ? { charset: 'ascii', collation: 'ascii_bin' } : {};
  const unicode = mysql ? { charset: 'utf8mb4', collation: 'utf8mb4_bin' } : {};
  const unsigned = mysql ? { unsigned: true } : {};
  return {
    ascii: (name, length, more) => ({
      name,
      type: 'varchar',
      length: String(length),
      ...ascii,
      ...more,
    }),
    varchar: (name, length, more) => ({
      name,
      type: 'varchar',
      length: String(length),
      ...unicode,
      ...more,
    }),
    text: (name, more) => ({ name, type: 'text', ...unicode, ...more }),
    time: (name, more) => ({
      name,
      type: mysql ? 'int' : 'integer',
      ...unsigned,
      ...more,
    }),
    count: (name, more) => ({
      name,
      type: mysql ? 'int' : 'integer',
      ...unsigned,
      default: 0,
      ...more,
    }),
    boolean: (name, more) => ({ name, type: 'boolean', ...more }),
  };
}
