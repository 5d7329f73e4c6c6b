import { createHash } from 'node:crypto';
import type { PostgresLocation } from '@app/config';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { DataSource, type QueryRunner, type ReplicationMode } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import { UniqueMetadata } from 'typeorm/metadata/UniqueMetadata.js';
import {
  explained,
  isOutage,
  LostBeforeCommit,
  NO_PRIVILEGE,
  NO_SCHEMA,
  repeatHarmless,
  WrongEncoding,
  writeRefusal,
} from '../driver-errors.js';
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
/** Without READ WRITE: a server that has become a standby refuses these words by an error of its own, not as a write. */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';

/** The advisory lock of migrations: any number that no other program uses in this database. */
const MIGRATION_LOCK = 5_283_947_106;

/** Any statement with an answer that differs between the connections of the server. */
const PROBE = { text: 'SELECT pg_backend_pid() AS pid', values: [], prepared: true };
/** Between how many connections the probe changes, and how often. */
const PROBES = { connections: 2, rounds: 5 };

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
      if (this.location.prepares) await this.requirePreparing();
      return await this.transactOnce(async () => {
        for (const [name, ms] of Object.entries(MIGRATION_LIMITS)) await this.query(`SET LOCAL ${name} = ${ms}`);
        await this.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
        await this.requireSchema(this.location.schema);
        return work();
      });
    } finally {
      this.pool.limitsSilence = true;
    }
  }

  /**
   * A role without the right to create schemas may use one that exists: IF NOT EXISTS would refuse it.
   * @throws {WrongEncoding}; also when the schema is not that of the connection: a pooler may have ignored the setting
   */
  private async requireSchema(schema: string): Promise<void> {
    const found = `SELECT current_setting('server_encoding') AS encoding,
      EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = ?) AS made`;
    const [{ encoding, made } = {}] = (await this.query(found, [schema])).rows;
    if (encoding !== 'UTF8') throw new WrongEncoding(String(encoding));
    if (!made) await this.query(`CREATE SCHEMA ${schema}`);
    if (schema === 'public') return;
    const [row] = (await this.query('SELECT current_schema() AS name')).rows;
    if (row?.name === schema) return;
    throw row?.name
      ? Object.assign(new Error(`the schema of its connections is ${row.name}, not ${schema}`), { code: NO_SCHEMA })
      : Object.assign(new Error(`permission denied for the schema ${schema}`), { code: NO_PRIVILEGE });
  }

  /**
   * Runs one prepared statement on several connections in turn. Where each transaction gets another connection of the server, one
   * that has not prepared it, or has done so for another client, says so; an answer shows that the pooler has prepared it there.
   * @throws when a pooler does not know prepared statements
   */
  private async requirePreparing(): Promise<void> {
    const clients: PoolClient[] = [];
    const seen = new Map<unknown, PoolClient>();
    try {
      while (clients.length < PROBES.connections) clients.push(await this.pool.lease());
      for (const client of Array.from({ length: PROBES.rounds }, () => clients).flat()) {
        const { rows } = await new PostgresConnection(this.pool, client, true).run(PROBE);
        const pid = rows[0]?.pid;
        // Without a pooler, and with one that keeps connections, each connection has one process of the server to itself.
        if ((seen.get(pid) ?? client) !== client) return;
        seen.set(pid, client);
      }
    } finally {
      for (const client of clients) this.pool.release(client);
    }
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
    }).catch((error) => {
      throw explained(error);
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

/**
 * A text with PostgreSQL's placeholders, and the name by which each connection prepares it. The name follows from the text: a pooler
 * may lead a process to a connection on which another one, of another version, has prepared its statements.
 */
interface Numbered {
  text: string;
  name?: string;
}

const known = new Map<string, Numbered>();
/** Few texts are prepared, but a text may have a number of values that is new. */
const MOST_KNOWN = 1_000;
const NAME_LENGTH = 32;
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
  const named = { ...statement, name: nameOf(statement.text) };
  known.set(text, named);
  return named;
}

function nameOf(text: string): string {
  return `latchkey_${createHash('sha256').update(text).digest('hex').slice(0, NAME_LENGTH)}`;
}

/** For TypeORM's own commands. The entities have the types of MySQL, say nothing of collations, and have unique indexes as keys. */
export class PostgresSchemaDataSource extends DataSource {
  protected override async buildMetadatas(): Promise<void> {
    await super.buildMetadatas();
    for (const entityMetadata of this.entityMetadatas) {
      for (const column of entityMetadata.columns) {
        if (column.type === 'int') column.type = 'bigint';
        if (column.type === 'varchar' || column.type === 'text') column.collation = 'C';
      }
      const { indices } = entityMetadata;
      entityMetadata.indices = indices.filter(({ isUnique }) => !isUnique);
      entityMetadata.uniques = indices
        .filter(({ isUnique }) => isUnique)
        .map(({ name, columns }) => Object.assign(new UniqueMetadata({ entityMetadata, columns }), { name }));
    }
  }
}
