import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The session that has begun to add an authenticator app. An app that waits during the upgrade is added anew. */
export class BegunApps1764000000032 implements MigrationInterface {
  readonly name = 'BegunApps1764000000032';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('totp_factors', 'session_id')) return;
    const ascii = runner.connection.options.type === 'mysql' ? ' CHARACTER SET ascii COLLATE ascii_bin NULL' : '';
    // Not by TypeORM's method for columns: on SQLite it rebuilds the table.
    await runner.query(`ALTER TABLE totp_factors ADD COLUMN session_id varchar(36)${ascii}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE totp_factors DROP COLUMN session_id');
  }
}
