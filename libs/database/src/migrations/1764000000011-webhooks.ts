import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';
import { columnsFor } from './columns.js';

/** Each statement of the numbering changes at most this many rows. */
const BATCH = 10_000;

const INDEXES = [
  new TableIndex({ name: 'events_position', columnNames: ['position'], isUnique: true }),
  new TableIndex({ name: 'events_uid_position', columnNames: ['uid', 'position'] }),
  new TableIndex({ name: 'events_type_position', columnNames: ['type', 'position'] }),
];

const NUMBERED = `SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS n FROM events WHERE id > ? AND id <= ?`;
const NUMBER = {
  mysql: `UPDATE events JOIN (${NUMBERED}) AS numbered ON numbered.id = events.id
    SET events.position = ? + numbered.n WHERE events.id > ? AND events.id <= ?`,
  sqlite: `UPDATE events SET position = ? + numbered.n FROM (${NUMBERED}) AS numbered
    WHERE numbered.id = events.id AND events.id > ? AND events.id <= ?`,
};

/** The positions of events in the log, webhooks, and their deliveries. */
export class Webhooks1764000000011 implements MigrationInterface {
  readonly name = 'Webhooks1764000000011';

  async up(runner: QueryRunner): Promise<void> {
    // Not by TypeORM's methods for columns: on SQLite they rebuild the table.
    if (!(await runner.hasColumn('events', 'position'))) {
      await runner.query('ALTER TABLE events ADD COLUMN position bigint NULL');
    }
    for (const table of tablesFor(runner)) await runner.createTable(table, true);
    await numberEvents(runner);
    const known = (await runner.getTable('events'))?.indices.map(({ name }) => name) ?? [];
    for (const index of INDEXES) if (!known.includes(index.name)) await runner.createIndex('events', index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of tablesFor(runner).reverse()) await runner.dropTable(name, true);
    for (const index of INDEXES) await runner.dropIndex('events', index);
    await runner.query('ALTER TABLE events DROP COLUMN position');
  }
}

/** In the order of ids. After a kill it continues where it was. The service numbers later events. */
async function numberEvents(runner: QueryRunner): Promise<void> {
  const [done] = await runner.query('SELECT id FROM event_sequence WHERE id = 1');
  if (done) return;
  const mysql = runner.connection.options.type === 'mysql';
  const numbered = 'SELECT id, position FROM events WHERE position IS NOT NULL ORDER BY id DESC LIMIT 1';
  let [{ id, position: last }] = [...(await runner.query(numbered)), { id: '', position: 0 }];
  for (;;) {
    const ids: { id: string }[] = await runner.query(`SELECT id FROM events WHERE id > ? ORDER BY id LIMIT ${BATCH}`, [
      id,
    ]);
    const until = ids.at(-1)?.id;
    if (until === undefined) break;
    const values = mysql ? [id, until, last] : [last, id, until];
    await runner.query(mysql ? NUMBER.mysql : NUMBER.sqlite, [...values, id, until]);
    [last, id] = [Number(last) + ids.length, until];
  }
  await runner.query('INSERT INTO event_sequence (id, last_position) VALUES (1, ?)', [last]);
}

function tablesFor(runner: QueryRunner): Table[] {
  const { ascii, varchar, text, time, count, boolean } = columnsFor(runner);
  const bigint = (name: string) => ({ name, type: 'bigint' });
  const optional = { isNullable: true };
  const table = (name: string, columns: object[], more: object = {}) =>
    new Table({ name, engine: 'InnoDB', columns: columns as never, ...more });
  return [
    table('event_sequence', [{ ...count('id', { isPrimary: true }), default: undefined }, bigint('last_position')]),
    table(
      'webhooks',
      [
        ascii('webhook_id', 36, { isPrimary: true }),
        { ...count('slot'), default: undefined },
        ascii('url', 2048),
        text('types'),
        varchar('description', 200),
        boolean('ordered'),
        boolean('active'),
        bigint('position'),
        text('secret_sealed'),
        text('previous_sealed', optional),
        time('previous_until', optional),
        time('failing_since', optional),
        time('disabled_at', optional),
        time('last_success_at', optional),
        varchar('last_error', 255, optional),
        ascii('lease_owner', 36, optional),
        time('lease_until', { default: 0 }),
        time('created_at'),
        time('updated_at'),
      ],
      { indices: [{ name: 'webhooks_slot', columnNames: ['slot'], isUnique: true }] },
    ),
    table(
      'webhook_deliveries',
      [
        ascii('delivery_id', 36, { isPrimary: true }),
        ascii('webhook_id', 36),
        ascii('event_id', 36),
        ascii('type', 40),
        bigint('position'),
        ascii('uid', 36, optional),
        time('at'),
        ascii('status', 10),
        boolean('replay'),
        count('attempts'),
        { ...count('last_status'), default: undefined, isNullable: true },
        varchar('last_error', 255, optional),
        time('created_at'),
        time('due_at'),
        time('sent_at', optional),
      ],
      {
        foreignKeys: [
          {
            columnNames: ['webhook_id'],
            referencedTableName: 'webhooks',
            referencedColumnNames: ['webhook_id'],
            onDelete: 'CASCADE',
          },
        ],
        indices: [
          { name: 'webhook_deliveries_event', columnNames: ['webhook_id', 'event_id'], isUnique: true },
          { name: 'webhook_deliveries_list', columnNames: ['webhook_id', 'delivery_id'] },
          { name: 'webhook_deliveries_due', columnNames: ['webhook_id', 'status', 'due_at'] },
          { name: 'webhook_deliveries_order', columnNames: ['webhook_id', 'uid', 'status', 'position'] },
          { name: 'webhook_deliveries_uid', columnNames: ['uid', 'delivery_id'] },
          { name: 'webhook_deliveries_created_at', columnNames: ['created_at'] },
        ],
      },
    ),
  ];
}
