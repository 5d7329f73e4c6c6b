import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const FILES = ['cli.js', 'cli.cjs', 'cli.cjs.cache', 'cli.cjs.map', 'compiled.js'];
const CACHE = 'cli.cjs.cache';
const DIGEST_BYTES = 32;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-compiled-'));
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const name of FILES) cpSync(join(ROOT, 'dist', name), join(folder, 'dist', name));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (words: string[], nodeOptions = '') =>
  execFileSync(process.execPath, [join(folder, 'dist/cli.js'), ...words], {
    encoding: 'utf8',
    env: { NODE_OPTIONS: nodeOptions },
  }).trim();

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const bundle = () => join(folder, 'dist/cli.cjs');

/** Whether V8 refuses the code, with the flags that the programs set. */
const REJECTED = `
  import { readFileSync } from 'node:fs';
  import module from 'node:module';
  import { Script } from 'node:vm';
  import './compiled.js';
  const [bundle] = process.argv.slice(1);
  const cachedData = readFileSync(bundle + '.cache').subarray(${DIGEST_BYTES});
  console.log(new Script(module.wrap(readFileSync(bundle, 'latin1')), { cachedData }).cachedDataRejected);`;

it.each(['latchkey', 'cli'])('the build stores compiled code of %s that this version of Node accepts', (name) => {
  const cwd = join(ROOT, 'dist');
  const words = ['--input-type=module', '--eval', REJECTED, `${name}.cjs`];
  expect(execFileSync(process.execPath, words, { cwd, encoding: 'utf8' }).trim()).toBe('false');
  expect(statSync(join(cwd, `${name}.cjs.cache`)).mode & 0o777).toBe(0o644);
});

it('a program runs its own bundle when the compiled code belongs to another bundle of the same length', () => {
  const text = readFileSync(bundle(), 'utf8');
  const changed = text.replace('print the version', 'PRINT THE VERSION');
  expect(changed).not.toBe(text);
  writeFileSync(bundle(), changed);
  expect(run(['--help'])).toContain('PRINT THE VERSION');
});

it.each([
  ['is missing', (path: string) => rmSync(path)],
  ['is empty', (path: string) => writeFileSync(path, '')],
  ['is cut short', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 1_000_000))],
  ['has more at its end', (path: string) => appendFileSync(path, 'more')],
  [
    'is of another version of Node',
    (path: string) => {
      const kept = readFileSync(path);
      kept.writeUInt32LE(1, DIGEST_BYTES + 4);
      writeFileSync(path, kept);
    },
  ],
])('a program runs when its compiled code %s', (_what, damage) => {
  damage(join(folder, 'dist', CACHE));
  expect(run(['--version'])).toBe(version);
});

it('a program runs with the source map support of Node', () => {
  expect(run(['--version'], '--enable-source-maps')).toBe(version);
});
