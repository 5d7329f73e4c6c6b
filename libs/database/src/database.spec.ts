import type { Env } from '@app/config';
import type { DataSource, DataSourceOptions, QueryRunner } from 'typeorm';
import { Database } from './database.js';
import { databaseFailure, LostBeforeCommit } from './driver-errors.js';
import { SqlClient, type SqlConnection } from './sql-client.js';

/** A client without a database. */
class EmptyClient extends SqlClient {
  protected readonly system = 'sqlite';
  readonly options = {} as DataSourceOptions;
  readonly connections = undefined;
  private readonly connection: SqlConnection = { run: async () => ({ rows: [], affected: 0 }) };

  migrate<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  settled() {
    return this.runAlone();
  }

  createQueryRunner(): QueryRunner {
    throw new Error('There is no database.');
  }

  protected runAlone() {
    return this.connection.run({ text: '', values: [], prepared: false });
  }

  protected onConnection<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    return work(this.connection);
  }
}

describe('Database.requireTransaction()', () => {
  const client = new EmptyClient();
  const database = new Database({} as DataSource, client, {} as Env);
  const step = async () => database.requireTransaction();

  it('throws outside of transactions', async () => {
    await expect(step()).rejects.toThrow('This is a step of a transaction, and none is open.');
  });

  it('throws nothing inside a transaction, also after an await and in an inner one', async () => {
    await client.transaction(async () => {
      await step();
      await client.transaction(step);
      await step();
    });
  });

  it('throws again after the transaction', async () => {
    await client.transaction(step);
    await expect(step()).rejects.toThrow('none is open');
  });
});

it.each(['ECONNRESET', 'ER_OPTION_PREVENTS_STATEMENT', '57P01', '25006'])(
  'a transaction that was lost before COMMIT by %s is a failure of the database, as its statement is',
  (code) => {
    const failure = Object.assign(new Error('lost'), { code });
    expect(databaseFailure(failure)).toBe('UNAVAILABLE');
    expect(databaseFailure(new LostBeforeCommit(failure))).toBe('UNAVAILABLE');
  },
);
