import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './columns.js';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';

const COUNTED = [
  'sign_ins',
  'failed',
  'users_created',
  'users_active',
  'letters_sent',
  'letters_failed',
  'webhooks_failed',
];

/** The scopes of users, the sessions of the console, and the counters of its charts. */
export class Console1764000000013 implements MigrationInterface {
  readonly name = 'Console1764000000013';

  async up(runner: QueryRunner): Promise<void> {
    const mysql = runner.connection.options.type === 'mysql';
    // Not by TypeORM's methods for columns: on SQLite they rebuild the table.
    if (!(await runner.hasColumn('users', 'admin_scopes'))) {
      const type = `varchar(60) ${mysql ? ASCII : ''} NOT NULL DEFAULT ''`;
      await runner.query(`ALTER TABLE users ADD COLUMN admin_scopes ${type}`);
    }
    for (const table of tablesFor(runner)) await runner.createTable(table, true);
    const [begun] = await runner.query('SELECT id FROM activity_progress WHERE id = 1');
    if (!begun) await runner.query('INSERT INTO activity_progress (id, position, counted_at) VALUES (1, 0, NULL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of tablesFor(runner).reverse()) await runner.dropTable(name, true);
    await runner.query('ALTER TABLE users DROP COLUMN admin_scopes');
  }
}

function tablesFor(runner: QueryRunner): Table[] {
  const { ascii, time, count } = columnsFor(runner);
  const optional = { isNullable: true };
  const key = { isPrimary: true, default: undefined };
  const table = (name: string, columns: object[], more: object = {}) =>
    new Table({ name, engine: 'InnoDB', columns: columns as never, ...more });
  const owner = (column: string, referencedTableName: string, referenced: string) => ({
    columnNames: [column],
    referencedTableName,
    referencedColumnNames: [referenced],
    onDelete: 'CASCADE',
  });
  return [
    table(
      'console_sessions',
      [
        ascii('token_hash', 64, { isPrimary: true }),
        ascii('admin_token_id', 36, optional),
        ascii('uid', 36, optional),
        time('created_at'),
        time('last_used_at'),
        time('expires_at'),
      ],
      {
        foreignKeys: [owner('admin_token_id', 'admin_tokens', 'id'), owner('uid', 'users', 'uid')],
        indices: [
          { name: 'console_sessions_admin_token_id', columnNames: ['admin_token_id'] },
          { name: 'console_sessions_uid', columnNames: ['uid'] },
          { name: 'console_sessions_expires_at', columnNames: ['expires_at'] },
        ],
      },
    ),
    table('activity_counters', [
      ascii('period', 4, { isPrimary: true }),
      time('at', { isPrimary: true }),
      ...COUNTED.map((name) => count(name)),
    ]),
    table('activity_progress', [count('id', key), { name: 'position', type: 'bigint' }, time('counted_at', optional)]),
  ];
}
