import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';

/** Each new column: its table, its name, and its type on MySQL and on SQLite. */
const COLUMNS: [table: string, name: string, mysql: string, sqlite: string][] = [
  ['sessions', 'replaced_generations', `text ${ASCII} NULL`, 'text'],
  ['links', 'code_challenge', `varchar(43) ${ASCII} NULL`, 'varchar(43)'],
];

/** What sessions in a cookie need to know about replaced tokens, and the browsers to which magic links give a code. */
export class CookieSessions1764000000023 implements MigrationInterface {
  readonly name = 'CookieSessions1764000000023';

  async up(runner: QueryRunner): Promise<void> {
    const mysql = runner.connection.options.type === 'mysql';
    // Not by TypeORM's method for columns: on SQLite it rebuilds the table.
    for (const [table, name, onMysql, onSqlite] of COLUMNS) {
      if (await runner.hasColumn(table, name)) continue;
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${mysql ? onMysql : onSqlite}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, name] of COLUMNS) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${name}`);
  }
}
