import type { DataSource } from 'typeorm';
import { IncompleteSchema } from './schema-errors.js';

interface Column {
  table: string;
  name: string;
}

const COLUMNS = {
  mysql:
    'SELECT TABLE_NAME AS "table", COLUMN_NAME AS name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()',
  sqlite: `SELECT tables.name AS "table", columns.name AS name
    FROM sqlite_master tables JOIN pragma_table_info(tables.name) columns WHERE tables.type = 'table'`,
};

/**
 * Compares the columns of the database with those of the entities: a table of migrations tells only what was run.
 * @throws {IncompleteSchema}
 */
export async function requireColumns(dataSource: DataSource): Promise<void> {
  const statement = dataSource.options.type === 'mysql' ? COLUMNS.mysql : COLUMNS.sqlite;
  const rows: Column[] = await dataSource.query(statement);
  const present = new Set(rows.map(({ table, name }) => `${table}.${name}`));
  const missing = columnsOfEntities(dataSource).filter((column) => !present.has(column));
  if (missing.length > 0) throw new IncompleteSchema(missing);
}

function columnsOfEntities({ entityMetadatas }: DataSource): string[] {
  return entityMetadatas.flatMap(({ tableName, columns }) =>
    columns
      .filter(({ isVirtualProperty }) => !isVirtualProperty)
      .map((column) => `${tableName}.${column.databaseName}`),
  );
}
