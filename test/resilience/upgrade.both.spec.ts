import { createHash, randomUUID } from 'node:crypto';
import { createDataSource, migrateOnce } from '@app/database';
import { type DatabaseLocation, parseDatabaseUrl } from '../../libs/config/src/database-url.js';
import { MIGRATIONS } from '../../libs/database/src/migrations/index.js';
import { createDatabase, DATABASE, type TestDatabase } from '../support/database/database.js';
import { STORED_PASSKEY } from '../support/factors/factor-rows.js';
import { readToken, writeToken } from '../support/http/jwt.js';
import { ADMIN_TOKEN } from '../support/service/app.js';
import { keyOfPreviousRelease, PUBLISHED_AHEAD, signedWith } from '../support/service/keys.js';
import { Service } from '../support/service/service.js';

const BASE_URL = 'https://auth.example.com';
const SIGNED_SINCE = 3_600;

/** How many migrations the databases have from which all others run at once. On a server, which takes a second for each, a sample. */
const STATES = DATABASE === 'sqlite' ? MIGRATIONS.map((_, index) => index + 1) : [1, 6, 12, 18, MIGRATIONS.length - 1];

const now = () => Math.floor(Date.now() / 1000);

const locationOf = ({ url }: TestDatabase) => parseDatabaseUrl(url) as DatabaseLocation;

/** Inserts a row as any release would. */
async function insert(database: TestDatabase, table: string, row: Record<string, unknown>): Promise<void> {
  const marks = Object.keys(row).map(() => '?');
  await database.sql(`INSERT INTO ${table} (${Object.keys(row)}) VALUES (${marks})`, Object.values(row));
}

/** A database with the first migrations only, as an older release would leave it. */
async function databaseOf(migrations: number): Promise<TestDatabase> {
  const database = await createDatabase();
  await upgrade(database, migrations);
  return database;
}

/** Runs those of the first migrations that the database lacks. */
async function upgrade(database: TestDatabase, migrations: number): Promise<void> {
  const dataSource = createDataSource(locationOf(database), { migrations: MIGRATIONS.slice(0, migrations) });
  await dataSource.initialize();
  await dataSource.runMigrations({ transaction: 'none' });
  await dataSource.destroy();
}

/** The names of all columns and indexes. */
async function shapeOf(database: TestDatabase): Promise<unknown[]> {
  const rows = await database.sql(
    DATABASE === 'mysql'
      ? `SELECT CONCAT(TABLE_NAME, '.', COLUMN_NAME) AS name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()
         UNION SELECT CONCAT(TABLE_NAME, ' ', INDEX_NAME) FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE()`
      : `SELECT tables.name || '.' || columns.name AS name
         FROM sqlite_master tables JOIN pragma_table_info(tables.name) columns WHERE tables.type = 'table'
         UNION SELECT tbl_name || ' ' || name FROM sqlite_master WHERE type = 'index'`,
  );
  return rows.map(({ name }) => name).sort();
}

/** Sets a database with migration 3 back to the state before two migrations were edited. */
async function undoLaterEdits(database: TestDatabase): Promise<void> {
  await database.sql('ALTER TABLE users DROP COLUMN sign_ins');
  const on = (table: string) => (DATABASE === 'mysql' ? ` ON ${table}` : '');
  await database.sql(`DROP INDEX links_email${on('links')}`);
  await database.sql(`DROP INDEX messages_recipient${on('messages')}`);
}

describe('the upgrade of a database', () => {
  const nothing = async () => undefined;
  const password = 'correct horse battery staple';
  let newest: unknown[];

  beforeAll(async () => {
    const fresh = await databaseOf(MIGRATIONS.length);
    newest = await shapeOf(fresh);
    await fresh.drop();
  });

  it('creates the newest tables in steps: from each state to the next one', async () => {
    const database = await createDatabase();
    for (const index of MIGRATIONS.keys()) await upgrade(database, index + 1);
    expect(await shapeOf(database)).toEqual(newest);
    await database.drop();
  });

  const states = [
    ...STATES.map((migrations) => [`with the first ${migrations} migrations`, migrations, nothing] as const),
    ['with migration 3 as it was before it added users.sign_ins', 3, undoLaterEdits] as const,
  ];

  it.each(states)('creates the newest tables from a database %s', async (_state, migrations, change) => {
    const database = await databaseOf(migrations);
    await change(database);
    await migrateOnce(locationOf(database));
    expect(await shapeOf(database)).toEqual(newest);
    await database.drop();
  });

  it.each([states[0], states.at(-1)] as typeof states)(
    'lets a user sign in after a start on a database %s',
    async (_state, migrations, change) => {
      const database = await databaseOf(migrations);
      await change(database);
      const service = await Service.start({ DATABASE_URL: database.url });
      try {
        expect(await shapeOf(database)).toEqual(newest);
        const body = { email: 'ada@example.com', password };
        expect((await service.call('POST', '/api/auth/user/create', { body })).status).toBe(200);
        expect((await service.call('POST', '/api/auth/user/login', { body })).status).toBe(200);
      } finally {
        await service.stop();
        await database.drop();
      }
    },
  );
});

describe('a database of the previous release', () => {
  const uid = '019391a0-0000-7000-8000-000000000001';
  const key = keyOfPreviousRelease();
  const { kid } = key.row;
  let database: TestDatabase;
  let service: Service;
  /** Issued by that release. */
  let token: string;

  beforeAll(async () => {
    database = await databaseOf(2);
    const made = now() - SIGNED_SINCE;
    const user = { uid, email: 'old@example.com', active: 1, email_verified: 1, metadata: '{}' };
    await insert(database, 'users', { ...user, created_at: made, updated_at: made });
    await insert(database, 'signing_keys', { ...key.row, alg: 'ES256', state: 'active', created_at: made });
    const claims = { iss: BASE_URL, sub: uid, sid: randomUUID(), iat: now(), exp: now() + 900, jti: randomUUID() };
    token = signedWith(
      key.pem,
      writeToken({ alg: 'ES256', typ: 'JWT' }, { ...claims, typ: 'access' }, () => ''),
      kid,
    );
    service = await Service.start({ DATABASE_URL: database.url, ADMIN_TOKEN, BASE_URL });
  });
  afterAll(async () => {
    await service?.stop();
    await database.drop();
  });

  const admin = (method: string, path: string) => service.call(method, `/api/admin${path}`, { token: ADMIN_TOKEN });
  const states = async () => {
    const { keys } = (await admin('GET', '/keys')).json;
    return Object.fromEntries(keys.map((shown: { kid: string; state: string }) => [shown.kid, shown.state]));
  };
  const signUp = async (email: string) => {
    const body = { email, password: 'correct horse battery staple', login: true };
    return (await service.call('POST', '/api/auth/user/create', { body })).json.token;
  };

  it('is migrated, and its users and tokens stay valid', async () => {
    const answer = await service.call('GET', '/api/auth/user', { token });
    expect(answer.json).toMatchObject({ uid, email: 'old@example.com' });
    const columns = Object.keys((await database.sql('SELECT * FROM signing_keys'))[0] ?? {});
    expect(columns).toContain('activates_at');
    expect(columns).not.toContain('state');
  });

  it('keeps its key, and gets a next key', async () => {
    const { keys } = (await admin('GET', '/keys')).json;
    expect(keys).toHaveLength(2);
    const since = now() - SIGNED_SINCE;
    const [next, active] = keys;
    expect(active).toMatchObject({ kid, state: 'active', activates_at: active.created_at });
    expect(Math.abs(active.created_at - since)).toBeLessThan(60);
    expect(next).toMatchObject({ state: 'next', activates_at: null });
    const { keys: published } = (await service.call('GET', '/.well-known/jwks.json')).json;
    expect(published.map((jwk: { kid: string }) => jwk.kid)).toEqual([kid, next.kid]);
    expect(published[0]).toEqual(JSON.parse(key.row.public_jwk));
    expect(readToken(await signUp('new@example.com')).header.kid).toBe(kid);
  });

  it('rotates to its next key when the key sets without it have expired in all caches, and not earlier', async () => {
    const { kid: next } = (await admin('POST', '/keys/rotate')).json;
    expect(next).not.toBe(kid);
    await service.advance(PUBLISHED_AHEAD - 60);
    expect(readToken(await signUp('then@example.com')).header.kid).toBe(kid);
    await service.advance(62);
    expect(readToken(await signUp('later@example.com')).header.kid).toBe(next);
    expect((await service.call('GET', '/api/auth/user', { token })).status).toBe(200);
    expect(await states()).toMatchObject({ [kid]: 'retired', [next]: 'active' });
  });

  it('runs its new migrations again when the process was killed before it recorded them', async () => {
    await service.stop();
    await database.sql('DELETE FROM migrations WHERE timestamp > 1763900000003');
    service = await Service.start({ DATABASE_URL: database.url, ADMIN_TOKEN, BASE_URL });
    const names = (await database.sql('SELECT name FROM migrations')).map(({ name }) => name);
    expect(names.sort()).toEqual(MIGRATIONS.map(({ name }) => name).sort());
    expect((await service.call('GET', '/api/auth/user', { token })).status).toBe(200);
  });

  it('can be reverted to the tables of the previous release', async () => {
    await service.stop();
    const dataSource = await createDataSource(locationOf(database)).initialize();
    const applied = async () => (await database.sql('SELECT name FROM migrations')).length;
    while ((await applied()) > 2) await dataSource.undoLastMigration({ transaction: 'none' });
    await dataSource.destroy();
    const rows = await database.sql('SELECT kid, state FROM signing_keys WHERE kid = ?', [kid]);
    expect(rows).toEqual([{ kid, state: 'active' }]);
    expect(await database.sql('SELECT uid FROM users WHERE uid = ?', [uid])).toEqual([{ uid }]);
    service = await Service.start({ DATABASE_URL: database.url, ADMIN_TOKEN, BASE_URL });
    expect((await service.call('GET', '/api/auth/user', { token })).status).toBe(200);
  }, 180_000);
});

it('an upgrade fills what the filters of users read, in slices, also when it was killed in between', async () => {
  const COUNT = 1_200;
  const index = MIGRATIONS.findIndex(({ name }) => name.startsWith('UserFilters'));
  const database = await databaseOf(index);
  const uidOf = (number: number) => `019391a0-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const columns =
    'uid, email, password_hash, active, email_verified, metadata, claims, admin_scopes, created_at, updated_at';
  const rows = Array.from({ length: COUNT }, (_, number) => {
    const claims = number % 2 ? '{}' : `{"roles":["editor","editor",7,"${number}"]}`;
    const facts = `${number % 3 ? 'NULL' : "'x'"}, 1, 1, '{}', '${claims}', '${number % 5 ? '' : 'read'}', ${number}, 1`;
    return `('${uidOf(number)}', 'user${number}@example.com', ${facts})`;
  });
  await database.sql(`INSERT INTO users (${columns}) VALUES ${rows.join()}`);
  const last = uidOf(COUNT - 1);
  await insert(database, 'passkeys', { ...STORED_PASSKEY, passkey_id: last, uid: last });
  const identity = { uid: last, provider_id: 'corp', key_hash: 'k', subject: 'ada', created_at: 1 };
  await insert(database, 'identities', { identity_id: last, ...identity });
  await migrateOnce(locationOf(database));
  await database.sql('UPDATE users SET list_password = 0 WHERE uid = ?', [uidOf(0)]);
  await database.sql(`DELETE FROM migrations WHERE name LIKE 'UserFilters%'`);
  await migrateOnce(locationOf(database));
  const count = async (table: string, where: string) =>
    Number((await database.sql(`SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`))[0]?.n);
  expect(await count('users', 'list_password = 1')).toBe(COUNT / 3);
  expect(await count('users', 'list_admin = 1')).toBe(COUNT / 5);
  expect(await count('users', `list_passkey = 1 AND uid = '${last}'`)).toBe(1);
  expect(await count('users', 'list_passkey = 1')).toBe(1);
  const editor = createHash('sha256').update('editor').digest('hex');
  expect(await count('user_roles', `role_hash = '${editor}'`)).toBe(COUNT / 2);
  expect(await count('user_roles', '1 = 1')).toBe(COUNT);
  expect(await count('user_roles', `uid = '${uidOf(8)}' AND created_at = 8`)).toBe(2);
  expect(await count('identities', `user_created_at = ${COUNT - 1}`)).toBe(1);
  await database.drop();
});

describe('an upgrade', () => {
  const HASH = '$2b$04$4LBEkKk4dKCOFax/ayqBQezs0HzWEz16WaukffNMbLNynHgDyPAQi';
  const reset = { type: 'user.password_reset' };
  const moved = { type: 'user.email_changed' };
  const invalidated = { type: 'user.email_verified', data: '{"password":"void"}' };
  const verified = { type: 'user.email_verified' };
  const signedUp = { type: 'user.created', data: '{"method":"magic_link"}' };
  const imported = { type: 'user.imported' };

  /** A user of the previous release, the events of the user in order, and the expected value of email_proved. */
  const CASES: [string, { hash?: string; verified?: number; log: { type: string; data?: string }[] }, boolean][] = [
    ['verified by a claim or a followed link', { hash: HASH, log: [verified] }, false],
    ['verified, without a password', { log: [] }, true],
    ['verified, without a password, after a change of address', { log: [moved, verified] }, false],
    ['after a reset', { hash: HASH, log: [verified, reset] }, true],
    ['after a reset, for a later address', { hash: HASH, log: [reset, moved, verified] }, false],
    ['after an invalidated password', { hash: HASH, log: [invalidated] }, true],
    ['of a sign-up by magic link', { hash: HASH, log: [signedUp] }, true],
    ['imported as verified', { hash: HASH, log: [imported] }, true],
    ['imported, and verified by a followed link', { hash: HASH, log: [imported, verified] }, false],
    ['not verified', { hash: HASH, verified: 0, log: [imported] }, false],
  ];

  it('sets email_proved only for users with a proof in the database', async () => {
    const database = await databaseOf(4);
    const base = { active: 1, metadata: '{}', created_at: now(), updated_at: now(), password_version: 0 };
    const id = (index: number) => `01939200-0000-7000-8000-${String(index).padStart(12, '0')}`;
    for (const [index, [, { hash = null, verified: email_verified = 1, log }]] of CASES.entries()) {
      const uid = id(index);
      const user = { ...base, uid, email: `u${index}@example.com`, password_hash: hash, email_verified };
      await insert(database, 'users', user);
      for (const [step, { type, data = '{}' }] of log.entries()) {
        const event = { id: id(1_000 + 10 * index + step), type, at: now(), actor: 'system', uid, data };
        await insert(database, 'events', event);
      }
    }
    const service = await Service.start({ DATABASE_URL: database.url, ADMIN_TOKEN, BASE_URL });
    const rows = await database.sql('SELECT uid, email_proved FROM users ORDER BY uid');
    await service.stop();
    await database.drop();
    const found = rows.map(({ email_proved }, index) => [CASES[index]?.[0], Boolean(email_proved)]);
    expect(found).toEqual(CASES.map(([what, , expected]) => [what, expected]));
  });
});
