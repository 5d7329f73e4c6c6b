import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectEnv } from '@app/config';
import { SMTPServer } from 'smtp-server';
import type { RecordReader } from '../input/records.js';
import type { Check, DoctorContext, Finding } from './check.js';
import { clock, version } from './database-checks.js';
import { waysIn } from './policy-checks.js';
import { type CheckResult, runChecks } from './run-checks.js';
import { proxies } from './web-checks.js';

type Settings = Record<string, string>;

/** No test here has a file with providers. */
const RECORDS = {} as RecordReader;

/** Settings without a fault. An empty value in a test means that the setting is not set. */
const USABLE = {
  NODE_ENV: 'test',
  AUTH_SECRET: 'a secret for tests, long enough to be one',
  DATABASE_URL: 'sqlite::memory:',
  SMTP_URL: 'none',
  BASE_URL: 'http://localhost:9',
  PASSWORD_MIN_SCORE: '0',
};
const PRODUCTION = { NODE_ENV: 'production' };
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
const NOTHING = { AUTH_SECRET: '', BASE_URL: '' };

interface Report {
  /** The lines of one check. */
  of(name: string): CheckResult[];
  text: string;
}

/** The report about these settings. */
async function examine(settings: Settings = {}): Promise<Report> {
  const results = await runChecks(inspectEnv({ ...USABLE, ...settings }), RECORDS);
  for (const { status, cure } of results) if (status === 'fail') expect(cure).toMatch(/\S/);
  return { of: (name) => results.filter((line) => line.name === name), text: JSON.stringify(results) };
}

/** What a check finds in a database that answers each statement with these rows. */
function findingsIn(rows: object[] | ((sql: string) => object[]), run: Check['run'], settings: Settings = {}) {
  const query = async (sql: string) => (typeof rows === 'function' ? rows(sql) : rows);
  const context = { ...inspectEnv({ ...USABLE, ...settings }), hasSchema: true, database: { query } };
  return run(context as unknown as DoctorContext);
}

const statusesOf = (findings: Finding[]) => findings.map(({ status }) => status);

/** The answers to requests, by the URL. Other requests fail. */
const answers = new Map<string, () => Response>();
const ownFolder = process.cwd();
/** Without a file `.env` of a developer. */
const folder = mkdtempSync(join(tmpdir(), 'latchkey-doctor-'));

beforeAll(() => {
  process.chdir(folder);
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const answer = answers.get(String(url));
    if (answer === undefined) throw new Error('connect ECONNREFUSED');
    return answer();
  });
});
afterEach(() => answers.clear());
afterAll(() => {
  jest.restoreAllMocks();
  process.chdir(ownFolder);
  rmSync(folder, { recursive: true });
});

it('checks that have no time left are skipped, and named', async () => {
  const [first, ...others] = await runChecks(inspectEnv(USABLE), RECORDS, 0);
  expect(first).toMatchObject({ name: 'settings', status: 'ok' });
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 'skip'));
  expect(others.map(({ name }) => name)).toEqual(expect.arrayContaining(['database', 'mail', 'console', 'proxies']));
  expect(others[0]?.found).toContain('took all the time');
});

describe('the doctor check of the settings', () => {
  it('names each wrong or misspelt setting, and does not stop the other checks', async () => {
    const report = await examine({ PORT: 'hidden', TRUST_PROXY: 'all', AUTH_SECRET: 'hidden!', MAIL_FORM: 'x' });
    expect(report.of('settings').map(({ status, found }) => [status, found.split(':')[0]])).toEqual([
      ['fail', 'PORT'],
      ['fail', 'AUTH_SECRET'],
      ['fail', 'TRUST_PROXY'],
      ['warn', 'MAIL_FORM has no effect'],
    ]);
    expect(report.of('database')[0]?.status).toBe('ok');
    expect(report.of('proxies')[0]).toMatchObject({ status: 'skip' });
    expect(report.text).not.toContain('hidden!');
  });

  it.each([
    ['in production', { ...STRONG, ...PRODUCTION }],
    ['without NODE_ENV', { ...WEAK, NODE_ENV: '' }],
  ])('fails for a missing AUTH_SECRET and BASE_URL %s', async (_title, settings) => {
    const report = await examine({ ...NOTHING, ...settings });
    expect(report.of('settings').map(({ status, found }) => [status, found.split(',')[0]])).toEqual([
      ['fail', 'BASE_URL: it is not set'],
      ['fail', 'AUTH_SECRET: it is not set'],
    ]);
    expect(report.of('redirects')[0]?.found).toContain('no setting names a product');
  });
});

describe('the doctor check of the version', () => {
  it.each([
    ['10.6.16-MariaDB', 'ok', 'MariaDB 10.6'],
    ['5.5.5-11.4.2-MariaDB-log', 'ok', 'MariaDB 11.4'],
    ['10.5.23-MariaDB', 'fail', 'MariaDB 10.5 is too old'],
    ['8.0.36', 'ok', 'MySQL 8.0'],
    ['5.7.44', 'fail', 'MySQL 5.7 is too old'],
  ])('finds a server of the version %s: %s', async (text, status, found) => {
    const settings = { DATABASE_URL: 'mysql://db/auth' };
    expect(await findingsIn([{ version: text }], version, settings)).toMatchObject([{ status, found }]);
  });

  it('warns of SQLite in production only', async () => {
    const rows = [{ version: '3.50.0' }];
    expect(statusesOf(await findingsIn(rows, version))).toEqual(['ok']);
    expect(statusesOf(await findingsIn(rows, version, PRODUCTION))).toEqual(['warn']);
  });
});

describe('the doctor check of the clock', () => {
  const withClock = (seconds: number) =>
    findingsIn(() => [{ now: Date.now() / 1_000 - seconds }], clock, { DATABASE_URL: 'mysql://db/auth' });

  it('warns of a clock that is 10 s off, and fails for one that is 60 s off', async () => {
    expect(await withClock(0)).toEqual([
      { status: 'ok', found: expect.stringMatching(/ is 0\.0 s .* that of the database/) },
    ]);
    const cure = expect.stringContaining('NTP');
    expect(await withClock(10)).toEqual([{ status: 'warn', found: expect.stringMatching(/10\.0 s ahead of/), cure }]);
    expect(await withClock(-60)).toEqual([{ status: 'fail', found: expect.stringMatching(/60\.0 s behind/), cure }]);
  });

  it('has nothing to compare with a file', async () => {
    expect(statusesOf(await findingsIn([], clock))).toEqual(['ok']);
  });
});

describe('the doctor check of the mail server', () => {
  it('fails for a wrong password, without showing it, and accepts the right one', async () => {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        if (password === 'hidden-and-right') done(null, { user: username });
        else done(new Error(`${password} is wrong`));
      },
    });
    server.on('error', () => undefined);
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    const [wrong, right] = await Promise.all(
      ['wrong', 'right'].map((word) => examine({ SMTP_URL: `smtp://user:hidden-and-${word}@127.0.0.1:${port}` })),
    );
    await new Promise<void>((done) => server.close(done));
    expect(wrong?.of('mail')[0]).toMatchObject({
      status: 'fail',
      found: expect.stringMatching(/refuses user.*EAUTH 535/),
    });
    expect(wrong?.text).not.toContain('hidden');
    expect(right?.of('mail')[0]).toMatchObject({ status: 'ok', found: expect.stringContaining('accepts user') });
  });

  /** What the check finds at a relay that accepts only full names of machines in EHLO. */
  async function foundByRelay(query: string): Promise<CheckResult | undefined> {
    const relay = createServer((socket) => {
      socket.on('error', () => undefined).write('220 relay.example.com ESMTP\r\n');
      socket.on('data', (data) => {
        const [, name = ''] = /^(?:EHLO|HELO) (\S+)/.exec(String(data)) ?? [];
        const accepted = !/^(?:EHLO|HELO)/.test(String(data)) || /^[a-z][a-z.]*\.[a-z]+$/.test(name);
        socket.write(accepted ? '250 relay.example.com\r\n' : '550 5.7.1 invalid name\r\n');
      });
    }).listen(0, '127.0.0.1');
    await once(relay, 'listening');
    const { port } = relay.address() as AddressInfo;
    const report = await examine({ SMTP_URL: `smtp://127.0.0.1:${port}${query}`, BASE_URL: 'http://127.0.0.1:9' });
    relay.close();
    return report.of('mail')[0];
  }

  it('fails for a name that the server refuses in EHLO, names SMTP_URL, and accepts another name', async () => {
    expect(await foundByRelay('?name=[127.0.0.1]')).toMatchObject({
      status: 'fail',
      found: expect.stringMatching(/answers, and refuses the name "\[127\.0\.0\.1\]".*EHLO.*550/),
      cure: expect.stringContaining('?name='),
    });
    expect(await foundByRelay('?name=auth.example.com')).toMatchObject({ status: 'ok' });
  });

  it('warns in production of a sender that ends in localhost', async () => {
    const settings = { ...PRODUCTION, SMTP_URL: 'smtp://127.0.0.1:9' };
    const senders = async (own: Settings) => (await examine({ ...settings, ...own })).of('mail').slice(1);
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

  it('warns in production that without SMTP_URL requests fail with EMAIL_NOT_CONFIGURED', async () => {
    expect((await examine({ ...PRODUCTION, SMTP_URL: '' })).of('mail')[0]).toMatchObject({
      status: 'warn',
      found: expect.stringContaining('EMAIL_NOT_CONFIGURED'),
    });
  });
});

describe('the doctor check of the emails', () => {
  it('fails with the name of the file that stops the start', async () => {
    writeFileSync(join(folder, 'hello.txt'), 'Hello');
    expect((await examine({ MAIL_TEMPLATES_DIR: folder })).of('emails')[0]).toMatchObject({
      status: 'fail',
      found: expect.stringMatching(/^MAIL_TEMPLATES_DIR: .*\/hello\.txt is no template/),
    });
  });

  it('accepts the templates of the service', async () => {
    expect((await examine()).of('emails')).toEqual([expect.objectContaining({ status: 'ok' })]);
  });
});

describe('the doctor check of the mailed links', () => {
  const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', BASE_URL: 'https://auth.example.com' };
  const APP = { APP_URL: 'https://app.example.com/in' };
  const RESET = 'https://auth.example.com/reset-password';
  const PATHS = ['magic-link/verify', 'user/verify-email/confirm', 'user/email/confirm'].concat(
    ...['user/secure', 'mfa/reset/stop'],
  );
  const page = (status = 200) => new Response('<!doctype html>', { status, headers: { 'content-type': 'text/html' } });
  const linesOf = async (settings: Settings) => (await examine({ ...MAIL, ...settings })).of('links');

  beforeEach(() => {
    answers.set('https://auth.example.com/health/live', () => Response.json({ status: 'live' }));
    for (const path of PATHS) {
      const url = `https://auth.example.com/api/auth/${path}?token=doctor`;
      answers.set(url, () => Response.json({ code: 'INVALID_LINK', message: 'x' }, { status: 400 }));
    }
    answers.set(RESET, () => page());
    answers.set('https://app.example.com/in?token=doctor', () => page());
  });

  it.each([
    ['with the sign-in pages', { HOSTED_PAGES: 'on' }],
    ['with a product', APP],
    ['with both, outside production', { ...APP, NODE_ENV: 'development' }],
  ])('finds the end of each kind of link %s', async (_title, settings) => {
    expect((await linesOf({ ...PRODUCTION, ...settings })).map(({ status }) => status)).toEqual(['ok']);
  });

  it('marks its requests for pages of the service, which have lines in the log, and no others', async () => {
    const asked = jest.mocked(fetch);
    asked.mockClear();
    await linesOf(APP);
    const marked = asked.mock.calls.filter(([, init]) => new Headers(init?.headers).get('x-request-id') === 'doctor');
    expect(marked.map(([url]) => url)).toEqual(
      expect.arrayContaining(PATHS.map((path) => `https://auth.example.com/api/auth/${path}?token=doctor`)),
    );
    expect(marked).toHaveLength(PATHS.length);
  });

  it('fails in production with neither, and names both settings', async () => {
    const [line, ...more] = await linesOf(PRODUCTION);
    expect([line?.status, more]).toEqual(['fail', []]);
    expect(line?.cure).toMatch(/HOSTED_PAGES=on.*APP_URL/);
    expect((await linesOf({ HOSTED_PAGES: 'off' }))[0]?.status).toBe('warn');
  });

  it.each(PATHS)('fails for a proxy that does not pass on %s', async (path) => {
    const url = `https://auth.example.com/api/auth/${path}?token=doctor`;
    for (const other of [page, () => page(404), () => Response.json({ code: 'NOT_FOUND' }, { status: 404 })]) {
      answers.set(url, other);
      const [line] = await linesOf({ HOSTED_PAGES: 'on' });
      expect([line?.status, line?.found]).toEqual(['fail', expect.stringContaining(path)]);
      expect(line?.cure).toContain('BASE_URL');
    }
  });

  it('fails for a page for a new password that is not there', async () => {
    answers.set(RESET, () => page(404));
    expect(await linesOf({ HOSTED_PAGES: 'on' })).toMatchObject(
      [{ status: 'fail', found: `reset links lead to ${RESET}: it answers 404`, cure: /HOSTED_PAGES/ }].map((line) => ({
        ...line,
        cure: expect.stringMatching(line.cure),
      })),
    );
    expect((await linesOf({ ...APP, HOSTED_PAGES: 'off' })).map(({ status }) => status)).toEqual(['ok']);
  });

  it('warns of an APP_URL at which nothing is', async () => {
    answers.set('https://app.example.com/in?token=doctor', () => page(404));
    for (const app of [APP.APP_URL, 'https://gone.example.com']) {
      const [line] = await linesOf({ APP_URL: app });
      expect([line?.status, line?.found]).toEqual([
        'warn',
        expect.stringMatching(/^APP_URL (?:answers 404|does not answer)/),
      ]);
    }
  });

  it('is skipped without mail, and as far as no service answers', async () => {
    expect((await linesOf({ SMTP_URL: 'none' })).map(({ status }) => status)).toEqual(['skip']);
    answers.delete('https://auth.example.com/health/live');
    expect((await linesOf(PRODUCTION)).map(({ status }) => status)).toEqual(['fail', 'skip']);
  });
});

describe('the doctor check of the redirects', () => {
  const PAGES = {
    ...PRODUCTION,
    BASE_URL: 'https://auth.example.com',
    HOSTED_PAGES: 'on',
    PASSKEY_RP_ID: 'example.com',
  };
  const redirectsWith = async (settings: Settings) => (await examine({ ...PAGES, ...settings })).of('redirects');

  it('names APP_URL in production as the one setting for a product that none names', async () => {
    const others: Settings[] = [{}, { HOSTED_PAGES: 'off' }, { COOKIE_ORIGINS: 'none' }];
    for (const settings of others) {
      const [line, ...more] = await redirectsWith(settings);
      expect([line?.status, line?.found, more]).toEqual(['warn', expect.stringMatching(/^no setting names a/), []]);
      expect(line?.cure).toMatch(/^set APP_URL to .* sign-ins .* call the service, .* cookies/);
    }
    expect(statusesOf(await redirectsWith({ NODE_ENV: 'development' }))).toEqual(['ok']);
  });

  it.each(['https://app.example.com', 'https://auth.example.com/shop'])(
    'has no complaint about an empty list with the product %s in APP_URL',
    async (APP_URL) => {
      expect(await redirectsWith({ APP_URL })).toEqual([
        { name: 'redirects', status: 'ok', found: expect.stringContaining('REDIRECT_ALLOWLIST is empty') },
      ]);
    },
  );

  it.each([
    ['COOKIE_ORIGINS', {}, /^set APP_URL to its address: .* For a second product, add it to REDIRECT_ALLOWLIST\./],
    ['CORS_ORIGINS', {}, /^set APP_URL to its address: .* For a second product, add it to REDIRECT_ALLOWLIST\./],
    ['COOKIE_ORIGINS', { APP_URL: 'https://app.example.com' }, /^add it to REDIRECT_ALLOWLIST\./],
    ['CORS_ORIGINS', { REDIRECT_ALLOWLIST: 'https://app.example.com' }, /^set APP_URL .* to REDIRECT_ALLOWLIST\./],
  ] as [string, Settings, RegExp][])(
    'warns of a page of %s to which no sign-in leads back, with %j',
    async (list, settings, advice) => {
      const lines = await redirectsWith({ ...settings, [list]: 'https://shop.example.com' });
      expect(lines).toEqual([
        {
          name: 'redirects',
          status: 'warn',
          found: expect.stringMatching(
            /^pages of https:\/\/shop\.example\.com may call .* no sign-in may lead to them/,
          ),
          cure: expect.stringMatching(advice),
        },
      ]);
      const allowed = { ...settings, REDIRECT_ALLOWLIST: 'https://*.example.com' };
      const others = await redirectsWith({ ...allowed, [list]: 'https://shop.example.com' });
      expect(others.map(({ found }) => found).join()).not.toContain('no sign-in');
    },
  );

  it('warns of a list that is too wide in production', async () => {
    const report = await examine({ ...PRODUCTION, REDIRECT_ALLOWLIST: TOO_WIDE });
    expect(report.of('redirects').map(({ status, found }) => [status, found.split(' ')[0]])).toEqual([
      ['warn', 'http://app.example.com'],
      ['warn', 'https://*.example.org'],
    ]);
  });
});

describe('the doctor advice for production', () => {
  const adviceWith = async (settings: Settings) => (await examine(settings)).of('profile');

  it.each([
    ['in production', { ...PUBLIC, ...PRODUCTION }],
    ['without NODE_ENV', { ...NOTHING, NODE_ENV: '' }],
  ])('recommends the safer settings with the reason: %s', async (_mode, settings) => {
    expect(await adviceWith({ ...WEAK, ...settings })).toEqual([
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
    [
      'in production with SECURITY_PROFILE=strict',
      { ...STRONG, ...PRODUCTION },
      'none of the settings of this profile is weaker than strict: LINK_CONFIRM, ',
    ],
    [
      'in development',
      { ...WEAK, NODE_ENV: 'development' },
      'LINK_CONFIRM=none, SIGNUP_EMAIL_VERIFIED=client, PASSWORD_HASH=bcrypt',
    ],
  ])('is no warning %s', async (_title, settings, found) => {
    expect(await adviceWith(settings)).toEqual([
      { name: 'profile', status: 'ok', found: expect.stringContaining(found) },
    ]);
  });

  it('names SECURITY_PROFILE=strict and each weaker setting with the default profile', async () => {
    const [line] = await adviceWith({ BASE_URL: 'https://auth.example.com' });
    expect(line).toEqual({
      name: 'profile',
      status: 'ok',
      found: expect.stringMatching(/^SECURITY_PROFILE=spec; weaker than strict: /),
    });
    for (const setting of ['LINK_CONFIRM=none', 'EMAIL_CHANGE=immediate', 'SESSION_MAX_TTL=0', 'PASSWORD_MIN_SCORE=0'])
      expect(line?.found).toContain(setting);
  });
});

describe('the doctor check of second factors', () => {
  const factorsWith = async (settings: Settings) => (await examine(settings)).of('factors');

  it('recommends a delay of resets in production, and mail with it', async () => {
    expect(await factorsWith({ ...NOTHING, NODE_ENV: '' })).toEqual([
      {
        name: 'factors',
        status: 'warn',
        found: expect.stringMatching(/^MFA_RESET_DELAY=0: an admin token/),
        cure: expect.stringMatching(/which SECURITY_PROFILE leaves to you: MFA_RESET_DELAY=86400/),
      },
    ]);
    expect(await factorsWith({ ...STRONG, ...PRODUCTION, SMTP_URL: '' })).toEqual([
      { name: 'factors', status: 'warn', found: expect.stringContaining('no email'), cure: expect.any(String) },
    ]);
  });

  it('warns in production that with MFA=off no user can add a factor', async () => {
    const found = await factorsWith({ ...PRODUCTION, MFA: 'off' });
    expect(found.map((line) => line.found.split(':')[0])).toEqual(['MFA=off']);
  });

  it('shows the settings in development', async () => {
    expect(await factorsWith({ NODE_ENV: 'development' })).toEqual([
      { name: 'factors', status: 'ok', found: 'rules for second factors: MFA=optional, MFA_RESET_DELAY=0' },
    ]);
  });
});

describe('the doctor checks of passwords', () => {
  const sha1 = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
  const KNOWN = sha1('password');

  it('show that nothing is looked up by default, and the default hash', async () => {
    const report = await examine({ NODE_ENV: 'development' });
    expect(report.of('breaches')).toEqual([
      { name: 'breaches', status: 'ok', found: expect.stringContaining('PASSWORD_BREACH=off') },
    ]);
    expect(report.of('hashes')).toEqual([
      { name: 'hashes', status: 'ok', found: 'new passwords are hashed with bcrypt, cost 10' },
    ]);
  });

  it('name the first missing file of a folder, and fail with PASSWORD_BREACH_STRICT=on', async () => {
    writeFileSync(join(folder, '00000.txt'), '');
    writeFileSync(join(folder, `${KNOWN.slice(0, 5)}.txt`), `${KNOWN.slice(5)}:10434004\n`);
    const report = await examine({ PASSWORD_BREACH: `file:${folder}`, PASSWORD_BREACH_STRICT: 'on' });
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
    const PASSWORD_BREACH = 'http://localhost:9/range/';
    const statusesWith = async (list?: string) => {
      if (list !== undefined) answers.set(PASSWORD_BREACH + KNOWN.slice(0, 5), () => new Response(list));
      const lines = (await examine({ PASSWORD_BREACH })).of('breaches');
      answers.clear();
      return statusesOf(lines);
    };
    expect(await statusesWith(`${sha1('another').slice(5)}:1`)).toEqual(['fail']);
    expect(await statusesWith(`${KNOWN.slice(5)}:1`)).toEqual(['ok']);
    expect(await statusesWith()).toEqual(['warn']);
  });

  it('show the memory that argon2id needs', async () => {
    expect((await examine({ PASSWORD_HASH: 'argon2id' })).of('hashes')[0]).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(/ argon2id, 19456 KiB, 2 passes: \d+ threads need up to \d+ MiB$/),
    });
  });
});

describe('the doctor check of the ways in', () => {
  it('has no complaint if emails are sent, or if an earlier system is asked about passwords', async () => {
    const migration = {
      MIGRATION_URL: 'http://localhost:9/login',
      MIGRATION_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
    };
    const locked = (sql: string) => (sql.includes('FROM users') ? [{ uid: 'someone' }] : []);
    expect(statusesOf(await findingsIn(locked, waysIn))).toEqual(['warn']);
    expect(statusesOf(await findingsIn(locked, waysIn, { SMTP_URL: 'smtp://127.0.0.1:9' }))).toEqual(['ok']);
    expect(statusesOf(await findingsIn(locked, waysIn, migration))).toEqual(['ok']);
  });
});

describe('the doctor check of BASE_URL', () => {
  it('warns in production that http is not encrypted', async () => {
    expect((await examine({ ...PUBLIC, ...PRODUCTION })).of('base url')[0]).toMatchObject({
      status: 'warn',
      cure: 'use https:// in BASE_URL',
    });
  });

  it('looks for the service of a developer at its PORT', async () => {
    const report = await examine({ NODE_ENV: 'development', BASE_URL: '', PORT: '4711' });
    expect(report.of('base url')[0]?.found).toBe('no service answers at http://localhost:4711 (yet)');
  });
});

describe('the doctor check of the console', () => {
  const inProduction = { ...PRODUCTION, CONSOLE: 'on' };
  it.each([
    ['off', { CONSOLE: 'off' }, ['ok']],
    ['on in development', { CONSOLE: 'on' }, ['ok']],
    ['on in production with https', { ...inProduction, BASE_URL: 'https://localhost:9' }, ['ok']],
    ['on in production without https', { ...inProduction, BASE_URL: 'http://localhost:9' }, ['warn']],
    ['off in production without https', { ...PRODUCTION, BASE_URL: 'http://localhost:9' }, ['ok']],
    ['on below a path', { CONSOLE: 'on', BASE_URL: 'http://localhost:9/auth' }, ['warn']],
  ] as [string, Settings, string[]][])('when it is %s, finds %j: %j', async (_when, settings, statuses) => {
    const found = (await examine(settings)).of('console');
    expect(statusesOf(found)).toEqual(statuses);
    for (const { status, cure } of found) expect(cure === undefined).toBe(status === 'ok');
  });
});

describe('the doctor check of BRANDING_DIR', () => {
  const WEAK_TEXT =
    ':root { --lk-on-action: #777; --lk-action: #fff } @media (prefers-color-scheme: dark) { :root { --lk-action: #000 } }';
  const folder = () => mkdtempSync(join(tmpdir(), 'latchkey-branding-'));

  it.each([
    ['no folder', undefined, {}, 'ok', 'of the service'],
    ['readable colors', ':root { --lk-focus: #777 }', {}, 'ok', 'theme.css'],
    [
      'gray on white',
      WEAK_TEXT,
      {},
      'warn',
      'theme.css, light: --lk-on-action on --lk-action has a contrast of 4.4 to 1',
    ],
    ['a color that is mixed', ':root { --lk-page: color-mix(in srgb, red, blue) }', {}, 'warn', 'cannot be computed'],
    ['no sign-in pages, since those of links have them', ':root {}', { HOSTED_PAGES: 'off' }, 'ok', 'theme.css'],
    ['a theme with more than colors', 'body {}', {}, 'skip', 'BRANDING_DIR cannot be used'],
  ])('with %s finds this', async (_what, css, settings, status, found) => {
    const path = folder();
    if (css !== undefined) writeFileSync(join(path, 'theme.css'), css);
    const report = await examine({ ...settings, ...(css !== undefined && { BRANDING_DIR: path }) } as Settings);
    rmSync(path, { recursive: true });
    expect(report.of('branding')[0]).toMatchObject({ status, found: expect.stringContaining(found) });
    if (status === 'skip') expect(report.of('settings')[0]?.found).toContain('theme.css cannot be used: line 1');
  });

  it.each([
    ['{ "signinTitle": "x" }', '"signinTitle" is no key of a text: the nearest one is signInTitle'],
    ['{ "questions.magic_link.buton": "x" }', 'the nearest one is questions.magic_link.button'],
  ])('names the nearest key of a text for %s', async (texts, found) => {
    const path = folder();
    mkdirSync(join(path, 'texts'));
    writeFileSync(join(path, 'texts/de.json'), texts);
    const report = await examine({ BRANDING_DIR: path } as Settings);
    rmSync(path, { recursive: true });
    expect(report.of('settings')[0]?.found).toContain(found);
  });

  it('says that emails have no logo without a PNG image', async () => {
    const path = folder();
    writeFileSync(join(path, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const report = await examine({ BRANDING_DIR: path } as Settings);
    rmSync(path, { recursive: true });
    expect(report.of('branding')[0]).toMatchObject({ status: 'ok', found: expect.stringContaining('no logo.png') });
  });
});

describe('the doctor check of sessions in a cookie', () => {
  const BASE = { BASE_URL: 'https://auth.example.com' };

  it.each([
    ['the default origins', BASE, ['ok']],
    ['a page on the same site', { ...BASE, APP_URL: 'https://app.example.com' }, ['ok']],
    ['APP_URL on another site', { ...BASE, APP_URL: 'https://shop.example.org' }, ['warn']],
    [
      'one of two origins on another site',
      { ...BASE, COOKIE_ORIGINS: 'https://a.example.com,https://b.org' },
      ['warn'],
    ],
    ['a page of another scheme', { ...BASE, COOKIE_ORIGINS: 'http://app.example.com' }, ['warn']],
    ['no encryption in production', { ...PRODUCTION, ...PUBLIC, COOKIE_ORIGINS: 'http://app.example.com' }, ['warn']],
    ['two machines without names', { BASE_URL: 'http://192.0.2.1', COOKIE_ORIGINS: 'http://192.0.2.2' }, ['warn']],
    ['two ports of this machine', { COOKIE_ORIGINS: 'http://localhost:5173' }, ['ok']],
    ['another subdomain of this machine', { COOKIE_ORIGINS: 'http://app.localhost:5173' }, ['warn']],
    ['two sites below one public suffix', { BASE_URL: 'https://auth.a.co.uk', APP_URL: 'https://b.co.uk' }, ['warn']],
    ['one site below it', { BASE_URL: 'https://auth.a.co.uk', APP_URL: 'https://a.co.uk' }, ['ok']],
    ['two customers of one host', { BASE_URL: 'https://a.github.io', APP_URL: 'https://b.github.io' }, ['warn']],
    ['two machines of an intranet', { BASE_URL: 'https://auth', APP_URL: 'https://shop' }, ['warn']],
    ['a page of CORS_ORIGINS alone', { ...BASE, CORS_ORIGINS: 'https://other.example.com' }, ['ok']],
  ] as [string, Settings, string[]][])('with %s finds %j: %j', async (_what, settings, statuses) => {
    const found = (await examine(settings)).of('cookies');
    expect(statusesOf(found)).toEqual(statuses);
    for (const { status, cure } of found) expect(cure === undefined).toBe(status === 'ok');
  });

  it('names the pages to which a sign-in leads and that may not call the service', async () => {
    const settings = { ...PRODUCTION, ...PUBLIC, REDIRECT_ALLOWLIST: 'https://shop.example.com,https://*.example.org' };
    const found = (await examine(settings)).of('cookies');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ status: 'warn', found: expect.stringContaining('https://shop.example.com') });
    expect(found[0]?.cure).toContain('CORS_ORIGINS');
    for (const name of ['COOKIE_ORIGINS', 'CORS_ORIGINS']) {
      const listed = { ...settings, [name]: 'https://shop.example.com' };
      const found = (await examine(listed)).of('cookies');
      expect(found.map((finding) => finding.found).join()).not.toContain('may lead');
    }
  });

  it('warns of a product in APP_URL whose origin other COOKIE_ORIGINS have replaced', async () => {
    const settings = { ...BASE, APP_URL: 'https://app.example.com' };
    const [line, ...more] = (await examine({ ...settings, COOKIE_ORIGINS: 'https://shop.example.com' })).of('cookies');
    expect([line?.status, line?.found, more]).toEqual([
      'warn',
      'a sign-in may lead to https://app.example.com, and no script of its pages may call the service',
      [],
    ]);
    expect(line?.cure).toMatch(/^add it to COOKIE_ORIGINS \(or to CORS_ORIGINS/);
    expect(statusesOf((await examine({ ...settings, COOKIE_ORIGINS: 'none' })).of('cookies'))).toEqual(['ok']);
  });

  it('says that pages of this machine need no setting, outside production', async () => {
    const local = { REDIRECT_ALLOWLIST: 'http://localhost:5173' };
    const [found, ...more] = (await examine(local)).of('cookies');
    expect([found?.status, found?.found, more]).toEqual(['ok', expect.stringContaining('localhost'), []]);
    expect((await examine({ ...PRODUCTION, ...PUBLIC })).of('cookies')[0]?.found).not.toContain('localhost');
  });

  it('names the pages that are in CORS_ORIGINS only', async () => {
    const found = (await examine({ ...BASE, CORS_ORIGINS: 'https://other.example.com' })).of('cookies');
    expect(found[0]?.found).toMatch(/https:\/\/other\.example\.com .* CORS_ORIGINS only/);
  });
});

describe('the doctor check of TRUST_PROXY', () => {
  const shared = Array.from({ length: 6 }, () => ({ ip: '127.0.0.1' }));
  const own = shared.map((_row, person) => ({ ip: `203.0.113.${person}` }));
  const trusting = { ...PUBLIC, TRUST_PROXY: '2' };

  it('warns when the setting counts too few proxies', async () => {
    expect(await findingsIn(shared, proxies, trusting)).toEqual([
      {
        status: 'warn',
        found: expect.stringContaining('yet all clients come from 127.0.0.1'),
        cure: expect.stringMatching(/warning that names TRUST_PROXY.*X-Forwarded-For.*too few/),
      },
    ]);
  });

  it('shows the number of client addresses, but not the addresses, when the setting is right', async () => {
    expect(await findingsIn(own, proxies, trusting)).toEqual([
      { status: 'ok', found: 'TRUST_PROXY is set; client addresses in the newest 6 events or sessions: 6' },
    ]);
  });

  it('fails when the setting is missing and BASE_URL is https, also without any request', async () => {
    expect((await examine({ BASE_URL: 'https://auth.example.com' })).of('proxies')[0]).toMatchObject({
      status: 'fail',
      cure: expect.stringContaining('set TRUST_PROXY'),
    });
  });

  it('has no complaint about a few clients with one address, and about a local BASE_URL', async () => {
    expect(statusesOf(await findingsIn(shared.slice(0, 4), proxies, PUBLIC))).toEqual(['ok']);
    expect(statusesOf(await findingsIn(shared, proxies))).toEqual(['ok']);
  });

  it('reads the sessions when there are few events', async () => {
    const rows = (sql: string) => (sql.includes('FROM sessions') ? shared : own.slice(0, 4));
    expect(statusesOf(await findingsIn(rows, proxies, PUBLIC))).toEqual(['fail']);
  });
});

describe('the doctor check of Redis', () => {
  it('warns of a Redis that does not answer, with the reason and without the password', async () => {
    const report = await examine({ RATE_LIMIT: 'on', REDIS_URL: 'redis://user:hidden@127.0.0.1:9/0' });
    expect(report.text).not.toContain('hidden');
    expect(report.of('redis')).toEqual([
      {
        name: 'redis',
        status: 'warn',
        found: expect.stringMatching(/^127\.0\.0\.1:9 cannot be used \(.*ECONNREFUSED/),
        cure: expect.stringContaining('REDIS_URL'),
      },
    ]);
  });

  it('says without REDIS_URL that each process counts alone', async () => {
    expect((await examine()).of('redis')).toEqual([
      { name: 'redis', status: 'ok', found: 'REDIS_URL=none: each process counts its limits alone' },
    ]);
  });
});

describe('the doctor checks of the ports', () => {
  const atPort = (text: string) => answers.set('http://127.0.0.1:4711/health/live', () => new Response(text));

  it('find the service at its PORT, and warn of another port in BASE_URL', async () => {
    atPort('{"status":"live"}');
    expect((await examine({ PORT: '4711' })).of('port')).toEqual([
      { name: 'port', status: 'ok', found: 'the service answers at http://127.0.0.1:4711' },
      {
        name: 'port',
        status: 'warn',
        found: 'BASE_URL names port 9, and the service listens on port 4711',
        cure: expect.stringContaining('use port 4711 in BASE_URL'),
      },
    ]);
  });

  it('warn of another program at the PORT', async () => {
    atPort('<h1>Welcome</h1>');
    expect((await examine({ PORT: '4711' })).of('port')[0]).toMatchObject({
      status: 'warn',
      found: expect.stringContaining('another program'),
    });
  });

  it('fail when the metrics have the port of the service', async () => {
    expect((await examine({ PORT: '9', METRICS_PORT: '9' })).of('metrics')[0]).toMatchObject({
      status: 'fail',
      cure: 'set it to another port',
    });
  });

  it('say whether the metrics answer without a token at the host of BASE_URL', async () => {
    const METRICS_PORT = '4712';
    const metricsAt = async (host: string, settings: Settings = {}) =>
      (await examine({ METRICS_PORT, BASE_URL: `http://${host}:9`, ...settings })).of('metrics')[0];
    const place = 'http://127.0.0.1:4712/metrics';
    for (const each of [place, 'http://auth.example.com:4712/metrics'])
      answers.set(each, () => new Response('latchkey_users 1\n'));
    expect(await metricsAt('auth.example.com', PRODUCTION)).toMatchObject({
      status: 'warn',
      cure: expect.stringContaining('Prometheus'),
    });
    expect(await metricsAt('127.0.0.1')).toMatchObject({
      status: 'ok',
      found: expect.stringContaining(`${place} answers without`),
    });
    answers.clear();
    expect(await metricsAt('127.0.0.1')).toMatchObject({
      status: 'ok',
      found: expect.stringContaining('does not answer'),
    });
  });
});
