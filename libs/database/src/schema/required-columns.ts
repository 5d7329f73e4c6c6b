import { commandLine } from '@app/config';
import type { DataSource } from 'typeorm';
import { dialectOf, kindOf } from '../dialect.js';
import { firstColumns } from './migrations.js';

/** The codes of a database whose tables are not those of this program. */
type SchemaCode =
  | 'PENDING_MIGRATIONS'
  | 'UNRELEASED_SCHEMA'
  | 'FOREIGN_TABLES'
  | 'INCOMPLETE_SCHEMA'
  | 'NEWER_SCHEMA'
  | 'UNFINISHED_COPY'
  | 'DATABASE_NOT_EMPTY'
  | 'SOURCE_CHANGED'
  | 'ROW_REFUSED'
  | 'COPY_DIFFERS';

/** Thrown when the tables of the database are not those of this program. */
export class SchemaError extends Error {
  /** @param cure what an administrator can do, as a part of a sentence */
  constructor(
    readonly code: SchemaCode,
    message: string,
    readonly cure: string,
  ) {
    super(message);
  }
}

/**
 * The database is not migrated yet, and this program must not migrate it.
 * @param none whether no migration was applied: the database may belong to another program
 */
export function pendingMigration(none: boolean): SchemaError {
  const [message, cure] = none
    ? ['The database has no tables of the service.', ' or start the service, or correct DATABASE_URL']
    : ['The schema of the database is older than this program.', ''];
  return new SchemaError('PENDING_MIGRATIONS', message, `run "${commandLine('migrate')}"${cure}`);
}

/** The tables are of a state before the first release, from which no migration leads to those of this program. */
export function unreleasedSchema(): SchemaError {
  return new SchemaError(
    'UNRELEASED_SCHEMA',
    'The database was written by a state of the program before its first release. Nothing was changed in it.',
    `run "${commandLine('export --include-hashes --include-factors --output users.ndjson')}" of the program that wrote the ` +
      `database, let DATABASE_URL name an empty database, and run "${commandLine('import users.ndjson')}" of this program; all ` +
      'sessions end',
  );
}

/** A command has begun to copy another database into this one, and has not finished. */
export function unfinishedCopy(): SchemaError {
  return new SchemaError(
    'UNFINISHED_COPY',
    'The database has only a part of the rows of another one: its copy was not finished.',
    `run "${commandLine('import --from-database')}" with the other database again until it says that all rows are copied, or ` +
      'empty this database',
  );
}

/** A column is missing, although all migrations count as applied. */
export class IncompleteSchema extends SchemaError {
  /** @param missing as `table.column` */
  constructor(readonly missing: string[]) {
    const columns = missing.length === 1 ? 'column' : 'columns';
    super(
      'INCOMPLETE_SCHEMA',
      `The database lacks the ${columns} ${missing.join(', ')}, although the migrations count as applied.`,
      'restore a backup of the database, or add the missing columns as the migrations define them',
    );
  }
}

interface Column {
  table: string;
  name: string;
}

/**
 * Compares the columns of the database with those of the entities: a table of migrations tells only what was run.
 * @throws {IncompleteSchema}
 */
export async function requireColumns(dataSource: DataSource): Promise<void> {
  const present = await columnsOf(dataSource);
  const missing = columnsOfEntities(dataSource).filter((column) => !present.has(column));
  if (missing.length > 0) throw new IncompleteSchema(missing);
}

/**
 * Checks the tables of a database without a migration of this program: a start that was killed on MySQL leaves whole tables, and
 * any other table of the same name belongs to another program.
 * @throws {SchemaError} for tables of another program
 */
export async function requireOwnTables(dataSource: DataSource): Promise<void> {
  const present = await columnsOf(dataSource);
  const tableOf = (column: string) => column.replace(/\..*/s, '');
  const tables = new Set([...present].map(tableOf));
  const missing = firstColumns(kindOf(dataSource.options)).filter((column) => !present.has(column));
  const foreign = new Set(missing.map(tableOf).filter((table) => tables.has(table)));
  if (foreign.size === 0) return;
  throw new SchemaError(
    'FOREIGN_TABLES',
    `The database belongs to another program: it has other columns in ${[...foreign].join(', ')}. Nothing was changed in it.`,
    'let DATABASE_URL name a database of its own',
  );
}

/** All columns of the database, as `table.column`. */
async function columnsOf(dataSource: DataSource): Promise<Set<string>> {
  const rows: Column[] = await dataSource.query(dialectOf(dataSource.options).columns);
  return new Set(rows.map(({ table, name }) => `${table}.${name}`));
}

function columnsOfEntities({ entityMetadatas }: DataSource): string[] {
  return entityMetadatas.flatMap(({ tableName, columns }) =>
    columns
      .filter(({ isVirtualProperty }) => !isVirtualProperty)
      .map((column) => `${tableName}.${column.databaseName}`),
  );
}
