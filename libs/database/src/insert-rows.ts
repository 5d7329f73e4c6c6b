import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import { plain } from './prepared.js';

/** SQLite takes no more than 32,766 values in one statement. */
const MOST_ROWS = 500;

/** To escape a text, the driver of MySQL cuts it up at each quote, which takes a hundred bytes for every one of them. */
const MOST_CHARACTERS = 256 * 1024;

/** What runs a statement with its values. */
type Run = (statement: string, values: unknown[]) => Promise<unknown>;

/** How rows of an entity are inserted, worked out once. */
interface Insert {
  into: string;
  places: string;
  properties: string[];
}

const inserts = new WeakMap<EntityMetadata, Insert>();

/**
 * Rows in few statements, to be called in a transaction where they may be many. The query builder makes an expression of
 * every value first, which takes longer than the database does, and for hundreds of rows leaves megabytes behind. For
 * entities whose columns have no transformers.
 */
export async function insertRows<T extends ObjectLiteral>(metadata: EntityMetadata, rows: T[], run: Run) {
  const { into, places, properties } = insertOf(metadata);
  for (const lot of lotsOf(rows.map((row) => properties.map((name) => plain(row[name]))))) {
    await run(`${into} VALUES ${lot.map(() => places).join()}`, lot.flat());
  }
}

function insertOf(metadata: EntityMetadata): Insert {
  const known = inserts.get(metadata);
  if (known) return known;
  const { driver } = metadata.connection;
  const columns = metadata.columns.filter(({ isInsert, isVirtualProperty }) => isInsert && !isVirtualProperty);
  const names = columns.map(({ databaseName }) => driver.escape(databaseName)).join();
  const insert = {
    into: `INSERT INTO ${driver.escape(metadata.tableName)} (${names})`,
    places: `(${columns.map(() => '?').join()})`,
    properties: columns.map(({ propertyName }) => propertyName),
  };
  inserts.set(metadata, insert);
  return insert;
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
