import type { DataSource } from 'typeorm';

const TABLE = {
  mysql: "SHOW TABLES LIKE 'migrations'",
  sqlite: "SELECT name FROM sqlite_master WHERE name = 'migrations'",
};

/** Thrown when the database is not migrated yet, by a program that must not migrate it. */
export class PendingMigrations extends Error {
  /** @param none whether no migration was applied: the database may belong to another program */
  constructor(readonly none: boolean) {
    super(
      none ? 'The database has no tables of the service.' : 'The schema of the database is older than this program.',
    );
    this.name = 'PendingMigrations';
  }
}

/** The names of the migrations that have been applied, without creating the table that lists them. */
export async function appliedMigrations(dataSource: DataSource): Promise<string[]> {
  const tables = await dataSource.query(dataSource.options.type === 'mysql' ? TABLE.mysql : TABLE.sqlite);
  if (tables.length === 0) return [];
  const rows: { name: string }[] = await dataSource.query('SELECT name FROM migrations ORDER BY id');
  return rows.map(({ name }) => String(name));
}

/** The names of the migrations of this program, oldest first. */
export function knownMigrations(dataSource: DataSource): string[] {
  return dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name);
}

/** The names of the migrations of this program that have not been applied. */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const applied = await appliedMigrations(dataSource);
  return knownMigrations(dataSource).filter((name) => !applied.includes(name));
}

/** @throws {PendingMigrations} when a migration of this program has not been applied */
export async function requireMigrations(dataSource: DataSource): Promise<void> {
  if ((await pendingMigrations(dataSource)).length === 0) return;
  throw new PendingMigrations((await appliedMigrations(dataSource)).length === 0);
}
