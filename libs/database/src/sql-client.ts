import { AsyncContext, traced } from '@app/tracing';
import type { DataSource, DataSourceOptions, QueryRunner, ReplicationMode } from 'typeorm';
import { retry } from './retry.js';

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

  /** The name of the kind of database in traces. */
  protected abstract readonly system: 'sqlite' | 'mysql';
  /** How TypeORM connects by this client. */
  abstract readonly options: DataSourceOptions;
  /** How many connections are in use; undefined without a pool. */
  abstract readonly connections: ConnectionUse | undefined;

  /** Runs a statement that few requests need. */
  query(text: string, values: unknown[] = []): Promise<Result> {
    return this.route({ text, values, prepared: false });
  }

  /** Runs a prepared statement. */
  execute(text: string, values: unknown[] = []): Promise<Result> {
    return this.route({ text, values, prepared: true });
  }

  /**
   * The same for a SELECT that waits for transactions which are changing its rows, and then finds what they have committed:
   * each change of the rows that comes later begins later.
   */
  abstract settled(text: string, values: unknown[]): Promise<Result>;

  /** Whether this is called inside a transaction. */
  get inTransaction(): boolean {
    return this.transactions.current !== undefined;
  }

  /**
   * Does all of the work or nothing of it. Inside a transaction the work joins it. The work is repeated when the database
   * chose it as the victim of a deadlock, or when its connection was lost before COMMIT, so it does nothing that cannot be
   * rolled back. When the answer to COMMIT is lost, the work may have been done: it is not repeated.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.inTransaction) return work();
    const span = { name: 'transaction', kind: 'client' as const, attributes: { 'db.system.name': this.system } };
    return traced(span, () => retry(() => this.transactOnce(work)));
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
    });
    for (const then of afterCommit) then();
    return result;
  }

  private route(statement: Statement): Promise<Result> {
    const transaction = this.transactions.current;
    // A missing await. It is found only while another transaction runs: see AsyncContext.
    if (transaction?.ended) throw new Error(`The transaction has ended before this statement: ${statement.text}`);
    return transaction ? transaction.connection.run(statement) : retry(() => this.runAlone(statement));
  }
}
