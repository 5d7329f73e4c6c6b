import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PackedLibrary } from '../support/packages/packages.js';
import { ADMIN_TOKEN, newEmail, PASSWORD, useApp } from '../support/service/app.js';

const ROOT = resolve(__dirname, '../..');

let client: PackedLibrary;
beforeAll(() => {
  client = new PackedLibrary('client');
});
afterAll(() => client.remove());

describe('the package @latchkey/client', () => {
  it('contains the built client, and no sources, tests or settings', () => {
    const files = execFileSync('tar', ['-tzf', client.tarball], { encoding: 'utf8' }).trim().split('\n');
    const sessions = ['authorized', 'connection', 'cookie', 'exchange', 'refresher', 'session-storage', 'sign-in'];
    const links = ['link-sign-in', 'link-verifier', 'magic-link', 'pkce'];
    const session = [...sessions, ...links, 'tokens'].map((name) => `session/${name}`);
    const factors = ['ceremonies', 'second-factors', 'signals'].map((name) => `factors/${name}`);
    const tabs = ['storage', 'storage-entry', 'tab-events', 'tab-lock', 'tab-memory'].map((name) => `tabs/${name}`);
    const modules = ['admin', 'client', 'errors', 'external', 'index', 'options', 'passkeys', 'schema', 'wire'];
    const built = [...modules, 'external-confirmation', ...factors, ...session, ...tabs];
    const expected = built.flatMap((name) => [`package/dist/${name}.js`, `package/dist/${name}.d.ts`]);
    expect(files.sort()).toEqual(
      [...expected, ...['LICENSE', 'README.md', 'package.json'].map((name) => `package/${name}`)].sort(),
    );
  });

  it('depends on the versions with which it is tested', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'libs/client/package.json'), 'utf8'));
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(devDependencies).toMatchObject(dependencies);
  });

  it('passes publint', () => {
    expect(client.run('test/published/node_modules/.bin/publint', client.tarball, '--strict')).toContain('All good!');
  });

  it('has types that resolve as ES modules and with a bundler', () => {
    expect(client.run('test/published/node_modules/.bin/attw', client.tarball, '--profile', 'esm-only')).toContain(
      'node16 (from ESM)',
    );
  });

  it('has types of the error codes and of the admin API', () => {
    const source = `
      import { createClient, LatchkeyError } from '@latchkey/client';
      import { createAdminClient } from '@latchkey/client/admin';
      import { createExternal, type EmailConfirmationError } from '@latchkey/client/external';
      import { createPasskeys } from '@latchkey/client/passkeys';
      export const linked: Promise<string[]> = createExternal(createClient({ baseUrl: '' }))
        .identities().then((identities) => identities.map(({ provider }) => provider));
      export const token = (error: EmailConfirmationError): string => error.pendingToken;
      export const cancelled = (error: LatchkeyError) => error.code === 'ACCESS_DENIED' || error.code === 'SIGN_UP_NOT_ALLOWED';
      export const added: Promise<string> = createPasskeys(createClient({ baseUrl: '' })).create().then(({ name }) => name);
      export const uid: Promise<string> = createClient({ baseUrl: '' }).user().then((user) => user.uid);
      export const weak = (error: LatchkeyError) => error.code === 'WEAK_PASSWORD' || error.code === 'LINK_NOT_REQUESTED';
      export const inCookie = createClient({ baseUrl: '', sessions: 'cookie', linkCodes: true });
      // @ts-expect-error there is no such place
      export const elsewhere = createClient({ baseUrl: '', sessions: 'memory' });
      // @ts-expect-error there is no such code
      export const wrong = (error: LatchkeyError) => error.code === 'WEEK_PASSWORD';
      // @ts-expect-error nor does the client of users know what is for administrators
      export const batch = (error: LatchkeyError) => error.code === 'BATCH_NOT_FOUND';
      const admin = createAdminClient({ baseUrl: '', adminToken: '' });
      export const mails: Promise<number | undefined> = admin
        .GET('/api/admin/stats')
        .then(({ data }) => (data && 'mail_queue' in data ? data.mail_queue : undefined));
      // @ts-expect-error there is no such endpoint
      void admin.GET('/api/admin/nothing');`;
    writeFileSync(join(client.folder, 'app.ts'), source);
    const options = ['--module', 'nodenext', '--lib', 'es2022,dom', '--skipDefaultLibCheck'];
    expect(client.run('node_modules/typescript/bin/tsc', '--noEmit', '--strict', ...options, 'app.ts')).toBe('');
  });

  it('has the sizes that its README and its guides name, minified and gzipped, with its dependencies', () => {
    const dist = join(client.folder, 'node_modules/@latchkey/client/dist');
    const sizeOf = (entry: string) => {
      const bundle = client.run('node_modules/.bin/esbuild', entry, '--bundle', '--minify', '--format=esm');
      return gzipSync(bundle, { level: 9 }).length;
    };
    const bytes = sizeOf(join(dist, 'index.js'));
    const sizeWith = (entry: string) => {
      writeFileSync(join(dist, 'both.js'), `export * from './index.js'; export * from './${entry}.js';`);
      return sizeOf(join(dist, 'both.js')) - bytes;
    };
    const [passkeys, external] = ['passkeys', 'external'].map(sizeWith) as [number, number];
    const named = (document: string, text: RegExp) =>
      Number(text.exec(readFileSync(join(ROOT, document), 'utf8'))?.[1]?.replace(',', ''));
    for (const [document, text, size] of [
      ['libs/client/README.md', /([\d,]+) bytes, minified and gzipped/, bytes],
      ['libs/client/README.md', /passkeys`; they add ([\d,]+) bytes/, passkeys],
      ['libs/client/README.md', /external`; they add ([\d,]+) bytes/, external],
      ['docs/web-client.md', /([\d,]+) bytes, minified and gzipped/, bytes],
      ['docs/second-factors.md', /add ([\d,]+) bytes, minified and gzipped/, passkeys],
      ['docs/external-sign-in.md', /adds ([\d,]+) bytes, minified and gzipped/, external],
    ] as const) {
      // Versions of zlib differ by a few bytes.
      const isNear = Math.abs(size - named(document, text)) < bytes / 200;
      expect([document, size, isNear]).toEqual([document, size, true]);
    }
  });
});

describe('the client and a running service', () => {
  const app = useApp();

  it('can sign up, refresh and sign out in Node', () => {
    const source = `
      import { createClient } from '@latchkey/client';
      const [baseUrl, email, password] = process.argv.slice(2);
      const reasons = [];
      const client = createClient({ baseUrl, onSignedOut: (reason) => reasons.push(reason) });
      const { uid } = await client.signUp({ email, password });
      const first = await client.accessToken();
      const now = Date.now;
      Date.now = () => now() + 900_000;
      const user = await client.user();
      const refreshed = (await client.accessToken()) !== first;
      const sessions = await client.sessions();
      await client.signOut();
      await client.signIn(email, password);
      console.log(JSON.stringify({ same: user.uid === uid, refreshed, sessions: sessions.length, reasons }));`;
    const told = JSON.parse(client.program(source, app.service.url, newEmail(), PASSWORD));
    expect(told).toEqual({ same: true, refreshed: true, sessions: 1, reasons: ['signed_out'] });
  });

  it('can create and find a user with the admin client in Node', () => {
    const source = `
      import { createAdminClient } from '@latchkey/client/admin';
      const [baseUrl, adminToken, email] = process.argv.slice(2);
      const admin = createAdminClient({ baseUrl, adminToken });
      await admin.POST('/api/admin/users', { body: { email } });
      const { data } = await admin.GET('/api/admin/users', { params: { query: { email } } });
      console.log(data.users[0].email);`;
    const email = newEmail();
    expect(client.program(source, app.service.url, ADMIN_TOKEN, email)).toBe(`${email}\n`);
  });

  it('agree in their types (otherwise run npm run client:types)', () => {
    const types = join(ROOT, 'libs/client/types.mjs');
    const made = execFileSync(process.execPath, [types, app.service.url], { encoding: 'utf8' });
    expect(readFileSync(join(ROOT, 'libs/client/src/schema.ts'), 'utf8')).toBe(made);
  });
});
