import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './columns.js';

/** The links that are mailed, and the letters that wait to be sent. */
export class LinksAndMail1763800000002 implements MigrationInterface {
  readonly name = 'LinksAndMail1763800000002';

  async up(runner: QueryRunner): Promise<void> {
    const { ascii, varchar, text, time, count, boolean } = columnsFor(runner);
    await runner.createTable(
      new Table({
        name: 'links',
        engine: 'InnoDB',
        columns: [
          ascii('token_hash', 64, { isPrimary: true }),
          ascii('purpose', 20),
          ascii('uid', 36, { isNullable: true }),
          ascii('email', 254),
          boolean('sign_up'),
          ascii('target', 2048),
          time('created_at'),
          time('expires_at'),
          time('used_at', { isNullable: true }),
        ],
        foreignKeys: [
          { columnNames: ['uid'], referencedTableName: 'users', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
        ],
        indices: [
          { name: 'links_uid', columnNames: ['uid'] },
          { name: 'links_email', columnNames: ['email'] },
          { name: 'links_expires_at', columnNames: ['expires_at'] },
        ],
      }),
      true,
    );
    await runner.createTable(
      new Table({
        name: 'messages',
        engine: 'InnoDB',
        columns: [
          ascii('id', 36, { isPrimary: true }),
          ascii('kind', 20),
          ascii('recipient', 254),
          text('sealed', { isNullable: true }),
          ascii('status', 10),
          count('attempts'),
          time('created_at'),
          time('due_at'),
          time('sent_at', { isNullable: true }),
          varchar('last_error', 255, { isNullable: true }),
        ],
        indices: [
          { name: 'messages_status_due_at', columnNames: ['status', 'due_at'] },
          { name: 'messages_created_at', columnNames: ['created_at'] },
          { name: 'messages_recipient', columnNames: ['recipient'] },
        ],
      }),
      true,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['messages', 'links']) await runner.dropTable(table, true);
  }
}
