import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route } from 'playwright-core';
import { CheckedBrowser, describeInBrowser } from '../support/browser/browser.js';
import { SignInPage } from '../support/browser/sign-in-page.js';
import { SoftPasskey } from '../support/factors/authenticator.js';
import { creation, PASSKEYS } from '../support/factors/factors.js';
import { originOf, PRODUCT } from '../support/http/clients.js';
import { Idp } from '../support/idp/idp.js';
import { type AddedProvider, addProvider } from '../support/idp/providers.js';
import { PASSWORD, type SignedUp, useApp } from '../support/service/app.js';

const HTML = '<img src=x onerror=alert(1)>';
/** In the page: goes back as soon as it waits for a provider, and says so by a request. */
const GOING_BACK = `(() => {
  const element = document.querySelector('latchkey-sign-in');
  const shown = () => element.updateComplete.then(() => element.shadowRoot.textContent);
  const watch = setInterval(async () => {
    if (element.flow.name !== 'leaving') return;
    clearInterval(watch);
    const first = await shown();
    element.shadowRoot.querySelector('.foot .link').click();
    globalThis.seen = [first, await shown()];
    void fetch('/health/live');
  }, 20);
})()`;
const MONTH_SECONDS = 31 * 86_400;

const branding = mkdtempSync(join(tmpdir(), 'branding-'));
mkdirSync(join(branding, 'texts'));
writeFileSync(join(branding, 'texts/en.json'), JSON.stringify({ forgot: HTML, account: `Your ${HTML}` }));
afterAll(() => rmSync(branding, { recursive: true }));

const app = useApp({
  APP_URL: `${new URL(PRODUCT).origin}/`,
  REDIRECT_ALLOWLIST: new URL(PRODUCT).origin,
  APP_NAME: 'Acme',
  SMTP_URL: 'smtp://localhost:1',
  PASSKEY_RP_ID: 'localhost',
  BRANDING_DIR: branding,
});

describeInBrowser('a stranger who prepares what the user of the sign-in page sees', () => {
  const idp = new Idp();
  let browser: CheckedBrowser;
  let provider: AddedProvider;
  let at: SignInPage;
  /** A page with a frame of the service. Only a real server of this machine may try that: the browser forbids it to the web. */
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'text/html').end(`<iframe src="${originOf(app)}${url.slice(2)}"></iframe>`);
  });
  let evil: string;
  beforeAll(async () => {
    [browser] = await Promise.all([CheckedBrowser.start(), idp.start()]);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    evil = `http://localhost:${(server.address() as AddressInfo).port}/`;
    provider = await addProvider(app, idp, 'google', { id: 'google', fields: { name: HTML } });
  }, 60_000);
  beforeEach(async () => {
    at = await SignInPage.open(app, browser);
    await at.shows(/^Sign in to Acme/);
  });
  afterEach(async () => {
    await at.close();
    // Chromium logs a refused frame itself.
    expect(browser.complaints.splice(0).filter((text) => !text.includes('frame-ancestors'))).toEqual([]);
  });
  afterAll(async () => {
    await browser.stop();
    await idp.stop();
    server.closeAllConnections();
    server.close();
  });

  async function signIn({ email }: SignedUp, page = at.page): Promise<void> {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** Another tab of the same browser, in which this user signs in. */
  async function signInInAnotherTab(user: SignedUp): Promise<void> {
    const tab = await at.context.newPage();
    await tab.goto(`${originOf(app)}/sign-in?prompt=login`);
    await signIn(user, tab);
    await tab.waitForURL('**/account');
    await tab.getByText(user.email).waitFor();
    await tab.close();
  }

  it.each(['/sign-in', '/account'])('gets no frame of %s, over which to lay a button', async (path) => {
    const refused = at.page.waitForEvent('requestfailed', (request) => request.url().endsWith(path));
    await at.page.goto(`${evil}?${path}`);
    expect((await refused).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE');
    const [, frame] = at.page.frames();
    expect(await frame?.locator('latchkey-sign-in, latchkey-account').count()).toBe(0);
  });

  it.each<Record<string, string>>([
    { locale: 'constructor', screen: 'sign-up' },
    { locale: 'de-x!', screen: 'sign-up' },
    { locale: '../../evil', screen: 'javascript:alert(1)', prompt: HTML },
    { login_hint: HTML, state: HTML, arrival: 'constructor', code: HTML },
  ])('cannot break the page by its parameters: %j', async (query) => {
    await at.goto(query);
    await at.shows(/Acme/);
    expect(await at.page.locator('img').count()).toBe(0);
  });

  it('gets no HTML into the page by names: of a provider, a text of the branding, a passkey or a browser', async () => {
    for (const name of [HTML, `Continue with ${HTML}`])
      await at.page.getByRole('button', { name, exact: true }).waitFor();
    const user = await app.signUp();
    await app.prove(user.uid);
    const { challenge_id, options } = await creation(app, user.token);
    const credential = new SoftPasskey(originOf(app)).create(options);
    await app.post(PASSKEYS, { challenge_id, credential, name: HTML }, { token: user.token });
    const body = { email: user.email, password: PASSWORD };
    await app.post('/api/auth/user/login', body, { headers: { 'user-agent': HTML } });
    await at.page.goto(`${originOf(app)}/sign-in`);
    await signIn(user);
    await at.shows(`Your ${HTML}`);
    for (const name of [`Remove: ${HTML}`, `Sign out there: ${HTML}`])
      await at.page.getByRole('button', { name, exact: true }).waitFor();
    expect(await at.page.locator('img').count()).toBe(0);
  });

  it('cannot hold the user at a provider that does not answer', async () => {
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    await at.context.route('**/external/google/start', async (route) => {
      await released;
      await route.continue();
    });
    const waiting = new Promise<Route>((done) => {
      void at.context.route(`${provider.idp.origin}/**`, done);
    });
    // The tools of the browser wait while it loads another page, so the page itself presses the button.
    await at.page.evaluate(GOING_BACK);
    const goneBack = at.page.waitForRequest('**/health/live');
    const button = at.page.getByRole('button', { name: /^Continue with/ });
    await button.click();
    await at.page.locator('.working').waitFor();
    expect(await button.getAttribute('class')).toContain('working');
    release();
    const provided = await waiting;
    await goneBack;
    await provided.abort('aborted');
    const [first, then] = await at.page.evaluate<string[]>('globalThis.seen');
    expect(first).toContain('One moment…');
    expect(then).toContain('Sign in to Acme');
    const user = await app.signUp();
    await signIn(user);
    expect((await at.session()).uid).toBe(user.uid);
  });

  it('sends no user on as another one, who has signed in in another tab', async () => {
    const [ada, grace] = [await app.signUp(), await app.signUp()];
    await signIn(ada);
    await at.session();
    await at.goto();
    await at.page.getByText(`You are signed in as ${ada.email}.`).waitFor();
    await signInInAnotherTab(grace);
    await at.page.getByText(`You are signed in as ${grace.email}.`).waitFor();
    await at.press('Use another account');
    await at.type('Email', ada.email);
    await at.page.goBack();
    await at.page.getByText(`You are signed in as ${grace.email}.`).waitFor();
    await at.press('Continue');
    expect((await at.session()).uid).toBe(grace.uid);
  });

  it('does to no account what was asked about another one', async () => {
    const [ada, grace] = [await app.signUp(), await app.signUp()];
    await at.page.goto(`${originOf(app)}/sign-in`);
    await signIn(ada);
    await at.shows(/^Your/);
    await at.press('Delete the account');
    await at.page.getByText('Delete my account for good?').waitFor();
    await signInInAnotherTab(grace);
    await at.page.getByText(grace.email).waitFor();
    expect(await at.page.getByText('Delete my account for good?').count()).toBe(0);
    await app.advance(MONTH_SECONDS);
    const everywhere = at.page.getByRole('button', { name: 'Sign out everywhere' });
    await everywhere.click();
    await everywhere.and(at.page.locator('.danger')).click();
    await at.page.waitForURL('**/sign-in');
    // The session was over, and nothing has ended the others.
    await at.shows('Sign in to Acme');
    expect(await at.page.getByText('signed out everywhere').count()).toBe(0);
  });
});
