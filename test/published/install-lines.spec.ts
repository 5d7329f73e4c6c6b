import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pack } from '../support/packages/packages.js';

const ROOT = resolve(__dirname, '../..');
/** The libraries that are packages, with the documents that begin with the installation. */
const LIBRARIES = [
  ['client', ['libs/client/README.md', 'docs/web-client.md']],
  ['verify', ['libs/verify/README.md', 'docs/recipes/express.md']],
  ['auth', ['libs/auth/README.md', 'docs/other-services.md']],
] as const;
const TIMEOUT_MS = 120_000;

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const dependenciesOf = (folder: string) => Object.keys(JSON.parse(read(`${folder}/package.json`)).dependencies ?? {});
const described = (library: string) => JSON.parse(read(`libs/${library}/package.json`));

/** The first two commands of a document. */
function installLines(document: string): string[] {
  const [, first = ''] = /```sh\n(.*?)```/s.exec(read(document)) ?? [];
  return first.trim().split('\n');
}

let parent: string;
let project: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'latchkey-install-'));
  project = join(parent, 'project');
  mkdirSync(project);
  symlinkSync(ROOT, join(parent, 'latchkey'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** Copies packages with their dependencies, so that nothing is downloaded. Returns where npm finds each. */
function provide(names: string[], found: Record<string, string> = {}): Record<string, string> {
  for (const name of names.filter((each) => !(each in found))) {
    const copy = join(parent, 'packages', name);
    cpSync(join(ROOT, 'node_modules', name), copy, { recursive: true });
    found[name] = `file:${copy}`;
    provide(dependenciesOf(`node_modules/${name}`), found);
  }
  return found;
}

/** Runs commands in the folder of the project. npm downloads nothing. */
function runOffline(commands: string): void {
  const on = ['offline', 'ignore_scripts', 'legacy_peer_deps'].map((key) => [key, 'true']);
  const off = ['audit', 'update_notifier'].map((key) => [key, 'false']);
  const settings = [...on, ...off].map(([key, value]) => [`npm_config_${key}`, value]);
  execFileSync('bash', ['-ec', commands], {
    cwd: project,
    env: { PATH: process.env.PATH, HOME: parent, ...Object.fromEntries(settings) },
    stdio: 'pipe',
  });
}

it.each(LIBRARIES)(
  'the first lines of the documents of libs/%s pack the package, and install it in another folder',
  (library, documents) => {
    const [lines = [], ...others] = documents.map(installLines);
    expect(lines).toHaveLength(2);
    expect(others).toEqual([lines]);
    const { name } = described(library);
    const overrides = provide(dependenciesOf(`libs/${library}`).filter((each) => !each.startsWith('@latchkey/')));
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, overrides }));
    runOffline(lines.join('\n'));
    expect(existsSync(join(project, 'node_modules', name, 'dist/index.js'))).toBe(true);
  },
  TIMEOUT_MS,
);

it.each([
  ['react', 'client'],
  ['nest', 'auth'],
  ['express', 'verify'],
])(
  'the installation of examples/%s copies libs/%s from the folder to which npm run packages writes it',
  (example, library) => {
    const { name } = described(library);
    project = join(parent, 'clone/examples', example);
    const packed = pack(library);
    const source = join(parent, 'clone/dist/packages', library);
    cpSync(packed.folder, source, { recursive: true });
    packed.remove();
    // Its own dependencies would be downloaded.
    const { dependencies: _own, ...own } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    writeFileSync(join(source, 'package.json'), JSON.stringify(own));
    mkdirSync(project, { recursive: true });
    cpSync(join(ROOT, 'examples', example, '.npmrc'), join(project, '.npmrc'));
    const wanted = JSON.parse(read(`examples/${example}/package.json`)).dependencies[name];
    const dependencies = { [name]: wanted };
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'example', private: true, dependencies }));
    runOffline('npm install');
    expect(JSON.parse(read('package.json')).scripts.packages).toBe('node libs/pack.mjs client verify auth elements');
    const installed = join(project, 'node_modules', name);
    expect([lstatSync(installed).isDirectory(), existsSync(join(installed, 'dist/index.js'))]).toEqual([true, true]);
  },
  TIMEOUT_MS,
);

describe.each(['client', 'verify', 'auth'])('the package.json of libs/%s', (library) => {
  it('has the license of the service and keywords, and no version, which comes from the package.json of the service', () => {
    const { license, keywords, version } = described(library);
    expect([license, version]).toEqual([JSON.parse(read('package.json')).license, undefined]);
    expect(keywords).toContain('latchkey');
  });

  it('names a file with types for each of its entries', () => {
    const { '.': main, './package.json': _own, ...others } = described(library).exports;
    const { types, main: file } = described(library);
    // Module resolutions that do not know `exports` read these.
    expect({ types, default: file }).toEqual(main);
    for (const entry of [main, ...Object.values<{ types: string; default: string }>(others)])
      expect(entry.types).toBe(entry.default.replace(/\.js$/, '.d.ts'));
  });
});
