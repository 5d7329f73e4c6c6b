import { describeLocation, Env } from '@app/config';
import { ApiError, type ErrorCode } from '@app/errors';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityTarget, ObjectLiteral, Repository } from 'typeorm';
import { type Dialect, dialectOf } from './dialect.js';
import {
  isDuplicateKey,
  isOrphan,
  isRefusal,
  refused,
  untilReached,
  type WriteRefusal,
  writeRefusal,
} from './driver-errors.js';
import { WAIT_MS } from './hosts.js';
import { insertRows, KeyLookup, type NewRow } from './query/rows.js';
import { migrate, pendingMigrations, requireMigrations, type StartOptions } from './schema/migrate.js';
import { requireColumns } from './schema/required-columns.js';
import { type ConnectionUse, type Row, SqlClient, type WriteRule } from './sql-client.js';

/** How long uses are not recorded after the database has refused one. */
const RECORD_AGAIN_MS = 10_000;

/** The database: repositories, transactions, and whether it can be used yet. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly logger = new Logger('Database');
  private readonly preparations: Array<() => Promise<void>> = [];
  private readonly stopping = new AbortController();
  private usable = false;
  private recordsFrom = Number.NEGATIVE_INFINITY;
  /** The end of the newest transaction about each row that is under way or waits. */
  private readonly turns = new Map<string, Promise<void>>();
  private waitsFor: 'database' | 'migrations of the database' = 'database';

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly client: SqlClient,
    private readonly env: Env,
  ) {}

  /** Whether the database was reached, migrated and prepared since the process started. */
  get ready(): boolean {
    return this.usable;
  }

  /** What this kind of database spells differently. */
  get dialect(): Dialect {
    return dialectOf(this.env.database);
  }

  /** Adds work for each start, in a transaction after the migrations and under their lock: by one replica at a time. */
  beforeUse(preparation: () => Promise<void>): void {
    this.preparations.push(preparation);
  }

  /** The rows of an entity: statements join the transaction. @throws {ApiError} UNAVAILABLE until the database has been reached */
  repo<T extends ObjectLiteral>(entity: EntityTarget<T>): Repository<T> {
    this.requireUsable();
    return this.dataSource.getRepository(entity);
  }

  /** The rows of a prepared statement, `settled` as in `SqlClient`. @throws {ApiError} UNAVAILABLE until the database has been reached */
  async select(statement: string, values: unknown[] = [], settled = false): Promise<Row[]> {
    this.requireUsable();
    return (await this.client[settled ? 'settled' : 'execute'](statement, values)).rows;
  }

  /** How many rows a prepared statement changed. @throws {ApiError} UNAVAILABLE until the database has been reached */
  async change(statement: string, values: unknown[] = []): Promise<number> {
    this.requireUsable();
    return (await this.client.execute(statement, values)).affected;
  }

  /**
   * Records that something was used, by a prepared statement. Outside of transactions this is left out while the database refuses to
   * write, so that requests that only read go on.
   */
  async recordUse(statement: string, values: unknown[]): Promise<void> {
    if (this.client.inTransaction) await this.change(statement, values);
    if (this.client.inTransaction || Date.now() < this.recordsFrom) return;
    this.requireUsable();
    await this.client.record(statement, values).catch((error) => {
      if (writeRefusal(error) === undefined) throw error;
      this.recordsFrom = Date.now() + RECORD_AGAIN_MS;
    });
  }

  /** Inserts rows, a single one by a prepared statement. @throws {ApiError} UNAVAILABLE until the database has been reached */
  async insert<T extends ObjectLiteral>(entity: EntityTarget<T>, rows: NewRow<T>[]): Promise<void> {
    const { metadata } = this.repo(entity);
    await insertRows(metadata, rows, (statement, values) =>
      rows.length === 1 ? this.client.execute(statement, values) : this.client.query(statement, values),
    );
  }

  /**
   * Inserts a row of a user, in a transaction that may go on after the refusal.
   * @param taken the code of a row that another one excludes
   * @throws {ApiError} `taken`; NOT_AUTHENTICATED when the user was deleted meanwhile
   */
  async insertOwned<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    row: NewRow<T>,
    taken?: ErrorCode,
  ): Promise<void> {
    await this.attempt(() => this.insert(entity, [row])).catch((cause: unknown) => {
      if (taken !== undefined && isDuplicateKey(cause)) throw new ApiError(taken, undefined, { cause });
      throw isOrphan(cause) ? new ApiError('NOT_AUTHENTICATED', { cause, reason: 'account deleted meanwhile' }) : cause;
    });
  }

  /** Finds rows of an entity by a unique column, faster than its repository: with all properties, or some. */
  keyLookup<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    column: keyof T & string,
    properties?: (keyof T & string)[],
  ): KeyLookup<T> {
    return new KeyLookup(this, () => this.dataSource.getMetadata(entity), column, properties);
  }

  get inTransaction(): boolean {
    return this.client.inTransaction;
  }

  /** For a step of a larger change: it must be done, or undone, with the rest. Throws outside of transactions. */
  requireTransaction(): void {
    if (!this.client.inTransaction) throw new Error('This is a step of a transaction, and none is open.');
  }

  /** Lets this decide about all changes from now on. */
  ruleBy(rule: WriteRule): void {
    this.client.rule = rule;
  }

  /** See `SqlClient`. */
  afterCommit(work: () => void): void {
    this.client.afterCommit(work);
  }

  /** See `SqlClient.transaction`. @throws {ApiError} UNAVAILABLE until the database has been reached */
  async transaction<T>(work: () => Promise<T>, ruled = true): Promise<T> {
    this.requireUsable();
    return this.client.transaction(work, ruled);
  }

  /**
   * A transaction that locks a row for which other requests may wait, such as that of a user. It waits for the earlier ones of this
   * process here, and not on a connection: parallel requests of one user leave the others their connections.
   * @param row the key of the row
   * @throws {ApiError} UNAVAILABLE when this takes as long as the wait for a connection may; also until the database has been reached
   */
  async transactionAbout<T>(row: string, work: () => Promise<T>): Promise<T> {
    if (this.inTransaction) return work();
    const result = this.afterTurn(this.turns.get(row), work);
    const over = result.then(
      () => undefined,
      () => undefined,
    );
    this.turns.set(row, over);
    try {
      return await result;
    } finally {
      if (this.turns.get(row) === over) this.turns.delete(row);
    }
  }

  /** See `SqlClient`. */
  attempt<T>(work: () => Promise<T>): Promise<T> {
    return this.client.attempt(work);
  }

  /** How many connections are in use; undefined on SQLite, which has one. */
  get connections(): ConnectionUse | undefined {
    return this.client.connections;
  }

  /**
   * Resolves when the database answers, and has the columns that the entities need.
   * @throws {ApiError} UNAVAILABLE until the database has been reached; {IncompleteSchema} when it lacks a column
   */
  async check(): Promise<void> {
    this.requireUsable();
    await requireColumns(this.dataSource);
  }

  /** Why the database refuses to write; undefined if it does not. @throws {ApiError} UNAVAILABLE until the database has been reached */
  async whyReadOnly(): Promise<WriteRefusal | undefined> {
    this.requireUsable();
    return this.client.whyReadOnly();
  }

  /**
   * Connects, migrates and prepares; waits for a database that is not up yet.
   * @throws {SettingsError} when the server refuses what `DATABASE_URL` says, and errors of the preparations
   * @throws {SchemaError} when the tables are not those of this program, and it cannot or must not change them
   */
  async start({ patience = Number.POSITIVE_INFINITY, migrates = true }: StartOptions = {}): Promise<void> {
    const place = describeLocation(this.env.database);
    const waiting = { patience, signal: this.stopping.signal, place, logger: this.logger };
    await untilReached(waiting, () => this.connect(place, migrates)).catch((error) => {
      throw isRefusal(error) ? refused(error, this.env.database) : error;
    });
  }

  onApplicationShutdown(): void {
    this.usable = false;
    this.stopping.abort();
  }

  private async afterTurn<T>(earlier: Promise<void> | undefined, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    await earlier;
    if (performance.now() - begun > WAIT_MS) throw new ApiError('UNAVAILABLE', { reason: 'many requests of one user' });
    return this.transaction(work);
  }

  private async connect(place: string, migrates: boolean): Promise<void> {
    this.client.makePlace();
    if (!this.dataSource.isInitialized) await this.dataSource.initialize();
    if (!migrates) await requireMigrations(this.dataSource);
    const { length } = await pendingMigrations(this.dataSource);
    const first = length > 0 && this.waitsFor === 'database';
    if (first) this.logger.log(`${place} is reached; waiting for ${length} migrations.`);
    this.waitsFor = 'migrations of the database';
    await migrate(this.client, this.dataSource, async () => {
      await requireColumns(this.dataSource);
      for (const preparation of this.preparations) await this.client.transaction(preparation);
    });
    this.usable = true;
  }

  /** @throws {ApiError} UNAVAILABLE until the database has been reached, saying what the service waits for */
  requireUsable(): void {
    if (this.usable || this.client.inTransaction) return;
    throw new ApiError('UNAVAILABLE', `The service is not ready: it waits for the ${this.waitsFor}.`);
  }
}
