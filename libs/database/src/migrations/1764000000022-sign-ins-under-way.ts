import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const TABLE = 'challenges';
const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';

/** Each new column: its name and its length. */
const COLUMNS: [name: string, length: number][] = [
  ['idp', 32],
  ['identity_key', 64],
  ['idp_sid', 64],
];

const INDEXES = [
  new TableIndex({ name: 'challenges_identity', columnNames: ['idp', 'identity_key'] }),
  new TableIndex({ name: 'challenges_idp_sid', columnNames: ['idp', 'idp_sid'] }),
];

/** Finds the sign-ins under way of a person or a session at an external provider. */
export class SignInsUnderWay1764000000022 implements MigrationInterface {
  readonly name = 'SignInsUnderWay1764000000022';

  async up(runner: QueryRunner): Promise<void> {
    const ascii = runner.connection.options.type === 'mysql' ? ` ${ASCII}` : '';
    // Not by TypeORM's method for columns: on SQLite it rebuilds the table.
    for (const [name, length] of COLUMNS) {
      if (await runner.hasColumn(TABLE, name)) continue;
      await runner.query(`ALTER TABLE ${TABLE} ADD COLUMN ${name} varchar(${length})${ascii} NULL`);
    }
    const known = (await runner.getTable(TABLE))?.indices.map(({ name }) => name) ?? [];
    for (const index of INDEXES) if (!known.includes(index.name)) await runner.createIndex(TABLE, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await runner.dropIndex(TABLE, index);
    for (const [name] of COLUMNS) await runner.query(`ALTER TABLE ${TABLE} DROP COLUMN ${name}`);
  }
}
