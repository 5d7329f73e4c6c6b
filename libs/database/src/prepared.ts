import type { PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import { isOutage } from './failures.js';
import { worthRepeating } from './lost-connections.js';

export type Row = Record<string, unknown>;

interface Outcome {
  rows: Row[];
  affected: number;
}

/** What is used of the pool of mysql2. */
interface Pool {
  getConnection(done: (error: Error | null, connection: PoolConnection) => void): void;
}

/**
 * Statements written by hand for the requests that outnumber all others: reading a user, moving a session on, a sign-in.
 * Each connection prepares such a statement once and then gets no more than its values; what TypeORM would do around it,
 * building its text for each call and making an entity of each row by its metadata, takes two to five times what the
 * statement itself does. All else goes the usual way, by repositories. What holds of those holds here: a statement joins
 * the open transaction, takes its turn on SQLite, and survives lost connections by the same rules.
 */
export class PreparedStatements {
  private readonly sqlite: boolean;

  /** @param open tells the open transaction, if there is one; throws while the database cannot be used */
  constructor(
    private readonly dataSource: DataSource,
    private readonly open: () => QueryRunner | undefined,
  ) {
    this.sqlite = dataSource.options.type === 'better-sqlite3';
  }

  /** @throws {ApiError} UNAVAILABLE while the database has not been reached yet */
  get inTransaction(): boolean {
    return this.open() !== undefined;
  }

  /** What a statement finds. @throws {ApiError} UNAVAILABLE while the database has not been reached yet */
  async select(statement: string, values: unknown[]): Promise<Row[]> {
    return (await this.run(statement, values)).rows;
  }

  /** How many rows a statement has met. @throws {ApiError} UNAVAILABLE while the database has not been reached yet */
  async change(statement: string, values: unknown[]): Promise<number> {
    return (await this.run(statement, values)).affected;
  }

  private async run(statement: string, values: unknown[]): Promise<Outcome> {
    const runner = this.open();
    if (this.sqlite) return onSqlite(runner ?? this.dataSource.createQueryRunner(), statement, values);
    if (runner) return guarded(await runner.connect(), statement, values);
    return this.onPool(statement, values);
  }

  private async onPool(statement: string, values: unknown[]): Promise<Outcome> {
    const begun = performance.now();
    const connection = await this.take();
    try {
      return await released(connection, statement, values);
    } catch (error) {
      if (!worthRepeating(error, statement, begun)) throw error;
    }
    return released(await this.take(), statement, values);
  }

  private take(): Promise<PoolConnection> {
    const { pool } = this.dataSource.driver as unknown as { pool: Pool };
    return new Promise((done, fail) => {
      pool.getConnection((error, connection) => (error ? fail(error) : done(connection)));
    });
  }
}

/** The connection goes back to the pool, whatever has become of the statement. */
async function released(connection: PoolConnection, statement: string, values: unknown[]): Promise<Outcome> {
  try {
    return await guarded(connection, statement, values);
  } finally {
    connection.release();
  }
}

/** A connection that is lost must not go back to the pool. */
async function guarded(connection: PoolConnection, statement: string, values: unknown[]): Promise<Outcome> {
  try {
    return await onMysql(connection, statement, values);
  } catch (error) {
    if (isOutage(error)) connection.destroy();
    throw error;
  }
}

function onMysql(connection: PoolConnection, statement: string, values: unknown[]): Promise<Outcome> {
  return new Promise((done, fail) => {
    connection.execute<ResultSetHeader | RowDataPacket[]>(statement, values as string[], (error, result) => {
      if (error) fail(error);
      else done(Array.isArray(result) ? { rows: result, affected: 0 } : { rows: [], affected: result.affectedRows });
    });
  });
}

/** TypeORM keeps the statements that better-sqlite3 has prepared. */
async function onSqlite(runner: QueryRunner, statement: string, values: unknown[]): Promise<Outcome> {
  const { records, affected } = await runner.query(statement, values.map(plain), true);
  return { rows: records, affected: affected ?? 0 };
}

/** SQLite knows no booleans. */
export function plain(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value;
}
