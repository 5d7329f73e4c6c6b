import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The names of the columns, and their types on MySQL and on SQLite. */
const COLUMNS = [
  ['shown_here', 'varchar(6) CHARACTER SET ascii COLLATE ascii_bin NULL', 'varchar(6)'],
  ['used_within_at', 'int unsigned NOT NULL DEFAULT 0', 'integer NOT NULL DEFAULT 0'],
] as const;

/** What was shown in a session since it was opened, and when a session was last used that began in it. */
export class SessionsInSessions1764000000029 implements MigrationInterface {
  readonly name = 'SessionsInSessions1764000000029';

  async up(runner: QueryRunner): Promise<void> {
    const { type } = runner.connection.options;
    // Not by TypeORM's method for columns: on SQLite it rebuilds the table.
    for (const [name, mysql, sqlite] of COLUMNS) {
      if (await runner.hasColumn('sessions', name)) continue;
      await runner.query(`ALTER TABLE sessions ADD COLUMN ${name} ${type === 'mysql' ? mysql : sqlite}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of COLUMNS) await runner.query(`ALTER TABLE sessions DROP COLUMN ${name}`);
  }
}
