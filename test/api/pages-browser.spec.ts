import type { Page } from 'playwright-core';
import { CheckedBrowser, describeInBrowser } from '../support/browser/browser.js';
import { fence } from '../support/factors/factors.js';
import { newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { linkIn, type ReceivedEmail, useMail } from '../support/service/mail.js';

const TIMEOUT_MS = 20_000;
const NEW_PASSWORD = 'glacier-tandem-quilt-7';
const LONG_NAME = `a.person.with.${'x'.repeat(25)}`;
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';

describeInBrowser('in a browser', () => {
  const { app, mail } = useMail({ LINK_CONFIRM: 'page', APP_NAME: 'Acme' });
  let checkedBrowser: CheckedBrowser;
  let user: SignedUp;
  beforeAll(async () => {
    checkedBrowser = await CheckedBrowser.start();
  });
  afterAll(() => checkedBrowser.stop());
  beforeEach(async () => {
    checkedBrowser.complaints.length = 0;
    const email = `${LONG_NAME}.${newEmail()}`;
    user = { ...(await app.signUp({ email })), email };
  });

  const headers = { 'user-agent': USER_AGENT };
  const ask = (path: string, body: object = {}, token?: string) =>
    app.service.call('POST', `/api/auth/${path}`, { body: { email: user.email, ...body }, headers, token });
  const local = (link: string) => app.service.url + new URL(link).pathname + new URL(link).search;
  const mailed = async (...asked: Parameters<typeof ask>) =>
    local(await mail.linkAfter(user.email, () => ask(...asked)));

  const resetLink = () => mailed('reset-password');
  const magicLink = () => mailed('magic-link');
  const verifyLink = () => mailed('user/verify-email', {}, user.token);
  const secureLink = async () => {
    await app.prove(user.uid);
    const body = { email: `new.${LONG_NAME}.${newEmail()}` };
    return local(
      await mail.linkAfter(user.email, () =>
        app.service.call('PUT', '/api/auth/user', { body, headers, token: user.token }),
      ),
    );
  };
  /** The links of a change that waits, since the user has a second factor, and of that factor. */
  const waiting = async () => {
    const email = `new.${LONG_NAME}.${newEmail()}`;
    await fence(app, user);
    const call = { body: { email }, headers, token: user.token };
    await app.service.call('PUT', '/api/auth/user', call);
    const found = (recipient: string, path: RegExp) => mail.emailWith(recipient, path);
    return {
      confirm: await found(email, /email\/confirm/),
      stop: await mail.emailAbout(user.email, /is to change$/),
      remove: await mail.emailAbout(user.email, /^A second factor was added/),
    };
  };
  const reset = async () => {
    const token = new URL(await resetLink()).searchParams.get('token');
    await app.patch('/api/auth/user/change-password', { old_password: token, new_password: NEW_PASSWORD });
  };

  const to = (path: string) => async () => app.service.url + path;
  const PAGES: [string, () => Promise<string>, string][] = [
    ['home', to('/'), 'The service is running'],
    ['arrived', to('/?uid=a&at=b&rt=c&exp=1'), 'You are signed in'],
    ['expired', to('/?error=LINK_EXPIRED&message=x'), 'This link has expired'],
    ['disabled', to('/?error=USER_DISABLED&message=x'), 'This account is disabled'],
    ['unknown', to('/api/auth/magic-link/verify?token=x'), 'This link is not valid'],
    ['sign-in', magicLink, 'Sign in'],
    ['verify', verifyLink, 'Confirm your address'],
    ['secure-address', secureLink, 'Secure your account'],
    ['confirm-email', async () => local(linkIn((await waiting()).confirm)), 'Confirm your new address'],
    ['stop', async () => local(linkIn((await waiting()).stop)), 'Secure your account'],
    ['secure-factor', async () => local(linkIn((await waiting()).remove)), 'Secure your account'],
  ];

  it.each(PAGES)('the page %s is accessible and fits a phone or a desktop', async (name, link, title) => {
    const url = await link();
    const problems = await checkedBrowser.examine(name, async (page) => {
      await page.goto(url);
      expect(await page.locator('h1').allTextContents()).toEqual([title]);
      expect(await page.title()).toBe(`${title} · Acme`);
    });
    expect(problems).toEqual([]);
    expect(checkedBrowser.complaints).toEqual([]);
  });

  it('each part of a page that can be used shows that it has the focus', async () => {
    const page = await checkedBrowser.page();
    for (const [url, stops] of [
      [await verifyLink(), 2],
      [`${app.service.url}/`, 2],
    ] as const) {
      await page.goto(url);
      for (let stop = 0; stop < stops; stop++) {
        await page.keyboard.press('Tab');
        expect(await page.evaluate('getComputedStyle(document.activeElement).outlineWidth')).toBe('3px');
      }
    }
  });

  it('an account that is not known can be disowned by keyboard', async () => {
    const page = await checkedBrowser.page();
    await page.goto(await verifyLink());
    for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
    expect(await page.locator(':focus').textContent()).toBe('This was not me');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/');
    expect((await app.login(user.email, PASSWORD)).code).toBe('INVALID_CREDENTIALS');
  });

  it('the button of a magic link leads to its target at another origin', async () => {
    const target = `http://localhost:${new URL(app.service.url).port}/?from=mail`;
    const page = await checkedBrowser.page();
    await page.goto(await mailed('magic-link', { next_url: target }));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.hostname === 'localhost' && url.searchParams.has('rt'));
    expect(checkedBrowser.complaints).toEqual([]);
  });

  it('a page cannot be framed, and runs no script that is written into it', async () => {
    const page = await checkedBrowser.page();
    await page.goto(app.service.url);
    await page.evaluate(`
      const script = document.createElement('script');
      script.textContent = 'document.title = "changed"';
      document.body.append(script);`);
    expect(await page.title()).not.toBe('changed');
    expect(checkedBrowser.complaints.join()).toMatch(/Content Security Policy/);
  });

  const EMAILS: [string, () => Promise<ReceivedEmail>][] = [
    ['magic-link', () => magicLink().then(lastEmail)],
    ['verify-email', () => verifyLink().then(lastEmail)],
    ['reset-password', () => resetLink().then(lastEmail)],
    ['email-changed', () => secureLink().then(lastEmail)],
    ['confirm-email', async () => (await waiting()).confirm],
    ['email-change-asked', async () => (await waiting()).stop],
    ['factor-added', async () => (await waiting()).remove],
    ['password-changed', () => reset().then(() => mail.emailAbout(user.email, /was changed/))],
    ['password-voided', () => followed().then(() => mail.emailAbout(user.email, /no longer works/))],
  ];
  const lastEmail = () => mail.emailsTo(user.email).at(-1) as ReceivedEmail;
  const followed = async () => fetch(await magicLink(), { method: 'POST', headers, redirect: 'manual' });

  it.each(EMAILS)('the email %s is accessible and fits a phone or a desktop', async (name, send) => {
    const message = await send();
    expect(await checkedBrowser.examine(`email-${name}`, (page) => page.setContent(message.html))).toEqual([]);
    expect(checkedBrowser.complaints).toEqual([]);
    expect(
      message.text
        .split('\n')
        .filter((line) => line.length > 80 && line !== linkIn(message) && !line.includes(LONG_NAME)),
    ).toEqual([]);
  });

  describe('the page /docs', () => {
    let page: Page;
    let problems: string[];
    beforeEach(async () => {
      problems = [];
      page = await checkedBrowser.page();
      page.setDefaultTimeout(TIMEOUT_MS);
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(error.message));
    });
    afterEach(() => page?.context().close());

    /** The status that "Try it out" shows for an operation. */
    async function tryOut(tag: string, id: string): Promise<string | undefined> {
      await page.locator(`#operations-tag-${tag}`).click();
      const operation = page.locator(`#operations-${tag}-${id}`);
      await operation.locator('.opblock-summary-control').click();
      await operation.locator('.try-out__btn').click();
      await operation.locator('.execute').click();
      const status = await operation.locator('.live-responses-table .response-col_status').last().textContent();
      return status?.trim();
    }

    it.each(['127.0.0.1', 'localhost'])('calls the service by "Try it out" when it is opened at %s', async (host) => {
      await page.goto(`http://${host}:${new URL(app.service.url).port}/docs`);
      expect(await tryOut('Health', 'checkLiveness')).toBe('200');
      expect(problems).toEqual([]);
    });

    it('calls an endpoint with the access token of the user', async () => {
      const { token } = await app.signUp();
      await page.goto(`${app.service.url}/docs`);
      await page.locator('.auth-wrapper .authorize').click();
      await page.locator('.modal-ux .auth-container').first().locator('input').fill(token);
      await page.locator('.modal-ux .auth-container').first().locator('button.authorize').click();
      await page.locator('.modal-ux .close-modal').click();
      expect(await tryOut('Accounts', 'getUser')).toBe('200');
      expect(problems).toEqual([]);
    });

    it('shows the groups of endpoints with the accounts first', async () => {
      await page.goto(`${app.service.url}/docs`);
      await page.locator('.opblock-tag').first().waitFor();
      expect(await page.locator('.opblock-tag').first().getAttribute('data-tag')).toBe('Accounts');
    });
  });
});
