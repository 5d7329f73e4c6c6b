import { mkdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SqliteLocation } from '@app/config';
import Sqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { DataSource, QueryRunner } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import { writeRefusal } from '../driver-errors.js';
import { throughClient } from '../query/rows.js';
import {
  type ClientSettings,
  type Result,
  type Row,
  SqlClient,
  type SqlConnection,
  type Statement,
} from '../sql-client.js';

/** To wait for another process blocks the event loop, so it is short; then the client waits without blocking. */
const BUSY_TIMEOUT_MS = 100;

/** TypeORM's options for an SQLite file. */
export function sqliteOptions({ file }: SqliteLocation) {
  return { type: 'better-sqlite3' as const, database: file, timeout: BUSY_TIMEOUT_MS, prepareDatabase: setPragmas };
}

/** WAL lets others read while one writes; FULL keeps each commit through a loss of power. TypeORM enables the foreign keys. */
function setPragmas(database: Sqlite.Database): void {
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
}

/**
 * Lets one piece of work at a time use the one connection to an SQLite file, in the order in which they ask. Without it, a
 * statement of another request that runs between the awaits of an open transaction would join that transaction, and be
 * lost with its rollback.
 */
class SqliteMutex {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }
}

/** To prepare a statement takes longer than to run it. The one that was used longest ago makes room. */
const MOST_PREPARED = 200;
/** Below this, the next transaction may not fit. */
const LITTLE_SPACE_BYTES = 1_048_576;

/** An SQLite file. */
export class SqliteClient extends SqlClient {
  protected readonly system = 'sqlite';
  readonly connections = undefined;
  private readonly mutex = new SqliteMutex();
  private readonly statements = new LRUCache<string, Sqlite.Statement<unknown[]>>({ max: MOST_PREPARED });
  private database: Sqlite.Database | undefined;

  constructor(
    private readonly location: SqliteLocation,
    private readonly settings: ClientSettings,
  ) {
    super();
  }

  /** TypeORM opens the file, and hands over the connection. */
  get options() {
    const { readOnly = false, busyTimeoutMs } = this.settings;
    const options = sqliteOptions(this.location);
    return {
      ...options,
      timeout: busyTimeoutMs ?? options.timeout,
      readonly: readOnly,
      prepareDatabase: (database: Sqlite.Database) => {
        if (!readOnly) setPragmas(database);
        this.statements.clear();
        this.database = database;
      },
    };
  }

  /** Makes the folder of the file. Only the owner of the process may read what this process creates. */
  override makePlace(): void {
    const { file } = this.location;
    if (file === ':memory:') return;
    process.umask(0o077);
    mkdirSync(dirname(file), { recursive: true });
  }

  /** Only one transaction of any process can write. */
  settled(text: string, values: unknown[]): Promise<Result> {
    return this.transaction(() => this.execute(text, values));
  }

  createQueryRunner({ driver }: DataSource): QueryRunner {
    return throughClient(new BetterSqlite3QueryRunner(driver as BetterSqlite3Driver), this);
  }

  /**
   * All migrations are one transaction. The caller repeats it: see `Database.start()` and `busyTimeoutMs`. A file that cannot be
   * written is refused here, also when nothing is to be migrated: nobody expects it.
   */
  async migrate<T>(work: () => Promise<T>): Promise<T> {
    await this.mutex.run(() => this.connection.exec('BEGIN IMMEDIATE; ROLLBACK'));
    return this.transactOnce(work);
  }

  protected override async isNearlyFull(): Promise<boolean> {
    if (this.location.file === ':memory:') return false;
    const { bavail, bsize } = await statfs(dirname(this.location.file));
    return bavail * bsize < LITTLE_SPACE_BYTES;
  }

  protected runAlone(statement: Statement): Promise<Result> {
    return this.mutex.run(() => this.runNow(statement));
  }

  /**
   * Takes the write lock at once: a second process waits for it at the start instead of failing in the middle. In a file that has
   * become read-only there is none, and the work may read.
   */
  protected onConnection<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    return this.mutex.run(async () => {
      this.begin();
      try {
        const result = await work({ run: async (statement) => this.runNow(statement) });
        this.connection.exec('COMMIT');
        return result;
      } catch (error) {
        if (this.connection.inTransaction) this.connection.exec('ROLLBACK');
        throw error;
      }
    });
  }

  private begin(): void {
    try {
      this.connection.exec('BEGIN IMMEDIATE');
    } catch (error) {
      if (writeRefusal(error) !== 'it is read-only') throw error;
      this.connection.exec('BEGIN');
    }
  }

  private runNow({ text, values }: Statement): Result {
    const statement = this.prepare(text);
    const bound = values.map(bindable);
    if (statement.reader) return { rows: statement.all(...bound) as Row[], affected: 0 };
    return { rows: [], affected: statement.run(...bound).changes };
  }

  private prepare(text: string): Sqlite.Statement<unknown[]> {
    const known = this.statements.get(text);
    if (known) return known;
    const statement = this.connection.prepare<unknown[]>(text);
    this.statements.set(text, statement);
    return statement;
  }

  private get connection(): Sqlite.Database {
    if (!this.database) throw new Error('The database file is not open yet.');
    return this.database;
  }
}

/** SQLite knows no booleans. */
function bindable(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value;
}
