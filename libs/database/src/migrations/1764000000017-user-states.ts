import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const TABLE = 'users';
const INDEX = new TableIndex({
  name: 'users_active_email_verified',
  columnNames: ['active', 'email_verified', 'created_at', 'uid'],
});

/** An index for lists of users that are filtered by both states. */
export class UserStates1764000000017 implements MigrationInterface {
  readonly name = 'UserStates1764000000017';

  async up(runner: QueryRunner): Promise<void> {
    const known = (await runner.getTable(TABLE))?.indices.map(({ name }) => name) ?? [];
    if (!known.includes(INDEX.name)) await runner.createIndex(TABLE, INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex(TABLE, INDEX);
  }
}
