import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const INDEX = new TableIndex({ name: 'sessions_impersonator', columnNames: ['impersonator'] });

/** Each new column of sessions: its name, and its type on MySQL and on SQLite. */
const COLUMNS: [name: string, mysql: string, sqlite: string][] = [
  ['impersonator', 'varchar(42) CHARACTER SET ascii COLLATE ascii_bin NULL', 'varchar(42)'],
  ['act_name', 'varchar(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL', 'varchar(254)'],
];

/** The administrator who acts as the user of a session, and the name of the administrator. */
export class Impersonation1764000000012 implements MigrationInterface {
  readonly name = 'Impersonation1764000000012';

  async up(runner: QueryRunner): Promise<void> {
    const mysql = runner.connection.options.type === 'mysql';
    for (const [name, onMysql, onSqlite] of COLUMNS) {
      if (await runner.hasColumn('sessions', name)) continue;
      await runner.query(`ALTER TABLE sessions ADD COLUMN ${name} ${mysql ? onMysql : onSqlite}`);
    }
    const known = (await runner.getTable('sessions'))?.indices.map(({ name }) => name) ?? [];
    if (!known.includes(INDEX.name)) await runner.createIndex('sessions', INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('sessions', INDEX);
    for (const [name] of COLUMNS) await runner.query(`ALTER TABLE sessions DROP COLUMN ${name}`);
  }
}
