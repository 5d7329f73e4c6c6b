import type { DatabaseLocation } from '@app/config';
import type { DataSource } from 'typeorm';
import { ClientDataSource, clientOptions, createClient, type OpenDatabase, openDatabase } from '../data-source.js';
import { dialectOf } from '../dialect.js';
import { isRefusal, refused, type WriteRefusal } from '../driver-errors.js';
import type { Row, SqlClient } from '../sql-client.js';
import {
  pendingMigration,
  requireColumns,
  requireOwnTables,
  unfinishedCopy,
  unreleasedSchema,
} from './required-columns.js';

/** Migrations from before the first release have the millisecond of their creation in their names, and not a number. */
const UNRELEASED = /\D1\d{12}$/;

/**
 * Begins the name of a row of the list of migrations that is there until all rows of another database have been copied. Each
 * start of a service and each command reads the list first, so that none uses half of the users.
 */
export const COPY_MARK = 'UnfinishedCopy ';

/** The names in the list of migrations, without creating this table. */
export async function listedMigrations(dataSource: DataSource): Promise<string[]> {
  const tables = await dataSource.query(dialectOf(dataSource.options).migrationsTable);
  if (tables.length === 0) return [];
  const rows: { name: string }[] = await dataSource.query('SELECT name FROM migrations ORDER BY id');
  return rows.map(({ name }) => String(name));
}

/**
 * The names of the migrations that have been applied.
 * @throws {SchemaError} while the rows of another database are copied, and for a state before the first release
 */
async function appliedMigrations(dataSource: DataSource): Promise<string[]> {
  const names = await listedMigrations(dataSource);
  if (names.some((name) => name.startsWith(COPY_MARK))) throw unfinishedCopy();
  if (names.some((name) => UNRELEASED.test(name))) throw unreleasedSchema();
  return names;
}

/** The names of the migrations of this program, oldest first. */
export function knownMigrations(dataSource: DataSource): string[] {
  return dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name);
}

/** The names of the migrations of this program that have not been applied. @throws {SchemaError} as `appliedMigrations` */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const applied = await appliedMigrations(dataSource);
  return knownMigrations(dataSource).filter((name) => !applied.includes(name));
}

/** @throws {SchemaError} when a migration of this program has not been applied, and as `appliedMigrations` */
export async function requireMigrations(dataSource: DataSource): Promise<void> {
  if ((await pendingMigrations(dataSource)).length === 0) return;
  throw pendingMigration((await appliedMigrations(dataSource)).length === 0);
}

/** How long to wait for another process that writes to the same SQLite file. */
const BUSY_TIMEOUT_MS = 120_000;

/** How a program starts to use the database. */
export interface StartOptions {
  /** How long to wait for a database that is not up yet, in milliseconds; without an end by default. */
  patience?: number;
  /** Whether to apply pending migrations, or to fail because of them. */
  migrates?: boolean;
}

/**
 * Brings the schema up to date and then prepares, under a lock. Returns the names of the migrations that were applied.
 * @throws {SchemaError} before it changes anything
 */
export async function migrate(
  client: SqlClient,
  dataSource: DataSource,
  prepare: () => Promise<void>,
): Promise<string[]> {
  return client.migrate(async () => {
    // Under the lock: another process that migrates changes the columns.
    if ((await appliedMigrations(dataSource)).length === 0) await requireOwnTables(dataSource);
    const applied = await dataSource.runMigrations({ transaction: 'none' });
    await prepare();
    return applied.map(({ name }) => name);
  });
}

/**
 * Connects, brings the schema up to date, and disconnects.
 * @throws {SettingsError} when the server refuses what `DATABASE_URL` says; {SchemaError} before it changes anything
 */
export async function migrateOnce(location: DatabaseLocation): Promise<string[]> {
  // This process answers no requests, so it may block while another one writes to the same file.
  const client = createClient(location, { busyTimeoutMs: BUSY_TIMEOUT_MS });
  client.makePlace();
  const dataSource = new ClientDataSource(clientOptions(client));
  try {
    await dataSource.initialize();
    return await migrate(client, dataSource, async () => undefined);
  } catch (error) {
    throw isRefusal(error) ? refused(error, location) : error;
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

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
  private constructor(private readonly open: OpenDatabase) {}

  /** Connects. An SQLite file must exist. */
  static async open(location: DatabaseLocation): Promise<ReadOnlyDatabase> {
    return new ReadOnlyDatabase(await openDatabase(location, { readOnly: true }));
  }

  async query(statement: string, values?: unknown[]): Promise<Row[]> {
    return (await this.open.client.query(statement, values)).rows;
  }

  /** The names of the migrations of this program, oldest first. */
  get migrations(): string[] {
    return knownMigrations(this.open.dataSource);
  }

  /** The names of the migrations that have been applied. */
  applied(): Promise<string[]> {
    return appliedMigrations(this.open.dataSource);
  }

  /**
   * Compares the columns with those of all entities that this program has loaded.
   * @throws {IncompleteSchema} when one is missing
   */
  requireColumns(): Promise<void> {
    return requireColumns(this.open.dataSource);
  }

  close(): Promise<void> {
    return this.open.dataSource.destroy();
  }
}
