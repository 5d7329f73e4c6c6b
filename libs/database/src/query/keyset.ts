import { ApiError } from '@app/errors';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { dialectOf } from '../dialect.js';

/** The type of a part of a cursor. */
type KeyType = 'string' | 'number';

/** MySQL does not compare other characters with a column of ASCII. */
const TEXT_PART = /^[\x20-\x7e]{1,254}$/;

/** Which page of a list is asked for. */
export interface PageRequest {
  /** The most rows that it may have. */
  limit: number;
  /** Where the page before ended; undefined for the first. */
  cursor?: string;
  /** What the request calls the cursor, for the message about a bad one. */
  cursorName?: string;
}

/** A page of a list. */
export interface ListPage<T> {
  rows: T[];
  /** Asks for the page after this one; null on the last. */
  nextCursor: string | null;
}

/** What a list is sorted by: properties of the entity that stand together in an index, and tell every two rows apart. */
export interface ListOrder<T> {
  by: [keyof T & string] | [keyof T & string, keyof T & string];
  descending: boolean;
}

/**
 * One page of what a query finds. It goes on behind the last row of the page before (keyset), not behind a number of
 * rows, so that page 10,000 costs what page 1 costs, and rows that come or go meanwhile neither repeat nor hide others.
 * @throws {ApiError} INVALID_REQUEST for a cursor that was not made for this order
 */
export async function findPage<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  { by, descending }: ListOrder<T>,
  { limit, cursor, cursorName = 'cursor' }: PageRequest,
): Promise<ListPage<T>> {
  for (const property of by) query.addOrderBy(`${query.alias}.${property}`, descending ? 'DESC' : 'ASC');
  if (cursor !== undefined) {
    const types = by.map((property) => typeOf(query, property));
    const [first, second] = readPageCursor(cursor, { by, descending }, types, cursorName);
    query.andWhere(beyond(query, by, descending ? '<' : '>'), { first, second });
  }
  return pageOf(await query.limit(limit + 1).getMany(), limit, { by, descending });
}

/**
 * The key of the last row of the page before.
 * @throws {ApiError} INVALID_REQUEST for a cursor that was not made for this order
 */
export function readPageCursor<T>(
  cursor: string,
  order: ListOrder<T>,
  types: KeyType[],
  cursorName = 'cursor',
): (string | number)[] {
  const key = readCursor(cursor, nameOf(order), types);
  if (!key) throw new ApiError('INVALID_REQUEST', `${cursorName} is not one that this list has answered with.`);
  return key;
}

/** The page that begins with these rows: there is another one when they are more than the limit. */
export function pageOf<T>(found: T[], limit: number, order: ListOrder<T>): ListPage<T> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const more = found.length > limit && last !== undefined;
  return { rows, nextCursor: more ? cursorAt(last, order) : null };
}

/** The cursor of a row: the list continues after it. */
export function cursorAt<T>(row: T, order: ListOrder<T>): string {
  const key = order.by.map((property) => row[property]);
  return writeCursor(nameOf(order), key);
}

function nameOf<T>({ by, descending }: ListOrder<T>): string {
  return [...by, descending ? 'desc' : 'asc'].join(' ');
}

/** Spelt out where the database would not use the index for a comparison of rows. */
function beyond<T extends ObjectLiteral>(
  { alias, connection }: SelectQueryBuilder<T>,
  by: string[],
  is: '<' | '>',
): string {
  const [first, second] = by.map((property) => `${alias}.${property}`);
  if (second === undefined) return `${first} ${is} :first`;
  if (dialectOf(connection.options).comparesRows) return `(${first}, ${second}) ${is} (:first, :second)`;
  return `(${first} ${is} :first OR (${first} = :first AND ${second} ${is} :second))`;
}

function writeCursor(order: string, key: unknown[]): string {
  return Buffer.from(JSON.stringify([order, ...key])).toString('base64url');
}

/** Whether a property is a number or a text: a cursor that says otherwise would compare without an index. */
function typeOf<T extends ObjectLiteral>({ expressionMap }: SelectQueryBuilder<T>, property: string): KeyType {
  const column = expressionMap.mainAlias?.metadata.findColumnWithPropertyName(property);
  return column?.type === 'int' || column?.type === 'bigint' ? 'number' : 'string';
}

/** Undefined for a text that is no cursor of this order. */
function readCursor(cursor: string, order: string, types: KeyType[]): (string | number)[] | undefined {
  try {
    const [made, ...key] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const usable = types.every((type, index) => isPart(key[index], type));
    if (made === order && key.length === types.length && usable) return key;
  } catch {
    // Not even JSON: like every other text that is no cursor.
  }
  return undefined;
}

function isPart(part: unknown, type: KeyType): boolean {
  return type === 'number' ? Number.isSafeInteger(part) : typeof part === 'string' && TEXT_PART.test(part);
}
