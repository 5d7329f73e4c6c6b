import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

/** Indexes that were added to a migration after its first use, by their table. */
const INDEXES = [
  { table: 'links', name: 'links_email', columnNames: ['email'] },
  { table: 'messages', name: 'messages_recipient', columnNames: ['recipient'] },
];

/**
 * Adds what two migrations before this one got after their first use. A database that was made in between counts them as
 * applied and lacks `users.sign_ins`, without which no login works, and two indexes.
 */
export class RepairSignIns1764000000004 implements MigrationInterface {
  readonly name = 'RepairSignIns1764000000004';

  async up(runner: QueryRunner): Promise<void> {
    const mysql = runner.connection.options.type === 'mysql';
    // The column tools of TypeORM make the table anew on SQLite, which deletes the rows that refer to it.
    if (!(await runner.hasColumn('users', 'sign_ins'))) {
      await runner.query(
        `ALTER TABLE users ADD COLUMN sign_ins ${mysql ? 'int unsigned' : 'integer'} NOT NULL DEFAULT 0`,
      );
    }
    for (const { table, ...index } of INDEXES) {
      const known = (await runner.getTable(table))?.indices.map(({ name }) => name) ?? [];
      if (!known.includes(index.name)) await runner.createIndex(table, new TableIndex(index));
    }
  }

  /** Nothing: all of it belongs to the migrations before, which remove it. */
  async down(): Promise<void> {}
}
