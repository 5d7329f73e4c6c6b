import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './columns.js';

/** External providers, and the identities that users have at them. */
export class Federation1764000000009 implements MigrationInterface {
  readonly name = 'Federation1764000000009';

  async up(runner: QueryRunner): Promise<void> {
    const { ascii, varchar, text, time, boolean } = columnsFor(runner);
    await runner.createTable(
      new Table({
        name: 'providers',
        engine: 'InnoDB',
        columns: [
          ascii('id', 32, { isPrimary: true }),
          ascii('kind', 10),
          varchar('name', 100),
          ascii('issuer', 500, { isNullable: true }),
          varchar('client_id', 255),
          text('secrets_sealed', { isNullable: true }),
          ascii('team_id', 50, { isNullable: true }),
          ascii('key_id', 50, { isNullable: true }),
          varchar('scopes', 500),
          text('tenants'),
          text('email_domains'),
          boolean('sign_up'),
          ascii('linking', 10),
          boolean('trust_mfa'),
          boolean('enabled'),
          time('created_at'),
          time('updated_at'),
        ],
      }),
      true,
    );
    await runner.createTable(
      new Table({
        name: 'identities',
        engine: 'InnoDB',
        columns: [
          ascii('identity_id', 36, { isPrimary: true }),
          ascii('uid', 36),
          ascii('provider_id', 32),
          ascii('key_hash', 64),
          varchar('subject', 255),
          ascii('email', 254, { isNullable: true }),
          time('created_at'),
          time('last_used_at', { isNullable: true }),
        ],
        foreignKeys: [
          { columnNames: ['uid'], referencedTableName: 'users', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
        ],
        indices: [
          { name: 'identities_uid', columnNames: ['uid'] },
          { name: 'identities_key', columnNames: ['provider_id', 'key_hash'], isUnique: true },
        ],
      }),
      true,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['identities', 'providers']) await runner.dropTable(table, true);
  }
}
