import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { expectFailure } from '../support/http/expect.js';
import { useApp } from '../support/service/app.js';
import { Cli, expectRefusal } from '../support/service/cli.js';

const app = useApp();
let cli: Cli;
beforeAll(async () => {
  cli = new Cli({ DATABASE_URL: app.database.url });
});
afterAll(() => cli.remove());

const now = () => Math.floor(Date.now() / 1000);

describe('the built command line', () => {
  it('can be started by its file name, and shows help', () => {
    const main = resolve(__dirname, '../../dist/cli.js');
    expect(statSync(main).mode & 0o111).toBe(0o111);
    expect(execFileSync(main, ['--help'], { encoding: 'utf8' })).toContain('Usage: latchkey');
  });

  it('shows the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(resolve(__dirname, '../../package.json'), 'utf8'));
    expect(await cli.runAlone(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('ends with exit code 2 for wrong usage, such as an expiry in the past', async () => {
    const words = ['admin-token', 'create', 'x', '--scopes', 'read', '--expires-at', '1'];
    expectRefusal(await cli.runAlone(words), 2, /expires_at/);
  });

  it('writes one JSON document for wrong usage with --json', async () => {
    const { code, stdout, failure } = await cli.run(['frobnicate', '--json']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(failure).toEqual({ code: 'INVALID_REQUEST', message: expect.stringMatching(/\S/) });
  });

  it('names a setting that is wrong', async () => {
    const wrong = { settings: { DATABASE_URL: 'postgres://hidden@db/auth' } };
    expectRefusal(await cli.run(['admin-token', 'list'], wrong), 1, /^latchkey: a setting is wrong:\nDATABASE_URL: /);
    const { code, failure } = await cli.run(['admin-token', 'list', '--json'], wrong);
    expect({ code, failure }).toEqual({
      code: 1,
      failure: { code: 'INVALID_SETTINGS', message: expect.stringContaining('DATABASE_URL') },
    });
  });

  it('names AUTH_SECRET when it does not fit the database', async () => {
    const settings = { AUTH_SECRET: 'another secret, long enough to be one' };
    expectRefusal(await cli.run(['admin-token', 'list'], { settings }), 1, /AUTH_SECRET: it is not the secret/);
  });

  it('ends without an error when the reader of its output closes the pipe', async () => {
    const child = cli.spawn(['admin-token', 'list', '--json']);
    let stderr = '';
    child.stderr?.on('data', (text) => {
      stderr += text;
    });
    child.stdout?.destroy();
    const [code] = await once(child, 'close');
    expect({ code, stderr }).toEqual({ code: 0, stderr: `${JSON.stringify({ database: app.database.url })}\n` });
  });
});

describe('the command admin-token', () => {
  it('create writes only the token to standard output, and no file to the working folder', async () => {
    const until = String(now() + 600);
    const { code, stdout } = await cli.run(['admin-token', 'create', 'x', '--scopes', 'export', '--expires-at', until]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^adm_[\w-]{43}\n$/);
    expectFailure(await app.admin('GET', '/tokens', undefined, stdout.trim()), 'NOT_AUTHORIZED');
    expect(readdirSync(cli.folder)).toEqual([]);
  });

  it('list shows a table in which the name of a token cannot control the terminal', async () => {
    const { id } = await app.adminToken(['read']);
    await app.sql('UPDATE admin_tokens SET name = ? WHERE id = ?', ['evil \u001b[2J\nname', id]);
    const { stdout } = await cli.run(['admin-token', 'list']);
    expect(stdout.split('\n')[0]).toMatch(/^ID +NAME +SCOPES +MADE BY +CREATED +EXPIRES +LAST USED$/);
    expect(stdout).toContain('evil \\u{1b}[2J\\u{a}name');
    expect(stdout).not.toContain('\u001b');
  });

  it('revoke fails for a token that is already revoked, and for an unknown one', async () => {
    const { id } = await app.adminToken(['read']);
    expect((await app.admin('DELETE', `/tokens/${id}`)).status).toBe(200);
    for (const gone of [id, "' OR 1=1 --"]) {
      const { code, failure } = await cli.run(['admin-token', 'revoke', gone, '--json']);
      expect({ code, failure: failure.code }).toEqual({ code: 1, failure: 'TOKEN_NOT_FOUND' });
    }
  });
});

describe('the command user', () => {
  it('show writes the fields of a user, whose metadata cannot control the terminal', async () => {
    const { uid } = await app.signUp({ metadata: '{"plan":"\\u001b[31mpro"}' });
    const { code, stdout } = await cli.run(['user', 'show', uid.toUpperCase()]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^uid +${uid}$`, 'm'));
    expect(stdout).toMatch(/^active +true$/m);
    expect(stdout).not.toContain('\u001b');
  });

  it('delete needs --yes without a terminal for the question', async () => {
    const { uid, token } = await app.signUp();
    const asked = await cli.run(['user', 'delete', uid, '--json']);
    expect({ code: asked.code, stdout: asked.stdout }).toEqual({ code: 2, stdout: '' });
    expect(asked.failure.message).toContain('--yes');
    expect((await app.get('/api/auth/user', { token })).status).toBe(200);
  });

  it.each([
    ['show', 'absent@example.com'],
    ['disable', '01a1fe31-b51a-721e-87db-9b92e3ec6163'],
    ['enable', "' OR 1=1 --"],
    ['delete', '%', '--yes'],
  ])('%s fails with USER_NOT_FOUND for the unknown user %s', async (...words) => {
    const { code, stdout, failure } = await cli.run(['user', ...words, '--json']);
    expect({ code, stdout, failure: failure.code }).toEqual({ code: 1, stdout: '', failure: 'USER_NOT_FOUND' });
  });
});

it('the command keys list shows a table', async () => {
  expect((await cli.run(['keys', 'list'])).stdout).toMatch(/^KID +ALG +STATE +CREATED +SIGNS FROM\n[\w-]{43} +ES256 /);
});
