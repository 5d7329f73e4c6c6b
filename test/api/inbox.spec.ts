import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../support/run/machine.mjs';
import { newEmail, useApp } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';

const PROCESS = resolve(__dirname, '../../dist/apps/api/src/dev-inbox/dev-inbox.process.js');
const USUAL_PORT = 1080;

const holder = createServer();
/** Another program listens on the usual port of the inbox: this test, or a program that was there before. */
beforeAll(async () => {
  await new Promise<void>((done) => {
    holder.once('error', () => done()).listen(USUAL_PORT, '127.0.0.1', () => done());
  });
});
const app = useApp({ SMTP_URL: '' });
afterAll(() => {
  holder.close();
});
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-inbox-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The address of the inbox, as the service prints it. */
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

/** Resolves when the inbox and its files are gone. */
async function untilGone(url: string): Promise<void> {
  while ((await answers(url)) || readdirSync(folder).length > 0) await new Promise((next) => setTimeout(next, 20));
}

it('the inbox receives every email, at the address that the service prints at its start', async () => {
  const url = await inboxUrl(app.service);
  const home = await app.get('/', { headers: { accept: 'text/html' } });
  expect(home.text).toContain(`<a href="${url}">Inbox</a>`);
  const email = newEmail();
  expect((await app.post('/api/auth/magic-link', { email, sign_up: true })).status).toBe(200);
  await app.service.until(async () => JSON.stringify(await (await fetch(`${url}/api/email`)).json()).includes(email));
  const messages = (await (await fetch(`${url}/api/email`)).json()) as Array<{ text: string; to: object[] }>;
  const message = messages.find(({ to }) => JSON.stringify(to).includes(email));
  expect(message).toMatchObject({ subject: 'Sign in to Latchkey', to: [{ address: email }] });
  const link = /http\S+token=[\w-]+/.exec(message?.text ?? '')?.[0] ?? '';
  expect((await app.follow(link)).status).toBe(302);
});

it('two services that start at once have one inbox each, which ends with its service after SIGTERM and SIGKILL', async () => {
  const services = await Promise.all([app.replica({ TMPDIR: folder }), app.replica({ TMPDIR: folder })]);
  const urls = await Promise.all(services.map(inboxUrl));
  expect(urls[0]).not.toBe(urls[1]);
  expect(await Promise.all(urls.map(answers))).toEqual([true, true]);
  expect(readdirSync(folder).length).toBeGreaterThan(0);
  await Promise.all([services[0]?.stop('SIGTERM'), services[1]?.stop('SIGKILL')]);
  await Promise.all(urls.map(untilGone));
});

it('the inbox also ends when its service ends before the inbox is ready', async () => {
  const ports = [String(await freePort()), String(await freePort())];
  const child = fork(PROCESS, ports, { stdio: 'ignore', execArgv: [], env: { TMPDIR: folder } });
  child.disconnect();
  await once(child, 'exit');
  expect(readdirSync(folder)).toEqual([]);
});

it('the inbox listens on a free port when its usual port is in use', async () => {
  const url = await inboxUrl(app.service);
  // The other program may release the port at any time.
  if (holder.listening) expect(new URL(url).port).not.toBe(String(USUAL_PORT));
  const email = newEmail();
  await app.post('/api/auth/magic-link', { email, sign_up: true });
  await app.service.until(async () => (await (await fetch(`${url}/api/email`)).text()).includes(email));
});

it.each([
  ['in production', { NODE_ENV: 'production', BASE_URL: 'https://auth.example.com', SMTP_URL: '' }],
  ['with SMTP_URL=none', { SMTP_URL: 'none' }],
])('the inbox is not started %s, and no mail is sent', async (_what, settings) => {
  const service = await app.replica(settings);
  const answer = await service.call('POST', '/api/auth/magic-link', { body: { email: newEmail(), sign_up: true } });
  expect(answer.code).toBe('EMAIL_NOT_CONFIGURED');
  expect(service.log).not.toContain('inbox');
  await service.stop();
});
