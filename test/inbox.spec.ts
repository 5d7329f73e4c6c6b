import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App, newEmail } from './support/app.js';
import { freePort, type Service } from './support/service.js';

const PROCESS = resolve(__dirname, '../dist/apps/api/src/inbox/inbox.process.js');
const USUAL_PORT = 1080;

let app: App;
let folder: string;
beforeAll(async () => {
  app = await App.start({ SMTP_URL: '' });
});
afterAll(() => app.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-inbox-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Where a service says that its letters are to be read. */
async function inboxUrl(service: Service): Promise<string> {
  const url = () => /Mail +(http:\/\/localhost:\d+) /.exec(service.log)?.[1];
  await service.until(() => url() !== undefined);
  return url() ?? '';
}

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Resolves when the inbox is gone, and what it kept in files with it. */
async function untilGone(url: string): Promise<void> {
  while ((await answers(url)) || readdirSync(folder).length > 0) await new Promise((next) => setTimeout(next, 20));
}

it('has every letter, with the address that the service tells at its start', async () => {
  const url = await inboxUrl(app.service);
  const email = newEmail();
  expect((await app.post('/api/auth/magic-link', { email, sign_up: true })).status).toBe(200);
  await app.service.until(async () => JSON.stringify(await (await fetch(`${url}/api/email`)).json()).includes(email));
  const [letter] = (await (await fetch(`${url}/api/email`)).json()) as Array<{ text: string }>;
  expect(letter).toMatchObject({ subject: 'Sign in to Latchkey', to: [{ address: email }] });
  const link = /http\S+token=[\w-]+/.exec(letter?.text ?? '')?.[0] ?? '';
  expect((await app.follow(link)).status).toBe(302);
});

it.each(['SIGTERM', 'SIGKILL'] as const)('ends with the service, also by %s', async (signal) => {
  const service = await app.replica({ TMPDIR: folder });
  const url = await inboxUrl(service);
  expect(await answers(url)).toBe(true);
  await service.stop(signal);
  await untilGone(url);
});

it('ends also when the service is gone before it is up', async () => {
  const ports = [String(await freePort()), String(await freePort())];
  const child = fork(PROCESS, ports, { stdio: 'ignore', execArgv: [], env: { TMPDIR: folder } });
  child.disconnect();
  await once(child, 'exit');
  expect(readdirSync(folder)).toEqual([]);
});

it('takes a free port while its usual one is taken', async () => {
  // Whoever else may have it just now holds it as well as we do.
  const holder = createServer().on('error', () => undefined);
  holder.listen(USUAL_PORT, '127.0.0.1');
  const other = await App.start({ SMTP_URL: '' });
  const url = await inboxUrl(other.service);
  if (holder.listening) expect(new URL(url).port).not.toBe(String(USUAL_PORT));
  const email = newEmail();
  await other.post('/api/auth/magic-link', { email, sign_up: true });
  await other.service.until(async () => (await (await fetch(`${url}/api/email`)).text()).includes(email));
  await other.stop();
  holder.close();
});

it('of two services that start at once, each has one', async () => {
  const [other, twin] = await Promise.all([app.replica(), app.replica()]);
  const urls = await Promise.all([other, twin].map(inboxUrl));
  expect(await Promise.all(urls.map(answers))).toEqual([true, true]);
  await Promise.all([other.stop(), twin.stop()]);
  expect(urls[0]).not.toBe(urls[1]);
});

it.each([
  ['in production', { NODE_ENV: 'production', BASE_URL: 'https://auth.example.com', SMTP_URL: '' }],
  ['with SMTP_URL=none', { SMTP_URL: 'none' }],
])('is not started %s: there is no mail', async (_what, settings) => {
  const service = await app.replica(settings);
  const answer = await service.call('POST', '/api/auth/magic-link', { body: { email: newEmail(), sign_up: true } });
  expect(answer.code).toBe('EMAIL_NOT_CONFIGURED');
  expect(service.log).not.toContain('inbox');
  await service.stop();
});
