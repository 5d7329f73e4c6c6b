import { createHash } from 'node:crypto';
import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';
import { columnsFor } from './columns.js';

/** How many rows one statement fills: the service of the version before goes on writing between two of them. */
const SLICE = 1_000;

const COLUMNS = ['list_password', 'list_passkey', 'list_admin'];

const VALUES = `UPDATE users SET list_password = (password_hash IS NOT NULL), list_admin = (admin_scopes <> ''),
  list_passkey = EXISTS (SELECT 1 FROM passkeys WHERE passkeys.uid = users.uid) WHERE uid >= ? AND uid <= ?`;

const CREATED = `UPDATE identities SET user_created_at = (SELECT created_at FROM users WHERE users.uid = identities.uid)
  WHERE identity_id >= ? AND identity_id <= ?`;

const index = (name: string, ...columnNames: string[]) => new TableIndex({ name, columnNames });

/** Each is in the order of the lists. */
const INDEXES: [table: string, index: TableIndex][] = [
  ['users', index('users_mfa_enabled', 'mfa_enabled', 'created_at', 'uid')],
  ['users', index('users_list_password', 'list_password', 'created_at', 'uid')],
  ['users', index('users_list_passkey', 'list_passkey', 'created_at', 'uid')],
  ['users', index('users_list_admin', 'list_admin', 'created_at', 'uid')],
  ['users', index('users_last_login_uid', 'last_login', 'uid')],
  ['identities', index('identities_provider', 'provider_id', 'user_created_at', 'uid')],
];
const REPLACED = index('users_last_login', 'last_login');

/** The filters of the list of users: the roles of users in a table, and an index for each other filter. */
export class UserFilters1764000000026 implements MigrationInterface {
  readonly name = 'UserFilters1764000000026';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(rolesTable(runner), true);
    const mysql = runner.connection.options.type === 'mysql';
    // Not by TypeORM's method for columns: on SQLite it rebuilds the table.
    for (const column of COLUMNS) {
      if (await runner.hasColumn('users', column)) continue;
      await runner.query(`ALTER TABLE users ADD COLUMN ${column} ${mysql ? 'tinyint' : 'boolean'} NOT NULL DEFAULT 0`);
    }
    if (!(await runner.hasColumn('identities', 'user_created_at')))
      await runner.query(
        `ALTER TABLE identities ADD COLUMN user_created_at ${mysql ? 'int unsigned' : 'integer'} NULL`,
      );
    await fill(runner);
    for (const [table, wanted] of INDEXES)
      if (!(await has(runner, table, wanted))) await runner.createIndex(table, wanted);
    if (await has(runner, 'users', REPLACED)) await runner.dropIndex('users', REPLACED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.createIndex('users', REPLACED);
    for (const [table, { name = '' }] of INDEXES) await runner.dropIndex(table, name);
    for (const column of COLUMNS) await runner.query(`ALTER TABLE users DROP COLUMN ${column}`);
    await runner.query('ALTER TABLE identities DROP COLUMN user_created_at');
    await runner.dropTable('user_roles', true);
  }
}

function rolesTable(runner: QueryRunner): Table {
  const { ascii, time } = columnsFor(runner);
  return new Table({
    name: 'user_roles',
    engine: 'InnoDB',
    columns: [
      ascii('uid', 36, { isPrimary: true }),
      ascii('role_hash', 64, { isPrimary: true }),
      time('created_at'),
    ] as never,
    indices: [{ name: 'user_roles_role', columnNames: ['role_hash', 'created_at', 'uid'] }],
    foreignKeys: [
      { columnNames: ['uid'], referencedTableName: 'users', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
    ],
  });
}

async function has(runner: QueryRunner, table: string, { name }: TableIndex): Promise<boolean> {
  const { indices = [] } = (await runner.getTable(table)) ?? {};
  return indices.some((known) => known.name === name);
}

/** Slice by slice, so that no statement locks many rows for long. Repeating it changes nothing more. */
async function fill(runner: QueryRunner): Promise<void> {
  for (let after = ''; ; ) {
    const users: { uid: string; created_at: number; claims: string }[] = await runner.query(
      `SELECT uid, created_at, claims FROM users WHERE uid > ? ORDER BY uid LIMIT ${SLICE}`,
      [after],
    );
    const last = users.at(-1);
    if (!last) break;
    await runner.query(VALUES, [users[0]?.uid, last.uid]);
    await addRoles(runner, users);
    after = last.uid;
  }
  for (let after = ''; ; ) {
    const identities: { identity_id: string }[] = await runner.query(
      `SELECT identity_id FROM identities WHERE identity_id > ? ORDER BY identity_id LIMIT ${SLICE}`,
      [after],
    );
    const last = identities.at(-1);
    if (!last) return;
    await runner.query(CREATED, [identities[0]?.identity_id, last.identity_id]);
    after = last.identity_id;
  }
}

async function addRoles(runner: QueryRunner, users: { uid: string; created_at: number; claims: string }[]) {
  const rows = users.flatMap(({ uid, created_at, claims }) => rolesIn(claims).map((hash) => [uid, hash, created_at]));
  const ignore = runner.connection.options.type === 'mysql' ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
  for (let first = 0; first < rows.length; first += SLICE) {
    const some = rows.slice(first, first + SLICE);
    const places = some.map(() => '(?, ?, ?)').join();
    await runner.query(`${ignore} INTO user_roles (uid, role_hash, created_at) VALUES ${places}`, some.flat());
  }
}

/** The hashes of the roles in claims. A migration never changes, so it has its own copy of this rule. */
function rolesIn(claims: string): string[] {
  if (claims === '{}') return [];
  const { roles } = JSON.parse(claims);
  const texts: string[] = Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [];
  return [...new Set(texts)].map((role) => createHash('sha256').update(role).digest('hex'));
}
