import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, newEmail, PASSWORD } from './support/app.js';
import { Cli } from './support/cli.js';
import { createDatabase } from './support/database.js';

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

const line = (record: unknown) => `${JSON.stringify(record)}\n`;
const usersOf = async (batchId: string) =>
  (await app.sql('SELECT email FROM users WHERE batch_id = ?', [batchId])).map(({ email }) => email);

describe('import', () => {
  it('of a file makes users who can sign in while the service runs; the log says cli', async () => {
    const [email, other] = [newEmail(), newEmail()];
    writeFileSync(join(cli.folder, 'users.ndjson'), line({ email, password: PASSWORD }) + line({ email: other }));
    const { code, json } = await cli.run(['import', 'users.ndjson', '--json']);
    expect({ code, json }).toMatchObject({ code: 0, json: { created: 2, failed: 0, results: [] } });
    expect((await usersOf(json.batch_id)).sort()).toEqual([email, other].sort());
    expect((await app.login(email, PASSWORD)).status).toBe(200);
    const events = await app.sql("SELECT DISTINCT actor, ip FROM events WHERE type = 'user.imported'");
    expect(events).toEqual([{ actor: 'cli', ip: null }]);
  });

  it('of standard input tells each failed line and ends with exit code 1; the others are in', async () => {
    const email = newEmail();
    const input = `nope\u001b[2J\n${line({ email })}${line({ email: 'no address' })}`;
    const { code, stdout } = await cli.run(['import', '-'], { input });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^line 1: INVALID_REQUEST: .+\nline 3: INVALID_EMAIL: .+\nImport [\w-]{36}: 1 users made, 2 lines failed\.\n$/,
    );
    expect(stdout).not.toContain('\u001b');
    const [, batchId = ''] = /Import ([\w-]{36})/.exec(stdout) ?? [];
    expect(await usersOf(batchId)).toEqual([email]);
  });

  it('--dry-run changes nothing and tells the same', async () => {
    const email = newEmail();
    const { code, json } = await cli.run(['import', '-', '--dry-run', '--json'], { input: `${line({ email })}x\n` });
    expect({ code, json }).toMatchObject({ code: 1, json: { batch_id: null, created: 1, failed: 1 } });
    expect(await app.sql('SELECT uid FROM users WHERE email = ?', [email])).toEqual([]);
  });

  it.each([['no-such-file'], ['.']])('of %s fails in one sentence and opens no batch', async (file) => {
    const before = await app.sql('SELECT COUNT(*) AS batches FROM import_batches');
    const { code, stdout, failure } = await cli.run(['import', file, '--json']);
    expect({ code, stdout, failure: failure.code }).toEqual({ code: 1, stdout: '', failure: 'FILE_UNUSABLE' });
    expect(await app.sql('SELECT COUNT(*) AS batches FROM import_batches')).toEqual(before);
  });

  it('that is interrupted says its batch; run again with the same lines, the rest is added', async () => {
    const emails = Array.from({ length: 650 }, newEmail);
    const input = emails.map((email) => line({ email })).join('');
    const child = cli.spawn(['import', '-']);
    let told = '';
    child.stderr?.on('data', (text) => {
      told += text;
    });
    const closed = once(child, 'close');
    child.stdin?.on('error', () => undefined).write(input);
    const count = async () =>
      Number((await app.sql('SELECT COUNT(*) AS n FROM users WHERE email IN (?, ?)', [emails[0], emails[599]]))[0]?.n);
    await app.service.until(async () => (await count()) === 2);
    child.kill('SIGINT');
    expect((await closed)[0]).toBe(1);
    const [, batchId = '', lines] =
      /^latchkey: Interrupted\. Import ([\w-]{36}) ended after (\d+) lines/.exec(told) ?? [];
    expect(lines).toBe('600');
    expect((await usersOf(batchId)).length).toBe(600);
    const { json } = await cli.run(['import', '-', '--json'], { input });
    expect(json).toMatchObject({ created: 50, failed: 600 });
  });
});

describe('export', () => {
  it('writes what an import reads: into an empty database and out again, the same but for the batch', async () => {
    const words = ['export', '--include-hashes', '--output', 'all.ndjson', '--json'];
    writeFileSync(join(cli.folder, 'all.ndjson'), 'there before', { mode: 0o644 });
    const { code, json } = await cli.run(words);
    const file = join(cli.folder, 'all.ndjson');
    const users = readFileSync(file, 'utf8');
    expect({ code, json }).toEqual({
      code: 0,
      json: { users: users.trimEnd().split('\n').length, output: 'all.ndjson' },
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [event] = await app.sql("SELECT actor, data FROM events WHERE type = 'admin.exported'");
    expect(event).toEqual({ actor: 'cli', data: '{"include_hashes":true}' });
    const database = await createDatabase();
    const settings = { DATABASE_URL: database.url };
    expect((await cli.run(['import', 'all.ndjson'], { settings })).code).toBe(0);
    const again = await cli.run(['export', '--include-hashes'], { settings });
    const withoutBatch = (text: string) => text.replaceAll(/"batch_id":(null|"[^"]*")/g, '');
    expect(withoutBatch(again.stdout)).toBe(withoutBatch(users));
    expect(users).toContain('"password_hash":"$2b$');
    await database.drop();
  });

  it('has no hashes unless they are asked for, and nothing but lines on standard output', async () => {
    const { code, stdout, stderr } = await cli.run(['export']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const text of stdout.trimEnd().split('\n')) expect(JSON.parse(text)).toHaveProperty('email');
    expect(stdout).not.toContain('password_hash');
  });

  it.each([
    ['import', '<file>', '--dry-run', '--json', 'Exit codes: 0 every line was taken'],
    ['export', '--include-hashes', '--output <file>', '--json'],
  ])('the help of %s names what there is', async (command, ...named) => {
    const { stdout } = await cli.run([command, '--help']);
    for (const name of named) expect(stdout).toContain(name);
  });
});
