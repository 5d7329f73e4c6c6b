import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { newEmail, useApp } from '../support/service/app.js';
import { Cli, expectRefusal } from '../support/service/cli.js';

const app = useApp();
let cli: Cli;
beforeAll(async () => {
  cli = new Cli({ DATABASE_URL: app.database.url });
});
afterAll(() => cli.remove());

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
  ])('refuses %s in one sentence, from a file and from standard input, and creates no batch', async (_, bytes, why) => {
    const batches = () => app.sql('SELECT batch_id FROM import_batches');
    const before = await batches();
    writeFileSync(join(cli.folder, 'users.ndjson'), bytes);
    expectRefusal(await cli.run(['import', 'users.ndjson']), 1, why);
    const outcome = await cli.run(['import', '-'], { input: bytes });
    expectRefusal(outcome, 1, why);
    expect(outcome.stderr).toContain('cannot use standard input: ');
    expect(await batches()).toEqual(before);
  });

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
    const lines = Array.from({ length: 3_000 }, line).join('');
    expect(lines.length).toBeGreaterThan(100_000);
    writeFileSync(join(cli.folder, 'many.ndjson'), lines);
    const { json } = await cli.run(['import', 'many.ndjson', '--dry-run', '--json']);
    expect(json).toMatchObject({ created: 3_000, failed: 0 });
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
