import type { EntityMetadata, ObjectLiteral } from 'typeorm';

/** SQLite takes no more than 32,766 values in one statement. */
const MOST_ROWS = 500;

/** To escape a text, the driver of MySQL splits it at each quote, which takes a hundred bytes for each of them. */
const MOST_CHARACTERS = 256 * 1024;

type Run = (statement: string, values: unknown[]) => Promise<unknown>;

/** The parts of an INSERT for an entity. */
interface Insert {
  into: string;
  places: string;
  properties: string[];
}

const inserts = new WeakMap<EntityMetadata, Insert>();

/**
 * Inserts rows by few statements; call it in a transaction when there may be many rows. TypeORM's query builder makes an
 * expression of every value first, which takes longer than the insert itself and uses megabytes for hundreds of rows. For
 * entities whose columns have no transformers.
 */
export async function insertRows<T extends ObjectLiteral>(metadata: EntityMetadata, rows: T[], run: Run) {
  const { into, places, properties } = insertOf(metadata);
  for (const batch of batchesOf(rows.map((row) => properties.map((name) => row[name])))) {
    await run(`${into} VALUES ${batch.map(() => places).join()}`, batch.flat());
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

/** Splits rows into as many as one statement may have. */
function* batchesOf(rows: unknown[][]): Generator<unknown[][]> {
  let batch: unknown[][] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of row) characters += typeof value === 'string' ? value.length : 0;
    if (batch.length < MOST_ROWS && characters < MOST_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
