import type { DataSource } from 'typeorm';

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

/** Thrown when the tables are not those of this program, although all its migrations count as applied. */
export class IncompleteSchema extends Error {
  /** @param missing as `table.column` */
  constructor(readonly missing: string[]) {
    const columns = missing.length === 1 ? 'column' : 'columns';
    super(`The database lacks the ${columns} ${missing.join(', ')}, although the migrations count as applied.`);
    this.name = 'IncompleteSchema';
  }
}

/** What to do about an `IncompleteSchema`. */
export const SCHEMA_CURE = 'restore a backup of the database, or add the missing columns as the migrations define them';

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
