import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, DATABASE, describeOn, describeOnServer, itOn } from '../support/database/database.js';
import { importedPasskey } from '../support/factors/factors.js';
import { send } from '../support/http/http.js';
import { freePort } from '../support/run/machine.mjs';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { Cli, examine, examineAlone, type Outcome, type Report } from '../support/service/cli.js';
import { useMail } from '../support/service/mail.js';
import { DatabaseProxy, HttpProxy } from '../support/service/proxies.js';
import type { Settings } from '../support/service/service.js';

/** Complaints that occur with SQLite only. */
const onSqlite = (...complaints: string[]) => (DATABASE === 'sqlite' ? complaints : []);

/** The hints name the command as it was started. */
const MIGRATE = expect.stringMatching(/^node \S*cli\.js migrate$/);

const DAY = 86_400;
/** A run waits for servers that do not answer, and a slow machine takes five times as long. */
const SLOW_MS = 180_000;

const { app, mail } = useMail();
let cli: Cli;
beforeAll(() => {
  cli = new Cli({});
});
afterAll(() => cli.remove());

/** Settings with which doctor has no complaint about a running service. */
const settings = (): Settings => ({
  DATABASE_URL: app.database.url,
  BASE_URL: app.service.url,
  SMTP_URL: mail.url,
  PORT: new URL(app.service.url).port,
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const TABLES = {
  mysql: 'SHOW TABLES',
  sqlite: 'SELECT name FROM sqlite_master',
  postgres: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
};

/** The whole content of the database. */
async function state(): Promise<unknown> {
  if (DATABASE === 'sqlite') return sha256(readFileSync(app.database.url.slice('sqlite:'.length)));
  const tables = (await app.sql(TABLES[DATABASE])).map((row) => String(Object.values(row)[0])).sort();
  if (DATABASE === 'mysql') return app.sql(`CHECKSUM TABLE ${tables.join(', ')}`);
  return Promise.all(tables.map((table) => app.sql(`SELECT md5(string_agg(rows::text, ';')) FROM ${table} AS rows`)));
}

let healthy: Report;
let healthyText: Outcome;

interface SilentServer {
  report: Report;
  milliseconds: number;
}
let silent: SilentServer | undefined;

/** The report of a run while no service runs. */
let faults: Report;
let before: unknown;
let after: unknown;
let closedPort: number;

/** The report of another run, in production mode. */
let faultsInProduction: Report;

/** The report for a database server that never answers, of a process that ends with the connection to it still open. */
async function examineSilent(): Promise<SilentServer> {
  const proxy = await DatabaseProxy.to(app.database.url);
  await proxy.open();
  proxy.stopForwarding();
  const start = Date.now();
  const report = await examineAlone(cli, { ...settings(), DATABASE_URL: proxy.url });
  const milliseconds = Date.now() - start;
  await proxy.cut();
  return { report, milliseconds };
}

async function signUpsBehindProxy(): Promise<void> {
  const proxy = await new HttpProxy(app.service.url).listen();
  for (let person = 1; person <= 6; person++) {
    const body = { email: newEmail(), password: PASSWORD, login: true };
    // The load balancer in front of the proxy sends the address of the client.
    const headers = { 'x-forwarded-for': `203.0.113.${person}` };
    expect((await send(proxy.url, 'POST', '/api/auth/user/create', { body, headers })).status).toBe(200);
  }
  await proxy.stop();
}

/** Users without a password, with and without other ways in, and what doctor says of them. */
interface LockedOut {
  uids: string[];
  locked: Report;
  /** Without the provider of one of them. */
  disabled: Report;
}
let lockedOut: LockedOut;

async function findLockedOut(): Promise<void> {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const provider = { id: 'corp', kind: 'oidc', name: 'Corp', issuer, client_id: 'id', client_secret: 'a secret' };
  expect((await app.admin('POST', '/providers', provider)).status).toBe(200);
  const create = async (more: object = {}) =>
    String((await app.admin('POST', '/users', { email: newEmail(), ...more })).json.uid);
  const uids = [await create(), await create(), await create(), await create()].sort();
  const others = [
    await create({ password: PASSWORD }),
    await create({ active: false }),
    await create({ passkeys: [importedPasskey()] }),
    await create({ identities: [{ provider: 'corp', subject: '42' }] }),
  ];
  const without = { ...settings(), SMTP_URL: 'none' };
  const locked = await examine(cli, without);
  expect((await app.admin('PATCH', '/providers/corp', { enabled: false })).status).toBe(200);
  for (const uid of uids) expect((await app.admin('DELETE', `/users/${uid}`)).status).toBe(200);
  const disabled = await examine(cli, without);
  lockedOut = { uids: [...uids, others.at(-1) ?? ''], locked, disabled };
  for (const uid of others) await app.admin('DELETE', `/users/${uid}`);
  await app.admin('DELETE', '/providers/corp');
}

/** Runs doctor with old keys, bad tokens and a closed mail port, and without a running service. */
async function findFaults(): Promise<void> {
  await app.sql('UPDATE signing_keys SET activates_at = activates_at - ?', [200 * DAY]);
  await app.adminToken(['read'], { name: 'Ends soon', expires_at: Math.floor(Date.now() / 1000) + DAY });
  const { id } = await app.adminToken(['read'], { name: 'Forgotten' });
  await app.sql('UPDATE admin_tokens SET created_at = created_at - ? WHERE id = ?', [40 * DAY, id]);
  const { uid } = await app.signUp();
  await app.sql("UPDATE users SET admin_scopes = 'read', list_admin = 1, mfa_due_at = 1 WHERE uid = ?", [uid]);
  await app.sql('UPDATE sessions SET factor_due_at = 1 WHERE uid = ?', [uid]);
  // Another one, whose factor is demanded, but not switched on by the user.
  const totp = [{ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }];
  const can = (await app.admin('POST', '/users', { email: newEmail(), password: PASSWORD, totp, mfa_enabled: false }))
    .json;
  await app.sql("UPDATE users SET admin_scopes = 'read', list_admin = 1, email_proved = 1 WHERE uid = ?", [can.uid]);
  await app.service.stop();
  closedPort = await freePort();
  before = await state();
  faults = await examineAlone(cli, {
    ...settings(),
    SMTP_URL: `smtp://user:hidden@127.0.0.1:${closedPort}`,
    TRUST_PROXY: '1',
  });
  after = await state();
}

/**
 * Runs doctor with another secret, with revoked tokens only, a migration of a newer release, and a BASE_URL that does
 * not fit production.
 */
async function findFaultsInProduction(): Promise<void> {
  await app.sql("INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Tomorrow9999999999999')");
  await app.sql('UPDATE admin_tokens SET revoked_at = created_at');
  if (DATABASE === 'sqlite') {
    // SQLite gives the second file the mode of the first one, and keeps it while a connection is open.
    for (const end of ['', '-wal']) chmodSync(app.database.url.slice('sqlite:'.length) + end, 0o644);
  }
  faultsInProduction = await examine(cli, {
    ...settings(),
    NODE_ENV: 'production',
    BASE_URL: 'http://auth.example.com',
    AUTH_SECRET: 'hidden: another secret, long enough to be one',
  });
}

beforeAll(async () => {
  await signUpsBehindProxy();
  await app.admin('GET', '/tokens');
  [healthy, healthyText, silent] = await Promise.all([
    examine(cli, settings()),
    cli.runAlone(['doctor'], { settings: settings() }),
    DATABASE === 'sqlite' ? undefined : examineSilent(),
  ]);
  await findLockedOut();
  await findFaults();
  await findFaultsInProduction();
}, SLOW_MS);

describe('doctor', () => {
  it('prints one line for each check and has exit code 0 when there are no faults', () => {
    expect(healthy.complaints).toEqual([]);
    expect(healthy.code).toBe(0);
    expect(healthyText.code).toBe(0);
    const lines = healthyText.stdout.trimEnd().split('\n').slice(0, -1);
    for (const line of lines) expect(line).toMatch(/^((ok {2}|skip) {2}[a-z ]{14}|warn {2}latency {7}) {2}\S/);
    expect(lines.map((line) => line.slice(6, 20).trim())).toEqual([
      ...[
        'settings',
        'database',
        'version',
        'latency',
        'clock',
        'cluster',
        'files',
        'migrations',
        'columns',
        'writes',
        'keys',
      ],
      ...[
        'admin tokens',
        'admins',
        'mail',
        'emails',
        'redirects',
        'profile',
        'factors',
        'sessions',
        'providers',
        'breaches',
        'hashes',
        'earlier system',
        'ways in',
        'webhooks',
        'machines',
        'retention',
        'redis',
        'port',
        'base url',
        'links',
        'console',
        'branding',
        'cookies',
        'passkeys',
        'proxies',
        'metrics',
      ],
    ]);
  });

  it('ends with the number of lines of each kind, which JSON does not need', () => {
    const lines = healthyText.stdout.trimEnd().split('\n');
    const count = (status: string) => lines.filter((line) => line.startsWith(`${status} `)).length;
    const warned = count('warn') === 1 ? '1 warning' : '0 warnings';
    expect(lines.at(-1)).toBe(
      `${lines.length - 1} checks: ${count('ok')} ok, ${warned}, 0 failures, ${count('skip')} skipped`,
    );
    expect(Object.keys(JSON.parse(healthy.text))).toEqual(['healthy', 'checks']);
  });

  it('changes nothing in the database', () => {
    expect(after).toEqual(before);
  });

  it('reports each of several faults, and nothing else', () => {
    expect(faults.complaints).toEqual([
      'warn keys',
      'warn admin tokens',
      'warn admin tokens',
      'warn admin tokens',
      'warn admins',
      'fail mail',
      'warn sessions',
      'warn base url',
    ]);
    expect(faultsInProduction.complaints).toEqual([
      ...onSqlite('warn version', 'warn files', 'warn files'),
      ...['fail migrations', 'fail keys', 'warn admin tokens', 'warn admins', 'warn redirects'],
      ...Array(6).fill('warn profile'),
      ...['warn factors', 'warn sessions', 'warn base url', 'warn base url', 'fail links', 'fail proxies'],
    ]);
  });
});

describe('the doctor check of the database', () => {
  const cleanUp: (() => unknown)[] = [];
  afterAll(async () => {
    for (const step of cleanUp.reverse()) await step();
  });

  function emptyFolder(base: Settings): Cli {
    const own = new Cli(base);
    cleanUp.push(() => own.remove());
    return own;
  }

  itOn('sqlite')('creates neither a missing database nor a missing secret', async () => {
    const own = emptyFolder({ AUTH_SECRET: '', DATABASE_URL: '' });
    const report = await examine(own);
    expect(report.of('database')[0]).toMatchObject({ status: 'ok', found: expect.stringContaining('not there yet') });
    expect(report.complaints).toEqual(['warn base url']);
    expect(readdirSync(own.folder)).toEqual([]);
  });

  itOn('sqlite')('fails for a file that is not a database', async () => {
    const own = emptyFolder({ DATABASE_URL: 'sqlite:auth.sqlite' });
    writeFileSync(join(own.folder, 'auth.sqlite'), 'no database '.repeat(100), { mode: 0o600 });
    const report = await examine(own);
    expect(report.of('database')[0]).toMatchObject({ status: 'fail', cure: expect.stringContaining('DATABASE_URL') });
  });

  itOn('sqlite')('warns of a file that every user of the machine can read', () => {
    const file = app.database.url.slice('sqlite:'.length);
    expect(faultsInProduction.of('files').map(({ status, cure }) => [status, cure])).toEqual([
      ['warn', `chmod 600 ${file}`],
      ['warn', `chmod 600 ${file}-wal`],
    ]);
  });

  // A PostgreSQL of the tests asks for no password: see `postgres-server`.
  describeOn('mysql')('for a user whom the server does not let in', () => {
    const REFUSED: [what: string, spoil: { password?: string }, found: RegExp][] = [
      ['a wrong password', { password: 'hidden-and-wrong' }, /refuses the user "\w+": user or password is wrong/],
      ['no password', { password: '' }, /refuses the user "\w+": no password is given/],
      ['a user without rights', {}, /the user "\w+" may not use the database/],
    ];
    const user = `latchkey_${randomBytes(5).toString('hex')}`;
    let refused: Report[];
    beforeAll(async () => {
      const database = await createDatabase();
      cleanUp.push(() => database.drop());
      // An anonymous user of a new server has the host localhost, which takes precedence over any other host.
      for (const host of ['%', 'localhost']) {
        await database.sql(`CREATE USER '${user}'@'${host}' IDENTIFIED BY 'hidden-and-right'`);
        cleanUp.push(() => database.sql(`DROP USER '${user}'@'${host}'`));
      }
      const at = (change: Partial<URL>) => ({ DATABASE_URL: Object.assign(new URL(database.url), change).href });
      refused = await Promise.all(
        REFUSED.map(([, spoil]) => examine(cli, at({ username: user, password: 'hidden-and-right', ...spoil }))),
      );
    }, SLOW_MS);

    it.each(REFUSED.map(([what, , found], index) => [what, found, index] as const))(
      'fails for %s, and skips the checks that need the database',
      (_what, found, index) => {
        const report = refused[index] as Report;
        expect(report.code).toBe(1);
        const [line] = report.of('database');
        expect(line).toMatchObject({ status: 'fail', found: expect.stringMatching(found) });
        expect(line?.cure).toContain('DATABASE_URL');
        expect(report.of('migrations')[0]?.status).toBe('skip');
        expect(report.text).not.toContain('hidden');
      },
    );
  });

  describeOnServer('on a server', () => {
    it('fails for a database that does not exist', async () => {
      const url = Object.assign(new URL(app.database.url), { pathname: '/latchkey_there_is_none' });
      const missing = await examine(cli, { DATABASE_URL: url.href });
      expect(missing.of('database')[0]).toMatchObject({
        status: 'fail',
        cure: expect.stringContaining('CREATE DATABASE'),
      });
    });

    it('fails for a port on which no server listens', async () => {
      const url = `${DATABASE}://root@127.0.0.1:${await freePort()}/auth`;
      const unreachable = await examine(cli, { DATABASE_URL: url });
      const [line] = unreachable.of('database');
      expect(line).toMatchObject({ status: 'fail', found: expect.stringContaining('ECONNREFUSED') });
    });

    it('times out with a server that never answers, and does not stop the other checks', () => {
      expect(silent?.milliseconds).toBeLessThan(25_000);
      expect(silent?.report.complaints).toEqual(['fail database']);
    });
  });
});

describe('the doctor check of the migrations', () => {
  it('reports pending migrations in an empty database, does not apply them, and skips the checks that need a schema', async () => {
    const database = await createDatabase();
    if (DATABASE === 'sqlite') await database.sql('VACUUM');
    const report = await examine(cli, { DATABASE_URL: database.url });
    expect(report.of('migrations')).toEqual([
      {
        name: 'migrations',
        status: 'fail',
        found: expect.stringMatching(/that are pending: Initial000000000000[13](?:, \w+)*$/),
        cure: MIGRATE,
      },
    ]);
    expect(report.of('keys')[0]?.status).toBe('skip');
    expect(await database.sql(TABLES[DATABASE])).toEqual([]);
    await database.drop();
  });

  it('reports migrations of a newer release', () => {
    expect(faultsInProduction.of('migrations')).toHaveLength(1);
    expect(faultsInProduction.of('migrations')[0]?.status).toBe('fail');
    expect(faultsInProduction.of('migrations')[0]?.found).toContain('newer than this program: Tomorrow');
  });
});

describe('the doctor check of the ways in', () => {
  it('names accounts with neither a password nor another way in', () => {
    const { uids, locked, disabled } = lockedOut;
    const [first, second, third, , identity] = uids;
    const found =
      'accounts that cannot sign in, without password, passkey, external identity or a mail server for a link: ';
    expect(locked.of('ways in')).toEqual([
      {
        name: 'ways in',
        status: 'warn',
        found: `${found}${first}, ${second}, ${third} and 1 more`,
        cure: expect.stringContaining('SMTP_URL'),
      },
    ]);
    // Its provider was disabled.
    expect(disabled.of('ways in')).toMatchObject([{ status: 'warn', found: `${found}${identity}` }]);
  });
});

describe('the doctor check of the signing keys', () => {
  it('reports an AUTH_SECRET that cannot decrypt them', () => {
    expect(faultsInProduction.of('keys')).toHaveLength(1);
    expect(faultsInProduction.of('keys')[0]?.status).toBe('fail');
    expect(faultsInProduction.of('keys')[0]?.cure).toContain('AUTH_SECRET_PREVIOUS');
    expect(faultsInProduction.text).not.toContain('hidden');
  });

  it('reports old keys', () => {
    expect(faults.of('keys')).toEqual([
      {
        name: 'keys',
        status: 'warn',
        found: expect.stringContaining('200 days'),
        cure: expect.stringMatching(/^node \S*cli\.js keys rotate$/),
      },
    ]);
  });
});

describe('the doctor checks of administrators and of sessions', () => {
  it('count those who cannot use their scopes, and sessions past the deadline of a second factor', () => {
    expect(healthy.of('admins')[0]).toMatchObject({ status: 'ok', found: 'no user has admin scopes' });
    expect(faults.of('admins')[0]?.found).toMatch(/^users with admin scopes who cannot use them, .*: 1$/);
    expect(faults.of('sessions')[0]?.found).toMatch(/^of the newest 10000 sessions, .* lack a second factor .*: 1$/);
  });
});

describe('the doctor check of the admin tokens', () => {
  it('reports tokens that expire soon, and tokens that were never used', () => {
    expect(faults.of('admin tokens').map(({ status, found }) => [status, found])).toEqual([
      ['warn', 'admin tokens that expire within 14 days: "Ends soon"'],
      ['warn', 'admin tokens that were never used in 30 days: "Forgotten"'],
      ['warn', 'admin tokens that never expire: "Forgotten"'],
    ]);
  });

  it('warns in production when no token is valid', () => {
    expect(faultsInProduction.of('admin tokens')[0]).toMatchObject({
      status: 'warn',
      cure: expect.stringContaining('create'),
    });
  });
});

describe('the doctor checks of the network', () => {
  it('find the running service at its PORT', () => {
    const found = `the service answers at ${app.service.url}`;
    expect(healthy.of('port')).toEqual([{ name: 'port', status: 'ok', found }]);
  });

  it('report a mail server that does not listen', () => {
    expect(faults.of('mail')[0]).toMatchObject({
      status: 'fail',
      found: expect.stringContaining(`127.0.0.1:${closedPort} does not accept a connection (ECONNREFUSED)`),
      cure: expect.stringContaining('SMTP_URL'),
    });
    expect(faults.text).not.toContain('hidden');
  });

  it('report a BASE_URL at which no service answers', () => {
    expect(faults.of('base url')[0]?.found).toContain('no service answers');
  });

  it('report a missing TRUST_PROXY behind a proxy, from the addresses of the clients', () => {
    expect(faultsInProduction.of('proxies')).toEqual([
      {
        name: 'proxies',
        status: 'fail',
        found: expect.stringMatching(/all clients come from 127\.0\.0\.1: a proxy, and TRUST_PROXY is not set/),
        cure: expect.stringContaining('set TRUST_PROXY'),
      },
    ]);
  });

  it('show the number of addresses from which the clients came', () => {
    expect(faults.of('proxies')[0]).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(/client addresses in the newest \d+ events or sessions: 1$/),
    });
  });
});
