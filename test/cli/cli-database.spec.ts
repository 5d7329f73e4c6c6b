import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cli, expectRefusal } from '../support/service/cli.js';
import { SECRET } from '../support/service/service.js';

let cli: Cli;
beforeEach(() => {
  // Neither DATABASE_URL nor a secret, as in a folder in which the service was never started.
  cli = new Cli({ AUTH_SECRET: '', NODE_ENV: 'development' });
});
afterEach(() => cli.remove());

const database = () => `sqlite:${join(cli.folder, 'data/auth.sqlite')}`;

const COMMANDS = [
  'user list',
  'user show ada@example.com',
  'user create ada@example.com --no-password',
  'user set-password ada@example.com',
  'user disable ada@example.com',
  'user delete ada@example.com --yes',
  'admin-token create x --scopes read',
  'admin-token list',
  'keys list',
  'keys rotate',
  'export',
  'export --output users.ndjson',
  'import users.ndjson',
  // Its file, which is no such table, is read after that.
  'import --from csv users.ndjson',
];

describe('a command other than migrate in a folder without a database', () => {
  it.each(COMMANDS)('(%s) names the missing file and the remedy, and writes nothing', async (words) => {
    if (words.startsWith('import')) writeFileSync(join(cli.folder, 'users.ndjson'), '{}\n');
    const before = readdirSync(cli.folder);
    const { code, stdout, failure, stderr } = await cli.run([...words.split(' '), '--json'], { input: 'a password' });
    expect({ code, stdout, failure: failure.code }).toEqual({ code: 1, stdout: '', failure: 'DATABASE_NOT_FOUND' });
    expect(failure.message).toContain(`there is no database file ${join(cli.folder, 'data/auth.sqlite')}.`);
    expect(failure.message).toMatch(/Start the service or run "node \S+cli\.js migrate".*DATABASE_URL/);
    expect(stderr.split('\n')[0]).toBe(JSON.stringify({ database: database() }));
    expect(readdirSync(cli.folder)).toEqual(before);
  });

  it('keeps an older export as it is', async () => {
    const file = join(cli.folder, 'backup.ndjson');
    writeFileSync(file, 'an older export\n');
    expect((await cli.run(['export', '--output', 'backup.ndjson'])).code).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe('an older export\n');
  });
});

describe('the command line after migrate', () => {
  beforeEach(async () => {
    const { code, stderr } = await cli.run(['migrate']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `latchkey: database ${database()}\n` });
  });

  it.each(['development', 'production', ''])(
    'names AUTH_SECRET when there is none, and creates none, with NODE_ENV "%s"',
    async (NODE_ENV) => {
      expectRefusal(await cli.run(['user', 'list'], { settings: { NODE_ENV } }), 1, /^AUTH_SECRET: it is not set/m);
      expect(readdirSync(join(cli.folder, 'data')).filter((name) => name.includes('secret'))).toEqual([]);
    },
  );

  it('uses the secret that a start of the service has stored', async () => {
    writeFileSync(join(cli.folder, 'data/auth.sqlite.secret'), `${SECRET}\n`);
    for (const NODE_ENV of ['development', '']) {
      expect(await cli.run(['user', 'list'], { settings: { NODE_ENV } })).toMatchObject({
        code: 0,
        stdout: 'There is no such user.\n',
        stderr: `latchkey: database ${database()}\n`,
      });
    }
  });
});

it.each([
  ['a folder', 'sqlite:.', /DATABASE_URL: .*unable to open/],
  ['a file with a text', 'sqlite:text', /DATABASE_URL: .*not a database/],
  ['the memory', 'sqlite::memory:', /in the memory of the service: use the admin API/],
  ['a path through a file', 'sqlite:text/auth.sqlite', /a part of its path is not a folder/],
])('a command refuses %s as its database in one sentence', async (_what, DATABASE_URL, message) => {
  writeFileSync(join(cli.folder, 'text'), 'This is no database.\n'.repeat(100));
  mkdirSync(join(cli.folder, 'folder'));
  expectRefusal(await cli.run(['user', 'list'], { settings: { DATABASE_URL, AUTH_SECRET: SECRET } }), 1, message);
});
