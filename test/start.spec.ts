import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { App, newEmail, PASSWORD } from './support/app.js';
import { createDatabase, DATABASE, type TestDatabase } from './support/database.js';
import { about } from './support/expect.js';
import { SECRET, Service, type Settings } from './support/service.js';

const itOnSqlite = DATABASE === 'sqlite' ? it : it.skip;
const itOnMysql = DATABASE === 'mysql' ? it : it.skip;

const running: Service[] = [];
const databases: TestDatabase[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
  for (const database of databases.splice(0)) await database.drop();
});

async function launch(settings: Settings, dotenv?: string): Promise<Service> {
  const service = await Service.launch(settings, dotenv);
  running.push(service);
  return service;
}

async function emptyDatabase(): Promise<string> {
  const database = await createDatabase();
  databases.push(database);
  return database.url;
}

/** Settings are judged before a database is looked at. */
const NOT_REACHED = DATABASE === 'mysql' ? 'mysql://root@127.0.0.1:1/auth' : 'sqlite::memory:';

/** What a start says that these settings stop. */
async function refusal(settings: Settings, dotenv?: string): Promise<string> {
  const usable = { DATABASE_URL: NOT_REACHED, AUTH_SECRET: SECRET, BASE_URL: 'http://localhost' };
  const service = await launch({ ...usable, ...settings }, dotenv);
  expect(await service.exited()).toBe(1);
  expect(service.log).not.toMatch(/\n\s+at |\\n\s+at /);
  const lines = service.log.split('\n').filter((line) => !line.startsWith('{'));
  return lines.join('\n');
}

const INTRODUCTION = /^Latchkey cannot start.* a setting is wrong:\n/;

/** For each variable: what its message says is allowed, and values that are not. */
const WRONG: Record<string, [allowed: string, ...values: string[]]> = {
  NODE_ENV: ['development, test, production', 'prod', 'PRODUCTION', '1'],
  PORT: ['an integer from 1 to 65535', '0', '65536', '-1', '80.5', 'http', '1e3', '0x50'],
  HOST: ['a host name or an IP address', 'not a host', 'http://localhost', '*'],
  BASE_URL: [
    'an absolute http or https URL',
    'auth.example.com',
    'ftp://a.example',
    'https://a:b@c.example',
    'https://a.example/?b',
    'https://',
    'https://a;b.example',
  ],
  APP_URL: [
    'an absolute http or https URL',
    'app.example.com',
    'ftp://a.example',
    'https://a:b@c.example',
    'https://',
    'https://a;b.example',
  ],
  APP_NAME: ['one line of at most 60 characters', 'x'.repeat(61), 'A<b>', 'A, B', 'A "B"', 'a@b'],
  REDIRECT_ALLOWLIST: [
    'origins separated by commas',
    'app.example.com',
    'https://a.example/path',
    'https://*',
    'https://*.com/',
    'javascript://a.example',
    'https://a.example,*',
    'https://*.a;b.example',
  ],
  DATABASE_URL: [
    'sqlite:./path/to/file',
    'sqlite:',
    'postgres://db/auth',
    'mysql://db',
    'mysql://app:hidden@db/auth?x=1',
    'auth.sqlite',
  ],
  AUTH_SECRET: ['at least 10 different ones', 'hidden', `hidden${'x'.repeat(25)}`, `hidden${'x'.repeat(60)}`],
  AUTH_SECRET_PREVIOUS: ['at least 32 characters', 'hidden', `hidden${'x'.repeat(25)}`],
  ADMIN_TOKEN: [
    'for instance from: openssl rand -base64 48',
    'hidden',
    `hidden${'x'.repeat(25)}`,
    `hidden ${'x'.repeat(40)}`,
  ],
  ACCESS_TOKEN_TTL: ['an integer from 1 to 900', '901', '0', '-900', '1.5', '15m', '9e2'],
  REFRESH_TOKEN_TTL: ['an integer from 1 to 31536000', '0', '31536001', '-1', '30d', '0.5'],
  REFRESH_GRACE: ['an integer from 0 to 600', '601', '-1', '1.0', 'ten'],
  MAGIC_LINK_TTL: ['an integer from 1 to 86400', '0', '86401', '15m', '-1'],
  VERIFY_EMAIL_TTL: ['an integer from 1 to 2592000', '0', '2592001', '1d', '-1'],
  RESET_PASSWORD_TTL: ['an integer from 1 to 86400', '0', '86401', '1h', '-1'],
  LINK_CONFIRM: ['none, page', 'true', 'Page', '1'],
  REAUTH_MAX_AGE: ['an integer from 60 to 86400, or 0', '59', '86401', '-1', '10m', '0.5'],
  MAX_SESSIONS: ['an integer from 1 to 10000', '0', '10001', '-1', 'all'],
  SMTP_URL: ['smtp://user:password@host:587', 'mail.example.com', 'http://hidden@mail.example', 'smtp://', 'smtp:x'],
  MAIL_FROM: [
    'an address, or a name and an address',
    'nobody',
    'A <b>',
    'A "x" <a@b.example>',
    'a@b.example, c@d.example',
  ],
  SIGNUP_EMAIL_VERIFIED: ['client, ignore', 'true', 'Client', '0'],
  PASSWORD_MIN_SCORE: ['an integer from 0 to 4', '5', '-1', '2.5', 'strong'],
  BCRYPT_COST: ['an integer from 4 to 15', '3', '16', '-10', '10.5', 'ten'],
  BCRYPT_ENGINE: ['auto, native, js', 'rust', 'JS', 'true'],
  RATE_LIMIT: ['on, off', 'true', 'ON', '0'],
  REDIS_URL: [
    'redis://user:password@host:6379/0',
    'localhost:6379',
    'http://hidden@cache.example',
    'redis://',
    'off',
    'redis://cache.example/hidden',
    'redis://:hidden%zz@cache.example',
  ],
  CORS_ORIGINS: [
    'origins separated by commas',
    '*',
    'app.example.com',
    'https://a.example/',
    'https://a.example,',
    'null',
    'https://a;b.example',
  ],
  METRICS_PORT: ['an integer from 1 to 65535', '0', '65536', 'on', '-1'],
  TRUST_PROXY: ['a number of hops from 1 to 32', '0', '33', '-1', 'true', '10.0.0.0/33', 'proxy.example', '0.0.0.0/0'],
  EVENTS_TTL: ['an integer from 3600 to 315360000, or 0 for ever', '3599', '-1', '315360001', '1y', '0.5'],
  LOG_LEVEL: ['fatal, error, warn, info, debug, trace, silent', 'verbose', 'INFO', '30'],
};

const ROUNDS = Math.max(...Object.values(WRONG).map(([, ...values]) => values.length));

describe('a value that is not allowed stops the start', () => {
  it.each(Object.entries(WRONG))('%s', async (variable, [allowed, value = '']) => {
    const said = await refusal({ [variable]: value });
    expect(said).toMatch(new RegExp(`${INTRODUCTION.source}${variable}: [^\n]+; allowed: [^\n]+\n$`));
    expect(said).toContain(allowed);
    expect(said).not.toContain('hidden');
  });

  it.each(Array.from({ length: ROUNDS - 1 }, (_none, round) => round + 2))(
    'all of them at once, with their wrong values number %i: each is named',
    async (number) => {
      const wrong = Object.entries(WRONG).filter(([, [, ...values]]) => values.length >= number);
      const said = await refusal(Object.fromEntries(wrong.map(([variable, row]) => [variable, row[number] ?? ''])));
      const named = said.replace(INTRODUCTION, '').trimEnd().split('\n');
      expect(named.map((line) => line.split(':')[0])).toEqual(wrong.map(([variable]) => variable));
      for (const [index, [, [allowed]]] of wrong.entries())
        expect(named[index]?.split('; allowed: ')[1]).toContain(allowed);
      expect(said).not.toContain('hidden');
    },
  );
});

describe('a wrong setting stops the start', () => {
  it.each(['', '   '])('no AUTH_SECRET in production: %j', async (secret) => {
    const said = await refusal({ NODE_ENV: 'production', AUTH_SECRET: secret });
    expect(said).toMatch(/^AUTH_SECRET: it is not set, [^\n]+; allowed: at least 32 characters/m);
  });

  it('an AUTH_SECRET that is the ADMIN_TOKEN, which is not repeated', async () => {
    const ADMIN_TOKEN = 'adm_hidden-token-of-the-tests-0123456789';
    const said = await refusal({ AUTH_SECRET: ADMIN_TOKEN, ADMIN_TOKEN });
    expect(said).toMatch(/^AUTH_SECRET: it is the same as ADMIN_TOKEN; allowed: [^\n]+ not the value of ADMIN_TOKEN/m);
    expect(said).not.toContain('hidden');
  });

  it.each(['page', 'none'])('MAGIC_LINK_CONFIRM=%s, which is called LINK_CONFIRM now', async (MAGIC_LINK_CONFIRM) => {
    const said = await refusal({ MAGIC_LINK_CONFIRM });
    expect(said).toMatch(/^MAGIC_LINK_CONFIRM: it is called LINK_CONFIRM now; allowed: only LINK_CONFIRM/m);
  });

  it.each([
    ['is none', '/nowhere', 'there is no folder /nowhere'],
    ['holds what cannot be read', undefined, 'magic-link.txt.hbs cannot be used'],
  ])('a folder of letters that %s', async (_title, folder, problem) => {
    const broken = mkdtempSync(join(tmpdir(), 'latchkey-letters-'));
    writeFileSync(join(broken, 'magic-link.txt.hbs'), 'Subject: {{#if');
    const said = await refusal({ MAIL_TEMPLATES_DIR: folder ?? broken });
    rmSync(broken, { recursive: true });
    expect(said).toMatch(/^MAIL_TEMPLATES_DIR: .*; allowed: a folder of Handlebars templates/m);
    expect(said).toContain(problem);
  });

  it('a wrong line in the file .env, and none in the environment that is empty', async () => {
    expect(await refusal({ REFRESH_GRACE: '' }, 'REFRESH_GRACE=soon\n')).toMatch(/^REFRESH_GRACE: "soon" /m);
  });

  it('a wrong line in the file .env', async () => {
    expect(await refusal({}, 'REFRESH_GRACE=soon\n')).toMatch(/^REFRESH_GRACE: "soon" /m);
  });

  it('an AUTH_SECRET that is not the one of the database', async () => {
    const DATABASE_URL = await emptyDatabase();
    running.push(await Service.start({ DATABASE_URL }));
    const said = await refusal({ DATABASE_URL, AUTH_SECRET: `${SECRET}, but another` });
    expect(said).toMatch(/^AUTH_SECRET: [^\n]+; allowed: [^\n]+AUTH_SECRET_PREVIOUS\n$/m);
    expect(said).not.toContain('but another');
  });

  it('a PORT that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    const port = String(
      await new Promise((done) => other.on('listening', () => done((other.address() as AddressInfo).port))),
    );
    expect(await refusal({ PORT: port })).toMatch(new RegExp(`^PORT: ${port} [^\n]+; allowed: [^\n]+\n$`, 'm'));
    other.close();
  });

  it.each(['203.0.113.7', 'no-such-host.invalid'])('a HOST that is not of this machine: %s', async (host) => {
    expect(await refusal({ HOST: host })).toMatch(new RegExp(`^HOST: ${host} [^\n]+; allowed: [^\n]+\n$`, 'm'));
  });

  it('BCRYPT_ENGINE=native where it does not load', async () => {
    expect(await refusal({ BCRYPT_ENGINE: 'native', ...WITHOUT_NATIVE })).toMatch(
      /^BCRYPT_ENGINE: .+; allowed: .+\n$/m,
    );
  });

  itOnMysql.each([
    ['a wrong password', (url: URL) => Object.assign(url, { username: 'nobody', password: 'hidden' })],
    ['an unknown database', (url: URL) => Object.assign(url, { pathname: '/latchkey_there_is_none' })],
  ])('%s in DATABASE_URL', async (_what, spoil) => {
    const said = await refusal({ DATABASE_URL: spoil(new URL(await emptyDatabase())).href });
    expect(said).toMatch(/^DATABASE_URL: [^\n]+; allowed: [^\n]+\n$/m);
    expect(said).not.toContain('hidden');
  });

  itOnSqlite('no AUTH_SECRET, and no place to keep one', async () => {
    const said = await refusal({ DATABASE_URL: 'sqlite:.env/auth.sqlite', AUTH_SECRET: '' }, '# a file');
    expect(said).toMatch(/^AUTH_SECRET: it is not set, [^\n]+; allowed: [^\n]+\n$/m);
  });

  itOnSqlite.each([
    ['a folder', '.'],
    ['a file that is no database', '.env'],
    ['a path below a file', '.env/auth.sqlite'],
  ])('%s in DATABASE_URL', async (_what, file) => {
    const said = await refusal({ DATABASE_URL: `sqlite:${file}` }, `# ${'no database '.repeat(100)}`);
    expect(said).toMatch(/^DATABASE_URL: [^\n]+; allowed: [^\n]+\n$/m);
  });
});

describe('a start', () => {
  it('reads the file .env, and the environment wins over it', async () => {
    const dotenv = `ACCESS_TOKEN_TTL=60\nREFRESH_TOKEN_TTL=120\nAUTH_SECRET="${SECRET}"\n`;
    const service = await launch({ DATABASE_URL: await emptyDatabase(), REFRESH_TOKEN_TTL: '240' }, dotenv);
    await service.untilReady();
    const body = { email: newEmail(), password: PASSWORD, login: true };
    const { json } = await service.call('POST', '/api/auth/user/create', { body });
    const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const life = (token: string) => claims(token).exp - claims(token).iat;
    expect([life(json.token), life(json.refresh_token)]).toEqual([60, about(240)]);
  });

  it('counts blank variables as not set', async () => {
    const blank = Object.fromEntries(Object.keys(WRONG).map((variable) => [variable, '  ']));
    const { PORT: _port, HOST: _host, ...rest } = blank;
    const needed = { NODE_ENV: 'test', AUTH_SECRET: SECRET };
    const service = await launch({ ...rest, ...needed, DATABASE_URL: await emptyDatabase() });
    await service.untilReady();
  });

  it('takes the bcrypt in JavaScript where the native one does not load', async () => {
    const service = await launch({ DATABASE_URL: await emptyDatabase(), AUTH_SECRET: SECRET, ...WITHOUT_NATIVE });
    await service.untilReady();
    const body = { email: newEmail(), password: PASSWORD };
    expect((await service.call('POST', '/api/auth/user/create', { body })).status).toBe(200);
    expect((await service.call('POST', '/api/auth/user/login', { body })).status).toBe(200);
  });

  itOnSqlite('makes a secret beside the database, for its owner only, and takes it again the next time', async () => {
    const app = await App.start({ AUTH_SECRET: '' });
    const user = await app.signUp();
    const file = `${app.database.url.slice('sqlite:'.length)}.secret`;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(file)).filter((name) => name.includes('secret'))).toEqual(['auth.sqlite.secret']);
    await app.service.stop();
    const next = await app.replica({ BASE_URL: app.service.url.replace('127.0.0.1', 'localhost') });
    expect((await next.call('GET', '/api/auth/user', { token: user.token })).status).toBe(200);
    const { refresh_token } = user;
    expect((await next.call('POST', '/api/auth/user/refresh', { body: { refresh_token } })).status).toBe(200);
    await next.stop();
    await app.stop();
  });

  itOnSqlite('keeps the files of the database from everybody else', async () => {
    const service = await launch({ AUTH_SECRET: SECRET });
    await service.untilReady();
    const folder = join(service.folder, 'data');
    expect(readdirSync(folder)).toContain('auth.sqlite');
    for (const name of readdirSync(folder))
      expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0]);
  });

  itOnSqlite('works on a database in memory, and leaves nothing on the disk', async () => {
    const service = await launch({ DATABASE_URL: 'sqlite::memory:' });
    await service.untilReady();
    const body = { email: newEmail(), password: PASSWORD, login: true };
    const { json } = await service.call('POST', '/api/auth/user/create', { body });
    expect((await service.call('GET', '/api/auth/user', { token: json.token })).json.email).toBe(body.email);
    expect(readdirSync(service.folder)).toEqual([]);
  });
});

/** Settings of a machine on which the native bcrypt is not installed. */
const preload = join(mkdtempSync(join(tmpdir(), 'latchkey-preload-')), 'without-native.cjs');
const WITHOUT_NATIVE = { NODE_OPTIONS: `--require ${preload}` };
beforeAll(() =>
  writeFileSync(
    preload,
    `const { Module } = require('node:module');
    const resolve = Module._resolveFilename;
    Module._resolveFilename = (name, ...rest) => {
      if (name === '@node-rs/bcrypt') throw Object.assign(new Error('not installed'), { code: 'MODULE_NOT_FOUND' });
      return resolve(name, ...rest);
    };`,
  ),
);
afterAll(() => rmSync(dirname(preload), { recursive: true }));
