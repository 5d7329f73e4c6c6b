import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';
import { columnsFor } from './columns.js';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const ADMINISTRATORS = new TableIndex({ name: 'users_admin_scopes', columnNames: ['admin_scopes'] });

/** The columns with the scopes of administrators, which all scopes together no longer fit into. */
const SCOPES: [table: string, column: string][] = [
  ['admin_tokens', 'scopes'],
  ['users', 'admin_scopes'],
];
const LENGTHS = { before: 60, after: 120 };

/** Clients with their secrets and used assertions, and the API keys of users. */
export class Machines1764000000024 implements MigrationInterface {
  readonly name = 'Machines1764000000024';

  async up(runner: QueryRunner): Promise<void> {
    await resize(runner, LENGTHS.after);
    for (const table of tablesFor(runner)) await runner.createTable(table, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of tablesFor(runner).reverse()) await runner.dropTable(name, true);
    for (const [table, column] of SCOPES) {
      await runner.query(`UPDATE ${table} SET ${column} = REPLACE(${column}, ',clients', '') WHERE ${column} <> ''`);
    }
    await resize(runner, LENGTHS.before);
  }
}

async function resize(runner: QueryRunner, length: number): Promise<void> {
  if (runner.connection.options.type === 'mysql') {
    for (const [table, column] of SCOPES) {
      await runner.query(
        `ALTER TABLE ${table} MODIFY COLUMN ${column} varchar(${length}) ${ASCII} NOT NULL DEFAULT ''`,
      );
    }
    return;
  }
  // SQLite cannot change a column, and TypeORM would rebuild the table with all that refers to it.
  await runner.dropIndex('users', ADMINISTRATORS);
  for (const [table, column] of SCOPES) {
    const next = `${column}_resized`;
    await runner.query(`ALTER TABLE ${table} ADD COLUMN ${next} varchar(${length}) NOT NULL DEFAULT ''`);
    await runner.query(`UPDATE ${table} SET ${next} = ${column} WHERE ${column} <> ''`);
    await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
    await runner.query(`ALTER TABLE ${table} RENAME COLUMN ${next} TO ${column}`);
  }
  await runner.createIndex('users', ADMINISTRATORS);
}

function tablesFor(runner: QueryRunner): Table[] {
  const { ascii, varchar, text, time, boolean } = columnsFor(runner);
  const optional = { isNullable: true };
  const key = { isPrimary: true };
  const table = (name: string, columns: object[], more: object = {}) =>
    new Table({ name, engine: 'InnoDB', columns: columns as never, ...more });
  const owner = (column: string, referencedTableName: string) => ({
    columnNames: [column],
    referencedTableName,
    referencedColumnNames: [column],
    onDelete: 'CASCADE',
  });
  const index = (name: string, columnName: string) => ({ name, columnNames: [columnName] });
  return [
    table('clients', [
      ascii('client_id', 36, key),
      varchar('name', 100),
      text('scopes'),
      text('audiences'),
      ascii('auth_method', 20),
      text('jwks', optional),
      boolean('active'),
      ascii('created_by', 60),
      time('created_at'),
      time('updated_at'),
      time('expires_at', optional),
      time('last_used_at', optional),
    ]),
    table(
      'client_secrets',
      [
        ascii('secret_id', 36, key),
        ascii('client_id', 36),
        ascii('secret_hash', 64),
        time('created_at'),
        time('last_used_at', optional),
      ],
      {
        foreignKeys: [owner('client_id', 'clients')],
        indices: [index('client_secrets_client_id', 'client_id')],
      },
    ),
    table('used_assertions', [ascii('assertion_hash', 64, key), time('expires_at')], {
      indices: [index('used_assertions_expires_at', 'expires_at')],
    }),
    table(
      'api_keys',
      [
        ascii('key_id', 22, key),
        ascii('uid', 36),
        varchar('name', 100),
        ascii('key_hash', 64),
        text('scopes'),
        text('audiences'),
        time('created_at'),
        time('expires_at'),
        time('last_used_at', optional),
      ],
      {
        foreignKeys: [owner('uid', 'users')],
        indices: [index('api_keys_uid', 'uid'), index('api_keys_expires_at', 'expires_at')],
      },
    ),
  ];
}
