import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';
import { columnsFor } from './columns.js';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';

/** Each new column: its table, its name, and its type on MySQL and on SQLite. */
const COLUMNS: [table: string, name: string, mysql: string, sqlite: string][] = [
  ['users', 'mfa_enabled', 'tinyint(1) NOT NULL DEFAULT 0', 'boolean NOT NULL DEFAULT 0'],
  ['users', 'mfa', `varchar(10) ${ASCII} NOT NULL DEFAULT 'optional'`, "varchar(10) NOT NULL DEFAULT 'optional'"],
  ['users', 'mfa_due_at', 'int unsigned NULL', 'integer NULL'],
  ['users', 'factor_version', 'int unsigned NOT NULL DEFAULT 0', 'integer NOT NULL DEFAULT 0'],
  ['users', 'passkey_handle', `varchar(86) ${ASCII} NULL`, 'varchar(86) NULL'],
  ['sessions', 'auth_time', 'int unsigned NOT NULL DEFAULT 0', 'integer NOT NULL DEFAULT 0'],
  ['sessions', 'amr', `varchar(60) ${ASCII} NOT NULL DEFAULT ''`, "varchar(60) NOT NULL DEFAULT ''"],
  ['sessions', 'acr', `varchar(4) ${ASCII} NOT NULL DEFAULT 'aal1'`, "varchar(4) NOT NULL DEFAULT 'aal1'"],
  ['sessions', 'idp', `varchar(32) ${ASCII} NULL`, 'varchar(32) NULL'],
  ['links', 'code_token_hash', `varchar(64) ${ASCII} NULL`, 'varchar(64) NULL'],
  ['links', 'code_hash', `varchar(64) ${ASCII} NULL`, 'varchar(64) NULL'],
  ['links', 'code_expires_at', 'int unsigned NULL', 'integer NULL'],
  ['links', 'code_attempts', 'int unsigned NOT NULL DEFAULT 0', 'integer NOT NULL DEFAULT 0'],
];

const CODE_INDEX = new TableIndex({ name: 'links_code_token', columnNames: ['code_token_hash'], isUnique: true });

const OF_USER = [
  { columnNames: ['uid'], referencedTableName: 'users', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
];

/** Second factors, one-time challenges, codes in letters, and how each session was authenticated. */
export class Factors1764000000008 implements MigrationInterface {
  readonly name = 'Factors1764000000008';

  async up(runner: QueryRunner): Promise<void> {
    const mysql = runner.connection.options.type === 'mysql';
    for (const [table, name, onMysql, onSqlite] of COLUMNS) {
      if (await runner.hasColumn(table, name)) continue;
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${mysql ? onMysql : onSqlite}`);
    }
    const known = (await runner.getTable('links'))?.indices.some(({ name }) => name === CODE_INDEX.name);
    if (!known) await runner.createIndex('links', CODE_INDEX);
    await runner.query('UPDATE sessions SET auth_time = created_at WHERE auth_time = 0');
    for (const table of tablesFor(runner)) await runner.createTable(table, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of tablesFor(runner).reverse()) await runner.dropTable(name, true);
    // The release before would follow a code as a link without a target.
    await runner.query('DELETE FROM links WHERE code_token_hash IS NOT NULL');
    await runner.dropIndex('links', CODE_INDEX);
    for (const [table, name] of COLUMNS) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${name}`);
  }
}

function tablesFor(runner: QueryRunner): Table[] {
  const { ascii, varchar, text, time, count, boolean } = columnsFor(runner);
  const userIndex = (name: string) => [{ name: `${name}_uid`, columnNames: ['uid'] }];
  const table = (name: string, columns: Table['columns'] | object[], more: object = {}) =>
    new Table({ name, engine: 'InnoDB', columns: columns as never, ...more });
  return [
    table(
      'challenges',
      [
        ascii('token_hash', 64, { isPrimary: true }),
        ascii('purpose', 24),
        ascii('uid', 36, { isNullable: true }),
        text('sealed'),
        count('attempts'),
        time('created_at'),
        time('expires_at'),
        time('used_at', { isNullable: true }),
      ],
      {
        foreignKeys: OF_USER,
        indices: [...userIndex('challenges'), { name: 'challenges_expires_at', columnNames: ['expires_at'] }],
      },
    ),
    table(
      'totp_factors',
      [
        ascii('factor_id', 36, { isPrimary: true }),
        ascii('uid', 36),
        varchar('name', 100),
        text('secret_sealed'),
        ascii('algorithm', 10),
        count('digits'),
        count('period'),
        { ...count('last_step'), default: undefined, isNullable: true },
        count('failures'),
        time('created_at'),
        time('confirmed_at', { isNullable: true }),
        time('last_used_at', { isNullable: true }),
        time('locked_at', { isNullable: true }),
      ],
      { foreignKeys: OF_USER, indices: userIndex('totp_factors') },
    ),
    table(
      'recovery_codes',
      [
        ascii('uid', 36, { isPrimary: true }),
        ascii('code_hash', 64, { isPrimary: true }),
        time('created_at'),
        time('used_at', { isNullable: true }),
      ],
      { foreignKeys: OF_USER },
    ),
    table(
      'passkeys',
      [
        ascii('passkey_id', 36, { isPrimary: true }),
        ascii('credential_hash', 64),
        text('credential_id'),
        ascii('uid', 36),
        text('public_key'),
        ascii('handle', 86),
        ascii('rp_id', 253),
        count('counter'),
        boolean('backup_eligible'),
        boolean('synced'),
        ascii('transports', 100),
        ascii('aaguid', 36),
        varchar('name', 100),
        time('created_at'),
        time('last_used_at', { isNullable: true }),
      ],
      {
        foreignKeys: OF_USER,
        indices: [
          ...userIndex('passkeys'),
          { name: 'passkeys_credential', columnNames: ['credential_hash'], isUnique: true },
        ],
      },
    ),
    table(
      'factor_resets',
      [
        ascii('uid', 36, { isPrimary: true }),
        ascii('stop_hash', 64),
        boolean('passkeys'),
        varchar('reason', 500),
        ascii('actor', 60),
        time('created_at'),
        time('due_at'),
      ],
      { foreignKeys: OF_USER, indices: [{ name: 'factor_resets_due_at', columnNames: ['due_at'] }] },
    ),
  ];
}
