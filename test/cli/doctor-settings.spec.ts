import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { send } from '../support/http/http.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';
import { examine, type Line, type Report } from '../support/service/doctor.js';
import { HttpProxy } from '../support/service/http-proxy.js';
import { RangeServer, sha1 } from '../support/service/range-server.js';
import { HAS_REDIS, RedisServer } from '../support/service/redis.js';
import { freePort } from '../support/service/service.js';

/** What doctor reports about the settings, with any database: each run has several faults. */

const MEMORY = { DATABASE_URL: 'sqlite::memory:' };
const PUBLIC = { BASE_URL: 'http://auth.example.com' };
const WEAK = {
  PASSWORD_MIN_SCORE: '2',
  SECURITY_PROFILE: 'strict',
  LINK_CONFIRM: 'none',
  SIGNUP_EMAIL_VERIFIED: 'client',
  PASSWORD_HASH: 'bcrypt',
};
const STRONG = { PASSWORD_MIN_SCORE: '', SECURITY_PROFILE: 'strict', MFA_RESET_DELAY: '86400' };
const TOO_WIDE = 'http://app.example.com,https://*.example.org,http://localhost:5173,https://app.example.net';
/** Each run starts a process, which takes five times as long on a slow machine. */
const SLOW_MS = 180_000;

const app = useApp({ ...PUBLIC, TRUST_PROXY: '2' });
const mail = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) => {
    if (password === 'hidden-and-right') done(null, { user: username });
    else done(new Error(`${password} is wrong`));
  },
});
const cli = new Cli({});
/** An address of this machine that others can reach; undefined without a network. */
const OWN_ADDRESS = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)?.address;

/** Six users sign up, each from an address of their own, through this number of proxies. */
async function signUpsBehind(hops: number): Promise<void> {
  const proxies: HttpProxy[] = [];
  let { url } = app.service;
  for (let hop = 0; hop < hops; hop++) {
    const proxy = await HttpProxy.to(url);
    proxies.unshift(proxy);
    url = proxy.url;
  }
  for (let person = 1; person <= 6; person++) {
    const body = { email: newEmail(), password: PASSWORD, login: true };
    // The load balancer in front of the first proxy sends the address of the client.
    const headers = { 'x-forwarded-for': `203.0.113.${person}` };
    expect((await send(url, 'POST', '/api/auth/user/create', { body, headers })).status).toBe(200);
  }
  for (const proxy of proxies) await proxy.stop();
}

let wrong: Report;
let https: Report;
/** The reports without AUTH_SECRET and BASE_URL, by the value of NODE_ENV. */
const bare: Record<string, Report> = {};
let production: Report;
let development: Report;

beforeAll(async () => {
  mail.on('error', () => undefined);
  const listening = mail.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const served = { ...PUBLIC, DATABASE_URL: app.database.url, TRUST_PROXY: '2' };
  const smtp = (password: string) => `smtp://user:${password}@127.0.0.1:${port}`;

  await signUpsBehind(1);
  [wrong, https, production] = await Promise.all([
    examine(cli, {
      DATABASE_URL: app.database.url,
      PORT: 'hidden',
      TRUST_PROXY: 'all',
      AUTH_SECRET: 'hidden!',
      MAIL_FORM: 'x',
      MAIL_TEMPLATES_DIR: __dirname,
    }),
    examine(cli, { ...MEMORY, BASE_URL: 'https://auth.example.com' }),
    examine(cli, {
      ...served,
      ...WEAK,
      MFA: 'off',
      NODE_ENV: 'production',
      REDIRECT_ALLOWLIST: TOO_WIDE,
      SMTP_URL: smtp('hidden-and-wrong'),
    }),
  ]);
  await app.sql('DELETE FROM events');
  await app.sql('DELETE FROM sessions');
  await signUpsBehind(3);
  const nothing = { ...MEMORY, AUTH_SECRET: '', BASE_URL: '' };
  [bare.production, bare.unset, development] = await Promise.all([
    examine(cli, { ...nothing, ...STRONG, NODE_ENV: 'production', SMTP_URL: '' }),
    examine(cli, { ...nothing, ...WEAK, NODE_ENV: '' }),
    examine(cli, { ...served, ...WEAK, NODE_ENV: 'development', SMTP_URL: smtp('hidden-and-right') }),
  ]);
}, SLOW_MS);
afterAll(async () => {
  cli.remove();
  await new Promise<void>((done) => mail.close(done));
});

describe('the doctor check of the settings', () => {
  it('names each wrong or misspelt setting, and does not stop the other checks', () => {
    expect(wrong.of('settings').map(({ status, found }) => [status, found.split(':')[0]])).toEqual([
      ['fail', 'PORT'],
      ['fail', 'AUTH_SECRET'],
      ['fail', 'TRUST_PROXY'],
      ['warn', 'MAIL_FORM has no effect'],
    ]);
    expect(wrong.of('database')[0]?.status).toBe('ok');
    expect(wrong.of('proxies')[0]).toMatchObject({ status: 'skip' });
    expect(wrong.text).not.toContain('hidden!');
  });

  it.each([
    ['in production', 'production'],
    ['without NODE_ENV', 'unset'],
  ])('fails for a missing AUTH_SECRET and BASE_URL %s', (_title, mode) => {
    expect(bare[mode]?.of('settings').map(({ status, found }) => [status, found.split(',')[0]])).toEqual([
      ['fail', 'BASE_URL: it is not set'],
      ['fail', 'AUTH_SECRET: it is not set'],
    ]);
    expect(bare[mode]?.of('redirects')[0]?.found).toContain('APP_URL and BASE_URL only');
  });
});

describe('the doctor check of the mail server', () => {
  it('fails for a wrong password, without showing it, and accepts the right one', () => {
    expect(production.of('mail')[0]).toMatchObject({
      status: 'fail',
      found: expect.stringMatching(/refuses user.*EAUTH 535/),
    });
    expect(production.text).not.toContain('hidden');
    expect(development.of('mail')[0]).toMatchObject({ status: 'ok', found: expect.stringContaining('accepts user') });
  });

  it('warns in production of a sender that ends in localhost', async () => {
    const settings = {
      ...MEMORY,
      NODE_ENV: 'production',
      BASE_URL: 'http://localhost:9',
      SMTP_URL: 'smtp://127.0.0.1:9',
    };
    const senders = async (own: Record<string, string>) =>
      (await examine(cli, { ...settings, ...own })).of('mail').slice(1);
    expect(await senders({})).toEqual([
      {
        name: 'mail',
        status: 'warn',
        found: 'emails are sent from no-reply@localhost, which receivers refuse',
        cure: expect.stringContaining('MAIL_FROM'),
      },
    ]);
    expect(await senders({ MAIL_FROM: 'Acme <no-reply@example.com>' })).toEqual([]);
  });

  it('warns in production that without SMTP_URL requests fail with EMAIL_NOT_CONFIGURED', () => {
    expect(bare.production?.of('mail')[0]).toMatchObject({
      status: 'warn',
      found: expect.stringContaining('EMAIL_NOT_CONFIGURED'),
    });
  });
});

describe('the doctor check of the letters', () => {
  it('fails with the name of the file that stops the start', () => {
    expect(wrong.of('letters')[0]).toMatchObject({
      status: 'fail',
      found: expect.stringMatching(/^MAIL_TEMPLATES_DIR: .*test\/cli\/.* is no template/),
    });
  });

  it('accepts the templates of the service', () => {
    expect(development.of('letters')).toEqual([expect.objectContaining({ status: 'ok' })]);
  });
});

describe('the doctor check of the redirects', () => {
  it('warns of an empty list in production', () => {
    const [line] = bare.production?.of('redirects') ?? [];
    expect(line).toMatchObject({ status: 'warn', found: expect.stringContaining('REDIRECT_ALLOWLIST is empty') });
    expect(line?.cure).toContain('REDIRECT_ALLOWLIST');
  });

  it('warns of a list that is too wide in production', () => {
    expect(production.of('redirects').map(({ status, found }) => [status, found.split(' ')[0]])).toEqual([
      ['warn', 'http://app.example.com'],
      ['warn', 'https://*.example.org'],
    ]);
  });
});

describe('the doctor advice for production', () => {
  const advice = (report: Report | undefined) => report?.of('profile');

  it.each([
    ['in production', () => production],
    ['without NODE_ENV', () => bare.unset],
  ])('recommends the safer settings with the reason: %s', (_mode, report) => {
    expect(advice(report())).toEqual([
      {
        name: 'profile',
        status: 'warn',
        found: expect.stringMatching(/^LINK_CONFIRM=none: a mail scanner/),
        cure: 'advice for production: LINK_CONFIRM=page',
      },
      {
        name: 'profile',
        status: 'warn',
        found: expect.stringMatching(/^SIGNUP_EMAIL_VERIFIED=client: any client/),
        cure: 'advice for production: SIGNUP_EMAIL_VERIFIED=ignore',
      },
      {
        name: 'profile',
        status: 'warn',
        found: expect.stringMatching(/^PASSWORD_HASH=bcrypt: graphics cards/),
        cure: 'advice for production: PASSWORD_HASH=argon2id',
      },
    ]);
  });

  it.each([
    ['in production with SECURITY_PROFILE=strict', () => bare.production, 'no setting is weaker than strict'],
    ['in development', () => development, 'LINK_CONFIRM=none, SIGNUP_EMAIL_VERIFIED=client, PASSWORD_HASH=bcrypt'],
  ])('is no warning %s', (_title, report, found) => {
    expect(advice(report())).toEqual([{ name: 'profile', status: 'ok', found: expect.stringContaining(found) }]);
  });

  it('names SECURITY_PROFILE=strict and each weaker setting with the default profile', () => {
    const { name, ...line } = https.of('profile')[0] as Line;
    expect(line).toEqual({
      status: 'ok',
      found: expect.stringMatching(/^SECURITY_PROFILE=spec; weaker than strict: /),
    });
    for (const setting of ['LINK_CONFIRM=none', 'EMAIL_CHANGE=immediate', 'SESSION_MAX_TTL=0', 'PASSWORD_MIN_SCORE=0'])
      expect(line.found).toContain(setting);
  });
});

describe('the doctor check of second factors', () => {
  it('recommends a delay of resets in production, and mail with it', () => {
    expect(bare.unset?.of('factors')).toEqual([
      {
        name: 'factors',
        status: 'warn',
        found: expect.stringMatching(/^MFA_RESET_DELAY=0: an admin token/),
        cure: expect.stringContaining('MFA_RESET_DELAY=86400'),
      },
    ]);
    expect(bare.production?.of('factors')).toEqual([
      { name: 'factors', status: 'warn', found: expect.stringContaining('no letter'), cure: expect.any(String) },
    ]);
  });

  it('warns in production that with MFA=off no user can add a factor', () => {
    expect(production.of('factors').map(({ found }) => found.split(':')[0])).toEqual(['MFA=off']);
  });

  it('shows the settings in development', () => {
    expect(development.of('factors')).toEqual([
      { name: 'factors', status: 'ok', found: 'MFA=optional, MFA_RESET_DELAY=0' },
    ]);
  });
});

describe('the doctor checks of passwords', () => {
  it('show that nothing is looked up by default, and the default hash', () => {
    expect(development.of('breaches')).toEqual([
      { name: 'breaches', status: 'ok', found: expect.stringContaining('PASSWORD_BREACH=off') },
    ]);
    expect(development.of('hashes')).toEqual([{ name: 'hashes', status: 'ok', found: 'bcrypt, cost 10' }]);
  });

  it('name the first missing file of a folder, and fail with PASSWORD_BREACH_STRICT=on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'));
    const known = sha1('password');
    writeFileSync(join(folder, '00000.txt'), '');
    writeFileSync(join(folder, `${known.slice(0, 5)}.txt`), `${known.slice(5)}:10434004\n`);
    const settings = { ...MEMORY, PASSWORD_BREACH: `file:${folder}`, PASSWORD_BREACH_STRICT: 'on' };
    const report = await examine(cli, settings);
    rmSync(folder, { recursive: true });
    expect(report.of('breaches')).toEqual([
      {
        name: 'breaches',
        status: 'fail',
        found: expect.stringContaining('lacks 1048574 of 1048576 files, the first is 00001.txt'),
        cure: expect.any(String),
      },
    ]);
  });

  it('accept a list with a well-known breached password, and fail for one without it', async () => {
    const ranges = await RangeServer.start();
    const settings = { ...MEMORY, NODE_ENV: 'test', PASSWORD_BREACH: ranges.url };
    const without = await examine(cli, settings);
    ranges.list('password');
    const complete = await examine(cli, settings);
    ranges.stop();
    const unreachable = await examine(cli, settings);
    expect([without, complete, unreachable].map((report) => report.of('breaches').map(({ status }) => status))).toEqual(
      [['fail'], ['ok'], ['warn']],
    );
  });

  it('show the memory that argon2id needs', async () => {
    const settings = { ...MEMORY, PASSWORD_HASH: 'argon2id' };
    expect((await examine(cli, settings)).of('hashes')[0]).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(/^argon2id, 19456 KiB, 2 passes: \d+ threads need up to \d+ MiB$/),
    });
  });
});

describe('the doctor check of BASE_URL', () => {
  it('warns in production that http is not encrypted', () => {
    expect(production.of('base url')[0]).toMatchObject({ status: 'warn', cure: 'use https:// in BASE_URL' });
  });
});

describe('the doctor check of TRUST_PROXY', () => {
  it('warns when the setting counts too few proxies', () => {
    expect(development.of('proxies')[0]).toMatchObject({
      status: 'warn',
      found: expect.stringContaining('yet all clients come from 127.0.0.1'),
    });
  });

  it('shows the number of client addresses, but not the addresses, when the setting is right', () => {
    const [line] = production.of('proxies');
    expect(line).toMatchObject({ status: 'ok', found: expect.stringMatching(/the last \d+ came from 6 addresses/) });
    expect(JSON.stringify(line)).not.toContain('203.0.113');
  });

  it('fails when the setting is missing and BASE_URL is https, also without any request', () => {
    expect(https.of('proxies')[0]).toMatchObject({ status: 'fail', cure: expect.stringContaining('set TRUST_PROXY') });
  });
});

describe('the doctor check of Redis', () => {
  const redisWith = async (settings: Record<string, string>) => {
    const report = await examine(cli, { ...MEMORY, RATE_LIMIT: 'on', ...settings });
    expect(report.text).not.toContain('hidden');
    return report.of('redis');
  };

  it('warns of a Redis that does not answer, with the reason and without the password', async () => {
    const port = await freePort();
    expect(await redisWith({ REDIS_URL: `redis://user:hidden@127.0.0.1:${port}/0` })).toEqual([
      {
        name: 'redis',
        status: 'warn',
        found: expect.stringMatching(new RegExp(`^127.0.0.1:${port} cannot be used \\(.*ECONNREFUSED`)),
        cure: expect.stringContaining('REDIS_URL'),
      },
    ]);
  });

  (HAS_REDIS ? it : it.skip)('accepts a Redis that answers', async () => {
    const server = await RedisServer.start();
    const lines = await redisWith({ REDIS_URL: server.url });
    await server.stop();
    expect(lines).toEqual([{ name: 'redis', status: 'ok', found: expect.stringContaining('share their limits') }]);
  });

  it('says without REDIS_URL that each process counts alone', () => {
    expect(development.of('redis')).toEqual([
      { name: 'redis', status: 'ok', found: 'REDIS_URL=none: each process counts its limits alone' },
    ]);
  });
});

describe('the doctor checks of the ports', () => {
  it('find the service at its PORT, and warn of another port in BASE_URL', async () => {
    const { port, origin } = new URL(app.service.url);
    const settings = { ...MEMORY, NODE_ENV: 'test', PORT: port, HOST: '127.0.0.1', BASE_URL: 'http://localhost:9' };
    expect((await examine(cli, settings)).of('port')).toEqual([
      { name: 'port', status: 'ok', found: `the service answers at ${origin}` },
      {
        name: 'port',
        status: 'warn',
        found: `BASE_URL names port 9, and the service listens on port ${port}`,
        cure: expect.stringContaining(`use port ${port} in BASE_URL`),
      },
    ]);
  });

  it('warn of another program at the PORT', async () => {
    const other = await RangeServer.start();
    const { port } = new URL(other.url);
    const report = await examine(cli, { ...MEMORY, NODE_ENV: 'test', PORT: port });
    other.stop();
    expect(report.of('port')[0]).toMatchObject({ status: 'warn', found: expect.stringContaining('another program') });
  });

  it('fail when the metrics have the port of the service', async () => {
    const report = await examine(cli, { ...MEMORY, NODE_ENV: 'test', PORT: '9', METRICS_PORT: '9' });
    expect(report.of('metrics')[0]).toMatchObject({ status: 'fail', cure: 'set it to another port' });
  });

  it('say whether the metrics answer without a token at the host of BASE_URL', async () => {
    const METRICS_PORT = String(await freePort());
    const open = await app.replica({ METRICS_PORT, HOST: '0.0.0.0' });
    const found = async () =>
      (await examine(cli, { ...MEMORY, METRICS_PORT, BASE_URL: 'http://127.0.0.1:9' })).of('metrics');
    const place = `http://127.0.0.1:${METRICS_PORT}/metrics`;
    const production = { ...MEMORY, NODE_ENV: 'production', METRICS_PORT, BASE_URL: `http://${OWN_ADDRESS}:9` };
    const [warned] = (await examine(cli, production)).of('metrics');
    if (OWN_ADDRESS !== undefined)
      expect(warned).toMatchObject({ status: 'warn', cure: expect.stringContaining('Prometheus') });
    expect((await found())[0]).toMatchObject({
      status: 'ok',
      found: expect.stringContaining(`${place} answers without`),
    });
    await open.stop();
    expect((await found())[0]).toMatchObject({ status: 'ok', found: expect.stringContaining('does not answer') });
  });
});

it('doctor looks for the service of a developer at its PORT', async () => {
  const PORT = String(await freePort());
  const report = await examine(cli, { ...MEMORY, NODE_ENV: 'development', PORT });
  expect(report.of('base url')[0]?.found).toBe(`no service answers at http://localhost:${PORT} (yet)`);
});
