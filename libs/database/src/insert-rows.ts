import type { ObjectLiteral, Repository } from 'typeorm';
import { plain } from './prepared.js';

/** SQLite takes no more than 32,766 values in one statement. */
const MOST_ROWS = 500;

/** To escape a text, the driver of MySQL cuts it up at each quote, which takes a hundred bytes for every one of them. */
const MOST_CHARACTERS = 256 * 1024;

/**
 * Rows in few statements, to be called in a transaction where they may be many. The query builder makes an expression of
 * every value first, which takes longer than the database does, and for hundreds of rows leaves megabytes behind. For
 * entities whose columns have no transformers.
 */
export async function insertRows<T extends ObjectLiteral>(repo: Repository<T>, rows: T[]): Promise<void> {
  const { metadata, manager } = repo;
  const { driver } = manager.connection;
  const columns = metadata.columns.filter(({ isVirtualProperty }) => !isVirtualProperty);
  const names = columns.map(({ databaseName }) => driver.escape(databaseName)).join();
  const places = `(${columns.map(() => '?').join()})`;
  const into = `INSERT INTO ${driver.escape(metadata.tableName)} (${names})`;
  for (const lot of lotsOf(rows.map((row) => columns.map(({ propertyName }) => plain(row[propertyName]))))) {
    await manager.query(`${into} VALUES ${lot.map(() => places).join()}`, lot.flat());
  }
}

/** As many rows at a time as one statement may have. */
function* lotsOf(rows: unknown[][]): Generator<unknown[][]> {
  let lot: unknown[][] = [];
  let characters = 0;
  for (const row of rows) {
    lot.push(row);
    for (const value of row) characters += typeof value === 'string' ? value.length : 0;
    if (lot.length < MOST_ROWS && characters < MOST_CHARACTERS) continue;
    yield lot;
    lot = [];
    characters = 0;
  }
  if (lot.length > 0) yield lot;
}
