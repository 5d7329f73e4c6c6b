import type { DatabaseLocation } from '@app/config';
import { DataSource, type DataSourceOptions, getMetadataArgsStorage } from 'typeorm';
import { dataSourceOptions } from './data-source-options.js';
import { requireColumns } from './required-columns.js';

type Row = Record<string, unknown>;

/** A look at a database that cannot change it: nothing is migrated, and the database itself refuses to write. */
export class ReadOnlyDatabase {
  private constructor(private readonly source: DataSource) {}

  /** Connects. An SQLite file must be there already. */
  static async open(location: DatabaseLocation): Promise<ReadOnlyDatabase> {
    const sqlite = { readonly: true, fileMustExist: true, prepareDatabase: undefined };
    const entities = getMetadataArgsStorage().tables.map(({ target }) => target);
    const options = {
      ...dataSourceOptions(location),
      entities,
      ...(location.type === 'sqlite' ? sqlite : { poolSize: 1 }),
    };
    const source = await new DataSource(options as DataSourceOptions).initialize();
    if (location.type === 'mysql') await source.query('SET SESSION TRANSACTION READ ONLY');
    return new ReadOnlyDatabase(source);
  }

  query(statement: string, values?: unknown[]): Promise<Row[]> {
    return this.source.query(statement, values);
  }

  /** The names of the migrations that this program brings along, oldest first. */
  get migrations(): string[] {
    return this.source.migrations.map((migration) => migration.name ?? migration.constructor.name);
  }

  /** The names of the migrations that have been applied. */
  async applied(): Promise<string[]> {
    const mysql = this.source.options.type === 'mysql';
    const list = mysql ? "SHOW TABLES LIKE 'migrations'" : "SELECT name FROM sqlite_master WHERE name = 'migrations'";
    if ((await this.query(list)).length === 0) return [];
    return (await this.query('SELECT name FROM migrations ORDER BY id')).map(({ name }) => String(name));
  }

  /**
   * Compares the columns with those of all entities that this program has loaded.
   * @throws {IncompleteSchema} when one is missing
   */
  requireColumns(): Promise<void> {
    return requireColumns(this.source);
  }

  close(): Promise<void> {
    return this.source.destroy();
  }
}
