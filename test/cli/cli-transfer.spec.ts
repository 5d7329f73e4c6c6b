import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, type TestDatabase } from '../support/database/database.js';
import { HASH } from '../support/imports/ndjson.js';
import { newEmail } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';

const line = (record: unknown) => `${JSON.stringify(record)}\n`;

let database: TestDatabase;
let cli: Cli;
beforeAll(async () => {
  database = await createDatabase();
  cli = new Cli({ DATABASE_URL: database.url });
  expect((await cli.run(['migrate'])).code).toBe(0);
  const user = line({ email: newEmail(), password_hash: HASH });
  expect((await cli.run(['import', '-'], { input: user })).code).toBe(0);
});
afterAll(async () => {
  cli.remove();
  await database.drop();
});

const usersOf = async (batchId: string) =>
  (await database.sql('SELECT email FROM users WHERE batch_id = ?', [batchId])).map(({ email }) => email);

describe('the command import', () => {
  it('reads standard input, names each failed line, adds the others and ends with exit code 1', async () => {
    const email = newEmail();
    const input = `nope\u001b[2J\n${line({ email })}${line({ email: 'no address' })}`;
    const { code, stdout } = await cli.run(['import', '-'], { input });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^line 1: INVALID_REQUEST: .+\nline 3: INVALID_EMAIL: .+\npassword {2,}users\n(?:.*\n)+Import [\w-]{36}: created 1 users, 2 lines failed\.\n$/,
    );
    expect(stdout).not.toContain('\u001b');
    const [, batchId = ''] = /Import ([\w-]{36})/.exec(stdout) ?? [];
    expect(await usersOf(batchId)).toEqual([email]);
  });

  it('changes nothing with --dry-run, and writes the same result', async () => {
    const email = newEmail();
    const { code, json } = await cli.run(['import', '-', '--dry-run', '--json'], { input: `${line({ email })}x\n` });
    expect({ code, json }).toMatchObject({ code: 1, json: { batch_id: null, created: 1, failed: 1 } });
    expect(await database.sql('SELECT uid FROM users WHERE email = ?', [email])).toEqual([]);
  });

  it.each([['no-such-file'], ['.']])(
    'fails with one sentence for a path that cannot be read (%s), and creates no batch',
    async (file) => {
      const before = await database.sql('SELECT COUNT(*) AS batches FROM import_batches');
      const { code, stdout, failure } = await cli.run(['import', file, '--json']);
      expect({ code, stdout, failure: failure.code }).toEqual({ code: 1, stdout: '', failure: 'FILE_UNUSABLE' });
      expect(await database.sql('SELECT COUNT(*) AS batches FROM import_batches')).toEqual(before);
    },
  );

  it('writes the id of its batch when it is interrupted, and a second import of the same lines adds the rest', async () => {
    const emails = Array.from({ length: 650 }, newEmail);
    const input = emails.map((email) => line({ email })).join('');
    const child = cli.spawn(['import', '-']);
    let written = '';
    child.stderr?.on('data', (text) => {
      written += text;
    });
    const closed = once(child, 'close');
    child.stdin?.on('error', () => undefined).write(input);
    const count = async () =>
      Number(
        (await database.sql('SELECT COUNT(*) AS n FROM users WHERE email IN (?, ?)', [emails[0], emails[599]]))[0]?.n,
      );
    while (child.exitCode === null && (await count()) < 2) await sleep(20);
    child.kill('SIGINT');
    expect((await closed)[0]).toBe(1);
    const [, batchId = '', lines] =
      /^latchkey: Interrupted\. Import ([\w-]{36}) ended after (\d+) lines/m.exec(written) ?? [];
    expect(lines).toBe('600');
    expect((await usersOf(batchId)).length).toBe(600);
    const { json } = await cli.run(['import', '-', '--json'], { input });
    expect(json).toMatchObject({ created: 50, failed: 600 });
  });
});

describe('the command export', () => {
  it('writes no password hashes without --include-hashes, and only lines to standard output', async () => {
    const { code, stdout, messages } = await cli.run(['export']);
    expect({ code, messages }).toEqual({ code: 0, messages: '' });
    for (const text of stdout.trimEnd().split('\n')) expect(JSON.parse(text)).toHaveProperty('email');
    expect(stdout).not.toContain('password_hash');
  });
});
