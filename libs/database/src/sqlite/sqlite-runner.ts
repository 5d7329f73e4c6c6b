import type { Driver } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import { refuseTransaction, toTypeorm } from '../query/typeorm-result.js';
import type { SqlClient } from '../sql-client.js';

/** Sends the statements of TypeORM through the client. */
export class SqliteRunner extends BetterSqlite3QueryRunner {
  constructor(
    driver: Driver,
    private readonly client: SqlClient,
  ) {
    super(driver as BetterSqlite3Driver);
  }

  // biome-ignore lint/suspicious/noExplicitAny: TypeORM's signature.
  override async query(statement: string, values: unknown[] = [], structured = false): Promise<any> {
    return toTypeorm(await this.client.query(statement, values), structured);
  }

  override startTransaction = refuseTransaction;
}
