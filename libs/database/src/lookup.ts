import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import type { PreparedStatements } from './prepared.js';

/** Finds a row of an entity by a condition that is always the same, with a prepared statement. */
export class Lookup<T extends ObjectLiteral> {
  private made: { statement: string; booleans: string[] } | undefined;

  /** @param condition of SQL that both databases understand, with `?` for each value */
  constructor(
    private readonly dataSource: DataSource,
    private readonly prepared: PreparedStatements,
    private readonly entity: EntityTarget<T>,
    private readonly condition: string,
  ) {}

  /**
   * The row that fits, of which there must not be more than one.
   * @throws {ApiError} UNAVAILABLE while the database has not been reached yet
   */
  async find(...values: unknown[]): Promise<T | null> {
    this.prepared.requireDatabase();
    this.made ??= this.make();
    const { statement, booleans } = this.made;
    const [row] = await this.prepared.select(statement, values);
    if (row === undefined) return null;
    for (const name of booleans) row[name] = Boolean(row[name]);
    return row as T;
  }

  private make() {
    const { select, booleans } = readable(this.dataSource, this.entity);
    return { statement: `${select} WHERE ${this.condition}`, booleans };
  }
}

/**
 * The beginning of a statement that reads rows of an entity under the names of its properties, and which of these are
 * booleans, which the databases have as numbers.
 * @param properties those to read; left out, all that a repository would read
 */
export function readable<T>(dataSource: DataSource, entity: EntityTarget<T & ObjectLiteral>, properties?: string[]) {
  const { columns, tableName } = dataSource.getMetadata(entity);
  const read = columns.filter(({ propertyName, isSelect, isVirtualProperty }) => {
    return properties ? properties.includes(propertyName) : isSelect && !isVirtualProperty;
  });
  const names = read.map(({ databaseName, propertyName }) => `${databaseName} AS ${propertyName}`);
  return {
    select: `SELECT ${names.join(', ')} FROM ${tableName}`,
    booleans: read.filter(({ type }) => type === 'boolean').map(({ propertyName }) => propertyName),
  };
}
