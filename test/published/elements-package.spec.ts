import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PackedLibrary } from '../support/packages/packages.js';

const ROOT = resolve(__dirname, '../..');
/** For all of a sign-in, with the client. */
const MOST_BYTES = 35 * 1024;

describe('the package @latchkey/elements', () => {
  let elements: PackedLibrary;
  beforeAll(() => {
    elements = new PackedLibrary('elements');
  });
  afterAll(() => elements.remove());

  it('contains built modules with their types, and no sources, tests or settings', () => {
    const files = execFileSync('tar', ['-tzf', elements.tarball], { encoding: 'utf8' }).trim().split('\n');
    const modules = files.filter((file) => file.endsWith('.js'));
    for (const entry of ['index', 'account', 'reauthenticate']) expect(modules).toContain(`package/dist/${entry}.js`);
    expect(
      files.filter((file) => !/^package\/(?:dist\/.*\.(?:js|d\.ts)|LICENSE|README\.md|package\.json)$/.test(file)),
    ).toEqual([]);
    expect(files.filter((file) => /spec|diagram/.test(file))).toEqual([]);
  });

  it('depends on the versions with which it is tested', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'libs/elements/package.json'), 'utf8'));
    const { devDependencies, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect({ ...devDependencies, '@latchkey/client': `^${version}` }).toMatchObject(dependencies);
  });

  it('passes publint, and has types that resolve as ES modules and with a bundler', () => {
    expect(elements.run('test/published/node_modules/.bin/publint', elements.tarball, '--strict')).toContain(
      'All good!',
    );
    expect(elements.run('test/published/node_modules/.bin/attw', elements.tarball, '--profile', 'esm-only')).toContain(
      'node16 (from ESM)',
    );
  });

  it('has the size of a sign-in that its README names, minified and gzipped, with its dependencies', () => {
    const entry = join(elements.folder, 'node_modules/@latchkey/elements/dist/index.js');
    const out = join(elements.folder, 'bundle');
    const options = ['--bundle', '--minify', '--format=esm', '--splitting', `--outdir=${out}`];
    elements.run('node_modules/.bin/esbuild', entry, ...options);
    const bytes = firstModules(out).reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
    const named = /has ([\d,]+) bytes/.exec(readFileSync(join(ROOT, 'libs/elements/README.md'), 'utf8'))?.[1];
    expect(bytes).toBeLessThan(MOST_BYTES);
    const isNear = Math.abs(bytes - Number(named?.replace(',', ''))) < bytes / 100;
    expect([bytes, isNear]).toEqual([bytes, true]);
  });

  it('the pages of the service load less than 35 kB of script for a sign-in', () => {
    const folder = join(ROOT, 'dist/pages/pages');
    const [main = ''] = readdirSync(folder).filter((file) => /^index-.*\.js$/.test(file));
    const started = [main, ...readdirSync(folder).filter((file) => /^src-.*\.js$/.test(file))];
    const files = new Set(started.flatMap((file) => importedFrom(join(folder, file))));
    const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
    expect(files.size).toBeGreaterThan(2);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });
});

/** The modules that a bundle loads at first. */
const firstModules = (folder: string) => importedFrom(join(folder, 'index.js'));

/** A module with all that it imports, but for what it loads when that is needed. */
function importedFrom(file: string, found = new Set<string>()): string[] {
  if (found.has(file)) return [];
  found.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, name = ''] of text.matchAll(/(?:from|import)\s*["'](\.\/[^"']+)["']/g))
    importedFrom(join(file, '..', name), found);
  return [...found];
}
