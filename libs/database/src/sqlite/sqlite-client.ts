import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SqliteLocation } from '@app/config';
import type Sqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { DataSource, QueryRunner } from 'typeorm';
import { writeRefusal } from '../driver-errors.js';
import {
  type ClientSettings,
  type Result,
  type Row,
  SqlClient,
  type SqlConnection,
  type Statement,
} from '../sql-client.js';
import { setPragmas, sqliteOptions } from './options.js';
import { SqliteMutex } from './sqlite-mutex.js';
import { SqliteRunner } from './sqlite-runner.js';

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

  /** Only one transaction of any process can write. */
  settled(text: string, values: unknown[]): Promise<Result> {
    return this.transaction(() => this.execute(text, values));
  }

  createQueryRunner({ driver }: DataSource): QueryRunner {
    return new SqliteRunner(driver, this);
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
