import { randomUUID } from 'node:crypto';
import { createDataSource } from '@app/database';
import type { DataSource } from 'typeorm';
import { type DatabaseLocation, parseDatabaseUrl } from '../../libs/config/src/database-url.js';
import { HashSteps1764000000007 } from '../../libs/database/src/migrations/1764000000007-hash-steps.js';
import { MIGRATIONS } from '../../libs/database/src/migrations/index.js';
import { createDatabase, type TestDatabase } from '../support/database/database.js';
import { importLines } from '../support/imports/ndjson.js';
import { App, newEmail, PASSWORD } from '../support/service/app.js';

const TAIL = 'abcdefghijklmnopqrstu'.padEnd(53, 'u');
const ARGON_TAIL = 'c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g';

const STEPS: [hash: string | null, steps: number | null][] = [
  [`$2b$10$${TAIL}`, 1_024],
  [`$2b$10$${TAIL.replace('a', 'b')}`, 1_024],
  [`$2a$04$${TAIL}`, 16],
  [`$2y$15$${TAIL}`, 32_768],
  [`hmac-sha256:$2b$11$${TAIL}`, 2_048],
  [`$argon2id$v=19$m=19456,t=2,p=1$${ARGON_TAIL}`, 1_946],
  [`$argon2id$v=19$m=8,t=1,p=1$${ARGON_TAIL}`, 16],
  [`$argon2id$v=19$m=999999999,t=9,p=1$${ARGON_TAIL}`, 0],
  ['nonsense with 100% of it', 0],
  ['', 0],
  [null, null],
];

describe('the migration of hash_steps', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createDatabase();
    const migrations = MIGRATIONS.filter((migration) => migration !== HashSteps1764000000007);
    dataSource = createDataSource(parseDatabaseUrl(database.url) as DatabaseLocation, { migrations });
    await dataSource.initialize();
    await dataSource.runMigrations({ transaction: 'none' });
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const storedSteps = async () => {
    const rows = await database.sql('SELECT password_hash, hash_steps FROM users ORDER BY email');
    return rows.map((row) => [row.password_hash, row.hash_steps]);
  };

  it('fills in the steps of the stored hashes, also when it is run again after an interruption', async () => {
    for (const [index, [hash]] of STEPS.entries()) {
      await database.sql(
        `INSERT INTO users (uid, email, password_hash, active, email_verified, metadata, created_at, updated_at)
          VALUES (?, ?, ?, 1, 0, '{}', 1, 1)`,
        [randomUUID(), `${String.fromCharCode(97 + index)}@example.com`, hash],
      );
    }
    const migration = new HashSteps1764000000007();
    const runner = dataSource.createQueryRunner();
    await migration.up(runner);
    expect(await storedSteps()).toEqual(STEPS);
    await database.sql("UPDATE users SET hash_steps = NULL WHERE email < 'e'");
    await runner.dropIndex('users', 'users_hash_steps');
    await migration.up(runner);
    expect(await storedSteps()).toEqual(STEPS);
    await migration.down(runner);
    expect(await runner.hasColumn('users', 'hash_steps')).toBe(false);
    await migration.up(runner);
    expect(await storedSteps()).toEqual(STEPS);
    await runner.release();
  });
});

describe('the steps of a hash', () => {
  let app: App;
  beforeAll(async () => {
    app = await App.start({ BCRYPT_COST: '4' });
  });
  afterAll(() => app.stop());

  const stepsOf = async (email: string) =>
    (await app.sql('SELECT hash_steps FROM users WHERE email = ?', [email]))[0]?.hash_steps;

  it('are stored with each new hash', async () => {
    const user = await app.signUp();
    expect(await stepsOf(user.email)).toBe(16);
    const change = { old_password: PASSWORD, new_password: 'another plover and a quince' };
    await app.sql('UPDATE users SET hash_steps = NULL');
    expect((await app.patch('/api/auth/user/change-password', change, { token: user.token })).status).toBe(200);
    expect(await stepsOf(user.email)).toBe(16);
    await app.sql('UPDATE users SET hash_steps = NULL');
    expect((await app.admin('PATCH', `/users/${user.uid}`, { password: PASSWORD })).status).toBe(200);
    expect(await stepsOf(user.email)).toBe(16);
  });

  it('are stored for an imported hash, replaced at a sign-in, and null without a password', async () => {
    const [created, imported, without] = [newEmail(), newEmail(), newEmail()];
    // The hash of "U*U", published with crypt_blowfish.
    const password_hash = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
    expect((await app.admin('POST', '/users', { email: created, password_hash })).status).toBe(200);
    await importLines(app, [{ email: imported, password_hash }, { email: without }]);
    expect([await stepsOf(created), await stepsOf(imported), await stepsOf(without)]).toEqual([32, 32, null]);
    expect((await app.login(imported, 'U*U')).status).toBe(200);
    expect([await stepsOf(created), await stepsOf(imported)]).toEqual([32, 16]);
  });
});
