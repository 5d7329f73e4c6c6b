import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Env, SettingsError } from '@app/config';
import { grantDirectly } from '../support/http/console.js';
import { about, expectFailure, readToken } from '../support/http/http.js';
import { newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import { refusal, SECRET, Service } from '../support/service/service.js';

const INTRODUCTION = 'Latchkey cannot start: a setting is wrong:\n';

/** For each variable: the allowed values as its message names them, and values that are not allowed. */
const WRONG: Record<string, [allowed: string, first: string, second: string, ...more: string[]]> = {
  NODE_ENV: ['development, test, production', 'prod', 'PRODUCTION', '1'],
  SECURITY_PROFILE: ['spec, strict', 'paranoid', 'STRICT', '1'],
  PORT: ['an integer from 1 to 65535', '0', '65536', '-1', '80.5', 'http', '1e3', '0x50'],
  HOST: ['a host name or an IP address', 'not a host', 'http://localhost', '*'],
  SHUTDOWN_DELAY: ['an integer from 0 to 60', '61', '-1', '5s', '0.5'],
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
  APP_NAME: ['one line of at most 60 characters', 'A\nB', 'x'.repeat(61), 'A\u2028B', 'A\tB'],
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
    'mysql://app:hidden@db/auth?x=1',
    'oracle://db/auth',
    'mysql://db',
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
  EMAIL_CHANGE: ['immediate, confirm', 'true', 'later', 'Confirm'],
  REAUTH_MAX_AGE: ['an integer from 60 to 86400, or 0', '59', '86401', '-1', '10m', '0.5'],
  MAX_SESSIONS: ['an integer from 1 to 10000', '0', '10001', '-1', 'all'],
  SMTP_URL: ['smtp://user:password@host:587', 'mail.example.com', 'http://hidden@mail.example', 'smtp://', 'smtp:x'],
  MAIL_FROM: [
    'an address, or a name and an address',
    'nobody',
    'A <b>',
    'c@d.example, A <a@b.example>',
    'a@b.example, c@d.example',
  ],
  SIGNUP_EMAIL_VERIFIED: ['client, ignore', 'true', 'Client', '0'],
  PASSWORD_MIN_SCORE: ['an integer from 0 to 4', '5', '-1', '2.5', 'strong'],
  BCRYPT_COST: ['an integer from 4 to 15', '3', '16', '-10', '10.5', 'ten'],
  BCRYPT_ENGINE: ['auto, native, js', 'rust', 'JS', 'true'],
  RATE_LIMIT: ['on, off', 'true', 'ON', '0'],
  RATE_LIMIT_REQUESTS: ['an integer from 1 to 100000', '0', '100001', '-1', 'off'],
  RATE_LIMIT_LOGINS: ['an integer from 1 to 1000', '0', '1001', '-1', 'off'],
  RATE_LIMIT_ACCOUNT_LOGINS: ['an integer from 1 to 10000', '0', '10001', '-1', 'off'],
  RATE_LIMIT_OLD_PASSWORDS: ['an integer from 1 to 1000', '0', '1001', '-1', 'off'],
  RATE_LIMIT_EMAIL_CHANGES: ['an integer from 1 to 1000', '0', '1001', '-1', 'off'],
  RATE_LIMIT_PASSWORD_NOTICES: ['an integer from 1 to 1000', '0', '1001', '-1', 'off'],
  RATE_LIMIT_EMAILS: ['an integer from 1 to 1000', '0', '1001', '-1', 'off'],
  RATE_LIMIT_MAILBOX_EMAILS: ['an integer from 1 to 10000', '0', '10001', '-1', 'off'],
  RATE_LIMIT_ADMIN_TOKENS: ['an integer from 1 to 1000', '0', '1001', '-1', 'off'],
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
  COOKIE_ORIGINS: ['origins separated by commas', '*', 'https://a.example/in', 'null', 'https://a;b.example'],
  METRICS_PORT: ['an integer from 1 to 65535', '0', '65536', 'on', '-1'],
  TRUST_PROXY: ['a number of hops from 1 to 32', '0', '33', '-1', 'true', '10.0.0.0/33', 'proxy.example', '0.0.0.0/0'],
  EVENTS_TTL: ['an integer from 3600 to 315360000, or 0 for ever', '3599', '-1', '315360001', '1y', '0.5'],
  EVENT_ADDRESSES_TTL: ['an integer from 604800 to 315360000, or 0 for as long as the events', '604799', '-1', '1d'],
  EMAILS_TTL: ['an integer from 86400 to 31536000', '0', '86399', '31536001'],
  DELIVERIES_TTL: ['an integer from 86400 to 31536000', '0', '86399', '31536001'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    'an http or https URL',
    'collector:4318',
    'grpc://hidden',
    'https://c.example?a=hidden',
  ],
  OTEL_TRACES_SAMPLER_ARG: ['a number from 0 to 1', '1.5', '-1', '10%', '1e-1'],
  LOG_LEVEL: ['fatal, error, warn, info, debug, trace, silent', 'verbose', 'INFO', '30'],
};

/** Each wrong value with its variable and the allowed values as the message names them. */
const VALUES = Object.entries(WRONG).flatMap(([variable, [allowed, ...values]]) =>
  values.map((value) => [variable, value, allowed] as const),
);

describe('a setting that is not allowed', () => {
  it.each(VALUES)('is rejected with a message that names the allowed values: %s=%s', (variable, value, allowed) => {
    const settings = { NODE_ENV: 'test', AUTH_SECRET: SECRET, BASE_URL: 'http://localhost', [variable]: value };
    let error: unknown;
    try {
      new Env(settings);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(SettingsError);
    const { message } = error as SettingsError;
    expect(message).toMatch(new RegExp(`^${variable}: [^\n]+; allowed: [^\n]+$`));
    expect(message.split('; allowed: ')[1]).toContain(allowed);
    expect(message).not.toContain('hidden');
  });

  describe.each([1, 2])('in every variable at once, with the wrong values number %i,', (number) => {
    let message: string;
    let named: Map<string, string>;
    beforeAll(async () => {
      message = await refusal(
        Object.fromEntries(Object.entries(WRONG).map(([name, row]) => [name, row[number] ?? ''])),
      );
      const lines = message.replace(INTRODUCTION, '').trimEnd().split('\n');
      named = new Map(lines.map((line) => [line.split(':')[0] ?? '', line]));
    });

    it.each(Object.entries(WRONG))('is named in the message: %s', (variable, [allowed]) => {
      const line = named.get(variable);
      expect(line).toMatch(new RegExp(`^${variable}: .+; allowed: .+$`));
      expect(line?.split('; allowed: ')[1]).toContain(allowed);
    });

    it('has one line in the message for each variable, in the order of reading', () => {
      expect(message.startsWith(INTRODUCTION)).toBe(true);
      const lines = message.replace(INTRODUCTION, '').trimEnd().split('\n');
      expect(lines.map((line) => line.split(':')[0])).toEqual(Object.keys(WRONG));
    });

    it('is reported without any secret', () => {
      expect(message).not.toContain('hidden');
    });
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

describe('the start of the service', () => {
  it('fails in production with an AUTH_SECRET that is empty or blank, and also reports a wrong line of the file .env', async () => {
    const refused = async (secret: string, grace: string) => {
      const message = await refusal({ NODE_ENV: 'production', AUTH_SECRET: secret }, `REFRESH_GRACE=${grace}\n`);
      expect(message).toMatch(/^AUTH_SECRET: it is not set, [^\n]+; allowed: at least 32 characters/m);
      expect(message).toMatch(new RegExp(`^REFRESH_GRACE: "${grace}" `, 'm'));
    };
    await Promise.all([refused('', 'soon'), refused('   ', 'later')]);
  });

  it('fails with an AUTH_SECRET equal to ADMIN_TOKEN, and also reports a wrong line of .env for an empty variable', async () => {
    const ADMIN_TOKEN = 'adm_hidden-token-of-the-tests-0123456789';
    const message = await refusal({ AUTH_SECRET: ADMIN_TOKEN, ADMIN_TOKEN, REFRESH_GRACE: '' }, 'REFRESH_GRACE=soon\n');
    expect(message).toMatch(
      /^AUTH_SECRET: it is the same as ADMIN_TOKEN; allowed: [^\n]+ not the value of ADMIN_TOKEN/m,
    );
    expect(message).not.toContain('hidden');
    expect(message).toMatch(/^REFRESH_GRACE: "soon" /m);
  });

  it.each([
    ['does not exist', '/nowhere', 'there is no folder /nowhere'],
    ['contains a malformed template', undefined, 'magic-link.txt.hbs cannot be used'],
  ])('fails with a folder of email templates that %s', async (_title, folder, problem) => {
    const broken = mkdtempSync(join(tmpdir(), 'latchkey-emails-'));
    writeFileSync(join(broken, 'magic-link.txt.hbs'), 'Subject: {{#if');
    const message = await refusal({ MAIL_TEMPLATES_DIR: folder ?? broken });
    rmSync(broken, { recursive: true });
    expect(message).toMatch(/^MAIL_TEMPLATES_DIR: .*; allowed: a folder of Handlebars templates/m);
    expect(message).toContain(problem);
  });

  it('fails with a PORT that another program uses', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    const port = String(
      await new Promise((done) => other.on('listening', () => done((other.address() as AddressInfo).port))),
    );
    // Also while it cannot reach its database.
    const message = await refusal({ PORT: port });
    expect(message).toMatch(new RegExp(`^${INTRODUCTION}PORT: ${port} [^\n]+; allowed: [^\n]+\n$`));
    other.close();
  });

  it('fails with a HOST that does not belong to this machine', async () => {
    const refused = async (HOST: string) => {
      const message = await refusal({ HOST, DATABASE_URL: 'sqlite::memory:' });
      expect(message).toMatch(new RegExp(`^${INTRODUCTION}HOST: ${HOST} [^\n]+; allowed: [^\n]+\n$`));
    };
    await Promise.all([refused('203.0.113.7'), refused('no-such-host.invalid')]);
  });

  it('fails with BCRYPT_ENGINE=native when the native bcrypt cannot be loaded', async () => {
    expect(await refusal({ BCRYPT_ENGINE: 'native', ...WITHOUT_NATIVE })).toMatch(
      /^BCRYPT_ENGINE: .+; allowed: .+\n$/m,
    );
  });

  it('fails without AUTH_SECRET when no file can store one', async () => {
    const message = await refusal({ DATABASE_URL: 'sqlite:.env/auth.sqlite', AUTH_SECRET: '' }, '# a file');
    expect(message).toMatch(/^AUTH_SECRET: it is not set, [^\n]+; allowed: [^\n]+\n$/m);
  });

  it('fails with a folder, a file that is not a database, or a path below a file in DATABASE_URL', async () => {
    const refused = async (file: string) => {
      const message = await refusal({ DATABASE_URL: `sqlite:${file}` }, `# ${'no database '.repeat(100)}`);
      expect(message).toMatch(/^DATABASE_URL: [^\n]+; allowed: [^\n]+\n$/m);
    };
    await Promise.all(['.', '.env', '.env/auth.sqlite'].map(refused));
  });
});

describe('a start with a file .env, blank variables and no native bcrypt', () => {
  let service: Service;
  beforeAll(async () => {
    const blank = Object.fromEntries(Object.keys(WRONG).map((variable) => [variable, '  ']));
    const { PORT: _port, HOST: _host, ...rest } = blank;
    const dotenv = `ACCESS_TOKEN_TTL=60\nREFRESH_TOKEN_TTL=120\nAUTH_SECRET="${SECRET}"\nMAIL_FORM=x\n`;
    const settings = { ...rest, NODE_ENV: 'test', REFRESH_TOKEN_TTL: '240', ...WITHOUT_NATIVE };
    service = await Service.launch(settings, dotenv);
    await service.untilReady();
  }, 180_000);
  afterAll(() => service?.stop());

  it('reads the file .env, and prefers the environment', async () => {
    const body = { email: newEmail(), password: PASSWORD, login: true };
    const { json } = await service.call('POST', '/api/auth/user/create', { body });
    const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const life = (token: string) => claims(token).exp - claims(token).iat;
    expect([life(json.token), life(json.refresh_token)]).toEqual([60, about(240)]);
  });

  it('warns of a variable that is nearly the name of a setting', async () => {
    await service.logged('MAIL_FORM is no setting and has no effect. Did you mean MAIL_FROM?');
  });

  it('treats blank variables as not set', async () => {
    expect((await service.call('GET', '/health/ready')).status).toBe(200);
  });

  it('uses the JavaScript bcrypt when the native one cannot be loaded', async () => {
    const body = { email: newEmail(), password: PASSWORD };
    expect((await service.call('POST', '/api/auth/user/create', { body })).status).toBe(200);
    expect((await service.call('POST', '/api/auth/user/login', { body })).status).toBe(200);
  });

  it('creates the database files for their owner only', () => {
    const folder = join(service.folder, 'data');
    expect(readdirSync(folder)).toContain('auth.sqlite');
    for (const name of readdirSync(folder))
      expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0]);
  });
});

describe('a first start without AUTH_SECRET and ADMIN_TOKEN, and the next ones', () => {
  const isWelcome = (log: string) => log.includes('Latchkey is running');
  const tokenIn = (log: string) => /^ {4}(adm_\S+)$/m.exec(log)?.[1] ?? '';
  /** How many administrators cannot use their scopes, by the log. */
  const restingIn = (log: string) => /(\d+) users have admin scopes that rest/.exec(log)?.[1];
  /** Without a prefix, and with all kinds of characters. */
  const FIRST = 'k+/-._~'.repeat(6);
  const SECOND = `adm_${'second'.repeat(6)}`;

  const app = useApp({ AUTH_SECRET: '', ADMIN_TOKEN: '' });
  let files: string[];
  let user: SignedUp;
  let next: Service;
  const readTokens = (token: string) => next.call('GET', '/api/admin/tokens', { token });
  beforeAll(async () => {
    await app.service.until(() => isWelcome(app.service.log));
    files = readdirSync(dirname(secretFile())).filter((name) => name.includes('secret'));
    user = await app.signUp();
    await grantDirectly(app, user.uid, 'read');
    await app.service.stop();
    next = await app.replica({ BASE_URL: app.service.url.replace('127.0.0.1', 'localhost') });
    await next.until(() => isWelcome(next.log));
  });
  const secretFile = () => `${app.database.url.slice('sqlite:'.length)}.secret`;

  it('creates a secret beside the database, for its owner only, and uses it at the next start', async () => {
    expect(statSync(secretFile()).mode & 0o777).toBe(0o600);
    expect(files).toEqual(['auth.sqlite.secret']);
    expect((await next.call('GET', '/api/auth/user', { token: user.token })).status).toBe(200);
    const { refresh_token } = user;
    expect((await next.call('POST', '/api/auth/user/refresh', { body: { refresh_token } })).status).toBe(200);
  });

  it('creates an admin token at the first start, which is printed once, and never again', async () => {
    await app.service.until(() => tokenIn(app.service.log) !== '');
    expect((await readTokens(tokenIn(app.service.log))).json.tokens).toHaveLength(1);
    expect(tokenIn(next.log)).toBe('');
  });

  it('prints a first call only while there are no users', async () => {
    await app.service.logged('Create a first user');
    expect(next.log).not.toContain('Create a first user');
  });

  it('counts the administrators who cannot use their scopes', () => {
    expect([restingIn(app.service.log), restingIn(next.log)]).toEqual([undefined, '1']);
  });

  it('accepts an ADMIN_TOKEN without a prefix, replaces it by another value, and leaves it revoked when it returns', async () => {
    const first = await app.replica({ ADMIN_TOKEN: FIRST });
    // The scheme word may be in any case.
    const headers = { authorization: `bEaReR ${FIRST}` };
    expect((await next.call('GET', '/api/admin/tokens', { headers })).status).toBe(200);
    await first.stop();
    await (await app.replica({ ADMIN_TOKEN: SECOND })).stop();
    expectFailure(await readTokens(FIRST), 'NOT_AUTHENTICATED');
    await (await app.replica({ ADMIN_TOKEN: FIRST })).stop();
    expectFailure(await readTokens(FIRST), 'NOT_AUTHENTICATED');
    expect((await readTokens(SECOND)).status).toBe(200);
  });
});

describe('a start without AUTH_SECRET', () => {
  it('works with a database in memory, and writes no file', async () => {
    const service = await Service.startShared({ DATABASE_URL: 'sqlite::memory:', AUTH_SECRET: '' });
    const body = { email: newEmail(), password: PASSWORD, login: true };
    const { json } = await service.call('POST', '/api/auth/user/create', { body });
    expect((await service.call('GET', '/api/auth/user', { token: json.token })).json.email).toBe(body.email);
    expect(readdirSync(service.folder)).toEqual([]);
    await service.stop();
  });
});

const startShared = (name: string) => Service.startShared({ DATABASE_URL: 'sqlite::memory:', APP_NAME: name });

it('a service in the process of an earlier one has its own settings, folder and log', async () => {
  const earlier = await startShared('Earlier');
  const { pid } = earlier;
  await earlier.stop();
  const service = await startShared('Later');
  expect(service.pid).toBe(pid);
  expect([earlier.running, service.running, await earlier.exited()]).toEqual([false, true, 0]);
  await expect(earlier.advance(1)).rejects.toThrow('has ended');
  expect((await service.call('GET', '/', { headers: { accept: 'text/html' } })).text).toContain('Later');
  expect(service.log).not.toContain(earlier.log);
  expect(earlier.log + service.log).not.toContain('\u0003');
  await service.stop();
});

it('a service in the process of an earlier one, whose clock was advanced, has the right time, and ids that tell it', async () => {
  const earlier = await startShared('Earlier');
  await earlier.freeze();
  await earlier.advance(100_000);
  await signUpAt(earlier);
  await earlier.stop();
  const service = await startShared('Later');
  expect(service.pid).toBe(earlier.pid);
  const before = Date.now();
  const { uid, token } = await signUpAt(service);
  const made = Number.parseInt(uid.slice(0, 8) + uid.slice(9, 13), 16);
  for (const time of [made, readToken(token).claims.iat * 1_000]) {
    expect(time).toBeGreaterThan(before - 1_000);
    expect(time).toBeLessThanOrEqual(Date.now());
  }
  await service.stop();
});

async function signUpAt(service: Service): Promise<{ uid: string; token: string }> {
  const body = { email: newEmail(), password: PASSWORD, login: true };
  return (await service.call('POST', '/api/auth/user/create', { body })).json;
}
