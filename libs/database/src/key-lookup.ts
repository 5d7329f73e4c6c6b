import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import type { PreparedStatements } from './prepared.js';
import { bySize, MOST_ITEMS, padded } from './sizes.js';
import { Together } from './together.js';

/**
 * Finds rows of an entity by a unique column, with prepared statements. Requests that ask at the same time, in one turn of
 * the event loop, share a statement: to send one and to be woken by its answer is most of what a read costs, here and in
 * the database. Inside a transaction each has its own.
 */
export class KeyLookup<T extends ObjectLiteral> {
  private readonly shared = new Together<string, T | null>((keys) => this.readEach(keys), { most: MOST_ITEMS });
  private made: { statement: (count: number) => string; booleans: string[] } | undefined;

  /**
   * @param column of texts that are compared byte by byte
   * @param properties those to read, the column among them; left out, all that a repository would read
   */
  constructor(
    private readonly dataSource: DataSource,
    private readonly prepared: PreparedStatements,
    private readonly entity: EntityTarget<T>,
    private readonly column: keyof T & string,
    private readonly properties?: (keyof T & string)[],
  ) {}

  /** @throws {ApiError} UNAVAILABLE while the database has not been reached yet */
  async find(key: string): Promise<T | null> {
    if (this.prepared.inTransaction) return (await this.read([key])).get(key) ?? null;
    return this.shared.do(key);
  }

  private async readEach(keys: string[]): Promise<(T | null)[]> {
    const rows = await this.read(keys);
    return keys.map((key) => {
      const row = rows.get(key);
      // Each may change theirs.
      return row === undefined ? null : { ...row };
    });
  }

  private async read(keys: string[]): Promise<Map<string, T>> {
    this.made ??= this.make();
    const { statement, booleans } = this.made;
    const found = new Map<string, T>();
    for (const row of await this.prepared.select(statement(keys.length), padded(keys))) {
      for (const name of booleans) row[name] = Boolean(row[name]);
      found.set(row[this.column] as string, row as T);
    }
    return found;
  }

  /** One statement of each size, and which properties are booleans: the databases have numbers. */
  private make(): { statement: (count: number) => string; booleans: string[] } {
    const { columns, tableName } = this.dataSource.getMetadata(this.entity);
    const read = columns.filter(({ propertyName, isSelect, isVirtualProperty }) => {
      return this.properties
        ? this.properties.includes(propertyName as keyof T & string)
        : isSelect && !isVirtualProperty;
    });
    const names = read.map(({ databaseName, propertyName }) => `${databaseName} AS ${propertyName}`);
    const key = read.find(({ propertyName }) => propertyName === this.column)?.databaseName;
    const select = `SELECT ${names.join(', ')} FROM ${tableName} WHERE ${key}`;
    return {
      statement: bySize((size) => `${select} IN (${Array(size).fill('?').join(', ')})`),
      booleans: read.filter(({ type }) => type === 'boolean').map(({ propertyName }) => propertyName),
    };
  }
}
