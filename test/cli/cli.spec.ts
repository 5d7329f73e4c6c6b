import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ConsoleBrowser, onceOf } from '../support/http/console.js';
import { expectFailure } from '../support/http/http.js';
import { freePort } from '../support/run/machine.mjs';
import { App, newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { type Answer, Cli, describeOnTerminal, expectRefusal } from '../support/service/cli.js';

const app = useApp();
let cli: Cli;
beforeAll(() => {
  cli = new Cli({ DATABASE_URL: app.database.url });
});
afterAll(() => cli.remove());

describe('the command line', () => {
  const now = () => Math.floor(Date.now() / 1000);

  describe('the built command line', () => {
    it('can be started by its file name, and shows the version of the package', async () => {
      const main = resolve(__dirname, '../../dist/cli.js');
      expect(statSync(main).mode & 0o111).toBe(0o111);
      const { version } = JSON.parse(readFileSync(resolve(__dirname, '../../package.json'), 'utf8'));
      const { status, stdout, stderr } = spawnSync(main, ['--version'], { encoding: 'utf8' });
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
    });

    it('shows help', async () => {
      const { code, stdout, stderr } = await cli.run(['--help']);
      expect({ code, stdout, stderr }).toEqual({
        code: 0,
        stdout: expect.stringContaining('Usage: latchkey'),
        stderr: '',
      });
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
      const wrong = { settings: { DATABASE_URL: 'oracle://hidden@db/auth' } };
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
      const { code, stdout } = await cli.run([
        'admin-token',
        'create',
        'x',
        '--scopes',
        'export',
        '--expires-at',
        until,
      ]);
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
    expect((await cli.run(['keys', 'list'])).stdout).toMatch(
      /^KID +ALG +STATE +CREATED +SIGNS FROM\n[\w-]{43} +ES256 /,
    );
  });
});

describe('the command line with files', () => {
  const line = () => `${JSON.stringify({ email: newEmail() })}\n`;
  const itAsUser = process.getuid?.() === 0 ? it.skip : it;

  describe('the command import', () => {
    it.each([
      ['an empty file', Buffer.alloc(0), /it is empty/],
      ['UTF-16', Buffer.from(`\ufeff${line()}`, 'utf16le'), /it is UTF-16, not UTF-8/],
      ['UTF-16 without a byte order mark', Buffer.from(line(), 'utf16le'), /it is not a text/],
      ['a list', Buffer.from(`[${line()}]`), /it is a list: write each user as an object in a line of its own/],
      ['UTF-32', Buffer.from('\ufeff\0{\0}\0', 'utf16le'), /it is UTF-32, not UTF-8: save it as UTF-8/],
      ['a compressed file', gzipSync(line()), /it is compressed: unpack it first/],
      ['a ZIP archive or a new workbook', Buffer.from('PK\u0003\u0004 and more'), /save the sheet as CSV in UTF-8/],
      [
        'an old workbook',
        Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]),
        /it is a workbook: save the sheet as CSV in UTF-8/,
      ],
    ])(
      'refuses %s in one sentence, from a file and from standard input, and creates no batch',
      async (_, bytes, why) => {
        const batches = () => app.sql('SELECT batch_id FROM import_batches');
        const before = await batches();
        writeFileSync(join(cli.folder, 'users.ndjson'), bytes);
        expectRefusal(await cli.run(['import', 'users.ndjson']), 1, why);
        const outcome = await cli.run(['import', '-'], { input: bytes });
        expectRefusal(outcome, 1, why);
        expect(outcome.stderr).toContain('cannot use standard input: ');
        expect(await batches()).toEqual(before);
      },
    );

    it.each([
      ['no-such-file', /^latchkey: cannot use the file no-such-file: there is no such file\.\n$/],
      ['.', /^latchkey: cannot use the file \.: it is a folder\.\n$/],
      ['bad\u001b[2Jname', /^latchkey: cannot use the file bad\\u\{1b\}\[2Jname: there is no such file\.\n$/],
    ])('says in plain words why it cannot use %j', async (file, message) => {
      expectRefusal(await cli.run(['import', file]), 1, message);
    });

    itAsUser('says that there is no permission for a file', async () => {
      writeFileSync(join(cli.folder, 'locked'), line());
      chmodSync(join(cli.folder, 'locked'), 0);
      expectRefusal(await cli.run(['import', 'locked']), 1, /you have no permission to use it/);
    });

    it('reads NDJSON with a byte order mark, and reports a dry run like an import', async () => {
      writeFileSync(join(cli.folder, 'marked.ndjson'), `\ufeff${line()}`);
      const table = /^password {2,}users\nnone {2,}1\n$/m;
      const dry = await cli.run(['import', 'marked.ndjson', '--dry-run']);
      const real = await cli.run(['import', 'marked.ndjson']);
      expect([dry.code, real.code]).toEqual([0, 0]);
      for (const { stdout } of [dry, real]) expect(stdout).toMatch(table);
    });

    it.each([
      ['blank NDJSON', ['import', 'none'], '\n \n'],
      ['a table without rows', ['import', '--from', 'csv', 'none'], 'id,email\n'],
    ])('fails with %s, because there is no user', async (_what, words, text) => {
      writeFileSync(join(cli.folder, 'none'), text);
      for (const more of [[], ['--dry-run']]) {
        const { code, stdout } = await cli.run([...words, ...more]);
        expect([code, stdout]).toEqual([1, 'There is no user in the input.\n']);
      }
    });

    it('names a line that is not UTF-8, and imports the others', async () => {
      const input = Buffer.concat([Buffer.from(line()), Buffer.from('{"email":"jos\xe9@example.com"}\n', 'latin1')]);
      const { code, json } = await cli.run(['import', '-', '--json'], { input });
      expect({ code, json }).toMatchObject({
        code: 1,
        json: { created: 1, results: [{ line: 2, code: 'INVALID_REQUEST', message: 'The line is not valid UTF-8.' }] },
      });
    });

    it('reads a file with more than one chunk from its first line', async () => {
      const lines = Array.from({ length: 2_000 }, line).join('');
      expect(lines.length).toBeGreaterThan(2 ** 16);
      writeFileSync(join(cli.folder, 'many.ndjson'), lines);
      const { json } = await cli.run(['import', 'many.ndjson', '--dry-run', '--json']);
      expect(json).toMatchObject({ created: 2_000, failed: 0 });
    });

    it('says why a hash is not accepted, and what to write', async () => {
      const input = `${JSON.stringify({ email: newEmail(), password_hash: '5f4dcc3b5aa765d61d8327deb882cf99' })}\n`;
      const { json } = await cli.run(['import', '-', '--json'], { input });
      expect(json.results[0]).toMatchObject({
        code: 'INVALID_HASH',
        message: 'The password hash names no algorithm: write md5$$digest, for example.',
      });
    });
  });

  describe('the command export', () => {
    it.each([
      ['no/such/file', /cannot use the file no\/such\/file: there is no folder .*no\/such\.$/m],
      ['.', /it is a folder/],
      ['/dev/full', /cannot use the file \/dev\/full: the disk is full/],
    ])('says in plain words why it cannot write %s, and writes nothing else', async (file, message) => {
      await app.signUp();
      const before = readdirSync(cli.folder);
      expectRefusal(await cli.run(['export', '--output', file]), 1, message);
      expect(readdirSync(cli.folder)).toEqual(before);
    });
  });
});

describe('the command line with a person', () => {
  const NEW_PASSWORD = 'zebra copper lantern';
  const ENTER = '\r';
  const CTRL_C = '\u0003';
  const CTRL_D = '\u0004';

  async function run(words: string[], answers: Answer[]): Promise<{ code: number; screen: string }> {
    const terminal = cli.onTerminal(words, answers);
    return { code: await terminal.exited(), screen: terminal.screen };
  }

  describeOnTerminal('the command line on a terminal', () => {
    it('asks for a new password twice and never shows it', async () => {
      const { email } = await app.signUp();
      const answers: Answer[] = [
        ['Password: ', NEW_PASSWORD + ENTER],
        ['again: ', NEW_PASSWORD + ENTER],
      ];
      const { code, screen } = await run(['user', 'set-password', email], answers);
      expect({ code, screen }).toEqual({
        code: 0,
        screen: expect.stringContaining('is set. All sessions have ended.'),
      });
      for (const word of NEW_PASSWORD.split(' ')) expect(screen).not.toContain(word);
      expectFailure(await app.login(email, PASSWORD), 'INVALID_CREDENTIALS');
      expect((await app.login(email, NEW_PASSWORD)).status).toBe(200);
    });

    it.each<[string, Answer[], string]>([
      [
        'two different passwords',
        [
          ['Password: ', `${NEW_PASSWORD}${ENTER}`],
          ['again: ', `x${ENTER}`],
        ],
        'differ',
      ],
      ['Ctrl-D', [['Password: ', CTRL_D]], 'no password was entered'],
      [
        'Ctrl-C at the second question',
        [
          ['Password: ', `${NEW_PASSWORD}${ENTER}`],
          ['again: ', CTRL_C],
        ],
        'no password',
      ],
    ])('changes no password after %s, and says so in one sentence', async (_what, answers, message) => {
      const { email } = await app.signUp();
      const { code, screen } = await run(['user', 'set-password', email], answers);
      expect({ code, screen }).toEqual({ code: 1, screen: expect.stringContaining(message) });
      expect(screen).toContain('nothing was changed');
      expect(screen).not.toMatch(/\n\s+at /);
      expect((await app.login(email, PASSWORD)).status).toBe(200);
    });

    it.each([
      ['n', `n${ENTER}`],
      ['Enter', ENTER],
      ['Ctrl-C', CTRL_C],
      ['Ctrl-D', CTRL_D],
    ])('deletes no user after the answer %s', async (_what, typed) => {
      const { uid, token } = await app.signUp();
      const { code, screen } = await run(['user', 'delete', uid], [['[y/N] ', typed]]);
      expect({ code, screen }).toEqual({ code: 1, screen: expect.stringContaining('nothing was deleted') });
      expect(screen).not.toMatch(/\n\s+at /);
      expect((await app.get('/api/auth/user', { token })).status).toBe(200);
    });

    it('deletes a user after the answer y', async () => {
      const { uid, token } = await app.signUp();
      expect((await run(['user', 'delete', uid], [['[y/N] ', `y${ENTER}`]])).code).toBe(0);
      expectFailure(await app.get('/api/auth/user', { token }), 'USER_NOT_FOUND');
    });
  });

  describe('the command console-link outside production', () => {
    const originOf = async (settings: Record<string, string> = {}) => {
      const { stdout } = await cli.run(['console-link'], { settings });
      return new URL(stdout.trim()).origin;
    };

    it('leads to the running service, whose port this shell does not have', async () => {
      const { stdout } = await cli.run(['console-link']);
      expect(stdout).toBe(`${new ConsoleBrowser(app).origin}/console#once=${onceOf(stdout)}\n`);
      expect((await new ConsoleBrowser(app).signIn({ once: onceOf(stdout) })).status).toBe(200);
    });

    it.each([
      ['BASE_URL', { BASE_URL: 'http://192.0.2.7:4999' }, 'http://192.0.2.7:4999'],
      ['PORT', { PORT: '4998' }, 'http://localhost:4998'],
    ])('leads to the %s of its own settings', async (_name, settings, origin) => {
      expect(await originOf(settings)).toBe(origin);
    });

    it('leads to port 3000 where no service has run, or its file beside the database is damaged', async () => {
      const file = `${app.database.url.replace('sqlite:', '')}.url`;
      const kept = readFileSync(file, 'utf8');
      writeFileSync(file, 'no address');
      const origins = [await originOf()];
      rmSync(file);
      origins.push(await originOf());
      writeFileSync(file, kept);
      expect(origins).toEqual(['http://localhost:3000', 'http://localhost:3000']);
    });
  });

  describeOnTerminal('the command console-link in production', () => {
    let live: App;
    let operator: Cli;
    beforeAll(async () => {
      const port = String(await freePort());
      const settings = { NODE_ENV: 'production', PORT: port, BASE_URL: `http://localhost:${port}`, CONSOLE: 'on' };
      live = await App.start(settings);
      operator = new Cli({ DATABASE_URL: live.database.url, ...settings });
    });
    afterAll(async () => {
      operator.remove();
      await live.stop();
    });

    const answer = async (typed: string) => {
      const terminal = operator.onTerminal(['console-link', '--production'], [['[y/N] ', typed]]);
      return { code: await terminal.exited(), screen: terminal.screen };
    };

    it('makes a link after the answer y, which signs in once', async () => {
      const { code, screen } = await answer(`y${ENTER}`);
      expect(code).toBe(0);
      expect((await new ConsoleBrowser(live).signIn({ once: onceOf(screen) })).status).toBe(200);
      expectFailure(await new ConsoleBrowser(live).signIn({ once: onceOf(screen) }), 'NOT_AUTHENTICATED');
    });

    // The question is that of the deletion of a user, which has more answers.
    it('makes none after the answer n', async () => {
      const { code, screen } = await answer(`n${ENTER}`);
      expect([code, onceOf(screen)]).toEqual([1, '']);
      expect(screen).toContain('no link was made');
    });

    it.each([
      ['this is production', [], {}],
      ['no terminal', ['--production'], {}],
      ['the console is off', ['--production'], { CONSOLE: 'off' }],
      ['BASE_URL is missing', ['--production'], { BASE_URL: '' }],
    ])('makes none, and says why: %s', async (message, words, settings) => {
      const outcome = await operator.run(['console-link', ...words], { settings });
      expect([outcome.stdout, outcome.messages]).toEqual(['', expect.stringContaining(message)]);
    });
  });

  describe('the password on standard input', () => {
    it.each([
      ['nothing', '', /has no password/],
      ['only a line break', '\n', /has no password/],
      ['two lines', 'one line\nanother\n', /must have one line/],
      ['too many bytes', 'x'.repeat(5_000), /too long for a password/],
      ['bytes that are not UTF-8', Buffer.from('zebra \xff copper', 'latin1'), /not valid UTF-8/],
    ])('is refused as wrong usage when it is %s', async (_what, input, message) => {
      const { email } = await app.signUp();
      const { code, stdout, failure } = await cli.run(['user', 'set-password', email, '--json'], { input });
      expect({ code, stdout, failure }).toEqual({
        code: 2,
        stdout: '',
        failure: { code: 'INVALID_REQUEST', message: expect.stringMatching(message) },
      });
    });

    it('must meet the rules for passwords, and the message says what would help', async () => {
      const { email } = await app.signUp();
      const { code, failure } = await cli.run(['user', 'set-password', email, '--json'], { input: 'password1' });
      expect({ code, failure }).toMatchObject({ code: 1, failure: { code: 'WEAK_PASSWORD' } });
      expect(failure.message.length).toBeGreaterThan(20);
    });
  });
});
