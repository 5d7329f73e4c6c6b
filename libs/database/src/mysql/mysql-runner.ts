import type { Driver, ReplicationMode } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner.js';
import { refuseTransaction, toTypeorm } from '../query/typeorm-result.js';
import type { SqlClient } from '../sql-client.js';

/** Sends the statements of TypeORM through the client. */
export class MysqlRunner extends MysqlQueryRunner {
  constructor(
    driver: Driver,
    mode: ReplicationMode,
    private readonly client: SqlClient,
  ) {
    super(driver as MysqlDriver, mode);
  }

  // biome-ignore lint/suspicious/noExplicitAny: TypeORM's signature.
  override async query(statement: string, values: unknown[] = [], structured = false): Promise<any> {
    return toTypeorm(await this.client.query(statement, values), structured);
  }

  override startTransaction = refuseTransaction;
}
