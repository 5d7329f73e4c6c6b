import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ADMIN_TOKEN, App, newEmail, PASSWORD } from './support/app.js';

const ROOT = resolve(__dirname, '..');
const SMALL = 6_000;

let app: App;
let folder: string;
let tarball: string;
beforeAll(async () => {
  app = await App.start({ ACCESS_TOKEN_TTL: '1' });
  folder = mkdtempSync(join(tmpdir(), 'latchkey-client-'));
  tarball = run('libs/pack.mjs', '--out', folder, 'client').trim();
  install(tarball, ...['openapi-fetch', 'openapi-typescript-helpers'].map(packed));
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What a script of ours, or of a package, prints. Where it fails, that is the reason. */
function run(script: string, ...parameters: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(ROOT, script), ...parameters], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout;
}

function npm(...parameters: string[]): string {
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts'];
  return execFileSync('npm', [...parameters, ...quiet], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

/** A package that we have, as its registry has it, so that nothing is downloaded. */
function packed(name: string): string {
  const copy = join(folder, name);
  cpSync(join(ROOT, 'node_modules', name), copy, { recursive: true });
  return join(folder, JSON.parse(npm('pack', copy, '--json'))[0].filename);
}

function install(...tarballs: string[]): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'app', type: 'module' }));
  npm('install', '--offline', ...tarballs);
}

/** What a program prints in the folder that the client is installed in. */
function program(name: string, source: string, ...parameters: string[]): string {
  writeFileSync(join(folder, name), source);
  return execFileSync(process.execPath, [name, ...parameters], { cwd: folder, encoding: 'utf8' });
}

it('contains the built client, and no sources, tests or settings', () => {
  const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
  const session = ['authorized', 'exchange', 'refresher', 'tokens', 'vault'].map((name) => `session/${name}`);
  const tabs = ['storage', 'turns', 'watch'].map((name) => `tabs/${name}`);
  const modules = ['admin', 'client', 'errors', 'index', 'magic-link', 'options', 'schema', 'wire'];
  const built = [...modules, ...session, ...tabs];
  const expected = built.flatMap((name) => [`package/dist/${name}.js`, `package/dist/${name}.d.ts`]);
  expect(files.sort()).toEqual(
    [...expected, ...['LICENSE', 'README.md', 'package.json'].map((name) => `package/${name}`)].sort(),
  );
});

it('needs what we test it with', () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'libs/client/package.json'), 'utf8'));
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(devDependencies).toMatchObject(dependencies);
});

it('is a package as publint wants it', () => {
  expect(run('node_modules/.bin/publint', tarball, '--strict')).toContain('All good!');
});

it('has types that resolve as ES modules and with a bundler', () => {
  expect(run('node_modules/.bin/attw', tarball, '--profile', 'esm-only')).toContain('node16 (from ESM)');
});

it('has types that say what can go wrong', () => {
  const source = `
    import { createClient, LatchkeyError } from '@latchkey/client';
    import { createAdminClient } from '@latchkey/client/admin';
    export const uid: Promise<string> = createClient({ baseUrl: '' }).user().then((user) => user.uid);
    export const weak = (error: LatchkeyError) => error.code === 'WEAK_PASSWORD' || error.code === 'LINK_EXPIRED';
    // @ts-expect-error there is no such code
    export const wrong = (error: LatchkeyError) => error.code === 'WEEK_PASSWORD';
    // @ts-expect-error nor does the client of users know what is for administrators
    export const batch = (error: LatchkeyError) => error.code === 'BATCH_NOT_FOUND';
    const admin = createAdminClient({ baseUrl: '', adminToken: '' });
    export const mails: Promise<number | undefined> = admin.GET('/api/admin/stats').then(({ data }) => data?.mail_queue);
    // @ts-expect-error there is no such endpoint
    void admin.GET('/api/admin/nothing');`;
  writeFileSync(join(folder, 'app.ts'), source);
  const options = ['--module', 'nodenext', '--lib', 'es2022,dom'];
  expect(run('node_modules/typescript/bin/tsc', '--noEmit', '--strict', ...options, 'app.ts')).toBe('');
});

it('is less than 6 kB with all that it needs, minified and gzipped', () => {
  const entry = join(folder, 'node_modules/@latchkey/client/dist/index.js');
  const bundle = run('node_modules/.bin/esbuild', entry, '--bundle', '--minify', '--format=esm');
  expect(gzipSync(bundle, { level: 9 }).length).toBeLessThan(SMALL);
});

it('signs up, refreshes and signs out in Node', () => {
  const source = `
    import { createClient } from '@latchkey/client';
    const [baseUrl, email, password] = process.argv.slice(2);
    const reasons = [];
    const client = createClient({ baseUrl, onSignedOut: (reason) => reasons.push(reason) });
    const { uid } = await client.signUp({ email, password });
    const first = await client.accessToken();
    await new Promise((next) => setTimeout(next, 1_100));
    const user = await client.user();
    const refreshed = (await client.accessToken()) !== first;
    const sessions = await client.sessions();
    await client.signOut();
    await client.signIn(email, password);
    console.log(JSON.stringify({ same: user.uid === uid, refreshed, sessions: sessions.length, reasons }));`;
  const told = JSON.parse(program('user.mjs', source, app.service.url, newEmail(), PASSWORD));
  expect(told).toEqual({ same: true, refreshed: true, sessions: 1, reasons: ['signed_out'] });
});

it('administers from Node', () => {
  const source = `
    import { createAdminClient } from '@latchkey/client/admin';
    const [baseUrl, adminToken, email] = process.argv.slice(2);
    const admin = createAdminClient({ baseUrl, adminToken });
    await admin.POST('/api/admin/users', { body: { email } });
    const { data } = await admin.GET('/api/admin/users', { params: { query: { email } } });
    console.log(data.users[0].email);`;
  const email = newEmail();
  expect(program('admin.mjs', source, app.service.url, ADMIN_TOKEN, email)).toBe(`${email}\n`);
});
