import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { App, newEmail, PASSWORD } from './support/app.js';
import { Cli } from './support/cli.js';
import { createDatabase, DATABASE } from './support/database.js';
import { DatabaseProxy } from './support/database-proxy.js';
import { send } from './support/http.js';
import { HttpProxy } from './support/http-proxy.js';
import { MailServer } from './support/mail-server.js';
import { freePort, type Settings } from './support/service.js';

const itOnMysql = DATABASE === 'mysql' ? it : it.skip;
const itOnSqlite = DATABASE === 'sqlite' ? it : it.skip;

interface Line {
  name: string;
  status: string;
  found: string;
  cure?: string;
}

interface Report {
  code: number | null;
  /** The lines of one check. */
  of(name: string): Line[];
  /** What is not as it should be, as `status name`. */
  complaints: string[];
  text: string;
}

const cleanUp: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function start(settings: Settings = {}): Promise<App> {
  const app = await App.start(settings);
  cleanUp.push(() => app.stop());
  return app;
}

function command(settings: Settings): Cli {
  const cli = new Cli({ SMTP_URL: 'none', ...settings });
  cleanUp.push(() => cli.remove());
  return cli;
}

async function examine(settings: Settings, cli: Cli = command(settings)): Promise<Report> {
  const { code, stdout, stderr } = await cli.run(['doctor', '--json']);
  expect(stderr).toBe('');
  const { healthy, checks } = JSON.parse(stdout) as { healthy: boolean; checks: Line[] };
  expect({ healthy, code }).toEqual({
    healthy: code === 0,
    code: checks.some((line) => line.status === 'fail') ? 1 : 0,
  });
  for (const { status, cure } of checks) if (status === 'fail') expect(cure).toMatch(/\S/);
  return {
    code,
    text: stdout,
    of: (name) => checks.filter((line) => line.name === name),
    complaints: checks
      // How fast the database answers is up to the machine of the test, and what else it has to do.
      .filter(({ name, status }) => ['warn', 'fail'].includes(status) && `${status} ${name}` !== 'warn latency')
      .map(({ name, status }) => `${status} ${name}`),
  };
}

/** Settings under which a running service has nothing to complain of. */
async function healthy(): Promise<{ app: App; settings: Settings }> {
  const mail = await MailServer.start();
  cleanUp.push(() => mail.stop());
  const app = await start({ SMTP_URL: mail.url });
  await app.admin('GET', '/tokens');
  const settings = { DATABASE_URL: app.database.url, BASE_URL: app.service.url, SMTP_URL: mail.url };
  return { app, settings };
}

describe('a clean bill of health', () => {
  it('has one line for each check, and exit code 0', async () => {
    const { settings } = await healthy();
    const report = await examine(settings);
    expect(report.complaints).toEqual([]);
    expect(report.code).toBe(0);
    const { stdout, code } = await command(settings).run(['doctor']);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    for (const line of lines) expect(line).toMatch(/^((ok {2}|skip) {2}[a-z ]{12}|warn {2}latency {5}) {2}\S/);
    expect(lines.map((line) => line.slice(6, 18).trim())).toEqual([
      ...['settings', 'database', 'version', 'latency', 'clock', 'files', 'migrations', 'columns', 'keys'],
      ...['admin tokens', 'mail', 'redirects', 'links', 'sign up', 'base url', 'proxies'],
    ]);
  });

  it('changes nothing', async () => {
    const { app, settings } = await healthy();
    await app.service.stop('SIGTERM');
    const state = async () => {
      if (DATABASE === 'sqlite') return sha256(readFileSync(settings.DATABASE_URL?.slice('sqlite:'.length) ?? ''));
      const tables = (await app.sql('SHOW TABLES')).map((row) => String(Object.values(row)[0]));
      return app.sql(`CHECKSUM TABLE ${tables.join(', ')}`);
    };
    const before = await state();
    await examine(settings);
    expect(await state()).toEqual(before);
  });
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('settings', () => {
  it('that are wrong are told one by one, and the other checks go on', async () => {
    const database = await createDatabase();
    cleanUp.push(() => database.drop());
    const report = await examine({
      DATABASE_URL: database.url,
      PORT: 'hidden',
      TRUST_PROXY: 'all',
      AUTH_SECRET: 'hidden!',
    });
    expect(report.of('settings').map(({ status, found }) => [status, found.split(':')[0]])).toEqual([
      ['fail', 'PORT'],
      ['fail', 'AUTH_SECRET'],
      ['fail', 'TRUST_PROXY'],
    ]);
    expect(report.of('database')[0]?.status).toBe('ok');
    expect(report.of('proxies')[0]).toMatchObject({ status: 'skip' });
    expect(report.text).not.toContain('hidden!');
  });

  it.each([
    ['in production', 'production'],
    ['without NODE_ENV', ''],
  ])('that lack AUTH_SECRET and BASE_URL fail %s', async (_title, NODE_ENV) => {
    const report = await examine({ DATABASE_URL: 'sqlite::memory:', NODE_ENV, AUTH_SECRET: '' });
    expect(report.of('settings').map(({ status, found }) => [status, found.split(',')[0]])).toEqual([
      ['fail', 'BASE_URL: it is not set'],
      ['fail', 'AUTH_SECRET: it is not set'],
    ]);
    expect(report.of('redirects')[0]?.found).toContain('APP_URL and BASE_URL only');
  });
});

describe('the database', () => {
  itOnSqlite('is not made where there is none yet, nor is a secret', async () => {
    const cli = command({ AUTH_SECRET: '', DATABASE_URL: '' });
    const report = await examine({}, cli);
    expect(report.of('database')[0]).toMatchObject({ status: 'ok', found: expect.stringContaining('not there yet') });
    expect(report.complaints).toEqual(['warn base url']);
    expect(readdirSync(cli.folder)).toEqual([]);
  });

  itOnSqlite('that is no database is told', async () => {
    const cli = command({ DATABASE_URL: 'sqlite:auth.sqlite' });
    writeFileSync(join(cli.folder, 'auth.sqlite'), 'no database '.repeat(100), { mode: 0o600 });
    const report = await examine({}, cli);
    expect(report.of('database')[0]).toMatchObject({ status: 'fail', cure: expect.stringContaining('DATABASE_URL') });
  });

  itOnSqlite('that everybody can read is told', async () => {
    const { app, settings } = await healthy();
    chmodSync(app.database.url.slice('sqlite:'.length), 0o644);
    const report = await examine(settings);
    expect(report.complaints).toEqual(['warn files']);
    expect(report.of('files')[0]?.cure).toMatch(/^chmod 600 .*auth\.sqlite$/);
  });

  itOnMysql.each([
    ['a wrong password', { password: 'hidden-and-wrong' }, /refuses the user "\w+": user or password is wrong/],
    ['no password', { password: '' }, /refuses the user "\w+": no password is given/],
    ['a user without rights', {}, /the user "\w+" may not use the database/],
  ])('%s is found', async (_what, spoil, found) => {
    const database = await createDatabase();
    const user = `latchkey_${randomBytes(5).toString('hex')}`;
    await database.sql(`CREATE USER '${user}'@'%' IDENTIFIED BY 'hidden-and-right'`);
    cleanUp.push(async () => {
      await database.sql(`DROP USER '${user}'@'%'`);
      await database.drop();
    });
    const url = Object.assign(new URL(database.url), { username: user, password: 'hidden-and-right', ...spoil });
    const report = await examine({ DATABASE_URL: url.href });
    expect(report.code).toBe(1);
    const [line] = report.of('database');
    expect(line).toMatchObject({ status: 'fail', found: expect.stringMatching(found) });
    expect(line?.cure).toContain('DATABASE_URL');
    expect(report.of('migrations')[0]?.status).toBe('skip');
    expect(report.text).not.toContain('hidden');
  });

  itOnMysql('that does not exist is found', async () => {
    const url = Object.assign(new URL((await start()).database.url), { pathname: '/latchkey_there_is_none' });
    const report = await examine({ DATABASE_URL: url.href });
    expect(report.of('database')[0]).toMatchObject({
      status: 'fail',
      cure: expect.stringContaining('CREATE DATABASE'),
    });
  });

  itOnMysql('that nothing listens for is found', async () => {
    const url = `mysql://root@127.0.0.1:${await freePort()}/auth`;
    const [line] = (await examine({ DATABASE_URL: url })).of('database');
    expect(line).toMatchObject({ status: 'fail', found: expect.stringContaining('ECONNREFUSED') });
  });

  itOnMysql('that does not say a word is given up, and the rest is told', async () => {
    const { app, settings } = await healthy();
    const proxy = await DatabaseProxy.to(app.database.url);
    await proxy.open();
    cleanUp.push(() => proxy.cut());
    proxy.mute();
    const start = Date.now();
    const report = await examine({ ...settings, DATABASE_URL: proxy.url });
    expect(Date.now() - start).toBeLessThan(25_000);
    expect(report.complaints).toEqual(['fail database']);
  });

  itOnMysql('whose clock is another is found', async () => {
    const { settings } = await healthy();
    for (const [seconds, complaint] of [
      [10, 'warn clock'],
      [-60, 'fail clock'],
    ] as const) {
      const cli = command({ ...settings, NODE_OPTIONS: '--require ./clock.cjs' });
      writeFileSync(
        join(cli.folder, 'clock.cjs'),
        `const { now } = Date; Date.now = () => now() + ${seconds * 1_000};`,
      );
      const report = await examine({}, cli);
      expect(report.complaints).toEqual([complaint]);
      expect(report.of('clock')[0]?.cure).toContain('NTP');
    }
  });
});

describe('migrations', () => {
  it('that are pending are found, and not applied', async () => {
    const { app, settings } = await healthy();
    const [newest] = await app.sql('SELECT id, name FROM migrations ORDER BY id DESC LIMIT 1');
    await app.sql('DELETE FROM migrations WHERE id = ?', [newest?.id]);
    const report = await examine(settings);
    expect(report.complaints).toEqual(['fail migrations']);
    expect(report.of('migrations')[0]).toMatchObject({
      found: `pending: ${newest?.name}`,
      cure: 'latchkey migrate',
    });
    expect(await app.sql('SELECT name FROM migrations WHERE id = ?', [newest?.id])).toEqual([]);
  });

  it('of an empty database are all pending, and what needs a schema is skipped', async () => {
    const database = await createDatabase();
    cleanUp.push(() => database.drop());
    if (DATABASE === 'sqlite') await database.sql('VACUUM');
    const report = await examine({ DATABASE_URL: database.url });
    expect(report.of('migrations')[0]).toMatchObject({ status: 'fail', cure: 'latchkey migrate' });
    expect(report.of('keys')[0]?.status).toBe('skip');
    const tables = DATABASE === 'mysql' ? 'SHOW TABLES' : 'SELECT name FROM sqlite_master';
    expect(await database.sql(tables)).toEqual([]);
  });

  it('of a newer program are found', async () => {
    const { app, settings } = await healthy();
    await app.sql("INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Tomorrow9999999999999')");
    const report = await examine(settings);
    expect(report.complaints).toEqual(['fail migrations']);
    expect(report.of('migrations')[0]?.found).toContain('newer than this program: Tomorrow');
  });
});

describe('signing keys', () => {
  it('that AUTH_SECRET does not open are found', async () => {
    const { settings } = await healthy();
    const report = await examine({ ...settings, AUTH_SECRET: 'hidden: another secret, long enough to be one' });
    expect(report.complaints).toEqual(['fail keys']);
    expect(report.of('keys')[0]?.cure).toContain('AUTH_SECRET_PREVIOUS');
    expect(report.text).not.toContain('hidden');
  });

  it('that are old are found', async () => {
    const { app, settings } = await healthy();
    await app.sql('UPDATE signing_keys SET activates_at = activates_at - ?', [200 * 86_400]);
    const report = await examine(settings);
    expect(report.complaints).toEqual(['warn keys']);
    expect(report.of('keys')[0]).toMatchObject({
      found: expect.stringContaining('200 days'),
      cure: 'latchkey keys rotate',
    });
  });
});

describe('admin tokens', () => {
  it('that will expire, and those that nobody uses, are found', async () => {
    const { app, settings } = await healthy();
    const now = Math.floor(Date.now() / 1000);
    await app.adminToken(['read'], { name: 'Ends soon', expires_at: now + 86_400 });
    const { id } = await app.adminToken(['read'], { name: 'Forgotten' });
    await app.sql('UPDATE admin_tokens SET created_at = created_at - ? WHERE id = ?', [40 * 86_400, id]);
    const report = await examine(settings);
    expect(report.complaints).toEqual(['warn admin tokens', 'warn admin tokens']);
    expect(report.of('admin tokens').map(({ found }) => found)).toEqual([
      'expire within 14 days: "Ends soon"',
      'never used in 30 days: "Forgotten"',
    ]);
  });

  it('of which there is none in production are missed', async () => {
    const { app, settings } = await healthy();
    await app.sql('UPDATE admin_tokens SET revoked_at = created_at');
    const report = await examine({ ...settings, NODE_ENV: 'production' });
    expect(report.of('admin tokens')[0]).toMatchObject({ status: 'warn', cure: expect.stringContaining('create') });
  });
});

describe('mail', () => {
  const base = { DATABASE_URL: 'sqlite::memory:' };

  it('to a closed port is found', async () => {
    const { settings } = await healthy();
    const port = await freePort();
    const report = await examine({ ...settings, SMTP_URL: `smtp://user:hidden@127.0.0.1:${port}` });
    expect(report.complaints).toEqual(['fail mail']);
    expect(report.of('mail')[0]).toMatchObject({
      found: expect.stringContaining(`127.0.0.1:${port} cannot be talked to (ECONNREFUSED)`),
      cure: expect.stringContaining('SMTP_URL'),
    });
    expect(report.text).not.toContain('hidden');
  });

  itOnSqlite('with a wrong password is found, and with the right one is fine', async () => {
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
    cleanUp.push(() => new Promise<void>((done) => server.close(done)));
    const { port } = listening.address() as AddressInfo;
    const wrong = await examine({ ...base, SMTP_URL: `smtp://user:hidden-and-wrong@127.0.0.1:${port}` });
    expect(wrong.of('mail')[0]).toMatchObject({
      status: 'fail',
      found: expect.stringMatching(/refuses user.*EAUTH 535/),
    });
    expect(wrong.text).not.toContain('hidden');
    const right = await examine({ ...base, SMTP_URL: `smtp://user:hidden-and-right@127.0.0.1:${port}` });
    expect(right.of('mail')[0]).toMatchObject({ status: 'ok', found: expect.stringContaining('accepts user') });
  });

  itOnSqlite('from nobody in production is told, with what then does not work', async () => {
    const report = await examine({ ...base, SMTP_URL: '', NODE_ENV: 'production' });
    expect(report.of('mail')[0]).toMatchObject({
      status: 'warn',
      found: expect.stringContaining('EMAIL_NOT_CONFIGURED'),
    });
  });
});

describe('redirects', () => {
  const production = { DATABASE_URL: 'sqlite::memory:', NODE_ENV: 'production' };

  it('an empty list in production is found', async () => {
    const [line] = (await examine(production)).of('redirects');
    expect(line).toMatchObject({ status: 'warn', found: expect.stringContaining('REDIRECT_ALLOWLIST is empty') });
    expect(line?.cure).toContain('REDIRECT_ALLOWLIST');
  });

  itOnSqlite('a list that is too wide in production is found', async () => {
    const list = 'http://app.example.com,https://*.example.org,http://localhost:5173,https://app.example.net';
    const lines = (await examine({ ...production, REDIRECT_ALLOWLIST: list })).of('redirects');
    expect(lines.map(({ status, found }) => [status, found.split(' ')[0]])).toEqual([
      ['warn', 'http://app.example.com'],
      ['warn', 'https://*.example.org'],
    ]);
  });
});

describe('advice for production', () => {
  const WEAK = { LINK_CONFIRM: 'none', SIGNUP_EMAIL_VERIFIED: 'client' };
  const STRONG = { LINK_CONFIRM: 'page', SIGNUP_EMAIL_VERIFIED: 'ignore' };
  const advice = async (settings: Settings) => {
    const report = await examine({
      DATABASE_URL: 'sqlite::memory:',
      BASE_URL: 'https://auth.example.com',
      ...settings,
    });
    return [...report.of('links'), ...report.of('sign up')];
  };

  itOnSqlite.each(['production', ''])(
    'recommends the safer settings with NODE_ENV=%j, with the reason',
    async (NODE_ENV) => {
      expect(await advice({ ...WEAK, NODE_ENV })).toEqual([
        {
          name: 'links',
          status: 'warn',
          found: expect.stringMatching(/^LINK_CONFIRM=none: a mail scanner/),
          cure: expect.stringContaining('LINK_CONFIRM=page'),
        },
        {
          name: 'sign up',
          status: 'warn',
          found: expect.stringMatching(/^SIGNUP_EMAIL_VERIFIED=client: anybody/),
          cure: expect.stringContaining('SIGNUP_EMAIL_VERIFIED=ignore'),
        },
      ]);
    },
  );

  itOnSqlite.each([
    ['with the safer settings', { ...STRONG, NODE_ENV: 'production' }],
    ['in development', { ...WEAK, NODE_ENV: 'development' }],
  ])('is not given %s', async (_title, settings) => {
    expect((await advice(settings)).map(({ status }) => status)).toEqual(['ok', 'ok']);
  });
});

describe('the base URL', () => {
  it('under which no service answers is found', async () => {
    const { app, settings } = await healthy();
    await app.service.stop();
    const report = await examine(settings);
    expect(report.complaints).toEqual(['warn base url']);
    expect(report.of('base url')[0]?.found).toContain('no service answers');
  });

  itOnSqlite('without encryption in production is found', async () => {
    const report = await examine({
      DATABASE_URL: 'sqlite::memory:',
      NODE_ENV: 'production',
      BASE_URL: 'http://127.0.0.1:1',
    });
    expect(report.of('base url')[0]).toMatchObject({ status: 'warn', cure: 'use https:// in BASE_URL' });
  });
});

describe('proxies', () => {
  const PUBLIC = { BASE_URL: 'http://auth.example.com' };

  /** Six people sign up, each from an address of their own, by way of so many proxies; then the doctor comes. */
  async function behind(hops: number, settings: Settings): Promise<Line[]> {
    const app = await start({ ...PUBLIC, ...settings });
    let url = app.service.url;
    for (let hop = 0; hop < hops; hop++) {
      const proxy = await HttpProxy.to(url);
      cleanUp.push(() => proxy.stop());
      url = proxy.url;
    }
    for (let person = 1; person <= 6; person++) {
      const body = { email: newEmail(), password: PASSWORD, login: true };
      // The balancer before the first proxy names the client.
      const headers = { 'x-forwarded-for': `203.0.113.${person}` };
      expect((await send(url, 'POST', '/api/auth/user/create', { body, headers })).status).toBe(200);
    }
    return (await examine({ ...PUBLIC, ...settings, DATABASE_URL: app.database.url })).of('proxies');
  }

  it('TRUST_PROXY that is not set behind one is found by the addresses', async () => {
    const lines = await behind(1, {});
    expect(lines).toEqual([
      {
        name: 'proxies',
        status: 'fail',
        found: expect.stringMatching(/all clients come from 127\.0\.0\.1: a proxy, and TRUST_PROXY is not set/),
        cure: expect.stringContaining('set TRUST_PROXY'),
      },
    ]);
  });

  it('TRUST_PROXY that counts too few is found', async () => {
    const [line] = await behind(2, { TRUST_PROXY: '1' });
    expect(line).toMatchObject({
      status: 'warn',
      found: expect.stringContaining('yet all clients come from 127.0.0.1'),
    });
  });

  it('TRUST_PROXY that is right shows how many addresses there are, but not which', async () => {
    const [line] = await behind(1, { TRUST_PROXY: '2' });
    expect(line).toMatchObject({ status: 'ok', found: expect.stringMatching(/the last \d+ came from 6 addresses/) });
    expect(JSON.stringify(line)).not.toContain('203.0.113');
  });

  it('TRUST_PROXY that is not set while BASE_URL is https is found without any client', async () => {
    const report = await examine({ DATABASE_URL: 'sqlite::memory:', BASE_URL: 'https://auth.example.com' });
    expect(report.of('proxies')[0]).toMatchObject({ status: 'fail', cure: expect.stringContaining('set TRUST_PROXY') });
  });
});
