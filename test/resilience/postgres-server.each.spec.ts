import { createDatabase, describeOn } from '../support/database/database.js';
import { type OwnPostgres, ownPostgres } from '../support/database/postgres.js';
import { has } from '../support/run/machine.mjs';
import { ADMIN_TOKEN, newEmail, PASSWORD } from '../support/service/app.js';
import { Cli, examine, examineAlone } from '../support/service/cli.js';
import { Authority } from '../support/service/neighbours.js';
import { refusal, SECRET, Service } from '../support/service/service.js';

const itWithOpenssl = has('openssl') ? it : it.skip;
/** A start of a server and several of commands, on a busy machine. */
const SLOW_MS = 180_000;
jest.setTimeout(SLOW_MS);

let cli: Cli;
beforeAll(() => {
  cli = new Cli({});
});
afterAll(() => cli.remove());

const create = (service: Service) =>
  service.call('POST', '/api/auth/user/create', { body: { email: newEmail(), password: PASSWORD, login: true } });

describeOn('postgres')('a PostgreSQL that asks for passwords and encryption', () => {
  const TLS_ONLY = `local all all trust
host all postgres 127.0.0.1/32 trust
host all postgres ::1/128 trust
host open,none all 127.0.0.1/32 scram-sha-256
hostssl all all all scram-sha-256
`;
  let authority: Authority | undefined;
  let server: OwnPostgres;
  beforeAll(async () => {
    authority = has('openssl') ? new Authority() : undefined;
    const certificates = authority && { name: authority.issue('DNS:localhost'), ip: authority.issue('IP:127.0.0.1') };
    const files = Object.entries(certificates ?? {}).flatMap(([name, { key, cert }]) => [
      [`${name}.key`, key],
      [`${name}.crt`, cert],
    ]);
    server = await ownPostgres({ files: { 'pg_hba.conf': TLS_ONLY, ...Object.fromEntries(files) } });
    await server.sql("CREATE ROLE latchkey LOGIN PASSWORD 'right and hidden'");
    await server.sql('CREATE DATABASE open OWNER latchkey');
    await server.sql('CREATE DATABASE closed OWNER latchkey');
  });
  afterAll(() => server.stop());

  const at = (database: string, more: Partial<URL> = {}) => {
    const who = { username: 'latchkey', password: 'right and hidden', pathname: `/${database}` };
    return Object.assign(new URL(server.url), who, more).href;
  };

  it.each([
    ['a wrong password', { password: 'wrong and hidden' }, /user or password is wrong/],
    ['no password', { password: '' }, /no password is given/],
    ['an unknown role', { username: 'nobody' }, /refuses the user "nobody": /],
    ['a database that does not exist', { pathname: '/none' }, /there is no database "none"/],
  ])('does not start with %s, and doctor says so', async (_what, spoil, found) => {
    const url = at('open', spoil);
    const said = await refusal({ DATABASE_URL: url });
    expect(said).toMatch(/^DATABASE_URL: [^\n]+ refused: [^\n]+; allowed: an existing database[^\n]+\n$/m);
    const report = await examine(cli, { DATABASE_URL: url });
    expect(report.of('database')).toMatchObject([{ status: 'fail', found: expect.stringMatching(found) }]);
    expect(said + report.text).not.toContain('hidden');
  });

  describe('with a certificate', () => {
    async function present(certificate: string): Promise<void> {
      for (const what of ['ssl = on', `ssl_cert_file = '${certificate}.crt'`, `ssl_key_file = '${certificate}.key'`])
        await server.sql(`ALTER SYSTEM SET ${what}`);
      await server.sql('SELECT pg_reload_conf()');
    }

    async function encrypted(): Promise<void> {
      const asked = async () => (await server.sql('SHOW ssl'))[0]?.ssl;
      for (let waited = 0; (await asked()) !== 'on'; waited++) if (waited > 500) throw new Error('TLS is off.');
    }

    const ACCEPTED = [
      ['name', 'localhost', 'require'],
      ['name', '127.0.0.1', 'require'],
      ['name', 'localhost', 'verify-full'],
      ['ip', '127.0.0.1', 'verify-full'],
    ] as const;

    itWithOpenssl.each(ACCEPTED)('for its %s at %s, sslmode=%s connects', async (certificate, hostname, mode) => {
      await present(certificate);
      await encrypted();
      const url = at('closed', { hostname, search: `?sslmode=${mode}` });
      const trusted = { DATABASE_URL: url, NODE_EXTRA_CA_CERTS: authority?.file ?? '' };
      expect((await cli.runAlone(['migrate'], { settings: trusted })).code).toBe(0);
      const [line] = (await examineAlone(cli, trusted)).of('cluster');
      expect([line?.status, line?.found]).toEqual([
        'ok',
        expect.stringMatching(
          mode === 'require' ? /is encrypted$/ : /is encrypted, and the certificate .* is verified$/,
        ),
      ]);
    });

    const REFUSED = [
      ['of another host', 'name', '127.0.0.1', true, /altnames|IP: 127\.0\.0\.1/],
      ['of another address', 'ip', 'localhost', true, /altnames/],
      ['of an unknown authority', 'name', 'localhost', false, /certificate/],
    ] as const;

    itWithOpenssl.each(REFUSED)(
      '%s, sslmode=verify-full is refused',
      async (_what, certificate, hostname, known, why) => {
        await present(certificate);
        await encrypted();
        const settings = {
          DATABASE_URL: at('closed', { hostname, search: '?sslmode=verify-full' }),
          ...(known && { NODE_EXTRA_CA_CERTS: authority?.file ?? '' }),
        };
        const said = await refusal(settings);
        expect(said).toMatch(/^DATABASE_URL: [^\n]+ refused: [^\n]+; allowed: a host whose certificate [^\n]+\n$/m);
        expect(said).toMatch(why);
        const { code, stderr } = await cli.runAlone(['migrate'], { settings });
        expect([code, stderr]).toEqual([1, expect.stringMatching(why)]);
      },
    );

    itWithOpenssl('does not connect to a server that demands encryption, with sslmode=disable', async () => {
      const url = at('closed', { search: '?sslmode=disable' });
      expect(await refusal({ DATABASE_URL: url })).toMatch(/^DATABASE_URL: [^\n]+ refused: [^\n]*no encryption/m);
      const [line] = (await examine(cli, { DATABASE_URL: url })).of('database');
      expect(line).toMatchObject({ status: 'fail', found: expect.stringContaining('no encryption') });
    });
  });

  it('of a server without encryption, sslmode=require is refused', async () => {
    await server.sql('ALTER SYSTEM SET ssl = off');
    await server.sql('SELECT pg_reload_conf()');
    const url = at('open', { search: '?sslmode=require' });
    expect(await refusal({ DATABASE_URL: url })).toMatch(
      /^DATABASE_URL: [^\n]+ refused: The server does not support SSL/m,
    );
  });
});

describeOn('postgres')('the schema and the rights of the role, and a server that is only read', () => {
  let server: OwnPostgres;
  let count = 0;
  beforeAll(async () => {
    server = await ownPostgres({});
    await server.sql('CREATE ROLE latchkey LOGIN');
    await server.sql('CREATE ROLE migrator LOGIN');
  });
  afterAll(() => server.stop());

  /** A new database, in which nobody but its owner may make anything. */
  async function database(statements: string[], how = ''): Promise<(role: string, schema?: string) => string> {
    const name = `rights_${++count}`;
    await server.sql(`CREATE DATABASE ${name} ${how}`);
    for (const statement of statements) await server.sql(statement.replaceAll('$db', name), name);
    return (username, schema) =>
      Object.assign(new URL(server.url), { username, pathname: `/${name}`, search: schema ? `?schema=${schema}` : '' })
        .href;
  }

  async function expectToWork(url: string): Promise<void> {
    const service = await Service.startShared({ DATABASE_URL: url, ADMIN_TOKEN });
    expect((await create(service)).status).toBe(200);
    const { checks } = (await service.call('GET', '/api/admin/checks', { token: ADMIN_TOKEN })).json;
    for (const name of ['cluster', 'writes'])
      expect(checks).toContainEqual(expect.objectContaining({ name, status: 'ok' }));
    await service.stop();
    expect((await examine(cli, { DATABASE_URL: url })).of('cluster')).toMatchObject([{ status: 'ok' }]);
  }

  it.each([
    ['a schema that is there, without the right to make schemas', ['CREATE SCHEMA auth AUTHORIZATION latchkey']],
    ['a schema that it makes', ['GRANT CREATE ON DATABASE $db TO latchkey']],
  ])('are enough with %s', async (_what, statements) => {
    const url = (await database(statements))('latchkey', 'auth');
    const before = await examine(cli, { DATABASE_URL: url });
    expect([before.of('cluster')[0]?.status, before.of('migrations')[0]?.status]).toEqual(['ok', 'fail']);
    await expectToWork(url);
    const name = new URL(url).pathname.slice(1);
    const schemas = "SELECT DISTINCT schemaname AS name FROM pg_tables WHERE schemaname !~ '^(pg_|information_schema)'";
    expect(await server.sql(schemas, name)).toEqual([{ name: 'auth' }]);
  });

  it('are enough without the right to make tables, where another role has made them', async () => {
    const url = await database([
      'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
      'GRANT CREATE ON SCHEMA public TO migrator',
    ]);
    expect((await cli.run(['migrate'], { settings: { DATABASE_URL: url('migrator') } })).code).toBe(0);
    const name = new URL(url('latchkey')).pathname.slice(1);
    await server.sql('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO latchkey', name);
    await server.sql('GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO latchkey', name);
    await expectToWork(url('latchkey'));
  });

  it.each([
    ['the right to make tables', undefined, []],
    ['the right to make the schema', 'auth', []],
    ['the right to use the schema', 'auth', ['CREATE SCHEMA auth']],
  ])('are refused without %s, by the start, the command line and doctor', async (_what, schema, statements) => {
    const DATABASE_URL = (await database(['REVOKE CREATE ON SCHEMA public FROM PUBLIC', ...statements]))(
      'latchkey',
      schema,
    );
    const said = await refusal({ DATABASE_URL });
    expect(said).toMatch(
      /^DATABASE_URL: [^\n]+ refused: (?:permission denied|no schema has been selected) [^\n]+; allowed: a user who may create[^\n]+\n$/m,
    );
    const { code, stderr } = await cli.run(['migrate'], { settings: { DATABASE_URL } });
    expect([code, stderr]).toEqual([1, expect.stringContaining('DATABASE_URL: ')]);
    expect((await examine(cli, { DATABASE_URL })).of('cluster')).toMatchObject([
      {
        status: 'fail',
        found: expect.stringContaining('may not create tables'),
        cure: expect.stringContaining('GRANT'),
      },
    ]);
  });

  it.each(['LATIN1', 'SQL_ASCII'])('a database with the encoding %s is refused, and stays empty', async (encoding) => {
    const how = `ENCODING '${encoding}' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`;
    const DATABASE_URL = (await database([], how))('postgres');
    const said = await refusal({ DATABASE_URL });
    expect(said).toMatch(/^DATABASE_URL: [^\n]+ its encoding is \w+; allowed: a database with the encoding UTF8\n$/m);
    const report = await examine(cli, { DATABASE_URL });
    expect(report.of('cluster')).toMatchObject([{ status: 'fail', found: expect.stringContaining(encoding) }]);
    const name = new URL(DATABASE_URL).pathname.slice(1);
    expect(await server.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", name)).toEqual([]);
  });

  it('doctor warns of a database that is only read, and the service waits until it is not', async () => {
    const DATABASE_URL = (await database([]))('postgres');
    const name = new URL(DATABASE_URL).pathname.slice(1);
    await server.sql(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    expect((await examine(cli, { DATABASE_URL })).of('cluster')).toMatchObject([
      { status: 'fail', found: 'default_transaction_read_only is on' },
    ]);
    const service = await Service.launch({ DATABASE_URL, AUTH_SECRET: SECRET });
    await service.logged('refuses to write: it is read-only');
    await server.sql(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await service.advance(5);
    await service.untilReady();
    expect((await create(service)).status).toBe(200);
    await service.stop();
  });

  it('a standby answers reads, refuses writes with UNAVAILABLE, and works again after its promotion', async () => {
    const service = await Service.start({ DATABASE_URL: server.url, ADMIN_TOKEN });
    const { token, refresh_token } = (await create(service)).json;
    await server.becomeStandby();
    await service.until(async () => (await service.call('GET', '/api/auth/user', { token })).status === 200);
    const answers = [
      await create(service),
      await service.call('POST', '/api/auth/user/refresh', { body: { refresh_token } }),
      await service.call('GET', '/health/ready'),
    ];
    expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [503, 'UNAVAILABLE']));
    await service.logged('the database refuses to write: it is read-only');
    const report = await examine(cli, { DATABASE_URL: server.url });
    expect(report.of('cluster')).toMatchObject([{ status: 'fail', found: 'the server is a standby' }]);
    expect(report.of('writes')).toMatchObject([{ status: 'fail', found: expect.stringContaining('it is read-only') }]);
    const production = { NODE_ENV: 'production', BASE_URL: 'https://auth.example.com', SMTP_URL: 'none' };
    const second = await Service.launch({ DATABASE_URL: server.url, AUTH_SECRET: SECRET, ...production });
    await second.untilAccepts();
    await second.until(async () =>
      (await second.call('GET', '/health/ready')).json.message.includes('it is read-only'),
    );
    await server.sql('SELECT pg_promote()');
    await second.untilReady();
    await second.stop();
    await service.untilReady();
    expect((await create(service)).status).toBe(200);
    const answer = await service.call('POST', '/api/auth/user/refresh', { body: { refresh_token } });
    expect(answer.status).toBe(200);
    await service.stop();
  });
});

describeOn('postgres')('a PostgreSQL with few connections', () => {
  const MOST = 14;
  let server: OwnPostgres;
  beforeAll(async () => {
    server = await ownPostgres({ options: [`max_connections=${MOST}`, 'superuser_reserved_connections=0'] });
  });
  afterAll(() => server.stop());

  it('fails only requests that get none, and keeps those that are open', async () => {
    const service = await Service.start({ DATABASE_URL: server.url });
    expect((await create(service)).status).toBe(200);
    const backends = "SELECT pid FROM pg_stat_activity WHERE application_name = 'latchkey'";
    const watcher = await server.connect();
    const open = async () => (await watcher.query(backends)).rows.map(({ pid }) => pid);
    const before = await open();
    expect(before.length).toBeGreaterThan(0);
    const others = [watcher];
    while (others.length < MOST - before.length - 3) others.push(await server.connect());
    const answers = await Promise.all(Array.from({ length: 60 }, () => create(service)));
    const codes = answers.map(({ status, code }) => code ?? status);
    expect(codes.filter((code) => code !== 200 && code !== 'UNAVAILABLE')).toEqual([]);
    expect(codes).toContain('UNAVAILABLE');
    expect(codes).toContain(200);
    const { rows } = await watcher.query('SELECT COUNT(*) AS n FROM users');
    expect(rows[0]?.n).toBe(1 + codes.filter((code) => code === 200).length);
    expect(await open()).toEqual(expect.arrayContaining(before));
    for (const other of others) await other.end();
    const again = await Promise.all(Array.from({ length: 20 }, () => create(service)));
    expect(again.map(({ status }) => status)).toEqual(again.map(() => 200));
    await service.stop();
  });

  it('doctor warns of it', async () => {
    expect((await examine(cli, { DATABASE_URL: server.url })).of('cluster')).toMatchObject([
      { status: 'warn', found: expect.stringContaining(`accepts ${MOST} connections`) },
    ]);
  });
});

describeOn('postgres')('all texts', () => {
  it('are compared by their bytes: with their case and their accents', async () => {
    const database = await createDatabase({ migrated: true });
    const others = await database.sql(`SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name <> 'migrations' AND collation_name IS DISTINCT FROM 'C'
      AND data_type IN ('text', 'character varying')`);
    expect(others).toEqual([]);
    await database.drop();
  });
});
