import { setTimeout as sleep } from 'node:timers/promises';
import { describeLocation, Env } from '@app/config';
import { ApiError } from '@app/errors';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  DataSource,
  type EntityManager,
  type EntityTarget,
  type ObjectLiteral,
  type QueryRunner,
  type Repository,
} from 'typeorm';
import { prepareLocation } from './data-source-options.js';
import { isContention, isOutage, isRefusal, refused } from './failures.js';
import { insertRows } from './insert-rows.js';
import { KeyLookup } from './key-lookup.js';
import { mendLostConnections } from './lost-connections.js';
import { migrate } from './migrate.js';
import { persist } from './persist.js';
import { poolUse } from './pool-use.js';
import { PreparedStatements } from './prepared.js';
import { requireColumns } from './required-columns.js';
import { Scope } from './scope.js';
import { endSilence } from './silence.js';
import { SqliteTurns } from './sqlite-turns.js';
import { transactOnMysql, transactOnSqlite } from './transact.js';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

interface OpenTransaction {
  manager: EntityManager;
  afterCommit: Array<() => void>;
}

/** The database: repositories, transactions, and whether it can be used yet. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly logger = new Logger('Database');
  private readonly turns = new SqliteTurns();
  private readonly open = new Scope<OpenTransaction>();
  private readonly preparations: Array<() => Promise<void>> = [];
  private readonly stopping = new AbortController();
  private usable = false;
  /** For the few statements that nearly every request needs. */
  readonly prepared: PreparedStatements;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly env: Env,
  ) {
    this.prepared = new PreparedStatements(dataSource, () => this.transactionOpen());
  }

  /** Whether the database was reached, migrated and prepared since the process started. */
  get ready(): boolean {
    return this.usable;
  }

  /** Work to do once at start, after the migrations and under their lock: one replica at a time. */
  beforeUse(preparation: () => Promise<void>): void {
    this.preparations.push(preparation);
  }

  /**
   * The rows of an entity, in the open transaction if there is one.
   * @throws {ApiError} UNAVAILABLE while the database has not been reached yet
   */
  repo<T extends ObjectLiteral>(entity: EntityTarget<T>): Repository<T> {
    const manager = this.open.current?.manager;
    if (manager === undefined && !this.usable) throw new ApiError('UNAVAILABLE');
    return (manager ?? this.dataSource.manager).getRepository(entity);
  }

  /**
   * New rows of an entity. A single one, as nearly every request has, is inserted by a prepared statement.
   * @throws {ApiError} UNAVAILABLE while the database has not been reached yet
   */
  async insert<T extends ObjectLiteral>(entity: EntityTarget<T>, rows: T[]): Promise<void> {
    const { metadata, manager } = this.repo(entity);
    await insertRows(metadata, rows, (statement, values) =>
      rows.length === 1 ? this.prepared.change(statement, values) : manager.query(statement, values),
    );
  }

  /** Finds rows of an entity by a unique column, more cheaply than its repository does: with all properties, or some. */
  keyLookup<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    column: keyof T & string,
    properties?: (keyof T & string)[],
  ): KeyLookup<T> {
    return new KeyLookup(this.dataSource, this.prepared, entity, column, properties);
  }

  /** Whether this is inside a transaction. */
  get inTransaction(): boolean {
    return this.open.current !== undefined;
  }

  /** Work for when the open transaction is in the database to stay; at once where none is open. */
  afterCommit(work: () => void): void {
    const transaction = this.open.current;
    if (transaction) transaction.afterCommit.push(work);
    else work();
  }

  /**
   * All of the work or nothing of it. Inside an open transaction it joins that one. It is run again when the database
   * chose it as the victim of a deadlock, or when its connection was lost before COMMIT was sent, so the work does
   * nothing that cannot be rolled back. Where the answer to COMMIT was lost, it may have been done: it is not run again.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.open.current !== undefined) return work();
    if (!this.usable) throw new ApiError('UNAVAILABLE');
    if (this.env.database.type === 'sqlite') return persist(() => this.turns.take(() => this.attempt(work)));
    return persist(() => this.attempt(work));
  }

  /**
   * One statement that writes: atomic by itself, and run again when it had to let another go first; not when its
   * connection was lost, since it may have been done.
   */
  statement<T>(work: () => Promise<T>): Promise<T> {
    return this.open.current === undefined ? persist(work) : work();
  }

  /** Whether there is a pool of connections: to SQLite there is one. */
  get pooled(): boolean {
    return this.env.database.type === 'mysql';
  }

  /** How many connections of the pool are at work, idle, and waited for. */
  get connections(): { busy: number; idle: number; waiting: number } {
    return poolUse((this.dataSource.driver as unknown as { pool: unknown }).pool);
  }

  /**
   * Resolves when the database answers, and has the columns that the entities need.
   * @throws {IncompleteSchema} when it lacks one
   */
  async check(): Promise<void> {
    if (!this.usable) throw new ApiError('UNAVAILABLE');
    await requireColumns(this.dataSource);
  }

  /**
   * Connects, migrates and prepares; waits for a database that is not up yet.
   * @param patience for how many milliseconds it is waited for; without an end if left out
   * @throws {SettingsError} when the server refuses what `DATABASE_URL` says, and whatever a preparation throws
   * @throws {IncompleteSchema} when a column is missing
   */
  async start(patience = Number.POSITIVE_INFINITY): Promise<void> {
    const place = describeLocation(this.env.database);
    const deadline = Date.now() + patience;
    for (let pause = FIRST_PAUSE_MS; !this.stopping.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        await this.connect();
        return;
      } catch (error) {
        if (isRefusal(error)) throw refused(error, this.env.database);
        const passes = isOutage(error) || isContention(error);
        if (!passes || Date.now() + pause > deadline) throw error;
        this.logger.warn(
          `The database ${place} is out of reach (${(error as Error).message}); next try in ${pause} ms.`,
        );
        await sleep(pause, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }

  onApplicationShutdown(): void {
    this.usable = false;
    this.stopping.abort();
  }

  private async connect(): Promise<void> {
    prepareLocation(this.env.database);
    if (!this.dataSource.isInitialized) {
      await this.dataSource.initialize();
      if (this.env.database.type === 'sqlite') this.turns.guard(this.dataSource.createQueryRunner());
    }
    await this.turns.take(() =>
      migrate(this.dataSource, this.env.database, () =>
        this.open.run({ manager: this.dataSource.manager, afterCommit: [] }, async () => {
          await requireColumns(this.dataSource);
          for (const preparation of this.preparations) await preparation();
        }),
      ),
    );
    if (this.env.database.type === 'mysql') {
      endSilence(this.dataSource);
      mendLostConnections(this.dataSource);
    }
    this.usable = true;
  }

  private transactionOpen(): QueryRunner | undefined {
    const open = this.open.current;
    if (open === undefined && !this.usable) throw new ApiError('UNAVAILABLE');
    return open?.manager.queryRunner;
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const connection = await runner.connect();
    const transaction: OpenTransaction = { manager: runner.manager, afterCommit: [] };
    const inside = () => this.open.run(transaction, work);
    try {
      const result = await (this.pooled
        ? transactOnMysql(connection, () => {
            Object.assign(runner, { isTransactionActive: true, transactionDepth: 1 });
            return inside();
          })
        : transactOnSqlite(runner, inside));
      for (const then of transaction.afterCommit) then();
      return result;
    } finally {
      await runner.release();
    }
  }
}
