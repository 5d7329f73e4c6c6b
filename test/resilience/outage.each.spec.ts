import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { statementsIn } from '../../libs/database/src/schema/migrations.js';
import {
  createDatabase,
  DATABASE,
  describeOn,
  describeOnServer,
  IS_SERVER,
  itOn,
  type TestDatabase,
} from '../support/database/database.js';
import { type ConsoleBrowser, signedIn } from '../support/http/console.js';
import type { Answer, Call } from '../support/http/http.js';
import {
  bySecret,
  exchange,
  newApiKey,
  newClient,
  type TestClient,
  type TestKeyOfUser,
  WITH_KEYS,
} from '../support/machines/clients.js';
import { ADMIN_TOKEN, App, newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import { DatabaseProxy } from '../support/service/proxies.js';
import { SECRET, Service, whileAdvancing } from '../support/service/service.js';

const LONG = process.env.LONG === '1';
/** The statements of the first migration on MySQL. */
const FIRST = statementsIn(
  readFileSync(resolve(__dirname, '../../libs/database/src/schema/mysql/0001-initial.sql'), 'utf8'),
);
/** Processes are killed at random moments. */
const ROUNDS = LONG ? [1, 2, 3, 4, 5, 6, 7, 8] : [1];
/** The tables that a killed migration had created. */
const MADE = LONG
  ? [['users', 'user_roles', 'sign_in_addresses', 'import_batches'], ['users', 'user_roles'], ['users'], []]
  : [['users', 'user_roles', 'sign_in_addresses', 'import_batches'], ['users']];

const MYSQL = DATABASE === 'mysql';

/** The longest pause between two attempts to reach the database at start, in seconds. */
const LONGEST_PAUSE = 5;

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createDatabase();
  cleanUp.push(() => database.drop());
  return database;
}

/** Starts the service without waiting for it. */
const start = (url: string) =>
  Service.launch({ DATABASE_URL: url, AUTH_SECRET: SECRET, BASE_URL: 'http://localhost' }, undefined, ['sockets.mjs']);

/** The same, and stops the service after the test. */
async function launch(url: string): Promise<Service> {
  const service = await start(url);
  cleanUp.push(() => service.stop());
  return service;
}

/** In a process of its own, too, which may have run other services before. Waits until the service is ready. */
async function startShared(url: string): Promise<Service> {
  const service = await Service.startShared({ DATABASE_URL: url, BASE_URL: 'http://localhost' });
  cleanUp.push(() => service.stop());
  return service;
}

const create = (service: Service): Promise<Answer> =>
  service.call('POST', '/api/auth/user/create', { body: { email: newEmail(), password: PASSWORD, login: true } });

/** One call of every kind that needs the database. */
const calls = (token: string, refresh_token: string): [method: string, path: string, call: Call][] => [
  ['GET', '/health/ready', {}],
  ['POST', '/api/auth/user/create', { body: { email: newEmail(), password: PASSWORD, login: true } }],
  ['POST', '/api/auth/user/login', { body: { email: newEmail(), password: PASSWORD } }],
  ['POST', '/api/auth/user/refresh', { body: { refresh_token } }],
  ['GET', '/api/auth/user', { token }],
  ['PUT', '/api/auth/user', { token, body: { metadata: '{}' } }],
  ['PATCH', '/api/auth/user/change-password', { token, body: { old_password: 'x', new_password: 'y' } }],
  ['GET', '/api/auth/user/sessions', { token }],
  ['POST', '/api/auth/user/logout', { token, body: { refresh_token } }],
  ['DELETE', '/api/auth/user', { token }],
];

/** Every call answers UNAVAILABLE with a normal error body, and the process stays alive. */
async function expectOutage(service: Service, token: string, refresh_token: string): Promise<void> {
  const every = calls(token, refresh_token);
  const answers = await Promise.all(every.map(([method, path, call]) => service.call(method, path, call)));
  for (const [index, { status, json }] of answers.entries()) {
    expect([every[index]?.slice(0, 2), status, json]).toEqual([
      every[index]?.slice(0, 2),
      503,
      { code: 'UNAVAILABLE', message: expect.any(String) },
    ]);
  }
  expect((await service.call('GET', '/health/live')).status).toBe(200);
}

// An SQLite file is on the disk of the service: it cannot be lost and return.
describeOnServer('an unreachable database', () => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  let service: Service;
  /** Tokens of a user whose session exists when the database is back. */
  let token: string;
  let refresh_token: string;
  beforeAll(async () => {
    database = await createDatabase();
    proxy = await DatabaseProxy.to(database.url);
    await proxy.open();
    service = await start(proxy.url);
    await service.untilReady();
    ({ token, refresh_token } = (await create(service)).json);
  });
  afterEach(async () => {
    await proxy.cut();
    await proxy.open();
  });
  afterAll(async () => {
    await service?.stop();
    await proxy?.cut();
    await database.drop();
  });

  async function proxied(): Promise<DatabaseProxy> {
    const proxy = await DatabaseProxy.to(database.url);
    cleanUp.push(() => proxy.cut());
    return proxy;
  }

  async function expectRecovery(service: Service): Promise<void> {
    await service.advance(LONGEST_PAUSE);
    await service.untilReady();
    const answers = await Promise.all(Array.from({ length: 40 }, () => create(service)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await service.call('GET', '/api/auth/user', { token })).status).toBe(200);
  }

  it('fails calls with UNAVAILABLE at the start of the service, until the service can reach it', async () => {
    const proxy = await proxied();
    const service = await launch(proxy.url);
    await service.until(() =>
      new RegExp(`"level":"warn".*The database ${DATABASE}:.*out of reach.*ECONNREFUSED`).test(service.log),
    );
    await service.untilAccepts();
    await expectOutage(service, token, refresh_token);
    await proxy.open();
    await expectRecovery(service);
  });

  it('fails calls with UNAVAILABLE during operation, and is used again once it is back', async () => {
    for (let outage = 0; outage < 3; outage++) {
      await proxy.cut();
      await expectOutage(service, token, refresh_token);
      await proxy.open();
      await expectRecovery(service);
    }
  });

  it('fails calls only with UNAVAILABLE when it is lost in the middle of them', async () => {
    const answers = Array.from({ length: 40 }, () => create(service));
    await Promise.race(answers);
    await proxy.cut();
    for (const { status, code } of await Promise.all(answers)) expect([200, 503]).toContain(code ? status : 200);
    await proxy.open();
    await expectRecovery(service);
  });

  it('fails calls with UNAVAILABLE when its connections stay open without answers, and is used again once it is back', async () => {
    proxy.stopForwarding();
    await whileAdvancing(service, expectOutage(service, token, refresh_token));
    await proxy.cut();
    await proxy.open();
    await expectRecovery(service);
  });

  it('does not prevent the process from stopping when its connections stay open without answers', async () => {
    const proxy = await proxied();
    await proxy.open();
    const service = await launch(proxy.url);
    await service.untilReady();
    expect((await service.call('GET', '/api/auth/user', { token })).status).toBe(200);
    proxy.stopForwarding();
    const answer = service.call('GET', '/api/auth/user', { token });
    await service.call('GET', '/health/live');
    await whileAdvancing(service, service.stop(), 1, 100);
    expect((await answer).json.code).toBe('UNAVAILABLE');
  });
});

describe('a database that refuses to write', () => {
  const app = new App();
  let user: SignedUp;
  let console: ConsoleBrowser;
  let client: TestClient;
  let key: TestKeyOfUser;
  beforeAll(async () => {
    app.database = await createDatabase({ migrated: true });
    const url = IS_SERVER ? await limitedUser(app.database) : app.database.url;
    const settings = { DATABASE_URL: url, ADMIN_TOKEN, ...WITH_KEYS };
    app.service = await Service.start(settings, IS_SERVER ? [] : ['statements.mjs']);
    [user, client, console] = [await app.signUp(), await newClient(app), await signedIn(app)];
    key = await newApiKey(app, user);
  });
  afterAll(async () => {
    await app.service?.stop();
    if (IS_SERVER) await dropLimitedUser(app.database);
    await app.stop();
  });

  afterEach(() => setReadOnly(app, false));

  const ready = async () => (await app.get('/health/ready')).status;

  /** What the checks of the admin API find about writing. */
  async function writesCheck(): Promise<unknown> {
    const { checks } = (await app.admin('GET', '/checks')).json;
    return checks.find(({ name }: { name: string }) => name === 'writes');
  }

  /** The status of each GET of the OpenAPI document, but for those that record an event, as an administrator or as a user. */
  async function reads(cookie?: string): Promise<Record<string, number>> {
    const { paths } = (await app.get('/openapi.json')).json;
    const statuses: Record<string, number> = {};
    for (const path of Object.keys(paths).filter(
      (path) => paths[path].get && !/health|export|csv|user\/data/.test(path),
    )) {
      const isAdmin = path.startsWith('/api/admin') || path === '/metrics';
      const call = isAdmin && cookie ? { headers: { cookie } } : { token: isAdmin ? ADMIN_TOKEN : user.token };
      statuses[path] = (await app.get(path.replace('{uid}', user.uid), call)).status;
    }
    return statuses;
  }

  it('makes the service not ready, with the reason in the log; reads go on, and writes are refused until it writes again', async () => {
    const before = [await reads(), await reads(console.cookie)];
    for (const statuses of before)
      expect(Object.values(statuses).filter((status) => status === 200).length).toBeGreaterThan(20);
    await setReadOnly(app, true);
    expect((await app.get('/health/ready')).json).toEqual({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('it is read-only'),
    });
    await app.service.logged('"reason":"the database refuses to write: it is read-only"');
    // The use of a token is recorded once a minute.
    await app.advance(61);
    if (IS_SERVER) {
      const found = expect.stringMatching(/DATABASE_URL.*read-only/);
      expect(await writesCheck()).toMatchObject({ status: 'fail', found });
    }
    expect([await reads(), await reads(console.cookie)]).toEqual(before);
    expect((await bySecret(app, client)).status).toBe(200);
    expect((await exchange(app, key.key)).status).toBe(200);
    const { token, refresh_token, uid } = user;
    const writes = [
      await app.post('/api/auth/user/create', { email: newEmail(), password: PASSWORD }),
      await app.refresh(refresh_token),
      await app.put('/api/auth/user', { metadata: '{"a":1}' }, { token }),
      await app.admin('PATCH', `/users/${uid}`, { active: false }),
      await app.get('/api/admin/users.csv', { token: ADMIN_TOKEN }),
    ];
    for (const { status, code } of writes) expect([status, code]).toEqual([503, 'UNAVAILABLE']);
    expect((await app.get('/health/live')).status).toBe(200);
    await setReadOnly(app, false);
    expect(await ready()).toBe(200);
    expect((await app.refresh(refresh_token)).status).toBe(200);
    await app.advance(61);
    expect((await app.admin('GET', '/users')).status).toBe(200);
    const [{ used } = {}] = await app.sql('SELECT MAX(last_used_at) AS used FROM admin_tokens');
    expect(Number(used)).toBeGreaterThan(Math.floor(Date.now() / 1_000) + 120);
  });

  // Neither needs a change of the machine that runs the test.
  const [cause, reason] = IS_SERVER
    ? ['its user loses the right to write', 'its user lacks the right to write']
    : ['its disk is full', 'its disk is full'];

  it(`makes the service not ready when ${cause}, until that is mended`, async () => {
    const fill = () => app.admin('PATCH', `/users/${user.uid}`, { metadata: JSON.stringify('x'.repeat(8_000)) });
    if (IS_SERVER) await revokeWrites(app.database);
    else {
      await app.service.ask({ pragma: 'max_page_count = 1' });
      expect(await ready()).toBe(200);
    }
    await app.service.until(async () => (await create(app.service)).status === 503);
    expect(await ready()).toBe(503);
    await app.service.logged(`"reason":"the database refuses to write: ${reason}"`);
    await app.advance(61);
    expect((await app.admin('GET', '/users')).status).toBe(200);
    if (IS_SERVER) await grantWrites(app.database);
    else await app.service.ask({ pragma: 'max_page_count = 1000000' });
    await app.service.until(async () => (await ready()) === 200);
    expect((await fill()).status).toBe(200);
    expect((await create(app.service)).status).toBe(200);
    if (IS_SERVER) expect(await writesCheck()).toMatchObject({ status: 'ok' });
    expect(await app.sql('SELECT name FROM migrations WHERE timestamp = 0')).toEqual([]);
  });
});

/** Makes the database refuse to write, or accept it again. */
async function setReadOnly({ database, service }: App, on: boolean): Promise<void> {
  if (DATABASE === 'sqlite') return void (await service.ask({ pragma: `query_only = ${Number(on)}` }));
  if (MYSQL) return void (await database.sql(`SET GLOBAL read_only = ${Number(on)}`));
  await database.sql('SET default_transaction_read_only = off');
  await database.sql(`ALTER DATABASE ${nameOf(database)} SET default_transaction_read_only = ${on ? 'on' : 'off'}`);
  // Open connections keep the setting.
  const open = 'FROM pg_stat_activity WHERE datname = current_database() AND usename = ?';
  await database.sql(`SELECT pg_terminate_backend(pid) ${open}`, [limited(database)]);
}

const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1);

/** The user of the service. A role of PostgreSQL is one for all databases. */
const limited = (database: TestDatabase) => (MYSQL ? 'limited' : `limited_${nameOf(database)}`);

/** The URL of a database for a user who may not write to a read-only server, as other users of the tests may. */
async function limitedUser(database: TestDatabase): Promise<string> {
  if (MYSQL) await database.sql("CREATE USER 'limited'@'%' IDENTIFIED BY 'limited'");
  else await database.sql(`CREATE ROLE ${limited(database)} LOGIN PASSWORD 'limited'`);
  await grantWrites(database);
  return Object.assign(new URL(database.url), { username: limited(database), password: 'limited' }).href;
}

async function grantWrites(database: TestDatabase): Promise<void> {
  if (MYSQL) await database.sql(`GRANT ALL ON ${nameOf(database)}.* TO 'limited'@'%'`);
  else await database.sql(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${limited(database)}`);
}

async function revokeWrites(database: TestDatabase): Promise<void> {
  const rights = 'REVOKE INSERT, UPDATE, DELETE ON';
  if (!MYSQL) return void (await database.sql(`${rights} ALL TABLES IN SCHEMA public FROM ${limited(database)}`));
  await database.sql(`${rights} ${nameOf(database)}.* FROM 'limited'@'%'`);
  // Open connections keep their rights.
  const open = await database.sql("SELECT id AS id FROM information_schema.processlist WHERE user = 'limited'");
  for (const { id } of open) await database.sql(`KILL ${id}`);
}

async function dropLimitedUser(database: TestDatabase): Promise<void> {
  if (MYSQL) return void (await database.sql("DROP USER IF EXISTS 'limited'@'%'"));
  await database.sql(`DROP OWNED BY ${limited(database)}`);
  await database.sql(`DROP ROLE ${limited(database)}`);
}

describe('a change that another process holds up', () => {
  const app = useApp();

  it('succeeds after half a second, and other requests are answered meanwhile', async () => {
    const user = await app.signUp();
    const release = await app.database.hold('UPDATE users SET updated_at = updated_at WHERE uid = ?', [user.uid]);
    const change = app.put('/api/auth/user', { metadata: '{"a":1}' }, { token: user.token });
    await app.untilStatementWaits();
    // Much longer than an answer takes on a busy machine, and shorter than a wait that blocks.
    const tooLate = sleep(5_000).then(() => undefined);
    const other = app.get('/api/auth/user', { token: user.token });
    expect((await Promise.race([other, tooLate]))?.status).toBe(200);
    await sleep(500);
    await release();
    expect((await change).status).toBe(200);
  });
});

describe('a new database', () => {
  it('is migrated once by three processes that start at once, with one pair of signing keys', async () => {
    const database = await emptyDatabase();
    const services = await Promise.all([1, 2, 3].map(() => startShared(database.url)));
    const sets = await Promise.all(services.map((service) => service.call('GET', '/.well-known/jwks.json')));
    expect(sets[0]?.json.keys).toHaveLength(2);
    for (const set of sets) expect(set.text).toBe(sets[0]?.text);
    const migrations = await database.sql('SELECT name FROM migrations');
    expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length);
    expect(await database.sql('SELECT kid FROM signing_keys')).toHaveLength(2);
  });

  // SQLite runs a migration as one transaction.
  itOn('mysql')('lets a second process wait until the migration of the first one ends', async () => {
    const database = await emptyDatabase();
    for (const statement of FIRST) await database.sql(statement);
    // The migration inserts this row.
    const release = await database.hold('SELECT * FROM event_sequence FOR UPDATE', []);
    const services = await Promise.all([1, 2].map(() => launch(database.url)));
    const waiting = 'SELECT id AS id FROM information_schema.processlist WHERE db = DATABASE() AND';
    const waits = async (what: string) => (await database.sql(`${waiting} ${what}`)).length === 1;
    const inserts = "info LIKE 'INSERT IGNORE INTO event_sequence%'";
    await services[0]?.until(async () => (await waits("state = 'User lock'")) && (await waits(inserts)));
    await release();
    await Promise.all(services.map((service) => service.untilReady()));
  });

  describeOn('postgres')('whose migration is held up in the middle', () => {
    let database: TestDatabase;
    let release: () => Promise<void>;
    let first: Service;
    beforeEach(async () => {
      database = await emptyDatabase();
      await database.sql(`CREATE FUNCTION pause() RETURNS event_trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock_shared(42); END'`);
      await database.sql(`CREATE EVENT TRIGGER pause ON ddl_command_end WHEN tag IN ('CREATE INDEX')
        EXECUTE FUNCTION pause()`);
      release = await database.hold('SELECT pg_advisory_xact_lock(42)', []);
      first = await launch(database.url);
      await first.until(() => waits('CREATE INDEX%'));
    });

    const waits = async (statement: string) => {
      const waiting = `SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ?`;
      return (await database.sql(waiting, [statement])).length === 1;
    };

    it('lets a second process wait until it ends', async () => {
      const second = await launch(database.url);
      await second.until(() => waits('SELECT pg_advisory_xact_lock%'));
      await release();
      await Promise.all([first, second].map((service) => service.untilReady()));
      for (const service of [first, second]) expect((await create(service)).status).toBe(200);
    });

    it('is migrated from the beginning by the next start when its process is killed', async () => {
      await first.stop('SIGKILL');
      const next = await launch(database.url);
      await next.until(() => waits('SELECT pg_advisory_xact_lock%'));
      expect(await database.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
      await release();
      await next.untilReady();
      expect((await create(next)).status).toBe(200);
    });
  });

  it.each(ROUNDS)(
    'is migrated by the next start when a process was killed during the migration, round %i',
    async () => {
      const database = await emptyDatabase();
      const killed = await launch(database.url);
      await killed.until(() => killed.log.includes('is reached; waiting for'));
      await sleep(Math.random() * 80);
      await killed.stop('SIGKILL');
      const next = await startShared(database.url);
      expect((await create(next)).status).toBe(200);
    },
  );

  describeOn('mysql')('with only a part of its tables', () => {
    const app = useApp();

    it.each(MADE.map((made) => ({ made })))(
      'is migrated by the next start when a process was killed after it had created: $made',
      async ({ made }) => {
        await app.service.stop();
        await backToTheFirst(app.database, made);
        const next = await app.replica();
        expect((await create(next)).status).toBe(200);
        await next.stop();
      },
    );
  });
});

/** Sets a database back to the moment when the first migration had created only these tables. */
async function backToTheFirst({ sql }: TestDatabase, made: string[]): Promise<void> {
  const names = (await sql('SHOW TABLES')).map((row) => String(Object.values(row)[0]));
  await sql('SET FOREIGN_KEY_CHECKS = 0');
  await sql('DELETE FROM migrations');
  for (const name of names.filter((name) => name !== 'migrations')) await sql(`DROP TABLE ${name}`);
  await sql('SET FOREIGN_KEY_CHECKS = 1');
  for (const statement of FIRST)
    if (made.includes(/^CREATE TABLE (\w+)/.exec(statement)?.[1] ?? '')) await sql(statement);
}
