import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './columns.js';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const UNICODE = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

/** Each new column: its table, its name, and its type on MySQL and on SQLite. */
const COLUMNS: [table: string, name: string, mysql: string, sqlite: string][] = [
  ['sessions', 'device_id', `varchar(36) ${ASCII} NULL`, 'varchar(36)'],
  ['sessions', 'notice_hash', `varchar(64) ${ASCII} NULL`, 'varchar(64)'],
  ['events', 'client', `varchar(255) ${UNICODE} NULL`, 'varchar(255)'],
];

/** The devices that users sign in on, the emails that name a sign-in, and the clients of events. */
export class Devices1764000000025 implements MigrationInterface {
  readonly name = 'Devices1764000000025';

  async up(runner: QueryRunner): Promise<void> {
    const mysql = runner.connection.options.type === 'mysql';
    await runner.createTable(tableFor(runner), true);
    // Not by TypeORM's method for columns: on SQLite it rebuilds the table.
    for (const [table, name, onMysql, onSqlite] of COLUMNS) {
      if (await runner.hasColumn(table, name)) continue;
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${mysql ? onMysql : onSqlite}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, name] of COLUMNS) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${name}`);
    await runner.dropTable('devices', true);
  }
}

function tableFor(runner: QueryRunner): Table {
  const { ascii, varchar, time, count } = columnsFor(runner);
  const optional = { isNullable: true };
  const columns = [
    ascii('device_id', 36, { isPrimary: true }),
    ascii('uid', 36),
    ascii('token_hash', 64),
    varchar('user_agent', 255),
    time('created_at'),
    time('last_used_at'),
    time('trusted_at', optional),
    time('trusted_until', optional),
    count('password_version'),
    count('factor_version'),
  ];
  const owner = {
    columnNames: ['uid'],
    referencedTableName: 'users',
    referencedColumnNames: ['uid'],
    onDelete: 'CASCADE',
  };
  const indices = [
    { name: 'devices_token_hash', columnNames: ['token_hash'], isUnique: true },
    { name: 'devices_uid', columnNames: ['uid', 'last_used_at'] },
    { name: 'devices_last_used_at', columnNames: ['last_used_at'] },
  ];
  return new Table({ name: 'devices', engine: 'InnoDB', columns, foreignKeys: [owner], indices });
}
