import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import { Counter, counterOf } from './ladder.js';

/** SQLite takes no more than 32,766 values in one statement. */
const MOST_ROWS = 500;

/** To escape a text, the driver of MySQL splits it at each quote, which takes a hundred bytes for each of them. */
const MOST_CHARACTERS = 256 * 1024;

/** A row whose counters may be those of its user. */
export type NewRow<T> = { [K in keyof T]: T[K] | (T[K] extends number ? Counter : never) };

type Run = (statement: string, values: unknown[]) => Promise<unknown>;

/** The parts of an INSERT for an entity. */
interface Insert {
  into: string;
  properties: string[];
}

const inserts = new WeakMap<EntityMetadata, Insert>();

/**
 * Inserts rows by few statements; call it in a transaction when there may be many rows. TypeORM's query builder makes an
 * expression of every value first, which takes longer than the insert itself and uses megabytes for hundreds of rows. For
 * entities whose columns have no transformers.
 */
export async function insertRows<T extends ObjectLiteral>(metadata: EntityMetadata, rows: NewRow<T>[], run: Run) {
  const { into, properties } = insertOf(metadata);
  for (const batch of batchesOf(rows.map((row) => properties.map((name) => row[name])))) {
    const places = batch.map((row) => `(${row.map(placeOf).join()})`);
    await run(`${into} VALUES ${places.join()}`, batch.flat().map(boundValue));
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
    properties: columns.map(({ propertyName }) => propertyName),
  };
  inserts.set(metadata, insert);
  return insert;
}

function placeOf(value: unknown): string {
  return value instanceof Counter ? `COALESCE(${counterOf(value.rung, '?')}, 0)` : '?';
}

function boundValue(value: unknown): unknown {
  return value instanceof Counter ? value.uid : value;
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
