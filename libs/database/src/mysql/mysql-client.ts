import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MysqlLocation } from '@app/config';
import type { PoolConnection, PoolOptions, ResultSetHeader, RowDataPacket } from 'mysql2';
import { DataSource, type QueryRunner, type ReplicationMode } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner.js';
import { isContention, isMissingTable, isOutage, LostBeforeCommit, repeatHarmless } from '../driver-errors.js';
import { throughClient } from '../query/rows.js';
import {
  type ClientSettings,
  type ConnectionUse,
  type Result,
  SqlClient,
  type SqlConnection,
  type Statement,
} from '../sql-client.js';
import { ConnectionPool, mysqlOptions, send } from './connection-pool.js';

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
    return throughClient(new MysqlQueryRunner(driver as MysqlDriver, mode), this);
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
    return repeatHarmless(statement.text, () => this.withConnection((connection) => connection.run(statement)));
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

/** How long a process waits for another one that migrates. */
const LOCK_SECONDS = 120;
/** When a process dies while it holds the lease, the others wait for this long. */
const LEASE_SECONDS = 30;
const RENEW_MS = 5_000;
const ASK_MS = 250;

const CREATE = 'CREATE TABLE IF NOT EXISTS migration_lease (id INT PRIMARY KEY, holder VARCHAR(36), until BIGINT)';
const FILL = "INSERT IGNORE INTO migration_lease (id, holder, until) VALUES (1, '', 0)";
const TAKE = `UPDATE migration_lease SET holder = ?, until = UNIX_TIMESTAMP() + ${LEASE_SECONDS}
  WHERE id = 1 AND (until <= UNIX_TIMESTAMP() OR holder = ?)`;
const RELEASE = 'UPDATE migration_lease SET until = 0 WHERE id = 1 AND holder = ?';

/** Does the work under a lock of the server, which ends with the connection: for one server. */
async function underServerLock<T>(connection: SqlConnection, database: string, work: () => Promise<T>): Promise<T> {
  const lock = lockName(database);
  const run = (text: string, values: unknown[]) => connection.run({ text, values, prepared: false });
  const { rows } = await run('SELECT GET_LOCK(?, ?) AS got', [lock, LOCK_SECONDS]);
  if (Number(rows[0]?.got) !== 1) throw stillMigrating();
  try {
    return await work();
  } finally {
    await run('SELECT RELEASE_LOCK(?)', [lock]).catch(() => undefined);
  }
}

/**
 * Does the work while this process holds the lease, a row: for a cluster, whose nodes do not share locks, but agree on the
 * order of changes to a row.
 */
async function underLease<T>(client: SqlClient, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID();
  const take = () => takeLease(client, holder);
  const deadline = Date.now() + LOCK_SECONDS * 1_000;
  while (!(await take())) {
    if (Date.now() > deadline) throw stillMigrating();
    await sleep(ASK_MS);
  }
  const renewal = setInterval(() => void take().catch(() => undefined), RENEW_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await client.query(RELEASE, [holder]).catch(() => undefined);
  }
}

/** Whether this process holds the lease now. */
async function takeLease(client: SqlClient, holder: string): Promise<boolean> {
  try {
    return (await client.query(TAKE, [holder, holder])).affected === 1;
  } catch (error) {
    if (isContention(error)) return false;
    if (!isMissingTable(error)) throw error;
    await client.query(CREATE);
    await client.query(FILL);
    return false;
  }
}

/** All databases of a server share the names of locks, of at most 64 characters. */
function lockName(database: string): string {
  return `latchkey-${createHash('sha256').update(database).digest('hex').slice(0, 32)}`;
}

function stillMigrating(): Error {
  return Object.assign(new Error('another process is still migrating'), { code: 'ETIMEDOUT' });
}

/** What MariaDB writes in its information schema where MySQL writes something else. */
const MARIADB: [column: string, mariadb: string, mysql: string | null][] = [
  ['COLUMN_DEFAULT', 'NULL', null],
  ['ON_UPDATE', 'RESTRICT', 'NO ACTION'],
];

/**
 * For TypeORM's own commands. Its type `mysql` understands only MySQL's information schema, and its type `mariadb` is not that
 * of the migrations.
 */
export class MysqlSchemaDataSource extends DataSource {
  override createQueryRunner(mode: ReplicationMode = 'master'): QueryRunner {
    const runner = new SchemaRunner(this.driver as MysqlDriver, mode);
    return Object.assign(runner, { manager: this.createEntityManager(runner) });
  }
}

class SchemaRunner extends MysqlQueryRunner {
  // biome-ignore lint/suspicious/noExplicitAny: TypeORM's signature.
  override async query(statement: string, values?: unknown[], structured?: boolean): Promise<any> {
    const result = await super.query(statement, values, structured as true);
    if (Array.isArray(result)) for (const row of result) translate(row);
    return result;
  }
}

function translate(row: Record<string, unknown>): void {
  for (const [column, mariadb, mysql] of MARIADB) if (row[column] === mariadb) row[column] = mysql;
}
