import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Env } from '@app/config';
import type { Page } from 'playwright-core';
import { describeInBrowser, type Visitor, WebApp } from '../support/browser/browser.js';
import { freePort } from '../support/run/machine.mjs';
import { App, PASSWORD } from '../support/service/app.js';
import { MailServer } from '../support/service/mail.js';
import { Service } from '../support/service/service.js';

const read = (document: string) => readFileSync(resolve(__dirname, '../..', document), 'utf8');
const GUIDE = read('docs/sign-in-pages.md');

/** The file `.env` of the README. */
function settingsOfReadme(): Record<string, string> {
  const [, lines = ''] = /cat > \.env <<END\n(.*?)\nEND\n/s.exec(read('README.md')) ?? [];
  return Object.fromEntries([...lines.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
}

/** The page of the guide, with the address of the service. */
function samplePage(serviceUrl: string): string {
  const [, sample = ''] = /## A whole product.*?```html\n(.*?)```/s.exec(GUIDE) ?? [];
  return sample.replaceAll('http://localhost:3000', serviceUrl);
}

/** Types without looking at the fields before: the screen is the first one. */
async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

describeInBrowser('a product in development', () => {
  const email = 'ada@example.com';
  const mail = new MailServer();
  let web: WebApp;
  let service: Service;
  let url: string;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    [web] = await Promise.all([WebApp.start('localhost', 'cookie'), mail.open()]);
    // What `npm start` does, with an inbox for the test.
    const settings = { NODE_ENV: '', SMTP_URL: mail.url, LINK_CONFIRM: 'page' };
    service = await Service.launch(settings, undefined, [], ['--development']);
    await service.untilReady();
    url = service.url.replace('127.0.0.1', 'localhost');
    web.serviceUrl = url;
    web.documents['/sample'] = samplePage(url);
    await service.call('POST', '/api/auth/user/create', { body: { email, password: PASSWORD } });
  }, 60_000);
  afterAll(async () => {
    await web.stop();
    await service.stop();
    await mail.stop();
  });
  beforeEach(async () => {
    visitor = await web.visitor();
    page = await visitor.page();
  });
  afterEach(() => visitor.close());

  it('signs in by the sample of the guide, at a port that no setting names', async () => {
    await page.goto(`${web.origin}/sample`);
    await page.getByText('Nobody is signed in.').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await signIn(page, email);
    await page.waitForURL(`${web.origin}/sample`);
    await page.getByText(`Signed in as ${email}`).waitFor();
    await page.reload();
    await page.getByText(`Signed in as ${email}`).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Nobody is signed in.').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect(service.log).not.toContain('Browsers let no page');
  });

  describe('a visitor who is not signed in', () => {
    /** What the browser reports as failed, and the requests for which the service has no success. */
    const reportsOf = async (address: string, shown: string) => {
      const reports: string[] = [];
      page.on('console', (message) => reports.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => reports.push(error.message));
      page.on('requestfailed', (request) => reports.push(`failed: ${request.url()}`));
      page.on('response', (answer) => answer.status() >= 400 && reports.push(`${answer.status()} ${answer.url()}`));
      await page.goto(address);
      await page.getByRole('heading', { name: shown, level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      return reports;
    };

    it.each([
      ['/sign-in', 'Sign in to Latchkey'],
      ['/sign-in?screen=reset', 'Reset your password'],
      ['/account', 'Sign in to Latchkey'],
      ['/', 'The service is running'],
    ])('causes no failing request at %s', async (path, title) => {
      expect(await reportsOf(url + path, title)).toEqual([]);
    });

    it.each([
      ['magic-link', 'Sign in'],
      ['user/verify-email', 'Confirm your address'],
      ['reset-password', 'Choose a new password'],
    ])('causes no failing request at the page of a link of %s', async (path, title) => {
      const { token } = (await service.call('POST', '/api/auth/user/login', { body: { email, password: PASSWORD } }))
        .json;
      const link = await mail.linkAfter(email, () =>
        service.call('POST', `/api/auth/${path}`, { body: { email }, token }),
      );
      expect(await reportsOf(link, title)).toEqual([]);
    });

    it('is signed in after a sign-in in this browser, which the pages find at once', async () => {
      await page.goto(`${url}/sign-in`);
      await signIn(page, email);
      await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor();
      await page.goto(`${url}/sign-in`);
      await page.getByText(`You are signed in as ${email}.`).waitFor();
    });
  });
});

describeInBrowser('a product in production, by the README and the page of the guide', () => {
  const mail = new MailServer();
  let web: WebApp;
  let app: App;
  beforeAll(async () => {
    [web] = await Promise.all([WebApp.start('localhost', 'cookie'), mail.open()]);
    const port = String(await freePort());
    const own = {
      PORT: port,
      BASE_URL: `http://localhost:${port}`,
      APP_URL: web.origin,
      SMTP_URL: mail.url,
      PASSKEY_RP_ID: 'localhost',
    };
    const { AUTH_SECRET, ...settings } = settingsOfReadme();
    expect(() => new Env({ ...settings, NODE_ENV: 'production', AUTH_SECRET: '0123456789'.repeat(5) })).not.toThrow();
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(['BASE_URL', 'APP_URL', 'SMTP_URL', 'HOSTED_PAGES']));
    expect(AUTH_SECRET).toBe('$(openssl rand -base64 48)');
    app = await App.start({ NODE_ENV: 'production', ...settings, ...own });
    web.documents['/sample'] = samplePage(own.BASE_URL);
  }, 60_000);
  afterAll(async () => {
    await web.stop();
    await app.stop();
    await mail.stop();
  });

  it('signs up, comes back, and signs out of product and pages', async () => {
    const visitor = await web.visitor();
    const page = await visitor.page();
    await page.goto(`${web.origin}/sample`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Create one' }).click();
    await page.getByLabel('Email', { exact: true }).fill('grace@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Signed in as grace@example.com').waitFor();
    expect(page.url()).toBe(`${web.origin}/sample`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Nobody is signed in.').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect(app.service.log).not.toContain('"level":"warn"');
    await visitor.close();
  });

  it('serves the client as one file for pages of every origin', async () => {
    const { status, headers } = await app.get('/client.js');
    const wanted = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
    expect([status, Object.fromEntries(headers)]).toEqual([
      200,
      expect.objectContaining({ ...wanted, 'cache-control': 'no-cache' }),
    ]);
  });
});

describeInBrowser('a product in production', () => {
  let web: WebApp;
  let app: App;
  let page: Page;
  beforeAll(async () => {
    web = await WebApp.start('localhost', 'cookie');
    const port = String(await freePort());
    const BASE_URL = `http://localhost:${port}`;
    app = await App.start({ NODE_ENV: 'production', PORT: port, BASE_URL });
    web.serviceUrl = BASE_URL;
    page = await (await web.visitor()).page();
  }, 60_000);
  afterAll(async () => {
    await web.stop();
    await app.stop();
  });

  /** The message of a call that fails in the page. */
  const messageOf = (script: string) => page.evaluate<string>(`${script}.then(() => '', ({ message }) => message)`);

  it('may not call the service from an origin that no setting names, and both sides say why', async () => {
    await page.goto(web.origin);
    await page.waitForFunction('globalThis.client');
    for (const call of ['client.ui()', `client.signIn('ada@example.com', 'wrong')`])
      expect(await messageOf(call)).toContain(`Probably the service does not know the origin ${web.origin}`);
    const [warning, ...more] = app.service.log.split('\n').filter((line) => line.includes('"level":"warn"'));
    expect(JSON.parse(String(warning))).toMatchObject({
      origin: web.origin,
      msg: expect.stringContaining('COOKIE_ORIGINS'),
    });
    expect(more).toEqual([]);
  });

  it('says that the service is out of reach where nothing answers', async () => {
    const gone = `createClient({ baseUrl: 'http://localhost:${await freePort()}' })`;
    expect(await messageOf(`import('/client.js').then(({ createClient }) => ${gone}.ui())`)).toBe(
      'The service is out of reach.',
    );
  });
});
