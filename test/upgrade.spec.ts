import { randomUUID } from 'node:crypto';
import { dataSourceOptions } from '@app/database';
import { DataSource } from 'typeorm';
import { type DatabaseLocation, parseDatabaseUrl } from '../libs/config/src/database-url.js';
import { MIGRATIONS } from '../libs/database/src/migrations/index.js';
import { ADMIN_TOKEN } from './support/app.js';
import { createDatabase, type TestDatabase } from './support/database.js';
import { readToken, writeToken } from './support/jwt.js';
import { keyOfBefore, PUBLISHED_AHEAD, signedWith } from './support/keys.js';
import { Service } from './support/service.js';

const BASE_URL = 'https://auth.example.com';
const SIGNED_SINCE = 3_600;

const now = () => Math.floor(Date.now() / 1000);

const optionsOf = ({ url }: TestDatabase) => dataSourceOptions(parseDatabaseUrl(url) as DatabaseLocation);

/** Inserts a row as any release would. */
async function insert(database: TestDatabase, table: string, row: Record<string, unknown>): Promise<void> {
  const marks = Object.keys(row).map(() => '?');
  await database.sql(`INSERT INTO ${table} (${Object.keys(row)}) VALUES (${marks})`, Object.values(row));
}

/** A database as the release without an admin API left it. */
async function databaseOfBefore(): Promise<TestDatabase> {
  const database = await createDatabase();
  const options = optionsOf(database);
  const dataSource = new DataSource({ ...options, migrations: MIGRATIONS.slice(0, 2) } as typeof options);
  await dataSource.initialize();
  await dataSource.runMigrations({ transaction: 'none' });
  await dataSource.destroy();
  return database;
}

describe('a database of the release before', () => {
  const uid = '019391a0-0000-7000-8000-000000000001';
  const key = keyOfBefore();
  const { kid } = key.row;
  let database: TestDatabase;
  let service: Service;
  /** Issued by that release. */
  let token: string;

  beforeAll(async () => {
    database = await databaseOfBefore();
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

  it('is brought up to date, and its users and tokens go on', async () => {
    const answer = await service.call('GET', '/api/auth/user', { token });
    expect(answer.json).toMatchObject({ uid, email: 'old@example.com' });
    const columns = Object.keys((await database.sql('SELECT * FROM signing_keys'))[0] ?? {});
    expect(columns).toContain('activates_at');
    expect(columns).not.toContain('state');
  });

  it('keeps its key, and gets a next one', async () => {
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

  it('rotates to it when the copies of the key set without it are out of use, and not before', async () => {
    const { kid: next } = (await admin('POST', '/keys/rotate')).json;
    expect(next).not.toBe(kid);
    await service.advance(PUBLISHED_AHEAD - 60);
    expect(readToken(await signUp('then@example.com')).header.kid).toBe(kid);
    await service.advance(62);
    expect(readToken(await signUp('later@example.com')).header.kid).toBe(next);
    expect((await service.call('GET', '/api/auth/user', { token })).status).toBe(200);
    expect(await states()).toMatchObject({ [kid]: 'retired', [next]: 'active' });
  });

  it('can be taken back to the tables of before', async () => {
    await service.stop();
    const dataSource = await new DataSource(optionsOf(database)).initialize();
    for (let count = MIGRATIONS.length; count > 2; count--) {
      await dataSource.undoLastMigration({ transaction: 'none' });
    }
    await dataSource.destroy();
    const rows = await database.sql('SELECT kid, state FROM signing_keys WHERE kid = ?', [kid]);
    expect(rows).toEqual([{ kid, state: 'active' }]);
    expect(await database.sql('SELECT uid FROM users WHERE uid = ?', [uid])).toEqual([{ uid }]);
    service = await Service.start({ DATABASE_URL: database.url, ADMIN_TOKEN, BASE_URL });
    expect((await service.call('GET', '/api/auth/user', { token })).status).toBe(200);
  }, 180_000);
});
