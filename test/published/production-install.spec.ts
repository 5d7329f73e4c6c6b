import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { repositoryOf } from '../../libs/addresses.mjs';
import { readYaml } from '../support/docs/parsers.js';
import { send } from '../support/http/http.js';
import { bytesOf, installedFrom, productionPackages } from '../support/packages/packages.js';
import { freePort } from '../support/run/machine.mjs';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { SECRET } from '../support/service/service.js';

const ROOT = resolve(__dirname, '../..');
const START_SECONDS = 60;

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const { version } = JSON.parse(read('package.json'));
const REPOSITORY = 'https://git.example.com/acme/auth';

/** Runs the release, without the build before it, in a clone of this remote. */
function runRelease(remote: string, ...words: string[]) {
  const [GIT_CONFIG_COUNT, GIT_CONFIG_KEY_0] = ['1', 'remote.origin.url'];
  const env = { ...process.env, GIT_CONFIG_COUNT, GIT_CONFIG_KEY_0, GIT_CONFIG_VALUE_0: remote };
  return spawnSync(process.execPath, ['apps/build/release.mjs', ...words], { cwd: ROOT, env, encoding: 'utf8' });
}

let release: string;
let notes: string;
beforeAll(() => {
  release = mkdtempSync(join(tmpdir(), 'latchkey-release-'));
  notes = runRelease('git@git.example.com:acme/auth.git', '--dry-run', '--out', release).stderr;
}, 180_000);
afterAll(() => rmSync(release, { recursive: true, force: true }));

describe('a dry run of a release', () => {
  const inRelease = (file: string) => readFileSync(join(release, file), 'utf8');
  const [SERVICE, CLIENT, ELEMENTS, GUARD, VERIFIER] = [
    'latchkey',
    ...['client', 'elements', 'nest-auth', 'verify'].map((name) => `latchkey-${name}`),
  ];

  it('writes the archive of the service, the packages, the inventory, the changes, and checksums that match', () => {
    const files = [
      `${SERVICE}-${version}.cdx.json`,
      `${SERVICE}-${version}.tar.gz`,
      `${CLIENT}-${version}.tgz`,
      `${ELEMENTS}-${version}.tgz`,
      `${GUARD}-${version}.tgz`,
      `${VERIFIER}-${version}.tgz`,
    ];
    expect(readdirSync(release).sort()).toEqual(['CHANGES.md', 'SHA256SUMS', ...files]);
    const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: release, encoding: 'utf8' });
    expect(checked.trim().split('\n')).toEqual(['CHANGES.md', ...files].map((file) => `${file}: OK`));
  });

  it.each([
    [`${SERVICE}-${version}.tar.gz`, `${SERVICE}-${version}`, undefined],
    [`${CLIENT}-${version}.tgz`, 'package', 'libs/client'],
    [`${ELEMENTS}-${version}.tgz`, 'package', 'libs/elements'],
    [`${GUARD}-${version}.tgz`, 'package', 'libs/auth'],
    [`${VERIFIER}-${version}.tgz`, 'package', 'libs/verify'],
  ])('gives %s the one version and the addresses of the git remote', (archive, folder, directory) => {
    const text = execFileSync('tar', ['-xzOf', join(release, archive), `${folder}/package.json`], { encoding: 'utf8' });
    expect(JSON.parse(text)).toMatchObject({
      version,
      homepage: `${REPOSITORY}${directory ? `/tree/HEAD/${directory}` : ''}#readme`,
      bugs: { url: `${REPOSITORY}/issues` },
      repository: { type: 'git', url: `git+${REPOSITORY}.git`, ...(directory && { directory }) },
    });
    const { homepage, bugs, repository } = JSON.parse(read(`${directory ?? '.'}/package.json`));
    expect([homepage, bugs, repository]).toEqual([undefined, undefined, undefined]);
  });

  it('has an inventory of the installed and of the bundled packages, without those for development', () => {
    const { bomFormat, specVersion, components, dependencies } = JSON.parse(
      inRelease(`${SERVICE}-${version}.cdx.json`),
    );
    expect([bomFormat, specVersion]).toEqual(['CycloneDX', expect.stringMatching(/^1\.[5-9]$/)]);
    const refs = components.map((component: { 'bom-ref': string }) => component['bom-ref']);
    const installed = productionPackages().map((path) => {
      const own = JSON.parse(read(`${path}/package.json`));
      return `${own.name}@${own.version}`;
    });
    const [bundled = ''] = read('dist/third-party.txt').split('\n\n');
    const titles = bundled
      .trim()
      .split('\n')
      .map((line) => line.replace(/ .*/, ''));
    expect([...installed, ...titles].filter((title) => !refs.includes(title))).toEqual([]);
    expect(refs.filter((ref: string) => /^(?:jest|typescript|vitepress)@/.test(ref))).toEqual([]);
    const named = dependencies.flatMap(({ ref, dependsOn }: { ref: string; dependsOn: string[] }) => [
      ref,
      ...dependsOn,
    ]);
    expect(named.filter((ref: string) => ![...refs, `@latchkey/server@${version}`].includes(ref))).toEqual([]);
  });

  it('has the changes of the version, with links that work elsewhere', () => {
    const changes = inRelease('CHANGES.md');
    expect(changes).toMatch(/^### Added$/m);
    expect(changes.match(/\]\((?!https?:|#)[^)]*/g)).toBeNull();
    expect(changes).toContain(`](${REPOSITORY}/blob/v${version}/docs/`);
  });

  it('has the files that the workflow publishes, by scripts that there are', () => {
    const workflows = ['ci', 'release', 'published'].map((name) => read(`.github/workflows/${name}.yml`));
    for (const workflow of workflows) expect(readYaml(workflow)).toHaveLength(1);
    const scripts = workflows.flatMap((text) => [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name));
    expect(scripts.filter((name) => !(name in JSON.parse(read('package.json')).scripts))).toEqual([]);
    const [, workflow = ''] = workflows;
    const published = [...workflow.matchAll(/dist\/release\/(\S+)/g)].map(([, name = '']) =>
      name.replace(/\*/g, version),
    );
    expect(published.length).toBeGreaterThan(3);
    expect(published.filter((name) => !existsSync(join(release, name)))).toEqual([]);
  });

  it('notes what is missing, for which a release is refused', () => {
    expect(notes).toMatch(/^Note: .*tag/m);
    expect(notes.includes('with a date')).toBe(!/^## \[[\d.]+\] - \d/m.test(read('CHANGELOG.md')));
    const out = join(release, 'refused');
    const { status, stderr } = runRelease('', '--out', out);
    expect([status, existsSync(out)]).toEqual([1, false]);
    expect(stderr).toMatch(/^Error: The git remote "origin" has no URL of a repository\./m);
  });

  it.each([
    ['https://git.example.com/acme/auth.git', REPOSITORY],
    ['https://user:token@git.example.com/acme/auth', REPOSITORY],
    ['https://git.example.com:8443/acme/auth/', 'https://git.example.com:8443/acme/auth'],
    ['ssh://git@git.example.com:2222/acme/auth.git', REPOSITORY],
    ['git@git.example.com:acme/auth.git', REPOSITORY],
    ['/srv/git/auth.git', undefined],
    ['file:///srv/git/auth.git', undefined],
    ['C:\\git\\auth', undefined],
  ])('reads the remote %s', (remote, wanted) => {
    expect(repositoryOf(remote)).toBe(wanted);
  });
});

describe('the size of an installation for production', () => {
  /** The published figures: the packages installed, their megabytes, and the packages in the bundles. */
  const published = /(\d+) packages and\s+(\d+) MB; the bundles contain parts of (\d+) packages/.exec(
    read('docs/decisions/0007-bundle-and-compiled-code.md'),
  );
  const [, packages, megabytes, bundled] = (published ?? []).map(Number);

  /** Within a tenth of the published figure, in both directions: a smaller installation is worth publishing, too. */
  function expectWithinATenth(actual: number, figure = Number.NaN): void {
    expect(actual).toBeLessThan(figure * 1.1);
    expect(actual).toBeGreaterThan(figure * 0.9);
  }

  it('has about as many packages as published', () => {
    expectWithinATenth(productionPackages().length, packages);
  });

  it('has about as many megabytes as published', () => {
    const bytes = productionPackages().reduce((sum, path) => sum + bytesOf(path), 0);
    expectWithinATenth(bytes / 1e6, megabytes);
  });

  it('has about as many packages in its bundles as published', () => {
    const [list = ''] = read('dist/third-party.txt').split('\n\n');
    expectWithinATenth(list.split('\n').length, bundled);
  });
});

it('the build lists the licence of each package in the bundles', () => {
  const [list = '', ...texts] = read('dist/third-party.txt').split('\n--- ');
  const titles = list.trim().split('\n');
  expect(titles).toContainEqual(expect.stringMatching(/^@nestjs\/core@12\.\S+ MIT$/));
  expect(texts.map((text) => text.split('\n')[0])).toEqual(titles);
  const ownText = texts.filter((text) => /permission|licen[cs]e/i.test(text.slice(text.indexOf('\n'))));
  expect(ownText.length).toBeGreaterThan(titles.length * 0.9);
});

describe('the service of the archive with only the packages of npm ci', () => {
  let folder: string;
  let service: ChildProcess;
  let url: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    folder = installedFrom(join(release, `latchkey-${version}.tar.gz`));
    const PORT = String(await freePort());
    url = `http://127.0.0.1:${PORT}`;
    const BASE_URL = 'https://auth.example.com';
    env = { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT, AUTH_SECRET: SECRET, BASE_URL, BCRYPT_COST: '4' };
    service = spawn(process.execPath, ['dist/latchkey.js'], { cwd: folder, env, stdio: 'ignore' });
    const isReady = () =>
      send(url, 'GET', '/health/ready').then(
        ({ status }) => status === 200,
        () => false,
      );
    for (const deadline = Date.now() + START_SECONDS * 1_000; Date.now() < deadline && !(await isReady()); )
      await sleep(20);
  }, START_SECONDS * 2_000);
  afterAll(async () => {
    service.kill();
    if (service.exitCode === null) await once(service, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });

  it('creates an account and signs in, with the threads that score and hash passwords', async () => {
    const body = { email: newEmail(), password: PASSWORD };
    expect((await send(url, 'POST', '/api/auth/user/create', { body })).status).toBe(200);
    expect((await send(url, 'POST', '/api/auth/user/login', { body })).status).toBe(200);
    const common = { email: newEmail(), password: 'password1' };
    expect((await send(url, 'POST', '/api/auth/user/create', { body: common })).code).toBe('WEAK_PASSWORD');
  });

  it.each(['/docs', '/docs/swagger-ui-bundle.js', '/openapi.json'])('serves %s', async (path) => {
    expect((await send(url, 'GET', path)).status).toBe(200);
  });

  it('runs the command line', async () => {
    const run = promisify(execFile)(process.execPath, ['dist/cli.js', 'keys', 'list'], { cwd: folder, env });
    expect((await run).stdout).toMatch(/active/);
  });

  it('starts in development, with readable logs and without the inbox', async () => {
    const own = { PORT: String(await freePort()), DATABASE_URL: 'sqlite:./data/development.sqlite' };
    const options = { cwd: folder, env: { ...env, ...own } };
    const child = spawn(process.execPath, ['dist/latchkey.js', '--development'], options);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const wanted = /Mail +not configured/;
    for (const deadline = Date.now() + START_SECONDS * 1_000; Date.now() < deadline && !wanted.test(output); )
      await sleep(20);
    child.kill();
    await once(child, 'exit');
    expect(output).toMatch(wanted);
  });
});
