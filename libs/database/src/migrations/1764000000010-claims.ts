import type { MigrationInterface, QueryRunner } from 'typeorm';

const TEXT = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

const TABLES = ['users', 'sessions'];

/** Each new column of both tables: its name, and its type on MySQL and on SQLite. */
const COLUMNS: [name: string, mysql: string, sqlite: string][] = [
  ['claims', `varchar(1024) ${TEXT} NOT NULL DEFAULT '{}'`, "varchar(1024) NOT NULL DEFAULT '{}'"],
  ['claims_changed_at', 'int unsigned NOT NULL DEFAULT 0', 'integer NOT NULL DEFAULT 0'],
];

/** The claims that administrators give to users, and the copies in their sessions, which a refresh reads. */
export class Claims1764000000010 implements MigrationInterface {
  readonly name = 'Claims1764000000010';

  async up(runner: QueryRunner): Promise<void> {
    const mysql = runner.connection.options.type === 'mysql';
    for (const table of TABLES) {
      for (const [name, onMysql, onSqlite] of COLUMNS) {
        if (await runner.hasColumn(table, name)) continue;
        await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${mysql ? onMysql : onSqlite}`);
      }
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      for (const [name] of COLUMNS) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${name}`);
  }
}
