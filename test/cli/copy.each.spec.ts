import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { contentOf, fillEmptyTables, tablesOf } from '../support/database/content.js';
import {
  createDatabase,
  DATABASE,
  IS_SERVER,
  KINDS,
  type Kind,
  type TestDatabase,
} from '../support/database/database.js';
import { codeAt, type Fenced, fencedUser } from '../support/factors/factors.js';
import {
  bySecret,
  exchange,
  newApiKey,
  newClient,
  type TestClient,
  type TestKeyOfUser,
  WITH_KEYS,
} from '../support/machines/clients.js';
import { ADMIN_TOKEN, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import { Cli, expectRefusal, type Outcome } from '../support/service/cli.js';
import { SECRET, Service } from '../support/service/service.js';

const SETTINGS = { ...WITH_KEYS, BASE_URL: 'http://localhost:3000', MFA: 'optional' };
/** Text of many kinds, and an escape sequence of JSON that is no NUL. */
const METADATA = JSON.stringify({ name: `Zoë "Z" O'Neil \\ 日本 😀 ${'x'.repeat(3_000)}`, nul: '\0', tab: '\t' });
/** The next kind of this machine, in a circle: there and back, the kinds copy each into each. Without a server, the same kind. */
const OTHER = KINDS[(KINDS.indexOf(DATABASE) + 1) % KINDS.length] ?? DATABASE;

const app = useApp(SETTINGS);
let cli: Cli;
let user: SignedUp;
let fenced: Fenced;
let client: TestClient;
let apiKey: TestKeyOfUser;
let adminToken: string;
beforeAll(async () => {
  cli = new Cli({ AUTH_SECRET: SECRET });
  user = await app.signUp({ metadata: METADATA });
  fenced = await fencedUser(app);
  client = await newClient(app);
  apiKey = await newApiKey(app, user);
  adminToken = (await app.adminToken(['read'])).token;
  // The clock of the service is in the log, so that the code of an app is not one that was used.
  await app.sql('UPDATE totp_factors SET last_step = NULL');
  await app.service.stop();
  await fillEmptyTables(app.database);
});
afterAll(() => cli.remove());

const left: TestDatabase[] = [];
afterEach(async () => {
  for (const database of left.splice(0)) await database.drop();
});

/** A database without tables, which is removed after the test. */
async function empty(kind: Kind = OTHER): Promise<TestDatabase> {
  const database = await createDatabase({}, kind);
  left.push(database);
  return database;
}

const WORDS = ['import', '--from-database'];

const copy = (from: TestDatabase, to: TestDatabase, settings = {}): Promise<Outcome> =>
  cli.run([...WORDS, from.url, '--json'], { settings: { DATABASE_URL: to.url, ...settings } });

/** Starts a service on a database, does some work with it, and stops it. */
async function withService<T>({ url }: TestDatabase, work: (service: Service) => Promise<T>): Promise<T> {
  const service = await Service.startShared({ DATABASE_URL: url, ADMIN_TOKEN, ...SETTINGS });
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

let large: TestDatabase | undefined;
afterAll(() => large?.drop());

/** A copy of the source with more events, which takes long enough to be interrupted. A test that changes it takes its change back. */
async function largeSource(): Promise<TestDatabase> {
  large ??= await addEvents(await createDatabase(), 12_000);
  return large;
}

async function addEvents(source: TestDatabase, events: number): Promise<TestDatabase> {
  expect((await copy(app.database, source)).code).toBe(0);
  const columns = '(id, type, at, actor, ip, data, position)';
  for (let first = 0; first < events; first += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_none, index) => {
      const id = `01900000-0000-7000-8000-${String(first + index).padStart(12, '0')}`;
      return `('${id}', 'login.succeeded', 1, 'cli', '192.0.2.1', '{"n":${index}}', ${1_000_000 + first + index})`;
    });
    await source.sql(`INSERT INTO events ${columns} VALUES ${rows.join()}`);
  }
  return source;
}

const countOf = async (database: TestDatabase, table: string): Promise<number> =>
  database.sql(`SELECT COUNT(*) AS n FROM ${table}`).then(
    ([row]) => Number(row?.n),
    // Before the migrations.
    () => 0,
  );

/** Waits until a process has copied so many events. */
async function untilCopied(database: TestDatabase, count: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && (await countOf(database, 'events')) < count) await sleep(2);
}

const start = (from: TestDatabase, to: TestDatabase) => cli.spawn([...WORDS, from.url], { DATABASE_URL: to.url });

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

/** Kills a copy of the large source when it has copied so many events, before its end. */
async function killedCopy(target: TestDatabase, events = 1_000): Promise<TestDatabase> {
  const source = await largeSource();
  const child = start(source, target);
  await untilCopied(target, events, child);
  expect(child.exitCode).toBeNull();
  await kill(child);
  return source;
}

describe(`a copy into ${OTHER}, and from there into a second one of the first OTHER`, () => {
  it('has the same rows in all tables, and so has a copy of the copy; the source stays as it is', async () => {
    const before = await contentOf(app.database, DATABASE);
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
    const [there, back] = [await empty(), await empty(DATABASE)];
    const { code, json } = await copy(app.database, there);
    expect(code).toBe(0);
    expect(await contentOf(there, OTHER)).toEqual(before);
    expect((await copy(there, back)).json).toEqual(json);
    expect(await contentOf(back, DATABASE)).toEqual(before);
    expect(await contentOf(app.database, DATABASE)).toEqual(before);
    const rows = Object.values(before).reduce((sum, { length }) => sum + length, 0);
    expect([json.rows, json.already]).toEqual([rows, 0]);
    expect(json.tables.map(({ table }: { table: string }) => table).sort()).toEqual(await tablesOf(there, OTHER));
    for (const { table, rows: count } of json.tables) expect([table, count]).toEqual([table, before[table]?.length]);
  });

  it('serves all that had access, and numbers its events on', async () => {
    const there = await empty();
    expect((await copy(app.database, there)).code).toBe(0);
    const positions = async () => (await there.sql('SELECT position FROM events')).map((row) => Number(row.position));
    const before = Math.max(...(await positions()));
    await withService(there, async (service) => {
      const post = (path: string, body: object) => service.call('POST', `/api/auth/${path}`, { body });
      expect((await service.call('GET', '/api/auth/user', { token: user.token })).json).toMatchObject({
        uid: user.uid,
      });
      const { refresh_token } = user;
      expect((await post('user/refresh', { refresh_token })).status).toBe(200);
      expect((await post('user/login', { email: user.email, password: PASSWORD })).status).toBe(200);
      const { mfa_token } = (await post('user/login', { email: fenced.email, password: PASSWORD })).json;
      const code = codeAt(fenced.secret, Math.floor(Date.now() / 1_000));
      expect((await post('mfa/verify', { mfa_token, code })).status).toBe(200);
      for (const token of [ADMIN_TOKEN, adminToken])
        expect((await service.call('GET', '/api/admin/users', { token })).status).toBe(200);
      expect((await exchange(service, apiKey.key)).status).toBe(200);
      expect((await bySecret(service, client)).status).toBe(200);
      await service.until(async () => Math.max(...(await positions())) > before);
    });
    const after = (await positions()).filter((position) => position > 0);
    expect(new Set(after).size).toBe(after.length);
  });
});

it('a copy that is finished is compared by another run, and refused once it is in use', async () => {
  const target = await empty();
  const { json } = await copy(app.database, target);
  const again = await copy(app.database, target);
  expect([again.code, again.json]).toEqual([0, { ...json, already: json.rows }]);
  await target.sql('UPDATE users SET updated_at = updated_at + 1 WHERE uid = ?', [user.uid]);
  const { code, failure } = await copy(app.database, target);
  expect([code, failure.code]).toEqual([1, 'DATABASE_NOT_EMPTY']);
});

describe('a copy that is killed', () => {
  it('at any moment goes on with the next run, and has the same rows at the end', async () => {
    const [source, target] = [await largeSource(), await empty()];
    const moments: number[] = [];
    for (const events of [1, 3_000, 6_000]) {
      await killedCopy(target, events);
      moments.push(await countOf(target, 'events'));
      await refusesAll(target);
    }
    expect(moments).toEqual([...new Set(moments)].sort((one, other) => one - other));
    const { code, json } = await copy(source, target);
    expect(code).toBe(0);
    expect(json.already).toBeGreaterThanOrEqual(moments.at(-1) ?? 0);
    expect(json.already).toBeLessThan(json.rows);
    expect(await contentOf(target, OTHER)).toEqual(await contentOf(source, DATABASE));
    await withService(target, async (service) => {
      const body = { email: user.email, password: PASSWORD };
      expect((await service.call('POST', '/api/auth/user/login', { body })).status).toBe(200);
    });
  });

  it('before its first row goes on, too', async () => {
    const [source, target] = [app.database, await empty()];
    for (const milliseconds of [250, 500]) {
      const child = start(source, target);
      await sleep(milliseconds);
      if (child.exitCode === null) await kill(child);
    }
    const listed = await target.sql('SELECT name FROM migrations').catch(() => []);
    const isUnfinished = listed.length === 0 || listed.some(({ name }) => String(name).startsWith('UnfinishedCopy'));
    if (isUnfinished) expect((await copy(source, target)).code).toBe(0);
    expect(await contentOf(target, OTHER)).toEqual(await contentOf(source, DATABASE));
  });

  it('is refused when the source has changed since, and tells what to do', async () => {
    const target = await empty();
    const source = await killedCopy(target);
    const before = await contentOf(target, OTHER);
    await source.sql('UPDATE users SET updated_at = updated_at + 1 WHERE uid = ?', [user.uid]);
    const { code, failure } = await copy(source, target);
    await source.sql('UPDATE users SET updated_at = updated_at - 1 WHERE uid = ?', [user.uid]);
    expect([code, failure.code]).toEqual([1, 'SOURCE_CHANGED']);
    expect(failure.message).toMatch(/stop all services .*empty the database/);
    expect(await contentOf(target, OTHER)).toEqual(before);
    await refusesAll(target);
  });
});

/** An unfinished copy is used by no service and no command. */
async function refusesAll({ url }: TestDatabase): Promise<void> {
  const settings = { DATABASE_URL: url };
  for (const words of [['user', 'list'], ['migrate']]) {
    const { code, failure } = await cli.run([...words, '--json'], { settings });
    expect([words, code, failure.code]).toEqual([words, 1, 'UNFINISHED_COPY']);
  }
}

it('a service does not start on an unfinished copy, doctor says why, and nothing in it changes', async () => {
  const target = await empty();
  await killedCopy(target);
  const before = await contentOf(target, OTHER);
  const service = await Service.launch({ DATABASE_URL: target.url, AUTH_SECRET: SECRET, ...SETTINGS });
  expect(await service.exited()).toBe(1);
  expect(service.log).toMatch(/cannot start: The database has only a part of the rows .*import --from-database/);
  await service.stop();
  const { json } = await cli.run(['doctor', '--json'], { settings: { DATABASE_URL: target.url } });
  const check = json.checks.find(({ name }: { name: string }) => name === 'migrations');
  expect(check).toMatchObject({ status: 'fail', cure: expect.stringContaining('import --from-database') });
  expect(await contentOf(target, OTHER)).toEqual(before);
});

it('a source that changes during the copy is noticed, and the copy does not count as complete', async () => {
  const [source, target] = [await largeSource(), await empty()];
  const child = start(source, target);
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const closed = once(child, 'close');
  await untilCopied(target, 1, child);
  // A row that has been copied, and would be missed.
  await source.sql('UPDATE users SET updated_at = updated_at + 1 WHERE uid = ?', [user.uid]);
  expect((await closed)[0]).toBe(1);
  await source.sql('UPDATE users SET updated_at = updated_at - 1 WHERE uid = ?', [user.uid]);
  expect(output).toMatch(/The other database has changed since its copy began/);
  await refusesAll(target);
});

it('two runs at a time copy each row once', async () => {
  const [source, target] = [await largeSource(), await empty()];
  const first = start(source, target);
  await untilCopied(target, 1, first);
  const second = start(source, target);
  const codes = await Promise.all([first, second].map(async (child) => (await once(child, 'close'))[0]));
  expect(codes).toContain(0);
  expect(await contentOf(target, OTHER)).toEqual(await contentOf(source, DATABASE));
});

describe('a copy is refused', () => {
  const refuse = async (from: TestDatabase, to: TestDatabase, code: string, settings = {}) => {
    const before = await contentOf(to, OTHER);
    const outcome = await copy(from, to, settings);
    expect([outcome.code, outcome.stdout, outcome.failure.code]).toEqual([1, '', code]);
    expect(await contentOf(to, OTHER)).toEqual(before);
    return outcome.failure.message;
  };

  it('into a database that a service has used', async () => {
    const target = await empty();
    await withService(target, (service) => service.untilReady());
    expect(await refuse(app.database, target, 'DATABASE_NOT_EMPTY')).toMatch(/rows of its own, in \w+\. Nothing was/);
  });

  it('into itself', async () => {
    const outcome = await copy(app.database, app.database);
    expect([outcome.code, outcome.failure.code]).toEqual([2, 'INVALID_REQUEST']);
    expect(outcome.failure.message).toMatch(/name the same database/);
  });

  it('with another AUTH_SECRET', async () => {
    const message = await refuse(app.database, await empty(), 'OTHER_SECRET', {
      AUTH_SECRET: 'another secret for tests, as long as the first',
    });
    expect(message).toMatch(/AUTH_SECRET does not open 2 of 2 signing keys/);
  });

  it('of an older schema, of a newer one, and of one with unknown columns', async () => {
    const [source, target] = [await empty(DATABASE), await empty()];
    expect((await copy(app.database, source)).code).toBe(0);
    const [first] = await source.sql('SELECT name FROM migrations ORDER BY id');
    await source.sql("UPDATE migrations SET name = 'Later0000000000099' WHERE name = ?", [first?.name]);
    expect(await refuse(source, target, 'PENDING_MIGRATIONS')).toMatch(
      /older than this program.*run "node \S+ migrate"/,
    );
    await source.sql("UPDATE migrations SET name = ? WHERE name = 'Later0000000000099'", [first?.name]);
    await source.sql('ALTER TABLE users ADD COLUMN shoe_size bigint');
    expect(await refuse(source, target, 'NEWER_SCHEMA')).toMatch(/does not know: users\.shoe_size\./);
    await source.sql('ALTER TABLE users DROP COLUMN shoe_size');
    await source.sql("INSERT INTO migrations (timestamp, name) VALUES (99, 'Later0000000000099')");
    expect(await refuse(source, target, 'NEWER_SCHEMA')).toMatch(/does not know: Later0000000000099\./);
  });

  it('of an empty database, and of one that is not there', async () => {
    await refuse(await empty(DATABASE), await empty(), 'PENDING_MIGRATIONS').catch((error) => {
      // An SQLite file that nobody has made.
      if (IS_SERVER) throw error;
    });
    const url = new URL('postgres://ada:geheim@127.0.0.1:1/auth').href;
    const { code, failure, stderr } = await cli.run([...WORDS, url, '--json'], {
      settings: { DATABASE_URL: (await empty()).url },
    });
    expect([code, failure.code]).toEqual([1, 'UNAVAILABLE']);
    expect(failure.message).toContain('postgres://127.0.0.1:1/auth is out of reach');
    expect(stderr).not.toContain('geheim');
  });
});

it('reads the URL of the other database from standard input', async () => {
  const target = await empty();
  const settings = { DATABASE_URL: target.url };
  const { code, stdout } = await cli.run([...WORDS, '-'], { settings, input: `${app.database.url}\n` });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^users +\d+ +[\da-f]{64}$/m);
  expect(stdout).toMatch(/^Copied \d+ rows\. Both databases have the same content\.$/m);
  expectRefusal(
    await cli.run([...WORDS, '-'], { settings, input: 'mysql://geheim\n' }),
    2,
    /must be a URL as in DATABASE_URL/,
  );
});

const itIntoPostgres = DATABASE !== 'postgres' && KINDS.includes('postgres') ? it : it.skip;
itIntoPostgres('a text with NUL, which PostgreSQL cannot store, is named before anything is copied', async () => {
  const [source, target] = [await empty(DATABASE), await empty('postgres')];
  expect((await copy(app.database, source)).code).toBe(0);
  await source.sql('UPDATE totp_factors SET name = ?', ['my\0phone']);
  const { code, failure } = await copy(source, target);
  expect([code, failure.code]).toEqual([1, 'ROW_REFUSED']);
  expect(failure.message).toMatch(
    new RegExp(`totp_factors with factor_id "${fenced.factorId}": name has the character NUL`),
  );
  expect(await tablesOf(target, 'postgres')).toEqual([]);
});

const itFromSqlite = DATABASE === 'sqlite' && KINDS.length > 1 ? it : it.skip;
itFromSqlite('a row that the target cannot store is named', async () => {
  const [source, target] = [await addEvents(await empty(DATABASE), 1_000), await empty()];
  await source.sql("UPDATE events SET actor = ? WHERE id LIKE '%000000000777'", ['x'.repeat(300)]);
  const { code, failure } = await copy(source, target);
  expect([code, failure.code]).toEqual([1, 'ROW_REFUSED']);
  expect(failure.message).toMatch(/row of events with id "01900000-0000-7000-8000-000000000777": /);
});

if (DATABASE === 'sqlite') {
  it('the file of the source stays as it is, byte by byte', async () => {
    const file = app.database.url.slice('sqlite:'.length);
    const before = readFileSync(file);
    expect((await copy(app.database, await empty())).code).toBe(0);
    expect(readFileSync(file).equals(before)).toBe(true);
  });
}
