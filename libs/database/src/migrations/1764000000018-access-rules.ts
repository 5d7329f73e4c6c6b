import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';
import { columnsFor } from './columns.js';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';

/** Each new column: its table, its name, and its type on MySQL and on SQLite. */
const COLUMNS: [table: string, name: string, mysql: string, sqlite: string][] = [
  ['users', 'factor_failures', 'int unsigned NOT NULL DEFAULT 0', 'integer NOT NULL DEFAULT 0'],
  ['sessions', 'factor_time', 'int unsigned NOT NULL DEFAULT 0', 'integer NOT NULL DEFAULT 0'],
  ['sessions', 'earlier_factor', 'tinyint NOT NULL DEFAULT 0', 'boolean NOT NULL DEFAULT 0'],
  ['sessions', 'factor_due_at', 'int unsigned NULL', 'integer'],
  ['sessions', 'password_version', 'int unsigned NOT NULL DEFAULT 0', 'integer NOT NULL DEFAULT 0'],
  ['sessions', 'parent_id', `varchar(36) ${ASCII} NULL`, 'varchar(36)'],
  ['sessions', 'max_ttl', 'int unsigned NOT NULL DEFAULT 0', 'integer NOT NULL DEFAULT 0'],
  ['sessions', 'idp_sid', `varchar(64) ${ASCII} NULL`, 'varchar(64)'],
  ['challenges', 'session_id', `varchar(36) ${ASCII} NULL`, 'varchar(36)'],
  ['links', 'session_id', `varchar(36) ${ASCII} NULL`, 'varchar(36)'],
  ['links', 'since', 'int unsigned NULL', 'integer'],
  ['console_sessions', 'session_id', `varchar(36) ${ASCII} NULL`, 'varchar(36)'],
  ['providers', 'version', `varchar(64) ${ASCII} NOT NULL DEFAULT ''`, "varchar(64) NOT NULL DEFAULT ''"],
  ['providers', 'session_max_ttl', 'int unsigned NOT NULL DEFAULT 0', 'integer NOT NULL DEFAULT 0'],
  ['factor_resets', 'identities', 'tinyint NOT NULL DEFAULT 0', 'boolean NOT NULL DEFAULT 0'],
];

const INDEXES = [
  new TableIndex({ name: 'sessions_parent_id', columnNames: ['parent_id'] }),
  new TableIndex({ name: 'sessions_idp', columnNames: ['idp', 'idp_sid'] }),
];

/** What the columns of existing rows mean. Repeating a statement changes nothing more. */
const VALUES = [
  "UPDATE sessions SET factor_time = auth_time WHERE acr = 'aal2' AND factor_time = 0",
  `UPDATE sessions SET password_version = (SELECT password_version FROM users WHERE users.uid = sessions.uid)
    WHERE ended_at IS NULL`,
  // Such a session looks at its user at the next refresh.
  `UPDATE sessions SET factor_due_at = 1 WHERE acr = 'aal1' AND ended_at IS NULL AND uid IN
    (SELECT uid FROM users WHERE admin_scopes <> '' OR mfa = 'required')`,
  "UPDATE admin_tokens SET created_by = 'env' WHERE created_by = 'ADMIN_TOKEN'",
  // The rules for the tokens of users and of other tokens hold for those that are made from now on.
  "UPDATE admin_tokens SET created_by = 'unknown' WHERE created_by NOT IN ('env', 'console')",
];

/**
 * What decides which access ends with what: the sessions in which links, challenges and other sessions began, when a factor
 * was last shown, and the versions of providers; and the identities that users have unlinked.
 */
export class AccessRules1764000000018 implements MigrationInterface {
  readonly name = 'AccessRules1764000000018';

  async up(runner: QueryRunner): Promise<void> {
    const mysql = runner.connection.options.type === 'mysql';
    // Not by TypeORM's methods for columns: on SQLite they rebuild the table.
    for (const [table, name, onMysql, onSqlite] of COLUMNS) {
      if (await runner.hasColumn(table, name)) continue;
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${mysql ? onMysql : onSqlite}`);
    }
    const known = (await runner.getTable('sessions'))?.indices.map(({ name }) => name) ?? [];
    for (const index of INDEXES) if (!known.includes(index.name)) await runner.createIndex('sessions', index);
    await runner.createTable(unlinkedIdentities(runner), true);
    for (const statement of VALUES) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('unlinked_identities', true);
    for (const index of INDEXES) await runner.dropIndex('sessions', index);
    for (const [table, name] of COLUMNS) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${name}`);
  }
}

function unlinkedIdentities(runner: QueryRunner): Table {
  const { ascii, time } = columnsFor(runner);
  const key = { isPrimary: true };
  const owner = {
    columnNames: ['uid'],
    referencedTableName: 'users',
    referencedColumnNames: ['uid'],
    onDelete: 'CASCADE',
  };
  return new Table({
    name: 'unlinked_identities',
    engine: 'InnoDB',
    columns: [ascii('uid', 36, key), ascii('provider_id', 32, key), ascii('key_hash', 64, key), time('created_at')],
    foreignKeys: [owner],
  });
}
