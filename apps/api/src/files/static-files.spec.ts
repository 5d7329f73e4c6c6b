import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { acceptedEncodings, StaticFiles } from './static-files.js';

const parent = mkdtempSync(join(tmpdir(), 'latchkey-static-'));
const folder = join(parent, 'console');
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(parent, 'secret.txt'), 'secret');
writeFileSync(join(folder, 'index.html'), '<!doctype html>');
writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
writeFileSync(join(folder, 'assets/index-a1b2.js'), 'x'.repeat(1_000));
writeFileSync(join(folder, 'assets/font.woff2'), 'font');
writeFileSync(join(folder, 'assets/index-a1b2.js.map'), '{}');
afterAll(() => rmSync(parent, { recursive: true }));

const files = new StaticFiles(folder);
const textOf = async (path: string) => String((await files.find(path)?.as(new Set()))?.bytes);

it.each(['', 'users', 'users/019391a0-0000-7000-8000-000000000000', 'providers/corp-sso/', 'a%2Fb'])(
  'the path %j of a page gives the index',
  async (path) => {
    expect(await textOf(path)).toBe('<!doctype html>');
    expect(files.find(path)).toMatchObject({ type: 'text/html; charset=utf-8', hashed: false });
  },
);

it.each([
  '../secret.txt',
  '..',
  'assets/../../secret.txt',
  '..\\secret.txt',
  '/etc/passwd.txt',
  'assets/unknown.js',
  'assets/unknown',
  'assets/',
  'assets/index-a1b2.js.map',
  'index.html\0.js',
  'constructor.js',
])('the path %j gives nothing', (path) => {
  expect(files.find(path)).toBeUndefined();
});

it('a file below assets has a name with a hash, and one beside the index does not', () => {
  expect(files.find('assets/index-a1b2.js')).toMatchObject({ type: 'text/javascript; charset=utf-8', hashed: true });
  expect(files.find('favicon.svg')).toMatchObject({ type: 'image/svg+xml', hashed: false });
});

it('a text is compressed as the client accepts it, and a font is not compressed again', async () => {
  const script = files.find('assets/index-a1b2.js');
  const plain = 'x'.repeat(1_000);
  const brotli = await script?.as(new Set(['gzip', 'br']));
  const gzip = await script?.as(new Set(['gzip']));
  expect([brotli?.encoding, String(brotliDecompressSync(brotli?.bytes as Buffer))]).toEqual(['br', plain]);
  expect([gzip?.encoding, String(gunzipSync(gzip?.bytes as Buffer))]).toEqual(['gzip', plain]);
  expect((await script?.as(new Set()))?.encoding).toBe('identity');
  expect((await files.find('assets/font.woff2')?.as(new Set(['br'])))?.encoding).toBe('identity');
});

it('a folder without an index is not built and has no files', () => {
  const empty = new StaticFiles(join(folder, 'assets'));
  expect([empty.built, empty.find(''), empty.find('font.woff2')]).toEqual([false, undefined, undefined]);
  expect(files.built).toBe(true);
});

it.each([
  [undefined, []],
  ['gzip, deflate, br', ['gzip', 'deflate', 'br']],
  ['BR;q=1.0, gzip;q=0, deflate; q=0.000', ['br']],
])('the header Accept-Encoding: %s accepts %j', (header, encodings) => {
  expect([...acceptedEncodings(header)].filter((name) => name !== '')).toEqual(encodings);
});
