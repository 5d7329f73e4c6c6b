import type { MysqlLocation } from '@app/config';
import type { PoolConnection, PoolOptions, ResultSetHeader, RowDataPacket } from 'mysql2';
import type { DataSource, Driver, QueryRunner, ReplicationMode } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner.js';
import { isOutage, wasTurnedAway } from '../driver-errors.js';
import { refuseTransaction, toTypeorm } from '../query/rows.js';
import { LostBeforeCommit } from '../retry.js';
import {
  type ClientSettings,
  type ConnectionUse,
  type Result,
  SqlClient,
  type SqlConnection,
  type Statement,
} from '../sql-client.js';
import { ConnectionPool, mysqlOptions, send } from './connection-pool.js';
import { underLease, underServerLock } from './migration-lock.js';

/** Sends the statements of TypeORM through the client. */
class MysqlRunner extends MysqlQueryRunner {
  constructor(
    driver: Driver,
    mode: ReplicationMode,
    private readonly client: SqlClient,
  ) {
    super(driver as MysqlDriver, mode);
  }

  // biome-ignore lint/suspicious/noExplicitAny: TypeORM's signature.
  override async query(statement: string, values: unknown[] = [], structured = false): Promise<any> {
    return toTypeorm(await this.client.query(statement, values), structured);
  }

  override startTransaction = refuseTransaction;
}

/** A statement that took longer is not repeated: its client has waited long enough. */
const WORTH_REPEATING_MS = 2_000;

/** MySQL and MariaDB, also as a cluster of several hosts. */
export class MysqlClient extends SqlClient {
  protected readonly system = 'mysql';
  private readonly pool: ConnectionPool;

  constructor(
    private readonly location: MysqlLocation,
    private readonly settings: ClientSettings,
  ) {
    super();
    this.pool = new ConnectionPool(location.hosts, settings.readOnly);
  }

  /** TypeORM connects by the pool. */
  get options() {
    const options = mysqlOptions(this.location);
    const driver = { createPool: (pool: PoolOptions) => this.pool.create(pool) };
    return { ...options, driver, poolSize: this.settings.readOnly ? 1 : options.poolSize };
  }

  get connections(): ConnectionUse {
    return this.pool.use;
  }

  /** A single statement takes the lock, too, and gives it back at once. */
  settled(text: string, values: unknown[]): Promise<Result> {
    return this.execute(`${text} LOCK IN SHARE MODE`, values);
  }

  createQueryRunner({ driver }: DataSource, mode: ReplicationMode): QueryRunner {
    return new MysqlRunner(driver, mode, this);
  }

  /** MySQL commits each definition of a table at once, so a migration goes on after a kill: see `migrationsOf()`. */
  async migrate<T>(work: () => Promise<T>): Promise<T> {
    this.pool.limitsSilence = false;
    const { hosts, database } = this.location;
    const result = await (hosts.length > 1
      ? underLease(this, work)
      : this.withConnection((connection) => underServerLock(connection, database, work)));
    this.pool.limitsSilence = true;
    return result;
  }

  /** Repeats a statement once on another connection, if it surely changed nothing. */
  protected async runAlone(statement: Statement): Promise<Result> {
    const begun = performance.now();
    const run = () => this.withConnection((connection) => connection.run(statement));
    try {
      return await run();
    } catch (error) {
      const harmless = /^\s*SELECT\b/i.test(statement.text) || wasTurnedAway(error);
      if (!isOutage(error) || !harmless || performance.now() - begun > WORTH_REPEATING_MS) throw error;
    }
    return run();
  }

  protected onConnection<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    return this.withConnection((connection) => connection.transaction(() => work(connection)));
  }

  private async withConnection<T>(work: (connection: MysqlConnection) => Promise<T>): Promise<T> {
    const connection = new MysqlConnection(this.pool, await this.pool.lease());
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  }
}

/** A connection of the pool. One that is lost, or on which a rollback fails, does not go back to the pool. */
class MysqlConnection implements SqlConnection {
  constructor(
    private readonly pool: ConnectionPool,
    private readonly connection: PoolConnection,
  ) {}

  async run({ text, values, prepared }: Statement): Promise<Result> {
    try {
      return await new Promise((done, fail) => {
        const end = (error: Error | null, result: ResultSetHeader | RowDataPacket[]) => {
          if (error) fail(error);
          else
            done(Array.isArray(result) ? { rows: result, affected: 0 } : { rows: [], affected: result.affectedRows });
        };
        if (prepared) this.connection.execute(text, values as string[], end);
        else this.connection.query(text, values, end);
      });
    } catch (error) {
      if (isOutage(error)) this.pool.lose(this.connection);
      throw error;
    }
  }

  /** @throws {LostBeforeCommit} when the work surely changed nothing, and may be repeated */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    let committing = false;
    try {
      await send(this.connection, 'START TRANSACTION');
      const result = await work();
      committing = true;
      await send(this.connection, 'COMMIT');
      return result;
    } catch (error) {
      const lost = isOutage(error);
      if (lost) this.pool.lose(this.connection);
      else await send(this.connection, 'ROLLBACK').catch(() => this.pool.discard(this.connection));
      throw lost && !committing ? new LostBeforeCommit(error) : error;
    }
  }

  release(): void {
    this.pool.release(this.connection);
  }
}
