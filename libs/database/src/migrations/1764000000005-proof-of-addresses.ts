import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

/** Each new column: its table, its name, and its type on MySQL and on SQLite. */
const COLUMNS: [table: string, name: string, mysql: string, sqlite: string][] = [
  ['users', 'email_proved', 'tinyint(1) NOT NULL DEFAULT 0', 'boolean NOT NULL DEFAULT 0'],
  ['sessions', 'ended_at', 'int unsigned NULL', 'integer NULL'],
  ['sessions', 'end_reason', 'varchar(20) CHARACTER SET ascii COLLATE ascii_bin NULL', 'varchar(20) NULL'],
  ['links', 'user_agent', 'varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL', 'varchar(255) NULL'],
  ['links', 'password_version', 'int unsigned NULL', 'integer NULL'],
];

const INDEX = new TableIndex({ name: 'sessions_ended_at', columnNames: ['ended_at'] });

/**
 * Addresses that were proved before this version, as far as the database can show it: accounts without a password that never
 * changed the address, and accounts whose log has a reset, a voided password, a sign-up by magic link, or an import as
 * verified, with no change of the address since. All others are proved by the next magic link or reset.
 */
const PROVED = `UPDATE users SET email_proved = 1 WHERE email_verified = 1 AND ((password_hash IS NULL AND NOT EXISTS (
  SELECT 1 FROM events moved WHERE moved.uid = users.uid AND moved.type = 'user.email_changed'
)) OR EXISTS (
  SELECT 1 FROM events proof WHERE proof.uid = users.uid AND (
    proof.type IN ('user.password_reset', 'user.imported')
    OR (proof.type = 'user.email_verified' AND proof.data LIKE '%"void"%')
    OR (proof.type = 'user.created' AND proof.data LIKE '%"magic_link"%')
  ) AND NOT EXISTS (
    SELECT 1 FROM events later WHERE later.uid = users.uid AND later.id > proof.id AND (
      later.type = 'user.email_changed'
      OR (proof.type = 'user.imported' AND later.type = 'user.email_verified')
    )
  )
))`;

/**
 * Which addresses are proved, which sessions ended and why, from which browser a link was requested, and the password
 * version at a change of address.
 */
export class ProofOfAddresses1764000000005 implements MigrationInterface {
  readonly name = 'ProofOfAddresses1764000000005';

  async up(runner: QueryRunner): Promise<void> {
    const mysql = runner.connection.options.type === 'mysql';
    for (const [table, name, onMysql, onSqlite] of COLUMNS) {
      if (await runner.hasColumn(table, name)) continue;
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${mysql ? onMysql : onSqlite}`);
    }
    const indices = (await runner.getTable('sessions'))?.indices ?? [];
    if (!indices.some(({ name }) => name === INDEX.name)) await runner.createIndex('sessions', INDEX);
    await runner.query(PROVED);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The release before knows no ended sessions: it would refresh them.
    await runner.query('DELETE FROM sessions WHERE ended_at IS NOT NULL');
    await runner.query("DELETE FROM links WHERE purpose = 'undo_email_change'");
    await runner.dropIndex('sessions', INDEX);
    for (const [table, name] of COLUMNS) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${name}`);
  }
}
