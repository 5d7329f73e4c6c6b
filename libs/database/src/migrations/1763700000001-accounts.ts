import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './columns.js';

/** Users, their sessions, and the keys that sign access tokens. */
export class Accounts1763700000001 implements MigrationInterface {
  readonly name = 'Accounts1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    const { ascii, varchar, text, time, count, boolean } = columnsFor(runner);
    await runner.createTable(
      new Table({
        name: 'users',
        engine: 'InnoDB',
        columns: [
          ascii('uid', 36, { isPrimary: true }),
          ascii('email', 254, { isUnique: true }),
          ascii('password_hash', 255, { isNullable: true }),
          count('password_version'),
          boolean('active'),
          boolean('email_verified'),
          text('metadata'),
          time('created_at'),
          time('updated_at'),
          time('last_login', { isNullable: true }),
        ],
      }),
      true,
    );
    await runner.createTable(
      new Table({
        name: 'sessions',
        engine: 'InnoDB',
        columns: [
          ascii('session_id', 36, { isPrimary: true }),
          ascii('uid', 36),
          count('generation'),
          ascii('method', 20),
          varchar('ip', 45),
          varchar('user_agent', 255),
          time('created_at'),
          time('last_used_at'),
          time('expires_at'),
        ],
        foreignKeys: [
          {
            columnNames: ['uid'],
            referencedTableName: 'users',
            referencedColumnNames: ['uid'],
            onDelete: 'CASCADE',
          },
        ],
        indices: [
          { name: 'sessions_uid', columnNames: ['uid'] },
          { name: 'sessions_expires_at', columnNames: ['expires_at'] },
        ],
      }),
      true,
    );
    await runner.createTable(
      new Table({
        name: 'signing_keys',
        engine: 'InnoDB',
        columns: [
          ascii('kid', 64, { isPrimary: true }),
          ascii('alg', 10),
          ascii('state', 10),
          text('public_jwk'),
          text('private_sealed'),
          time('created_at'),
        ],
      }),
      true,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['signing_keys', 'sessions', 'users']) await runner.dropTable(table, true);
  }
}
