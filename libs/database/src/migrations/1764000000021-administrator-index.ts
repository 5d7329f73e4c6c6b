import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const TABLE = 'users';
const INDEX = new TableIndex({ name: 'users_admin_scopes', columnNames: ['admin_scopes'] });

/** An index that finds the few users who administer. */
export class AdministratorIndex1764000000021 implements MigrationInterface {
  readonly name = 'AdministratorIndex1764000000021';

  async up(runner: QueryRunner): Promise<void> {
    const known = (await runner.getTable(TABLE))?.indices.map(({ name }) => name) ?? [];
    if (!known.includes(INDEX.name)) await runner.createIndex(TABLE, INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex(TABLE, INDEX);
  }
}
