import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PackedClient } from '../../../test/support/packed-client.js';

const ROOT = resolve(__dirname, '../../..');
const SMALL = 6_000;

let client: PackedClient;
beforeAll(() => {
  client = new PackedClient();
});
afterAll(() => client.remove());

it('contains the built client, and no sources, tests or settings', () => {
  const files = execFileSync('tar', ['-tzf', client.tarball], { encoding: 'utf8' }).trim().split('\n');
  const session = ['authorized', 'exchange', 'magic-link', 'refresher', 'tokens', 'vault'].map(
    (name) => `session/${name}`,
  );
  const tabs = ['storage', 'turns', 'watch'].map((name) => `tabs/${name}`);
  const modules = ['admin', 'client', 'errors', 'index', 'options', 'schema', 'wire'];
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
  expect(client.run('node_modules/.bin/publint', client.tarball, '--strict')).toContain('All good!');
});

it('has types that resolve as ES modules and with a bundler', () => {
  expect(client.run('node_modules/.bin/attw', client.tarball, '--profile', 'esm-only')).toContain('node16 (from ESM)');
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
  writeFileSync(join(client.folder, 'app.ts'), source);
  const options = ['--module', 'nodenext', '--lib', 'es2022,dom'];
  expect(client.run('node_modules/typescript/bin/tsc', '--noEmit', '--strict', ...options, 'app.ts')).toBe('');
});

it('is less than 6 kB with all that it needs, minified and gzipped', () => {
  const entry = join(client.folder, 'node_modules/@latchkey/client/dist/index.js');
  const bundle = client.run('node_modules/.bin/esbuild', entry, '--bundle', '--minify', '--format=esm');
  expect(gzipSync(bundle, { level: 9 }).length).toBeLessThan(SMALL);
});
