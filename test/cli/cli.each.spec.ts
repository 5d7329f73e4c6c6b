import { writeFileSync } from 'node:fs';
import { createDatabase, DATABASE, IS_SERVER, itOnServer, type TestDatabase } from '../support/database/database.js';
import { about, expectFailure } from '../support/http/http.js';
import { freePort } from '../support/run/machine.mjs';
import { useApp } from '../support/service/app.js';
import { Cli, expectRefusal, type Outcome } from '../support/service/cli.js';

const app = useApp();
let cli: Cli;
/** A command that waits for a server that does not listen, while the other tests run. */
let waiting: Promise<{ outcome: Outcome; milliseconds: number }> | undefined;

async function listWithoutServer(): Promise<{ outcome: Outcome; milliseconds: number }> {
  const url = Object.assign(new URL(app.database.url), { port: String(await freePort()) });
  const start = Date.now();
  const outcome = await cli.runAlone(['admin-token', 'list', '--json'], { settings: { DATABASE_URL: url.href } });
  return { outcome, milliseconds: Date.now() - start };
}

beforeAll(() => {
  cli = new Cli({ DATABASE_URL: app.database.url });
  if (IS_SERVER) waiting = listWithoutServer();
});
afterAll(async () => {
  await waiting;
  cli.remove();
});

const TABLES = {
  mysql: 'SHOW TABLES',
  sqlite: "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'",
  postgres: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
}[DATABASE];

const now = () => Math.floor(Date.now() / 1000);

describe('the command line with an empty database', () => {
  let database: TestDatabase;
  let settings: { DATABASE_URL: string };
  beforeEach(async () => {
    database = await createDatabase();
    settings = { DATABASE_URL: database.url };
  });
  afterEach(() => database.drop());

  it('applies all migrations with migrate, once', async () => {
    const first = await cli.run(['migrate', '--json'], { settings });
    expect(first.json.applied.length).toBeGreaterThan(0);
    expect((await database.sql('SELECT name FROM migrations')).length).toBe(first.json.applied.length);
    const second = await cli.run(['migrate'], { settings });
    expect([second.code, second.stdout, second.messages]).toEqual([0, 'The schema is up to date.\n', '']);
  });

  it.each(['admin-token list', 'user list', 'keys list', 'export', 'user show ada@example.com'])(
    'refuses the command %s, says that migrate creates the tables, and creates none',
    async (words) => {
      if (DATABASE === 'sqlite') writeFileSync(settings.DATABASE_URL.slice('sqlite:'.length), '');
      const { code, stdout, failure } = await cli.run([...words.split(' '), '--json'], { settings });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(failure).toEqual({ code: 'PENDING_MIGRATIONS', message: expect.stringMatching(/cli\.js migrate/) });
      expect(await database.sql(TABLES)).toEqual([]);
    },
  );

  it('applies no migration before a command when some are pending, and says so', async () => {
    await cli.run(['migrate'], { settings });
    await database.sql("UPDATE migrations SET name = 'Other0000000000001'");
    const { code, failure } = await cli.run(['user', 'list', '--json'], { settings });
    expect({ code, failure }).toMatchObject({ code: 1, failure: { code: 'PENDING_MIGRATIONS' } });
    expect(failure.message).toMatch(/older than this program\. Cure: run "node \S+cli\.js migrate"/);
    expect(await database.sql('SELECT DISTINCT name FROM migrations')).toEqual([{ name: 'Other0000000000001' }]);
  });

  it('does not create the first admin token instead of the service', async () => {
    await cli.run(['migrate'], { settings });
    const { code, json } = await cli.run(['admin-token', 'list', '--json'], { settings });
    expect({ code, json }).toEqual({ code: 0, json: { tokens: [] } });
    expect(await database.sql('SELECT id FROM admin_tokens')).toEqual([]);
  });
});

itOnServer.each(['migrate', 'admin-token list'])(
  'the command %s names DATABASE_URL when the database refuses the password',
  async (words) => {
    const url = Object.assign(new URL(app.database.url), { username: 'nobody', password: 'hidden' });
    const outcome = await cli.run(words.split(' '), { settings: { DATABASE_URL: url.href } });
    expectRefusal(outcome, 1, /DATABASE_URL: .*(?:Access denied|role "nobody" does not exist)/);
    expect(outcome.stderr).not.toContain('hidden');
  },
);

describe('the command admin-token', () => {
  it('revokes a stolen token with what it has made, also one that was revoked before', async () => {
    const { id, token } = (await cli.run(['admin-token', 'create', 'Lost', '--scopes', 'clients', '--json'])).json;
    const facts = { name: 'By the thief', scopes: ['a'], audiences: ['b'] };
    const { client_id } = (await app.admin('POST', '/clients', facts, token)).json;
    await cli.run(['admin-token', 'revoke', id]);
    const late = ['--since', String(now() + 3_600), '--json'];
    expect((await cli.run(['admin-token', 'revoke', id, '--stolen', ...late])).json.clients).toEqual([]);
    expect((await cli.run(['admin-token', 'revoke', id, ...late])).stderr).toContain('--since needs --stolen.');
    expect((await cli.run(['admin-token', 'revoke', id, '--stolen', '--since', 'now'])).stderr).toContain('since');
    const { stdout } = await cli.run(['admin-token', 'revoke', id, '--stolen']);
    expect(stdout).toContain(`Token ${id} is revoked.\nDisabled clients: ${client_id}\nDisabled providers: none\n`);
    expect((await cli.run(['admin-token', 'revoke', id, '--stolen', '--json'])).json).toMatchObject({
      revoked: id,
      clients: [],
    });
  });

  it('create prints a token that works with the running service, with an event of the actor cli', async () => {
    const words = ['admin-token', 'create', 'Nightly job', '--scopes', 'read,write', '--expires-in', '90d', '--json'];
    const { code, json, messages } = await cli.run(words);
    expect({ code, messages }).toEqual({ code: 0, messages: '' });
    const { status, json: list } = await app.admin('GET', '/tokens', undefined, json.token);
    expect(status).toBe(200);
    expect(list.tokens[0]).toMatchObject({ id: json.id, name: 'Nightly job', scopes: ['read', 'write'] });
    expect(list.tokens[0].expires_at).toEqual(about(now() + 90 * 86_400));
    const [event] = await app.sql("SELECT * FROM events WHERE type = 'admin.token_created' ORDER BY id DESC LIMIT 1");
    expect(event).toMatchObject({ actor: 'cli', ip: null, uid: null });
    expect(JSON.parse(String(event?.data))).toMatchObject({ token_id: json.id });
    expect(JSON.stringify(event)).not.toContain(json.token);
  });

  it('list shows the same tokens as the service', async () => {
    await app.adminToken(['read']);
    const { tokens } = (await cli.run(['admin-token', 'list', '--json'])).json;
    expect(tokens).toEqual((await app.admin('GET', '/tokens?limit=200')).json.tokens);
  });

  it('revoke makes a token invalid at once', async () => {
    const { id, token } = await app.adminToken(['read']);
    expect((await cli.run(['admin-token', 'revoke', id])).stdout).toBe(`Token ${id} is revoked.\n`);
    expectFailure(await app.admin('GET', '/tokens', undefined, token), 'NOT_AUTHENTICATED');
  });
});

itOnServer('a command fails after a few seconds when no database server listens', async () => {
  const { outcome, milliseconds } = await (waiting as NonNullable<typeof waiting>);
  expect(milliseconds).toBeLessThan(20_000);
  const { code, stdout, failure } = outcome;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(failure).toEqual({ code: 'UNAVAILABLE', message: expect.stringMatching(/ECONNREFUSED.*DATABASE_URL/) });
});
