import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { send } from '../support/http/http.js';
import { bytesOf, productionFolder, productionPackages } from '../support/packages/production.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { freePort, SECRET } from '../support/service/service.js';

const ROOT = resolve(__dirname, '../..');
const START_SECONDS = 60;

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

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

describe('a service with only the packages of npm ci --omit=dev', () => {
  let folder: string;
  let service: ChildProcess;
  let url: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    folder = productionFolder();
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
