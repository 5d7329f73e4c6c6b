import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['devices', 'sign_in_addresses'];
const MYSQL = 'varchar(64) CHARACTER SET ascii COLLATE ascii_bin NULL';
const SQLITE = 'varchar(64)';

/** The email about the sign-in that made a device or a client address known. */
export class NoticedDevices1764000000027 implements MigrationInterface {
  readonly name = 'NoticedDevices1764000000027';

  async up(runner: QueryRunner): Promise<void> {
    const type = runner.connection.options.type === 'mysql' ? MYSQL : SQLITE;
    // Not by TypeORM's method for columns: on SQLite it rebuilds the table.
    for (const table of TABLES) {
      if (await runner.hasColumn(table, 'notice_hash')) continue;
      await runner.query(`ALTER TABLE ${table} ADD COLUMN notice_hash ${type}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN notice_hash`);
  }
}
