import type { PostgresLocation } from '@app/config';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { DataSource, type QueryRunner, type ReplicationMode, type Table, TableIndex } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import { isOutage, LostBeforeCommit, repeatHarmless, WrongEncoding, writeRefusal } from '../driver-errors.js';
import { throughClient } from '../query/rows.js';
import {
  type ClientSettings,
  type ConnectionUse,
  type Result,
  SqlClient,
  type SqlConnection,
  type Statement,
} from '../sql-client.js';
import { ConnectionPool, postgresOptions } from './connection-pool.js';

/**
 * How long a statement waits for a lock, how long it runs, and how long a transaction may do nothing, in milliseconds. A server
 * notices only then that a process is gone that has not closed its connection. For the transaction only, so that a pooler may give
 * the connection to somebody else afterwards.
 */
const LIMITS = { lock_timeout: 5_000, statement_timeout: 7_500, idle_in_transaction_session_timeout: 10_000 };
/** A change of a large table takes long, but a process that is gone without a word must not hold the lock. */
const MIGRATION_LIMITS = { lock_timeout: 0, statement_timeout: 0, idle_in_transaction_session_timeout: 60_000 };
const SET_LIMITS = Object.entries(LIMITS).map(([name, ms]) => `SET LOCAL ${name} = ${ms}`);
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';

/** The advisory lock of migrations: any number that no other program uses in this database. */
const MIGRATION_LOCK = 5_283_947_106;

/** PostgreSQL, also with replicas, of which the one is used that accepts writes. */
export class PostgresClient extends SqlClient {
  protected readonly system = 'postgresql';
  private readonly pool: ConnectionPool;

  constructor(
    private readonly location: PostgresLocation,
    private readonly settings: ClientSettings,
  ) {
    super();
    this.pool = new ConnectionPool(location.hosts, settings.readOnly);
  }

  /** TypeORM connects by the pool. */
  get options() {
    const options = postgresOptions(this.location);
    const driver = { Pool: this.pool.poolClass() };
    return { ...options, driver, poolSize: this.settings.readOnly ? 1 : options.poolSize };
  }

  get connections(): ConnectionUse {
    return this.pool.use;
  }

  /** A lock on the rows, which a single statement gives back at once. A database that refuses to write refuses it, and changes no rows. */
  async settled(text: string, values: unknown[]): Promise<Result> {
    try {
      return await this.execute(`${text} FOR SHARE`, values);
    } catch (error) {
      if (this.inTransaction || writeRefusal(error) === undefined) throw error;
      return this.execute(text, values);
    }
  }

  createQueryRunner({ driver }: DataSource, mode: ReplicationMode): QueryRunner {
    return throughClient(new PostgresQueryRunner(driver as PostgresDriver, mode), this);
  }

  /** A failed statement would end the transaction. */
  override async attempt<T>(work: () => Promise<T>): Promise<T> {
    if (!this.inTransaction) return work();
    await this.query('SAVEPOINT attempt');
    try {
      const result = await work();
      await this.query('RELEASE SAVEPOINT attempt');
      return result;
    } catch (error) {
      if (!isOutage(error)) await this.query('ROLLBACK TO SAVEPOINT attempt');
      throw error;
    }
  }

  /** All migrations are one transaction, and the lock ends with it: a pooler gives each transaction a connection of its own. */
  async migrate<T>(work: () => Promise<T>): Promise<T> {
    this.pool.limitsSilence = false;
    try {
      return await this.transactOnce(async () => {
        for (const [name, ms] of Object.entries(MIGRATION_LIMITS)) await this.query(`SET LOCAL ${name} = ${ms}`);
        await this.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
        await this.makeSchema();
        return work();
      });
    } catch (error) {
      throw error instanceof LostBeforeCommit ? error.failure : error;
    } finally {
      this.pool.limitsSilence = true;
    }
  }

  /** `IF NOT EXISTS` would need the right to make schemas, also where there is one. @throws {WrongEncoding} */
  private async makeSchema(): Promise<void> {
    const { schema } = this.location;
    const found = `SELECT current_setting('server_encoding') AS encoding,
      EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = ?) AS made`;
    const [{ encoding, made } = {}] = (await this.query(found, [schema])).rows;
    if (encoding !== 'UTF8') throw new WrongEncoding(String(encoding));
    if (!made) await this.query(`CREATE SCHEMA ${schema}`);
  }

  /** Repeats a statement once on another connection, if it surely changed nothing. */
  protected async runAlone(statement: Statement): Promise<Result> {
    if (this.settings.readOnly) return this.onConnection((connection) => connection.run(statement));
    return repeatHarmless(statement.text, () => this.withConnection((connection) => connection.run(statement)));
  }

  /** `READ WRITE` would overrule a server that shall only be read. */
  protected onConnection<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    const begin = this.settings.readOnly ? `${BEGIN} READ ONLY` : BEGIN;
    return this.withConnection((connection) => connection.transaction(begin, () => work(connection)));
  }

  private async withConnection<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const connection = new PostgresConnection(this.pool, await this.pool.lease(), this.location.prepares);
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  }
}

/** A connection of the pool. One that is lost, or on which a rollback fails, does not go back to the pool. */
class PostgresConnection implements SqlConnection {
  /** The statement before: a transaction may ask for several at once, and pg takes one at a time. */
  private before: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly pool: ConnectionPool,
    private readonly client: PoolClient,
    private readonly prepares: boolean,
  ) {}

  async run({ text, values, prepared }: Statement): Promise<Result> {
    const { rows, rowCount, command } = await this.send({
      ...numbered(text, prepared && this.prepares),
      values,
    });
    return command === 'SELECT' ? { rows, affected: 0 } : { rows, affected: rowCount ?? 0 };
  }

  /** @throws {LostBeforeCommit} when the work surely changed nothing, and may be repeated */
  async transaction<T>(begin: string, work: () => Promise<T>): Promise<T> {
    let committing = false;
    try {
      await this.send({ text: [begin, ...SET_LIMITS].join('; ') });
      const result = await work();
      committing = true;
      // A transaction in which a statement has failed ends by COMMIT, too, but is rolled back.
      const { command } = await this.send({ text: 'COMMIT' });
      if (command !== 'COMMIT')
        throw new Error('A statement of the transaction has failed, and its error was not heeded.');
      return result;
    } catch (error) {
      const lost = isOutage(error);
      if (lost) this.pool.lose(this.client);
      // After a statement that was asked for before: it must not run by itself.
      else await this.send({ text: 'ROLLBACK' }).catch(() => this.pool.discard(this.client));
      throw lost && !committing ? new LostBeforeCommit(error) : error;
    }
  }

  release(): void {
    this.pool.release(this.client);
  }

  private send(query: QueryConfig): Promise<QueryResult> {
    const result = this.before.then(() => this.client.query(query));
    this.before = result.catch((error) => {
      if (isOutage(error)) this.pool.lose(this.client);
    });
    return result;
  }
}

/** For TypeORM's own commands: the migrations have wider numbers, another collation and constraints in place of unique indexes. */
export class PostgresSchemaDataSource extends DataSource {
  override createQueryRunner(mode: ReplicationMode = 'master'): QueryRunner {
    const runner = new PostgresSchemaRunner(this.driver as PostgresDriver, mode);
    return Object.assign(runner, { manager: this.createEntityManager(runner) });
  }
}

class PostgresSchemaRunner extends PostgresQueryRunner {
  protected override async loadTables(names?: string[]): Promise<Table[]> {
    const tables = await super.loadTables(names);
    for (const table of tables) this.likeEntity(table);
    return tables;
  }

  /** Only where the entity has `int` is a `bigint` one, and only of texts is the collation that of bytes. */
  private likeEntity(table: Table): void {
    const { driver } = this.dataSource;
    const entity = this.dataSource.entityMetadatas.find(
      (entity) => driver.parseTableName(table).tableName === entity.tableName,
    );
    for (const column of table.columns) {
      const declared = entity?.findColumnWithDatabaseName(column.name);
      if (column.type === 'bigint' && declared && driver.normalizeType(declared) === 'integer') column.type = 'integer';
      if (column.collation === 'C') column.collation = undefined;
      column.isUnique = false;
    }
    for (const { name, columnNames } of table.uniques)
      table.addIndex(new TableIndex({ name, columnNames, isUnique: true }));
    table.uniques = [];
  }
}

/** A text with PostgreSQL's placeholders, and the name by which each connection prepares it. */
interface Numbered {
  text: string;
  name?: string;
}

const known = new Map<string, Numbered>();
/** Few texts are prepared, but a text may have a number of values that is new. */
const MOST_KNOWN = 1_000;
/** A quoted text or name, or the place of a value. */
const PLACES = /'(?:[^']|'')*'|"[^"]*"|\?/g;

/** A statement with `$1` for its first `?`. TypeORM writes `$1` itself. */
function numbered(text: string, prepared: boolean): Numbered {
  const statement = known.get(text) ?? number(text);
  return prepared ? statement : { text: statement.text };
}

function number(text: string): Numbered {
  let place = 0;
  const statement = { text: text.replace(PLACES, (part) => (part === '?' ? `$${++place}` : part)) };
  if (known.size === MOST_KNOWN) return statement;
  const named = { ...statement, name: `latchkey_${known.size + 1}` };
  known.set(text, named);
  return named;
}
