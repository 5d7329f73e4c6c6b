import type { DataSource } from 'typeorm';
import { kindOf } from './migrations.js';
import { PendingMigrations, UnreleasedSchema } from './schema-errors.js';

const TABLE = {
  mysql: "SHOW TABLES LIKE 'migrations'",
  sqlite: "SELECT name FROM sqlite_master WHERE name = 'migrations'",
};

/** Migrations from before the first release have the millisecond of their creation in their names, and not a number. */
const UNRELEASED = /\D1\d{12}$/;

/**
 * The names of the migrations that have been applied, without creating the table that lists them.
 * @throws {UnreleasedSchema} for a database of a state before the first release
 */
export async function appliedMigrations(dataSource: DataSource): Promise<string[]> {
  const tables = await dataSource.query(TABLE[kindOf(dataSource.options)]);
  if (tables.length === 0) return [];
  const rows: { name: string }[] = await dataSource.query('SELECT name FROM migrations ORDER BY id');
  const names = rows.map(({ name }) => String(name));
  if (names.some((name) => UNRELEASED.test(name))) throw new UnreleasedSchema();
  return names;
}

/** The names of the migrations of this program, oldest first. */
export function knownMigrations(dataSource: DataSource): string[] {
  return dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name);
}

/** The names of the migrations of this program that have not been applied. @throws {UnreleasedSchema} */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const applied = await appliedMigrations(dataSource);
  return knownMigrations(dataSource).filter((name) => !applied.includes(name));
}

/** @throws {PendingMigrations} when a migration of this program has not been applied; {UnreleasedSchema} */
export async function requireMigrations(dataSource: DataSource): Promise<void> {
  if ((await pendingMigrations(dataSource)).length === 0) return;
  throw new PendingMigrations((await appliedMigrations(dataSource)).length === 0);
}
