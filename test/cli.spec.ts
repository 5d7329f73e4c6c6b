import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { App } from './support/app.js';
import { Cli, type Outcome } from './support/cli.js';
import { createDatabase, DATABASE, type TestDatabase } from './support/database.js';
import { about, expectFailure } from './support/expect.js';
import { freePort } from './support/service.js';

const itOnMysql = DATABASE === 'mysql' ? it : it.skip;
/** What has nothing to do with the database is looked at once. */
const describeOnce = DATABASE === 'sqlite' ? describe : describe.skip;

let app: App;
let cli: Cli;
beforeAll(async () => {
  app = await App.start();
  cli = new Cli({ DATABASE_URL: app.database.url });
});
afterAll(async () => {
  cli.remove();
  await app.stop();
});

const now = () => Math.floor(Date.now() / 1000);

/** A failure in one sentence, without a stack. */
function expectRefusal({ code, stdout, stderr }: Outcome, exitCode: number, words: RegExp): void {
  expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
  expect(stderr).toMatch(words);
  expect(stderr).not.toMatch(/\n\s+at /);
}

describeOnce('help', () => {
  /** Each command, with all that its help must name. */
  const COMMANDS: [command: string, ...named: string[]][] = [
    ['', 'migrate', 'admin-token', 'doctor', 'Exit codes: 0 done, 1 failed, 2 wrong usage'],
    ['migrate', '--json'],
    ['admin-token', 'create', 'list', 'revoke'],
    ['admin-token create', '<name>', '--scopes', 'export', '--expires-in', '--expires-at', '--json'],
    ['admin-token list', '--json'],
    ['admin-token revoke', '<id>', '--json'],
    ['doctor', '--json', 'Exit codes'],
  ];

  it.each(COMMANDS)('of "%s" names what there is', async (command, ...named) => {
    const { code, stdout, stderr } = await cli.run([...command.split(' ').filter(Boolean), '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of named) expect(stdout).toContain(name);
  });

  it('is what a call without a command shows', async () => {
    const { code, stdout } = await cli.run([]);
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: latchkey');
  });

  it('can be had by the name of the program in the built tree', () => {
    const main = resolve(__dirname, '../dist/apps/cli/src/main.js');
    expect(statSync(main).mode & 0o111).toBe(0o111);
    expect(execFileSync(main, ['--help'], { encoding: 'utf8' })).toContain('Usage: latchkey');
  });
});

describeOnce('--version', () => {
  it('tells the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(resolve(__dirname, '../package.json'), 'utf8'));
    expect(await cli.run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describeOnce('wrong usage', () => {
  it.each([
    ['an unknown command', ['frobnicate'], /unknown command 'frobnicate'/],
    ['a group without its command', ['admin-token'], /Usage: latchkey admin-token/],
    ['an unknown command of a group', ['admin-token', 'steal'], /unknown command 'steal'/],
    ['an unknown option', ['doctor', '--fix'], /unknown option '--fix'/],
    ['too many words', ['migrate', 'now'], /too many arguments/],
    ['a missing word', ['admin-token', 'revoke'], /missing required argument 'id'/],
    ['no scopes', ['admin-token', 'create', 'x'], /--scopes <list>' not specified/],
    ['an unknown scope', ['admin-token', 'create', 'x', '--scopes', 'read,root'], /scopes must be a list of/],
    ['an empty name', ['admin-token', 'create', '', '--scopes', 'read'], /name must be/],
    ['a long name', ['admin-token', 'create', 'x'.repeat(101), '--scopes', 'read'], /name must be/],
    ['an expiry in words', ['admin-token', 'create', 'x', '--scopes', 'read', '--expires-at', 'soon'], /expires_at/],
    ['an expiry that is past', ['admin-token', 'create', 'x', '--scopes', 'read', '--expires-at', '1'], /expires_at/],
    ['a duration without a unit', ['admin-token', 'create', 'x', '--scopes', 'read', '--expires-in', '90'], /90d/],
    ['no duration at all', ['admin-token', 'create', 'x', '--scopes', 'read', '--expires-in', '0d'], /90d/],
    [
      'two expiries',
      ['admin-token', 'create', 'x', '--scopes', 'read', '--expires-in', '1d', '--expires-at', '9'],
      /cannot be used with/,
    ],
  ])('%s: exit code 2', async (_what, words, told) => {
    expectRefusal(await cli.run(words), 2, told);
  });

  it.each([
    ['an unknown command', ['frobnicate']],
    ['a group without its command', ['admin-token']],
    ['no scopes', ['admin-token', 'create', 'x']],
    ['an unknown scope', ['admin-token', 'create', 'x', '--scopes', 'read,root']],
  ])('%s with --json: one JSON document', async (_what, words) => {
    const { code, stdout, failure } = await cli.run([...words, '--json']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(failure).toEqual({ code: 'INVALID_REQUEST', message: expect.stringMatching(/\S/) });
  });
});

describe('migrate', () => {
  const databases: TestDatabase[] = [];
  afterAll(async () => {
    for (const database of databases) await database.drop();
  });

  it('brings an empty database up to date, once', async () => {
    const database = await createDatabase();
    databases.push(database);
    const settings = { DATABASE_URL: database.url };
    const first = await cli.run(['migrate', '--json'], { settings });
    expect(first.json.applied.length).toBeGreaterThan(2);
    expect((await database.sql('SELECT name FROM migrations')).length).toBe(first.json.applied.length);
    const second = await cli.run(['migrate'], { settings });
    expect(second).toEqual({ code: 0, stdout: 'The schema is up to date.\n', stderr: '' });
  });

  it('is done by other commands before their work, as by a start of the service', async () => {
    const database = await createDatabase();
    databases.push(database);
    const settings = { DATABASE_URL: database.url };
    expect((await cli.run(['admin-token', 'list', '--json'], { settings })).json).toEqual({ tokens: [] });
  });
});

describe('a failure', () => {
  it('of a setting names it', async () => {
    const wrong = { settings: { DATABASE_URL: 'postgres://hidden@db/auth' } };
    expectRefusal(await cli.run(['admin-token', 'list'], wrong), 1, /^latchkey: a setting is wrong:\nDATABASE_URL: /);
    const { code, failure } = await cli.run(['admin-token', 'list', '--json'], wrong);
    expect({ code, failure }).toEqual({
      code: 1,
      failure: { code: 'INVALID_SETTINGS', message: expect.stringContaining('DATABASE_URL') },
    });
  });

  it('of AUTH_SECRET names it', async () => {
    const settings = { AUTH_SECRET: 'another secret, long enough to be one' };
    expectRefusal(await cli.run(['admin-token', 'list'], { settings }), 1, /AUTH_SECRET: it is not the secret/);
  });

  itOnMysql.each([['migrate'], ['admin-token list']])(
    'of the password of the database is told by %s',
    async (words) => {
      const url = Object.assign(new URL(app.database.url), { username: 'nobody', password: 'hidden' });
      const outcome = await cli.run(words.split(' '), { settings: { DATABASE_URL: url.href } });
      expectRefusal(outcome, 1, /DATABASE_URL: .*Access denied/);
      expect(outcome.stderr).not.toContain('hidden');
    },
  );

  itOnMysql('to reach the database is told after some seconds', async () => {
    const url = Object.assign(new URL(app.database.url), { port: String(await freePort()) });
    const settings = { DATABASE_URL: url.href };
    const start = Date.now();
    const { code, stdout, failure } = await cli.run(['admin-token', 'list', '--json'], { settings });
    expect(Date.now() - start).toBeLessThan(20_000);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(failure).toEqual({ code: 'UNAVAILABLE', message: expect.stringMatching(/ECONNREFUSED.*DATABASE_URL/) });
  });
});

describe('admin-token', () => {
  it('create makes a token that works against the running service, done by cli', async () => {
    const words = ['admin-token', 'create', 'Nightly job', '--scopes', 'read,write', '--expires-in', '90d', '--json'];
    const { code, json, stderr } = await cli.run(words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { status, json: list } = await app.admin('GET', '/tokens', undefined, json.token);
    expect(status).toBe(200);
    expect(list.tokens[0]).toMatchObject({ id: json.id, name: 'Nightly job', scopes: ['read', 'write'] });
    expect(list.tokens[0].expires_at).toEqual(about(now() + 90 * 86_400));
    const [event] = await app.sql("SELECT * FROM events WHERE type = 'admin.token_created' ORDER BY id DESC LIMIT 1");
    expect(event).toMatchObject({ actor: 'cli', ip: null, uid: null });
    expect(JSON.parse(String(event?.data))).toMatchObject({ token_id: json.id });
    expect(JSON.stringify(event)).not.toContain(json.token);
  });

  it('create writes nothing but the token to standard output', async () => {
    const until = String(now() + 600);
    const { code, stdout } = await cli.run(['admin-token', 'create', 'x', '--scopes', 'export', '--expires-at', until]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^adm_[\w-]{43}\n$/);
    expectFailure(await app.admin('GET', '/tokens', undefined, stdout.trim()), 'NOT_AUTHORIZED');
  });

  it('list shows what the service lists, and what others named cannot steer the terminal', async () => {
    const { id } = await app.adminToken(['read']);
    await app.sql('UPDATE admin_tokens SET name = ? WHERE id = ?', ['evil \u001b[2J\nname', id]);
    const { stdout } = await cli.run(['admin-token', 'list']);
    expect(stdout.split('\n')[0]).toMatch(/^ID +NAME +SCOPES +CREATED +EXPIRES +LAST USED$/);
    expect(stdout).toContain('evil \\u{1b}[2J\\u{a}name');
    expect(stdout).not.toContain('\u001b');
    const { tokens } = (await cli.run(['admin-token', 'list', '--json'])).json;
    expect(tokens).toEqual((await app.admin('GET', '/tokens?limit=200')).json.tokens);
  });

  it('revoke ends a token at once; a second time, and for no token at all, it fails', async () => {
    const { id, token } = await app.adminToken(['read']);
    expect((await cli.run(['admin-token', 'revoke', id])).stdout).toBe(`Token ${id} is revoked.\n`);
    expectFailure(await app.admin('GET', '/tokens', undefined, token), 'NOT_AUTHENTICATED');
    for (const gone of [id, "' OR 1=1 --"]) {
      const { code, failure } = await cli.run(['admin-token', 'revoke', gone, '--json']);
      expect({ code, failure: failure.code }).toEqual({ code: 1, failure: 'TOKEN_NOT_FOUND' });
    }
  });

  it('makes no first token in place of the service, which shows it', async () => {
    const database = await createDatabase();
    const { json } = await cli.run(['admin-token', 'list', '--json'], { settings: { DATABASE_URL: database.url } });
    expect(json.tokens).toEqual([]);
    await database.drop();
  });

  it('leaves nothing in the working folder', () => {
    expect(readdirSync(cli.folder)).toEqual([]);
  });
});

it('a reader who has seen enough ends a command quietly', async () => {
  const child = cli.spawn(['admin-token', 'list', '--json']);
  let stderr = '';
  child.stderr?.on('data', (text) => {
    stderr += text;
  });
  child.stdout?.destroy();
  const [code] = await once(child, 'close');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
