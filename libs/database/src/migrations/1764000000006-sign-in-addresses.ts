import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { columnsFor } from './columns.js';

/** The client addresses that users have signed in from lately. */
export class SignInAddresses1764000000006 implements MigrationInterface {
  readonly name = 'SignInAddresses1764000000006';

  async up(runner: QueryRunner): Promise<void> {
    const { ascii, time } = columnsFor(runner);
    await runner.createTable(
      new Table({
        name: 'sign_in_addresses',
        engine: 'InnoDB',
        columns: [ascii('uid', 36, { isPrimary: true }), ascii('address', 45, { isPrimary: true }), time('last_at')],
        foreignKeys: [
          { columnNames: ['uid'], referencedTableName: 'users', referencedColumnNames: ['uid'], onDelete: 'CASCADE' },
        ],
        indices: [{ name: 'sign_in_addresses_last_at', columnNames: ['last_at'] }],
      }),
      true,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('sign_in_addresses', true);
  }
}
