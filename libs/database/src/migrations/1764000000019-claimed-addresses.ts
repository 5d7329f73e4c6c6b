import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMN = 'email_claimed';

/**
 * Of the verified and unproved addresses, those count as claimed that no link has verified. Repeating it changes nothing more.
 */
const VALUES = `UPDATE users SET email_claimed = 1 WHERE email_verified = 1 AND email_proved = 0 AND NOT EXISTS (
  SELECT 1 FROM events WHERE events.uid = users.uid AND events.type = 'user.email_verified'
)`;

/** Whether only the client of a sign-up has said that an address is verified. */
export class ClaimedAddresses1764000000019 implements MigrationInterface {
  readonly name = 'ClaimedAddresses1764000000019';

  async up(runner: QueryRunner): Promise<void> {
    const type = runner.connection.options.type === 'mysql' ? 'tinyint' : 'boolean';
    // Not by TypeORM's method for columns: on SQLite it rebuilds the table.
    if (!(await runner.hasColumn('users', COLUMN))) {
      await runner.query(`ALTER TABLE users ADD COLUMN ${COLUMN} ${type} NOT NULL DEFAULT 0`);
    }
    await runner.query(VALUES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE users DROP COLUMN ${COLUMN}`);
  }
}
