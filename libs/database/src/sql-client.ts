import { AsyncContext, traced } from '@app/tracing';
import type { DataSource, DataSourceOptions, QueryRunner, ReplicationMode } from 'typeorm';
import { isContention, retry, type WriteRefusal, writeRefusal } from './driver-errors.js';

export type Row = Record<string, unknown>;

/** A statement with a `?` for each of its values. */
export interface Statement {
  text: string;
  values: unknown[];
  /** Whether each connection prepares the text once and then sends only values: for the few statements that run often. */
  prepared: boolean;
}

/** What a statement found, and how many rows it changed. */
export interface Result {
  rows: Row[];
  affected: number;
}

/** A connection on which no other statements run meanwhile. */
export interface SqlConnection {
  run(statement: Statement): Promise<Result>;
}

/** Decides whether running work may change the database. */
export interface WriteRule {
  /** Called first in each transaction, and not for work that joins one. @throws for work that may not change anything */
  begin(): Promise<void>;
  /** Called before a statement outside of transactions. @throws for one that changes something and needs a transaction */
  alone(statement: string): void;
}

/** How a client differs from that of the service. */
export interface ClientSettings {
  /** Whether the database itself refuses to write. An SQLite file must exist. */
  readOnly?: boolean;
  /** How many milliseconds to wait for another process that writes to the SQLite file; this blocks the event loop. */
  busyTimeoutMs?: number;
}

/** How many connections are at work, idle, and waited for. */
export interface ConnectionUse {
  busy: number;
  idle: number;
  waiting: number;
}

/** A write that changes nothing: a database that refuses to write refuses it, too. */
const CHANGE_NOTHING = 'UPDATE migrations SET name = name WHERE id = 0';
/** So many rows do not fit into the space that a file has left over, and need some of the disk. */
const ROWS = 200;
const NAME = 'A test whether the disk has space. '.padEnd(255, '-');
/** Written and removed again in one transaction, so that nobody ever sees the rows. */
const WRITE = `INSERT INTO migrations (timestamp, name) VALUES ${Array(ROWS).fill(`(0, '${NAME}')`).join()}`;
const REMOVE = 'DELETE FROM migrations WHERE timestamp = 0';

interface Transaction {
  connection: SqlConnection;
  afterCommit: Array<() => void>;
  ended: boolean;
}

/**
 * The one door to the database: all statements, also those of TypeORM, pass through here. A statement joins the transaction
 * in which it is called. The subclasses own connections, their limits of time, and what happens when one is lost.
 */
export abstract class SqlClient {
  private readonly transactions = new AsyncContext<Transaction>();
  /** Whether a write has found no space. Only a write tells whether there is space again. */
  private full = false;
  private asking: Promise<WriteRefusal | undefined> | undefined;
  /** Set once, at the start. */
  rule: WriteRule | undefined;

  /** The name of the kind of database in traces. */
  protected abstract readonly system: 'sqlite' | 'mysql' | 'postgresql';
  /** How TypeORM connects by this client. */
  abstract readonly options: DataSourceOptions;
  /** How many connections are in use; undefined without a pool. */
  abstract readonly connections: ConnectionUse | undefined;

  /** Makes the place of a database that may not exist yet, before TypeORM connects. */
  makePlace(): void {}

  /** Runs a statement that few requests need. */
  query(text: string, values: unknown[] = []): Promise<Result> {
    return this.route({ text, values, prepared: false });
  }

  /** Runs a prepared statement. */
  execute(text: string, values: unknown[] = []): Promise<Result> {
    return this.route({ text, values, prepared: true });
  }

  /** The same to record that something was used: no rule is asked. */
  record(text: string, values: unknown[]): Promise<Result> {
    return this.route({ text, values, prepared: true }, false);
  }

  /**
   * The same for a SELECT that waits for transactions which are changing its rows, and then finds what they have committed:
   * each change of the rows that comes later begins later.
   */
  abstract settled(text: string, values: unknown[]): Promise<Result>;

  /**
   * Why the database refuses to write; undefined if it does not. Nothing is written, unless the disk is or was full. Callers share
   * one question, because a lock of the whole server for a backup makes it wait.
   */
  whyReadOnly(): Promise<WriteRefusal | undefined> {
    this.asking ??= this.askToWrite().finally(() => {
      this.asking = undefined;
    });
    return this.asking;
  }

  /** Whether this is called inside a transaction. */
  get inTransaction(): boolean {
    return this.transactions.current !== undefined;
  }

  /**
   * Does all of the work or nothing of it. Inside a transaction the work joins it. The work is repeated when the database
   * chose it as the victim of a deadlock, or when its connection was lost before COMMIT, so it does nothing that cannot be
   * rolled back. When the answer to COMMIT is lost, the work may have been done: it is not repeated.
   * @param ruled false for what the service does for itself, whoever asks for it
   */
  async transaction<T>(work: () => Promise<T>, ruled = true): Promise<T> {
    if (this.inTransaction) return work();
    const span = { name: 'transaction', kind: 'client' as const, attributes: { 'db.system.name': this.system } };
    const permitted = async () => {
      if (ruled) await this.rule?.begin();
      return work();
    };
    return traced(span, () => retry(() => this.transactOnce(permitted)));
  }

  /**
   * Does a part of a transaction whose failure the caller catches, to go on with the transaction: only what the part has done is undone.
   */
  attempt<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  /** Calls this when the open transaction has been committed; at once outside of one. */
  afterCommit(work: () => void): void {
    const transaction = this.transactions.current;
    if (transaction) transaction.afterCommit.push(work);
    else work();
  }

  /** Migrates under a lock: of several processes one migrates, and the others wait. Statements may take long meanwhile. */
  abstract migrate<T>(work: () => Promise<T>): Promise<T>;

  /** Makes TypeORM's way to run statements, which leads through this client. */
  abstract createQueryRunner(dataSource: DataSource, mode: ReplicationMode): QueryRunner;

  /** Whether so little space is left that only a write tells whether there is enough. */
  protected async isNearlyFull(): Promise<boolean> {
    return false;
  }

  /** Runs a statement outside of transactions. */
  protected abstract runAlone(statement: Statement): Promise<Result>;

  /** Does all of the work or nothing of it, on a connection of its own. */
  protected abstract onConnection<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T>;

  /** A transaction that is not repeated. */
  protected async transactOnce<T>(work: () => Promise<T>): Promise<T> {
    const afterCommit: Array<() => void> = [];
    const result = await this.onConnection(async (connection) => {
      const transaction: Transaction = { connection, afterCommit, ended: false };
      return this.transactions.run(transaction, work).finally(() => {
        transaction.ended = true;
      });
    }).catch(this.noteFull);
    for (const then of afterCommit) then();
    return result;
  }

  private route(statement: Statement, ruled = true): Promise<Result> {
    const transaction = this.transactions.current;
    if (ruled && !transaction) this.rule?.alone(statement.text);
    // A missing await. It is found only while another transaction runs: see AsyncContext.
    if (transaction?.ended) throw new Error(`The transaction has ended before this statement: ${statement.text}`);
    const result = transaction ? transaction.connection.run(statement) : retry(() => this.runAlone(statement));
    return result.catch(this.noteFull);
  }

  private readonly noteFull = (error: unknown): never => {
    if (writeRefusal(error) === 'its disk is full') this.full = true;
    throw error;
  };

  private async askToWrite(): Promise<WriteRefusal | undefined> {
    try {
      await this.runAlone({ text: CHANGE_NOTHING, values: [], prepared: false });
      if (!this.full && !(await this.isNearlyFull())) return undefined;
      await this.transactOnce(async () => {
        await this.query(WRITE);
        await this.query(REMOVE);
      });
      this.full = false;
      return undefined;
    } catch (error) {
      const refusal = writeRefusal(error);
      // Another process is writing just now.
      if (refusal !== undefined || isContention(error)) return refusal;
      throw error;
    }
  }
}
