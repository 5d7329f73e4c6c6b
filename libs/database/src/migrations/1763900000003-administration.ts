import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';
import { columnsFor } from './columns.js';

const ASCII_UUID = 'varchar(36) CHARACTER SET ascii COLLATE ascii_bin';

/** What lists of users are sorted and filtered by. Each ends with what it is sorted by, so that no page costs more than another. */
const USER_INDICES: Record<string, string[]> = {
  users_created_at: ['created_at', 'uid'],
  users_active: ['active', 'created_at', 'uid'],
  users_email_verified: ['email_verified', 'created_at', 'uid'],
  users_batch_id: ['batch_id', 'uid'],
  users_last_login: ['last_login'],
};

/** Admin tokens, the event log, batches of imported users, how often a user signed in again, and when a signing key begins to sign. */
export class Administration1763900000003 implements MigrationInterface {
  readonly name = 'Administration1763900000003';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner);
    const mysql = runner.connection.options.type === 'mysql';
    // Not by the tools for columns: on SQLite they make the table anew, and what hangs on the old one goes with it.
    if (!(await runner.hasColumn('users', 'batch_id'))) {
      await runner.query(`ALTER TABLE users ADD COLUMN batch_id ${mysql ? ASCII_UUID : 'varchar(36)'} NULL`);
    }
    if (!(await runner.hasColumn('users', 'sign_ins'))) {
      await runner.query(
        `ALTER TABLE users ADD COLUMN sign_ins ${mysql ? 'int unsigned' : 'integer'} NOT NULL DEFAULT 0`,
      );
    }
    const known = new Set((await runner.getTable('users'))?.indices.map(({ name }) => name));
    for (const [name, columnNames] of Object.entries(USER_INDICES)) {
      if (!known.has(name)) await runner.createIndex('users', new TableIndex({ name, columnNames }));
    }
    if (!(await runner.hasColumn('signing_keys', 'activates_at'))) {
      await runner.query(`ALTER TABLE signing_keys ADD COLUMN activates_at ${mysql ? 'int unsigned' : 'integer'} NULL`);
    }
    if (await runner.hasColumn('signing_keys', 'state')) {
      await runner.query('UPDATE signing_keys SET activates_at = created_at WHERE activates_at IS NULL');
      await runner.query('ALTER TABLE signing_keys DROP COLUMN state');
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['import_batches', 'events', 'admin_tokens']) await runner.dropTable(table, true);
    for (const name of Object.keys(USER_INDICES)) await runner.dropIndex('users', name);
    await runner.query('ALTER TABLE users DROP COLUMN batch_id');
    await runner.query('ALTER TABLE users DROP COLUMN sign_ins');
    await runner.query("ALTER TABLE signing_keys ADD COLUMN state varchar(10) NOT NULL DEFAULT 'active'");
    await runner.query('ALTER TABLE signing_keys DROP COLUMN activates_at');
  }
}

async function createTables(runner: QueryRunner): Promise<void> {
  const { ascii, varchar, text, time } = columnsFor(runner);
  await runner.createTable(
    new Table({
      name: 'admin_tokens',
      engine: 'InnoDB',
      columns: [
        ascii('id', 36, { isPrimary: true }),
        varchar('name', 100),
        ascii('token_hash', 64, { isUnique: true }),
        ascii('scopes', 60),
        ascii('created_by', 60),
        time('created_at'),
        time('expires_at', { isNullable: true }),
        time('last_used_at', { isNullable: true }),
        time('revoked_at', { isNullable: true }),
      ],
    }),
    true,
  );
  await runner.createTable(
    new Table({
      name: 'events',
      engine: 'InnoDB',
      columns: [
        ascii('id', 36, { isPrimary: true }),
        ascii('type', 40),
        time('at'),
        ascii('actor', 60),
        ascii('uid', 36, { isNullable: true }),
        ascii('session_id', 36, { isNullable: true }),
        ascii('ip', 45, { isNullable: true }),
        text('data'),
      ],
      indices: [
        { name: 'events_uid', columnNames: ['uid', 'id'] },
        { name: 'events_type', columnNames: ['type', 'id'] },
        { name: 'events_at', columnNames: ['at'] },
      ],
    }),
    true,
  );
  await runner.createTable(
    new Table({
      name: 'import_batches',
      engine: 'InnoDB',
      columns: [ascii('batch_id', 36, { isPrimary: true }), ascii('created_by', 60), time('created_at')],
    }),
    true,
  );
}
