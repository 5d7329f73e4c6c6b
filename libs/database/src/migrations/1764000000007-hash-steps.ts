import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const INDEX = 'users_hash_steps';

/** The beginning that all hashes of one algorithm and cost share. */
const PREFIX = /^(?:hmac-sha256:)?\$2[aby]\$(\d\d)\$|^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=\d{1,9}\$/;
const KIB_PER_BCRYPT_STEP = 20;
const LEAST_STEPS = 2 ** 4;
/** No acceptable hash takes more. Other texts, which verify no password, must not delay logins. */
const MOST_STEPS = 2 ** 15;

/** How many steps of bcrypt each hash takes, so that refused logins can all take the time of the dearest one. */
export class HashSteps1764000000007 implements MigrationInterface {
  readonly name = 'HashSteps1764000000007';

  async up(runner: QueryRunner): Promise<void> {
    const mysql = runner.connection.options.type === 'mysql';
    // Not by TypeORM's methods for columns: on SQLite they rebuild the table and delete the rows that refer to it.
    if (!(await runner.hasColumn('users', 'hash_steps'))) {
      await runner.query(`ALTER TABLE users ADD COLUMN hash_steps ${mysql ? 'int unsigned' : 'integer'} NULL`);
    }
    await fillIn(runner);
    const known = (await runner.getTable('users'))?.indices.some(({ name }) => name === INDEX);
    if (!known) await runner.createIndex('users', new TableIndex({ name: INDEX, columnNames: ['hash_steps'] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('users', INDEX);
    await runner.query('ALTER TABLE users DROP COLUMN hash_steps');
  }
}

/** One statement for each algorithm and cost that the table holds, which are few. */
async function fillIn(runner: QueryRunner): Promise<void> {
  const unknown = 'hash_steps IS NULL AND password_hash IS NOT NULL';
  for (;;) {
    const [row] = await runner.query(`SELECT password_hash FROM users WHERE ${unknown} LIMIT 1`);
    if (row === undefined) return;
    const hash: string = row.password_hash;
    const [prefix] = PREFIX.exec(hash) ?? [];
    const [sameKind, text] = prefix === undefined ? ['= ?', hash] : ['LIKE ?', `${prefix}%`];
    await runner.query(`UPDATE users SET hash_steps = ? WHERE ${unknown} AND password_hash ${sameKind}`, [
      stepsOf(hash),
      text,
    ]);
  }
}

function stepsOf(hash: string): number {
  const [, cost, memory, passes] = PREFIX.exec(hash) ?? [];
  const steps = cost === undefined ? (Number(memory) * Number(passes)) / KIB_PER_BCRYPT_STEP : 2 ** Number(cost);
  return steps <= MOST_STEPS ? Math.max(LEAST_STEPS, Math.ceil(steps)) : 0;
}
