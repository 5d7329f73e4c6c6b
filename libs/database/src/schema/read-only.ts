import type { DatabaseLocation } from '@app/config';
import { getMetadataArgsStorage } from 'typeorm';
import { ClientDataSource, clientOptions, createClient } from '../data-source.js';
import type { WriteRefusal } from '../driver-errors.js';
import type { Row, SqlClient } from '../sql-client.js';
import { appliedMigrations, knownMigrations } from './migrate.js';
import { requireColumns } from './required-columns.js';

/** Why a migrated database refuses to write; undefined if it does not. Changes nothing. */
export async function whyReadOnly(location: DatabaseLocation): Promise<WriteRefusal | undefined> {
  const client = createClient(location, {});
  const source = new ClientDataSource(clientOptions(client));
  await source.initialize();
  try {
    return await client.whyReadOnly();
  } finally {
    await source.destroy();
  }
}

/** Reads a database and cannot change it: it migrates nothing, and the database itself refuses to write. */
export class ReadOnlyDatabase {
  private constructor(
    private readonly client: SqlClient,
    private readonly source: ClientDataSource,
  ) {}

  /** Connects. An SQLite file must exist. */
  static async open(location: DatabaseLocation): Promise<ReadOnlyDatabase> {
    const client = createClient(location, { readOnly: true });
    const entities = getMetadataArgsStorage().tables.map(({ target }) => target);
    const source = new ClientDataSource({ ...clientOptions(client), entities });
    await source.initialize();
    return new ReadOnlyDatabase(client, source);
  }

  async query(statement: string, values?: unknown[]): Promise<Row[]> {
    return (await this.client.query(statement, values)).rows;
  }

  /** The names of the migrations of this program, oldest first. */
  get migrations(): string[] {
    return knownMigrations(this.source);
  }

  /** The names of the migrations that have been applied. */
  applied(): Promise<string[]> {
    return appliedMigrations(this.source);
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
