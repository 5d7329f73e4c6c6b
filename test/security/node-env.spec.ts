import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createDatabase, type TestDatabase } from '../support/database/database.js';
import { expectFailure } from '../support/http/http.js';
import { newEmail } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';
import { SECRET, Service, type Settings } from '../support/service/service.js';

/** The environment of a first start: no NODE_ENV, no secret, no mail server. */
const NOTHING = { NODE_ENV: '', AUTH_SECRET: '', ADMIN_TOKEN: '', SMTP_URL: '' };
const BASE_URL = 'https://auth.example.com';
const ADMIN_TOKEN_SHOWN = /^ {4}(adm_\S+)$/m;

const { scripts } = JSON.parse(readFileSync(resolve(__dirname, '../../package.json'), 'utf8'));

let database: TestDatabase;
const running: Service[] = [];
beforeEach(async () => {
  database = await createDatabase();
});
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
  await database.drop();
});

async function launch(settings: Settings, { dotenv, words }: { dotenv?: string; words?: string[] } = {}) {
  const service = await Service.launch({ ...NOTHING, ...settings }, dotenv, [], words);
  running.push(service);
  return service;
}

/** The arguments of `npm start` after the program. */
function wordsOfStart(): string[] {
  const [node, program, ...words] = scripts.start.split(' ');
  expect([node, program]).toEqual(['node', 'dist/latchkey.js']);
  return words;
}

/** The variables in the message of a failed start. */
async function namedBy(service: Service): Promise<string[]> {
  expect(await service.exited()).toBe(1);
  return [...service.log.matchAll(/^([A-Z_]+): .+; allowed: .+$/gm)].map(([, name]) => name ?? '');
}

describe('the service without NODE_ENV', () => {
  it('does not start in an empty folder, names AUTH_SECRET and BASE_URL, and writes no file', async () => {
    const service = await launch({});
    expect(await namedBy(service)).toEqual(['BASE_URL', 'AUTH_SECRET']);
    expect(service.log).toContain('NODE_ENV unset means production');
    expect(readdirSync(service.folder)).toEqual([]);
  });

  it('runs in production mode: no open redirect, no admin token, no inbox', async () => {
    const service = await launch({ DATABASE_URL: database.url, AUTH_SECRET: SECRET, BASE_URL });
    await service.untilReady();
    const ask = (next_url: string) =>
      service.call('POST', '/api/auth/magic-link', { body: { email: newEmail(), sign_up: true, next_url } });
    expectFailure(await ask('https://elsewhere.example/'), 'INVALID_REDIRECT_URL');
    expectFailure(await ask(BASE_URL), 'EMAIL_NOT_CONFIGURED');
    expect(await database.sql('SELECT id FROM admin_tokens')).toEqual([]);
    expect(service.log).not.toMatch(/adm_|inbox|Latchkey is running/);
    expect(readdirSync(service.folder)).toEqual([]);
  });

  it.each(['development', 'test'])('reads NODE_ENV=%s from the file .env', async (mode) => {
    // Without mail, so that no inbox is started.
    const service = await launch({ DATABASE_URL: database.url, SMTP_URL: 'none' }, { dotenv: `NODE_ENV=${mode}\n` });
    await service.until(() => ADMIN_TOKEN_SHOWN.test(service.log));
  });
});

describe('npm start', () => {
  it('is one command that the shell of each operating system accepts, and start:prod sets no mode', () => {
    expect(scripts.start).toMatch(/^node [\w./-]+(?: --\w+)*$/);
    expect(scripts['start:prod']).not.toMatch(/development|NODE_ENV/);
  });

  it('starts in development mode, and the command line uses the same secret without any variable', async () => {
    const service = await launch({ DATABASE_URL: database.url }, { words: wordsOfStart() });
    await service.until(() => ADMIN_TOKEN_SHOWN.test(service.log));
    expect(service.log).toContain('inbox');
    const cli = new Cli({ NODE_ENV: '', AUTH_SECRET: '', DATABASE_URL: database.url }, service.folder);
    const { code, stdout, stderr } = await cli.run(['admin-token', 'create', 'Back office', '--scopes', 'read']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('is created')]);
    const answer = await service.call('GET', '/api/admin/tokens', { token: stdout.trim() });
    expect(answer.status).toBe(200);
    const { checks } = (await cli.run(['doctor', '--json'])).json;
    const found = (name: string) => checks.find((check: { name: string }) => check.name === name).found;
    expect(found('settings')).toBe('all can be used; the mode is development (NODE_ENV is unset)');
    expect(found('keys')).toMatch(/^AUTH_SECRET decrypts all signing keys/);
  });

  it.each([
    ['the environment', { NODE_ENV: 'production' }, undefined],
    ['the file .env', {}, 'NODE_ENV=production\n'],
  ])('accepts NODE_ENV=production from %s', async (_where, settings, dotenv) => {
    const service = await launch(settings, { dotenv, words: wordsOfStart() });
    expect(await namedBy(service)).toEqual(['BASE_URL', 'AUTH_SECRET']);
    expect(readdirSync(service.folder)).toEqual(dotenv === undefined ? [] : ['.env']);
  });
});

describe('the command line without NODE_ENV', () => {
  let cli: Cli;
  beforeEach(() => {
    cli = new Cli({ NODE_ENV: '', AUTH_SECRET: '', DATABASE_URL: database.url });
  });
  afterEach(() => cli.remove());

  it('requires AUTH_SECRET when no file stores one, and creates no file', async () => {
    await cli.run(['migrate']);
    const { code, stderr } = await cli.run(['admin-token', 'list']);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^AUTH_SECRET: it is not set.*NODE_ENV unset/m)]);
    expect(stderr).not.toContain('BASE_URL');
    expect(readdirSync(cli.folder)).toEqual([]);
  });

  it('works with AUTH_SECRET and without BASE_URL, which only doctor requires', async () => {
    const settings = { AUTH_SECRET: SECRET };
    await cli.run(['migrate']);
    expect((await cli.run(['admin-token', 'list'], { settings })).code).toBe(0);
    const { code, json } = await cli.run(['doctor', '--json'], { settings });
    expect([code, json.checks[0]]).toEqual([
      1,
      expect.objectContaining({ status: 'fail', found: expect.stringContaining('BASE_URL: it is not set') }),
    ]);
  });

  it('migrates the database without a secret', async () => {
    expect((await cli.run(['migrate'])).code).toBe(0);
    expect(readdirSync(cli.folder)).toEqual([]);
  });
});
