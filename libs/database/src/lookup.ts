import type { DataSource, EntityMetadata, EntityTarget, ObjectLiteral } from 'typeorm';
import type { PreparedStatements } from './prepared.js';

/** Finds rows of an entity by a condition that is always the same, with a prepared statement. */
export class Lookup<T extends ObjectLiteral> {
  private made: { statement: string; booleans: string[] } | undefined;

  /**
   * @param condition of SQL that both databases understand, with `?` for each value
   * @param properties those to read; left out, all that a repository would read
   */
  constructor(
    private readonly dataSource: DataSource,
    private readonly prepared: PreparedStatements,
    private readonly entity: EntityTarget<T>,
    private readonly condition: string,
    private readonly properties?: (keyof T & string)[],
  ) {}

  /**
   * The row that fits, of which there must not be more than one.
   * @throws {ApiError} UNAVAILABLE while the database has not been reached yet
   */
  async find(...values: unknown[]): Promise<T | null> {
    // Before the database is connected, there are no metadata.
    this.prepared.requireDatabase();
    this.made ??= this.make(this.dataSource.getMetadata(this.entity));
    const { statement, booleans } = this.made;
    const [row] = await this.prepared.select(statement, values);
    if (row === undefined) return null;
    for (const name of booleans) row[name] = Boolean(row[name]);
    return row as T;
  }

  private make({ columns, tableName }: EntityMetadata): { statement: string; booleans: string[] } {
    const read = columns.filter(({ propertyName, isSelect, isVirtualProperty }) => {
      return this.properties ? this.properties.includes(propertyName) : isSelect && !isVirtualProperty;
    });
    const names = read.map(({ databaseName, propertyName }) => `${databaseName} AS ${propertyName}`);
    return {
      statement: `SELECT ${names.join(', ')} FROM ${tableName} WHERE ${this.condition}`,
      booleans: read.filter(({ type }) => type === 'boolean').map(({ propertyName }) => propertyName),
    };
  }
}
