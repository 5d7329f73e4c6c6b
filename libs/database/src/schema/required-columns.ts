import type { DataSource } from 'typeorm';
import { dialectOf, kindOf } from '../dialect.js';
import { firstColumns } from './migrations.js';
import { ForeignTables, IncompleteSchema } from './schema-errors.js';

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
 * @throws {ForeignTables}
 */
export async function requireOwnTables(dataSource: DataSource): Promise<void> {
  const present = await columnsOf(dataSource);
  const tableOf = (column: string) => column.replace(/\..*/s, '');
  const tables = new Set([...present].map(tableOf));
  const missing = firstColumns(kindOf(dataSource.options)).filter((column) => !present.has(column));
  const foreign = new Set(missing.map(tableOf).filter((table) => tables.has(table)));
  if (foreign.size > 0) throw new ForeignTables([...foreign]);
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
