import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import type { Row } from '../sql-client.js';
import { Batcher } from './batcher.js';

/** A statement is prepared for each of these numbers of keys. The last key is repeated to fill the next larger one. */
const SIZES = [1, 2, 4, 8, 16];
const LARGEST = 16;

/** What a lookup needs of the database. */
interface Reader {
  requireUsable(): void;
  readonly inTransaction: boolean;
  select(statement: string, values: unknown[], settled?: boolean): Promise<Row[]>;
}

/** The texts of the statements by their sizes, and the properties that are booleans: the databases have numbers. */
interface Lookup {
  statements: Map<number, string>;
  booleans: string[];
}

/**
 * Finds rows of an entity by a unique column, with prepared statements. Requests that ask in one turn of the event loop share
 * a statement, since sending it and receiving the answer is most of the cost of a read. Inside a transaction each request has
 * its own.
 */
export class KeyLookup<T extends ObjectLiteral> {
  private readonly batcher = new Batcher<string, T | null>((keys) => this.readEach(keys, false), { most: LARGEST });
  private readonly settling = new Batcher<string, T | null>((keys) => this.readEach(keys, true), { most: LARGEST });
  private lookup: Lookup | undefined;

  /**
   * @param metadata of the entity, when TypeORM has loaded it
   * @param column of texts that are compared byte by byte
   * @param properties those to read, with the column; by default all that a repository reads
   */
  constructor(
    private readonly database: Reader,
    private readonly metadata: () => EntityMetadata,
    private readonly column: keyof T & string,
    private readonly properties?: (keyof T & string)[],
  ) {}

  /** @throws {ApiError} UNAVAILABLE until the database has been reached */
  find(key: string): Promise<T | null> {
    return this.findBy(key, false);
  }

  /**
   * The same after a transaction that is changing the row. A change that comes later begins after this has found the row. It may
   * also wait for changes of rows that others ask for in the same turn. Transactions are short: none waits for another service.
   * @throws {ApiError} UNAVAILABLE until the database has been reached
   */
  findSettled(key: string): Promise<T | null> {
    return this.findBy(key, true);
  }

  private async findBy(key: string, settled: boolean): Promise<T | null> {
    this.database.requireUsable();
    if (this.database.inTransaction) return (await this.read([key], settled)).get(key) ?? null;
    return (settled ? this.settling : this.batcher).do(key);
  }

  private async readEach(keys: string[], settled: boolean): Promise<(T | null)[]> {
    const rows = await this.read(keys, settled);
    return keys.map((key) => {
      const row = rows.get(key);
      // A caller may change its row.
      return row === undefined ? null : { ...row };
    });
  }

  private async read(keys: string[], settled: boolean): Promise<Map<string, T>> {
    const { statements, booleans } = this.prepared();
    const size = SIZES.find((size) => size >= keys.length) ?? LARGEST;
    const values = [...keys, ...Array(size - keys.length).fill(keys.at(-1))];
    const found = new Map<string, T>();
    for (const row of await this.database.select(statements.get(size) as string, values, settled)) {
      found.set(row[this.column] as string, this.toEntity(row, booleans));
    }
    return found;
  }

  private toEntity(row: Row, booleans: string[]): T {
    for (const name of booleans) row[name] = Boolean(row[name]);
    return row as T;
  }

  private prepared(): Lookup {
    this.database.requireUsable();
    this.lookup ??= this.prepare();
    return this.lookup;
  }

  private prepare(): Lookup {
    const { columns, tableName } = this.metadata();
    const read = columns.filter(({ propertyName, isSelect, isVirtualProperty }) => {
      return this.properties
        ? this.properties.includes(propertyName as keyof T & string)
        : isSelect && !isVirtualProperty;
    });
    const names = read.map(({ databaseName, propertyName }) => `${databaseName} AS ${propertyName}`);
    const key = read.find(({ propertyName }) => propertyName === this.column)?.databaseName;
    const select = `SELECT ${names.join(', ')} FROM ${tableName} WHERE ${key}`;
    return {
      statements: new Map(SIZES.map((size) => [size, `${select} IN (${Array(size).fill('?').join(', ')})`])),
      booleans: read.filter(({ type }) => type === 'boolean').map(({ propertyName }) => propertyName),
    };
  }
}
