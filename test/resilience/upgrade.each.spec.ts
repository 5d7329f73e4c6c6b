import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type DatabaseLocation, parseDatabaseUrl } from '../../libs/config/src/database-url.js';
import { ClientDataSource, clientOptions, createClient } from '../../libs/database/src/data-source.js';
import { migrate } from '../../libs/database/src/schema/migrate.js';
import { migrationsOf } from '../../libs/database/src/schema/migrations.js';
import { createDatabase, DATABASE, itOn, itOnServer, type TestDatabase } from '../support/database/database.js';
import { TABLES } from '../support/database/inspection.js';
import { codeOf } from '../support/factors/factors.js';
import { expectFailure, readToken } from '../support/http/http.js';
import { useApp } from '../support/service/app.js';
import { Cli, type Outcome } from '../support/service/cli.js';
import { SECRET, Service } from '../support/service/service.js';

const SCHEMA = resolve(__dirname, '../../libs/database/src/schema');
const BODY = { email: 'ada@example.com', password: 'correct horse battery staple' };
const NAMES = migrationsOf(DATABASE).map((Migration) => new Migration().name ?? '');

/** The names of all tables. */
async function tablesOf({ sql }: TestDatabase): Promise<string[]> {
  return (await sql(TABLES)).map((row) => String(Object.values(row)[0])).sort();
}

/** All that the database holds: definitions and rows. */
async function contentOf(database: TestDatabase): Promise<unknown> {
  if (DATABASE === 'sqlite') return readFileSync(database.url.slice('sqlite:'.length)).toString('base64');
  const tables = (await tablesOf(database)).map(async (table) => [
    await database.sql(DATABASE === 'mysql' ? `SHOW CREATE TABLE ${table}` : `SELECT '${table}'::regclass::text`),
    await database.sql(`SELECT * FROM ${table}`),
  ]);
  return Promise.all(tables);
}

describe('a database of a state before the first release', () => {
  const UNRELEASED = 'The database was written by a state of the program before its first release.';
  let database: TestDatabase;
  let cli: Cli;
  let before: unknown;
  beforeAll(async () => {
    database = await createDatabase();
    if (DATABASE === 'sqlite') await database.sql('PRAGMA journal_mode = WAL');
    await database.sql('CREATE TABLE migrations (id INTEGER PRIMARY KEY, timestamp BIGINT, name VARCHAR(255))');
    await database.sql('CREATE TABLE users (uid VARCHAR(36) PRIMARY KEY, email VARCHAR(254) NOT NULL)');
    await database.sql("INSERT INTO migrations VALUES (1, 1763700000001, 'Accounts1763700000001')");
    await database.sql("INSERT INTO users VALUES ('019391a0-0000-7000-8000-000000000001', 'ada@example.com')");
    if (DATABASE === 'sqlite') await database.sql('PRAGMA wal_checkpoint(TRUNCATE)');
    before = await contentOf(database);
    cli = new Cli({ DATABASE_URL: database.url, AUTH_SECRET: SECRET });
  });
  afterEach(async () => {
    expect(await contentOf(database)).toEqual(before);
  });
  afterAll(async () => {
    cli.remove();
    await database.drop();
  });

  it('stops the start, which says how to move the accounts', async () => {
    const service = await Service.launch({ DATABASE_URL: database.url, AUTH_SECRET: SECRET });
    expect(await service.exited()).toBe(1);
    const refusal = service.log.split('\n').find((line) => line.startsWith('Latchkey cannot start:'));
    expect(refusal).toContain(`Latchkey cannot start: ${UNRELEASED} Nothing was changed in it. Cure: `);
    for (const words of ['cli.js export --include-hashes', 'cli.js import users.ndjson"', 'all sessions end'])
      expect(refusal).toContain(words);
    expect(service.log).not.toMatch(/waiting for \d+ migrations/);
    await service.stop();
  });

  it.each(['migrate', 'export', 'user list'])('is refused by the command %s', async (words) => {
    const { code, failure } = await cli.run([...words.split(' '), '--json']);
    expect({ code, failure }).toEqual({
      code: 1,
      failure: { code: 'UNRELEASED_SCHEMA', message: expect.stringContaining(UNRELEASED) },
    });
  });

  it('fails the check of doctor, with the same remedy', async () => {
    const { code, json } = await cli.run(['doctor', '--json']);
    const check = json.checks.find(({ name }: { name: string }) => name === 'migrations');
    expect(check).toMatchObject({
      status: 'fail',
      found: expect.stringContaining(UNRELEASED),
      cure: expect.stringContaining('cli.js import users.ndjson"'),
    });
    expect(json.checks.find(({ name }: { name: string }) => name === 'keys').status).toBe('skip');
    expect(code).toBe(1);
  });
});

it('a database with a table of the same name of another program is refused, and stays as it is', async () => {
  const database = await createDatabase();
  await database.sql('CREATE TABLE users (id INTEGER PRIMARY KEY, email VARCHAR(254))');
  await database.sql("INSERT INTO users VALUES (1, 'ada@example.com')");
  const settings = { DATABASE_URL: database.url, AUTH_SECRET: SECRET };
  const service = await Service.launch(settings);
  expect(await service.exited()).toBe(1);
  expect(service.log).toMatch(
    /cannot start: The database belongs to another program: it has other columns in users\. /,
  );
  await service.stop();
  const cli = new Cli(settings);
  const { code, failure } = await cli.run(['migrate', '--json']);
  expect([code, failure.code]).toEqual([1, 'FOREIGN_TABLES']);
  cli.remove();
  expect(await tablesOf(database)).toEqual(['users']);
  expect(await database.sql('SELECT email FROM users')).toEqual([{ email: 'ada@example.com' }]);
  await database.drop();
});

it('a second start changes nothing in the schema, the list of migrations and the signing keys', async () => {
  const database = await createDatabase();
  const state = async () => [
    await tablesOf(database),
    await database.sql('SELECT * FROM migrations'),
    await database.sql('SELECT * FROM signing_keys ORDER BY kid'),
  ];
  const states: unknown[] = [];
  for (const round of [1, 2]) {
    const service = await Service.start({ DATABASE_URL: database.url });
    if (round === 1) expect((await service.call('POST', '/api/auth/user/create', { body: BODY })).status).toBe(200);
    expect((await service.call('POST', '/api/auth/user/login', { body: BODY })).status).toBe(200);
    await service.stop();
    states.push(await state());
  }
  expect(states[1]).toEqual(states[0]);
  expect((states[0] as unknown[][])[1]).toEqual(NAMES.map((name) => expect.objectContaining({ name })));
  await database.drop();
});

describe('an export of the last state before the first release', () => {
  const EXPORTS = resolve(__dirname, '../support/imports/before-release');
  const users = readFileSync(join(EXPORTS, 'users.ndjson'), 'utf8').trim().split('\n');
  const fenced = JSON.parse(users.find((line) => line.includes('"grace@example.com"')) ?? '{}');
  const app = useApp({ PASSKEY_RP_ID: 'localhost' });
  let cli: Cli;
  let reports: Outcome[];
  beforeAll(async () => {
    cli = new Cli({ DATABASE_URL: app.database.url, AUTH_SECRET: SECRET });
    const provider = {
      id: 'corp',
      kind: 'oidc',
      name: 'Corp',
      issuer: 'https://id.example.com',
      client_id: 'latchkey',
    };
    expect((await app.admin('POST', '/providers', { ...provider, client_secret: 'secret' })).status).toBe(200);
    reports = [
      await cli.run(['import', join(EXPORTS, 'users.ndjson'), '--json']),
      await cli.run(['client', 'import', join(EXPORTS, 'clients.ndjson'), '--json']),
    ];
  });
  afterAll(() => cli.remove());

  it('is imported completely: users, passwords, authenticator apps, passkeys, identities and clients', async () => {
    const [imported, clients] = reports;
    expect(imported).toMatchObject({ code: 0, json: { created: 5, failed: 0 } });
    expect(clients).toMatchObject({ code: 0, json: { created: 1, known: 0 } });
    const count = async (rows: string) => Number((await app.sql(`SELECT COUNT(*) AS n FROM ${rows}`))[0]?.n);
    const counts = {
      users: await count('users'),
      disabled: await count('users WHERE active = 0'),
      passwords: await count('users WHERE password_hash IS NOT NULL AND hash_steps IS NOT NULL AND list_password = 1'),
      apps: await count('totp_factors WHERE confirmed_at IS NOT NULL'),
      passkeys: await count('passkeys'),
      identities: await count('identities WHERE user_created_at = 1700000000'),
      clients: await count('clients'),
      secrets: await count('client_secrets'),
      roles: await count('user_roles'),
    };
    expect(counts).toEqual({
      ...{ users: 5, disabled: 1, passwords: 4, apps: 1, passkeys: 1, identities: 1, clients: 1, secrets: 0, roles: 1 },
    });
  });

  it.each([
    ['ada@example.com', BODY.password],
    ['long@example.com', 'maple kettle '.repeat(8)],
  ])('lets %s sign in with the password from before', async (email, password) => {
    expectFailure(await app.login(email, `${password}!`), 'INVALID_CREDENTIALS');
    expect((await app.login(email, password)).status).toBe(200);
  });

  it('asks for the code of the authenticator app from before', async () => {
    const { json } = await app.login(fenced.email, BODY.password);
    expect(json.code).toBe('MFA_REQUIRED');
    const code = await codeOf(app, fenced.totp[0].secret);
    const answer = await app.post('/api/auth/mfa/verify', { mfa_token: json.mfa_token, code });
    expect(answer.status).toBe(200);
    expect(readToken(answer.json.token).claims.sub).toBe(fenced.uid);
  });
});

/** Migrates as a process with these migrations does. Returns the names of what it has applied. */
async function migrateTo({ url }: TestDatabase, migrations: ReturnType<typeof migrationsOf>): Promise<string[]> {
  const client = createClient(parseDatabaseUrl(url) as DatabaseLocation, { busyTimeoutMs: 10_000 });
  const dataSource = new ClientDataSource({ ...clientOptions(client), migrations });
  await dataSource.initialize();
  try {
    return await migrate(client, dataSource, async () => undefined);
  } finally {
    await dataSource.destroy();
  }
}

// PostgreSQL begins with the state after these migrations.
itOn('mysql', 'sqlite')(
  'what users have unlinked before goes on to count, for the providers, also after a try that was killed',
  async () => {
    const database = await createDatabase();
    const all = migrationsOf(DATABASE);
    const last = NAMES.indexOf('Access0000000000002');
    await migrateTo(database, all.slice(0, last));
    const user = 'INSERT INTO users (uid, email, active, email_verified, metadata, created_at, updated_at)';
    for (const uid of ['ada', 'bob']) await database.sql(`${user} VALUES (?, ?, 1, 1, '{}', 1, 1)`, [uid, uid]);
    const unlinked = 'INSERT INTO unlinked_identities (uid, provider_id, key_hash, created_at)';
    for (const [provider, key] of ['google a', 'google b', 'corp c'].map((words) => words.split(' ')))
      await database.sql(`${unlinked} VALUES ('ada', ?, ?, 1)`, [provider, key]);
    await migrateTo(database, all);
    const rows = () => database.sql('SELECT uid, unlinked_providers FROM users ORDER BY uid');
    const expected = [
      { uid: 'ada', unlinked_providers: 'corp google' },
      { uid: 'bob', unlinked_providers: null },
    ];
    expect(await rows()).toEqual(expected);
    // A process that was killed before it could record the migration. SQLite would have undone it all.
    if (DATABASE === 'mysql') {
      await database.sql('DELETE FROM migrations WHERE name = ?', [NAMES[last]]);
      await migrateTo(database, all);
      expect(await rows()).toEqual(expected);
    }
    await database.drop();
  },
);

describe('a next migration', () => {
  const NEXT = `-- Adds a column; and a table.
ALTER TABLE users ADD COLUMN nickname varchar(20) DEFAULT 'none; yet'; -- for tests
CREATE TABLE nicknames (id integer PRIMARY KEY);
`;
  const FILE = '9999-add-nickname.sql';
  const ADDED = 'AddNickname0000000009999';
  let folder: string;
  let database: TestDatabase;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-schema-'));
    cpSync(join(SCHEMA, DATABASE), join(folder, DATABASE), { recursive: true });
    writeFileSync(join(folder, DATABASE, FILE), NEXT);
    database = await createDatabase({ migrated: true });
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  const upgrade = () => migrateTo(database, migrationsOf(DATABASE, folder));

  const about = (what: string) => ({ message: expect.stringContaining(what) });
  const applied = async () => (await database.sql('SELECT name FROM migrations ORDER BY id')).map(({ name }) => name);

  it('is applied once, after the initial one, by processes that start at once', async () => {
    const first = upgrade();
    // SQLite blocks the process while it waits for another one, and both are in this process.
    if (DATABASE === 'sqlite') await first;
    const results = await Promise.all([first, upgrade()]);
    expect(results.flat()).toEqual([ADDED]);
    expect(await applied()).toEqual([...NAMES, ADDED]);
    await database.sql(
      "INSERT INTO users (uid, email, active, email_verified, metadata, created_at, updated_at) VALUES ('1', 'a', 1, 0, '{}', 1, 1)",
    );
    expect(await database.sql('SELECT nickname FROM users')).toEqual([{ nickname: 'none; yet' }]);
    expect(await tablesOf(database)).toContain('nicknames');
  });

  it('leaves a database as it was, or goes on from there, when it fails in the middle', async () => {
    writeFileSync(join(folder, DATABASE, FILE), `${NEXT}ALTER TABLE no_such_table ADD COLUMN x integer;`);
    await expect(upgrade()).rejects.toMatchObject(about('no_such_table'));
    expect(await applied()).toEqual(NAMES);
    // MySQL commits each change of a table at once.
    if (DATABASE !== 'mysql') expect(await tablesOf(database)).not.toContain('nicknames');
    writeFileSync(join(folder, DATABASE, FILE), NEXT);
    expect(await upgrade()).toEqual([ADDED]);
    expect(await tablesOf(database)).toContain('nicknames');
  });

  itOnServer('fails for an error that an earlier try does not explain', async () => {
    writeFileSync(join(folder, DATABASE, FILE), 'ALTER TABLE users ADD COLUMN nickname nonsense;');
    await expect(upgrade()).rejects.toMatchObject(about('nonsense'));
    expect(await applied()).toEqual(NAMES);
  });

  it('is newer than a program without it, which goes on', async () => {
    await upgrade();
    const service = await Service.start({ DATABASE_URL: database.url });
    expect((await service.call('POST', '/api/auth/user/create', { body: BODY })).status).toBe(200);
    await service.stop();
  });
});
