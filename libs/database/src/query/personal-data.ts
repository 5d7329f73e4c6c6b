import {
  Column,
  type ColumnOptions,
  type ColumnType,
  type EntityTarget,
  type FindOptionsWhere,
  getMetadataArgsStorage,
  MoreThan,
  type ObjectLiteral,
} from 'typeorm';
import type { Database } from '../database.js';

/** Bounds the memory of an export: a person may have 100,000 events. */
const PAGE_SIZE = 200;

/** The person that data is about. */
export interface Person {
  uid: string;
  email: string;
}

/** Rows of a table in pages. A row has the names of its columns as keys. */
export type StoredRows = AsyncGenerator<Record<string, unknown>[]>;

/** A library that stores data about persons. */
export interface PersonalData {
  /** All that the library stores about a person, with one key for each table. Contains no secrets and no hashes. */
  of(person: Person): Record<string, StoredRows>;
}

/** The properties of each entity that are in the export of a person, with whether the person gets them, too. */
const exported = new Map<unknown, Map<string, boolean>>();

function exportedColumn(ofPerson: boolean, type: ColumnType, options: ColumnOptions): PropertyDecorator {
  return (target, property) => {
    Column({ ...options, type })(target, property);
    const known = exported.get(target.constructor) ?? new Map();
    exported.set(target.constructor, known.set(property, ofPerson));
  };
}

/** A column that a person gets in the copy of the own data, and administrators in their export of the person. */
export const PersonColumn = (type: ColumnType, options: ColumnOptions = {}) => exportedColumn(true, type, options);

/** A column that is in the export for administrators only: it says how the service works, or what administrators have noted. */
export const ServiceColumn = (type: ColumnType, options: ColumnOptions = {}) => exportedColumn(false, type, options);

/** The names in the database of the columns of an entity that a person gets. */
export function columnsOfPerson(entity: new () => object): string[] {
  const columns = getMetadataArgsStorage().filterColumns(entity);
  const own = columns.filter(({ propertyName }) => exported.get(entity)?.get(propertyName));
  return own.map(({ options, propertyName }) => options.name ?? propertyName);
}

/** Selects rows of an entity. */
interface RowSelection<T> {
  where: FindOptionsWhere<T>;
  /** Tells the selected rows apart: the primary key, or the rest of it. Text, and the order of the rows. */
  by: keyof T & string;
  /** For many rows: MySQL would otherwise read the rows of all users in the order of the primary key. */
  index?: string;
}

/** Reads rows page by page: the columns with `PersonColumn` or `ServiceColumn`, and no others. No statement stays open, so a row that is added or removed meanwhile may be missing. */
export async function* storedRows<T extends ObjectLiteral>(
  database: Database,
  entity: EntityTarget<T>,
  { where, by, index }: RowSelection<T>,
): StoredRows {
  const { metadata } = database.repo(entity);
  const properties = [...(exported.get(entity)?.keys() ?? [])];
  const names = properties.map((property) => [
    property,
    metadata.findColumnWithPropertyName(property)?.databaseName ?? property,
  ]);
  for (let last: unknown; ; ) {
    const query = database.repo(entity).createQueryBuilder('stored').where(where);
    query.select([...new Set([...properties, by])].map((property) => `stored.${property}`));
    if (index) query.useIndex(index);
    if (last !== undefined) query.andWhere({ [by]: MoreThan(last) });
    const rows = await query.orderBy(`stored.${by}`).limit(PAGE_SIZE).getMany();
    if (rows.length > 0) yield rows.map((row) => Object.fromEntries(names.map(([from = '', to]) => [to, row[from]])));
    if (rows.length < PAGE_SIZE) return;
    last = rows.at(-1)?.[by];
  }
}
