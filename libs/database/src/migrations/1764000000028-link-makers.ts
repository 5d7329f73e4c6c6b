import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const INDEX = new TableIndex({ name: 'links_made_by', columnNames: ['made_by'] });
const MYSQL = 'varchar(60) CHARACTER SET ascii COLLATE ascii_bin NULL';
const SQLITE = 'varchar(60)';

/** The administrator who made a link. */
export class LinkMakers1764000000028 implements MigrationInterface {
  readonly name = 'LinkMakers1764000000028';

  async up(runner: QueryRunner): Promise<void> {
    const type = runner.connection.options.type === 'mysql' ? MYSQL : SQLITE;
    // Not by TypeORM's method for columns: on SQLite it rebuilds the table.
    if (!(await runner.hasColumn('links', 'made_by')))
      await runner.query(`ALTER TABLE links ADD COLUMN made_by ${type}`);
    const known = (await runner.getTable('links'))?.indices.map(({ name }) => name) ?? [];
    if (!known.includes(INDEX.name)) await runner.createIndex('links', INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('links', INDEX);
    await runner.query('ALTER TABLE links DROP COLUMN made_by');
  }
}
