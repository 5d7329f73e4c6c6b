import type { DatabaseLocation } from '@app/config';
import {
  DataSource,
  type DataSourceOptions,
  DefaultNamingStrategy,
  getMetadataArgsStorage,
  type QueryRunner,
  type ReplicationMode,
  type Table,
} from 'typeorm';
import { type DatabaseKind, kindOf } from './dialect.js';
import { mysqlOptions } from './mysql/connection-pool.js';
import { MysqlClient, MysqlSchemaDataSource } from './mysql/mysql-client.js';
import { postgresOptions } from './postgres/connection-pool.js';
import { PostgresClient, PostgresSchemaDataSource } from './postgres/postgres-client.js';
import { migrationsOf } from './schema/migrations.js';
import type { ClientSettings, SqlClient } from './sql-client.js';
import { SqliteClient, sqliteOptions } from './sqlite/sqlite-client.js';

/** Names foreign keys as the SQL files do, such as `sessions_uid_fk`, and not by a hash. */
class ReadableNames extends DefaultNamingStrategy {
  override foreignKeyName(table: Table | string, columns: string[]): string {
    return `${this.getTableName(table)}_${columns.join('_')}_fk`;
  }
}

function commonOptions(kind: DatabaseKind) {
  const namingStrategy = new ReadableNames();
  return { migrations: migrationsOf(kind), migrationsTableName: 'migrations', namingStrategy, logging: false };
}

export function createClient(location: DatabaseLocation, settings: ClientSettings = {}): SqlClient {
  switch (location.type) {
    case 'mysql':
      return new MysqlClient(location, settings);
    case 'postgres':
      return new PostgresClient(location, settings);
    case 'sqlite':
      return new SqliteClient(location, settings);
  }
}

const SCHEMA_SOURCES = { mysql: MysqlSchemaDataSource, postgres: PostgresSchemaDataSource, sqlite: DataSource };

/** A data source without a client, for TypeORM's own commands. Of a cluster it connects to the first host. */
export function createDataSource(location: DatabaseLocation, more: Partial<DataSourceOptions> = {}): DataSource {
  const withMore = { ...commonOptions(location.type), ...optionsOf(location), ...more } as DataSourceOptions;
  return new SCHEMA_SOURCES[location.type](withMore);
}

function optionsOf(location: DatabaseLocation) {
  switch (location.type) {
    case 'mysql':
      return mysqlOptions(location);
    case 'postgres':
      return postgresOptions(location);
    case 'sqlite':
      return sqliteOptions(location);
  }
}

/** Options for a `ClientDataSource`. */
export type ClientOptions = DataSourceOptions & { client: SqlClient };

export function clientOptions(client: SqlClient): ClientOptions {
  return { ...commonOptions(kindOf(client.options)), ...client.options, client };
}

/** TypeORM's data source. The client runs all of its statements. */
export class ClientDataSource extends DataSource {
  private readonly client: SqlClient;

  constructor(options: ClientOptions) {
    super(options);
    this.client = options.client;
  }

  override createQueryRunner(mode: ReplicationMode = 'master'): QueryRunner {
    const runner = this.client.createQueryRunner(this, mode);
    // TypeORM locks rows only in transactions.
    const isTransactionActive = this.client.inTransaction;
    return Object.assign(runner, { manager: this.createEntityManager(runner), isTransactionActive });
  }
}

/** A database that is open, and TypeORM's view of it. */
export interface OpenDatabase {
  client: SqlClient;
  dataSource: ClientDataSource;
}

/** Connects, with all entities that this program has loaded. Migrates nothing. */
export async function openDatabase(location: DatabaseLocation, settings: ClientSettings): Promise<OpenDatabase> {
  const client = createClient(location, settings);
  if (!settings.readOnly) client.makePlace();
  const entities = getMetadataArgsStorage().tables.map(({ target }) => target);
  const dataSource = new ClientDataSource({ ...clientOptions(client), entities });
  await dataSource.initialize();
  return { client, dataSource };
}
