import { DataSource, type QueryRunner, type ReplicationMode } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner.js';

/** What MariaDB writes in its information schema where MySQL writes something else. */
const MARIADB: [column: string, mariadb: string, mysql: string | null][] = [
  ['COLUMN_DEFAULT', 'NULL', null],
  ['ON_UPDATE', 'RESTRICT', 'NO ACTION'],
];

/**
 * For TypeORM's own commands. Its type `mysql` understands only MySQL's information schema, and its type `mariadb` is not that
 * of the migrations.
 */
export class SchemaDataSource extends DataSource {
  override createQueryRunner(mode: ReplicationMode = 'master'): QueryRunner {
    const runner = new SchemaRunner(this.driver as MysqlDriver, mode);
    return Object.assign(runner, { manager: this.createEntityManager(runner) });
  }
}

class SchemaRunner extends MysqlQueryRunner {
  // biome-ignore lint/suspicious/noExplicitAny: TypeORM's signature.
  override async query(statement: string, values?: unknown[], structured?: boolean): Promise<any> {
    const result = await super.query(statement, values, structured as true);
    if (Array.isArray(result)) for (const row of result) translate(row);
    return result;
  }
}

function translate(row: Record<string, unknown>): void {
  for (const [column, mariadb, mysql] of MARIADB) if (row[column] === mariadb) row[column] = mysql;
}
