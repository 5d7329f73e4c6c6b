import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeLocation, Env, SettingsError } from '@app/config';
import { ApiError } from '@app/errors';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type EntityTarget, type ObjectLiteral, type Repository } from 'typeorm';
import { prepareLocation } from './data-source-options.js';
import { isContention, isOutage, isRefusal } from './failures.js';
import { migrate } from './migrate.js';
import { endSilence } from './silence.js';
import { SqliteTurns } from './sqlite-turns.js';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
const CONTENTION_TRIES = 9;

interface OpenTransaction {
  manager: EntityManager;
  afterCommit: Array<() => void>;
}

/** The database: repositories, transactions, and whether it can be used yet. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly logger = new Logger('Database');
  private readonly turns = new SqliteTurns();
  private readonly open = new AsyncLocalStorage<OpenTransaction>();
  private readonly preparations: Array<() => Promise<void>> = [];
  private readonly stopping = new AbortController();
  private usable = false;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly env: Env,
  ) {}

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
    const manager = this.open.getStore()?.manager;
    if (manager === undefined && !this.usable) throw new ApiError('UNAVAILABLE');
    return (manager ?? this.dataSource.manager).getRepository(entity);
  }

  /** Work for when the open transaction is in the database to stay; at once where none is open. */
  afterCommit(work: () => void): void {
    const transaction = this.open.getStore();
    if (transaction) transaction.afterCommit.push(work);
    else work();
  }

  /**
   * All of the work or nothing of it. Inside an open transaction it joins that one. It is run again when the database
   * chose it as the victim of a deadlock, so the work does nothing that cannot be rolled back.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.open.getStore() !== undefined) return work();
    if (!this.usable) throw new ApiError('UNAVAILABLE');
    if (this.env.database.type === 'sqlite') return persist(() => this.turns.take(() => this.attempt(work)));
    return persist(() => this.attempt(work));
  }

  /** One statement that writes: atomic by itself, and run again when it had to let another go first. */
  statement<T>(work: () => Promise<T>): Promise<T> {
    return this.open.getStore() === undefined ? persist(work) : work();
  }

  /** Resolves when the database answers a trivial question. */
  async ping(): Promise<void> {
    if (!this.usable) throw new ApiError('UNAVAILABLE');
    await this.dataSource.query('SELECT 1');
  }

  /**
   * Connects, migrates and prepares; waits for a database that is not up yet.
   * @throws {SettingsError} when the server refuses what `DATABASE_URL` says, and whatever a preparation throws
   */
  async start(): Promise<void> {
    const place = describeLocation(this.env.database);
    for (let pause = FIRST_PAUSE_MS; !this.stopping.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        await this.connect();
        return;
      } catch (error) {
        if (isRefusal(error)) throw refused(error, place);
        if (!isOutage(error)) throw error;
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
      migrate(this.dataSource, () =>
        this.open.run({ manager: this.dataSource.manager, afterCommit: [] }, async () => {
          for (const preparation of this.preparations) await preparation();
        }),
      ),
    );
    if (this.env.database.type === 'mysql') endSilence(this.dataSource);
    this.usable = true;
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const connection = await runner.connect();
    const transaction: OpenTransaction = { manager: runner.manager, afterCommit: [] };
    // SQLite takes the write lock at once: a second process waits its turn instead of failing half-way.
    const sqlite = this.env.database.type === 'sqlite';
    try {
      await (sqlite ? runner.query('BEGIN IMMEDIATE') : runner.startTransaction());
      const result = await this.open.run(transaction, work);
      await (sqlite ? runner.query('COMMIT') : runner.commitTransaction());
      for (const then of transaction.afterCommit) then();
      return result;
    } catch (error) {
      // A connection whose transaction cannot be rolled back must not go back to the pool with it.
      const rollback = sqlite ? runner.query('ROLLBACK') : runner.rollbackTransaction();
      await rollback.catch(() => !sqlite && connection.destroy());
      throw error;
    } finally {
      await runner.release();
    }
  }
}

/** Tries again, for some seconds, while the database lets others go first. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (!isContention(error) || tried === CONTENTION_TRIES) throw error;
      await sleep(Math.random() * 10 * 2 ** tried);
    }
  }
}

function refused(error: unknown, place: string): SettingsError {
  const wrong = `${place} refused: ${(error as Error).message}`;
  return new SettingsError([
    { variable: 'DATABASE_URL', wrong, allowed: 'an existing database, and a user who may use it' },
  ]);
}
