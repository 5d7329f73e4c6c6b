import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CheckedBrowser, describeInBrowser } from '../support/browser/browser.js';
import { ConsolePage } from '../support/browser/console-page.js';
import { onceOf } from '../support/http/console.js';
import { ADMIN_TOKEN, App, useApp } from '../support/service/app.js';

const SIGN_IN = 'Sign in to the console';

describeInBrowser('the console in a browser under attack', () => {
  const app = useApp({ CONSOLE: 'on' });
  let checkedBrowser: CheckedBrowser;
  let evil: Server;
  /** Another program on the same host, as on a sibling subdomain: the browser sends it the cookies of the same site. */
  let sibling: string;
  let stranger: string;

  beforeAll(async () => {
    checkedBrowser = await CheckedBrowser.start();
    evil = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>evil</title>');
    });
    await once(evil.listen(0), 'listening');
    const { port } = evil.address() as AddressInfo;
    sibling = `http://localhost:${port}`;
    stranger = `http://127.0.0.1:${port}`;
  });
  afterAll(async () => {
    await checkedBrowser.stop();
    evil.close();
    evil.closeAllConnections();
    await once(evil, 'close');
  });

  const originOf = (service: App) => service.service.url.replace('127.0.0.1', 'localhost');
  const keys = async () => (await app.admin('GET', '/keys')).json.keys.length;

  describe.each([
    ['of the same site', () => sibling],
    ['of another site', () => stranger],
  ])('a page %s', (_what, origin) => {
    let consolePage: ConsolePage;
    beforeEach(async () => {
      consolePage = await ConsolePage.signedIn(app, checkedBrowser);
    });
    afterEach(() => consolePage.close());

    const attackPage = async () => {
      const page = await consolePage.page.context().newPage();
      await page.goto(origin());
      return page;
    };

    it('shows nothing of the console in a frame', async () => {
      const page = await attackPage();
      await page.setContent(`<iframe src="${originOf(app)}/console"></iframe>`);
      const frame = await (await page.waitForSelector('iframe')).contentFrame();
      await frame?.waitForLoadState();
      expect(frame?.url()).toBe('chrome-error://chromewebdata/');
      expect(await frame?.content()).not.toContain('<div id="root">');
    });

    it('can neither read by the cookie of the console nor write by it', async () => {
      const page = await attackPage();
      const before = await keys();
      const answers = await page.evaluate<string[]>(`Promise.all(${JSON.stringify([
        ['/api/admin/users', {}],
        ['/api/admin/users', { mode: 'no-cors' }],
        ['/api/admin/keys/rotate', { method: 'POST', mode: 'no-cors' }],
        ['/api/admin/keys/rotate', { method: 'POST', headers: { 'x-latchkey-console': '1' } }],
        ['/api/admin/session', { method: 'DELETE', headers: { 'x-latchkey-console': '1' } }],
      ])}.map(([path, options]) => fetch('${originOf(app)}' + path, { credentials: 'include', ...options })
        .then((answer) => answer.text(), () => '')))`);
      expect(answers.filter((text) => !/^$|NOT_AUTHENTICATED/.test(text))).toEqual([]);
      expect(await keys()).toBe(before);
      await consolePage.show('/keys', 'Signing keys');
      await page.close();
    });

    // Chromium sometimes does not close a page that has just sent a form to another site: the end of the context does.
    it.each([
      ['rotates no key', '/api/admin/keys/rotate', '{"a":"', '"}'],
      ['signs no browser in', '/api/admin/session', `{"token":"${ADMIN_TOKEN}","a":"`, '"}'],
    ])('by a form %s', async (_deed, path, name, value) => {
      const page = await attackPage();
      const before = [await keys(), await consolePage.page.context().cookies()];
      await page.setContent(
        `<form method="post" enctype="text/plain" action="${originOf(app)}${path}"><input name='${name}' value='${value}'></form>`,
      );
      const answered = page.waitForResponse(`${originOf(app)}${path}`);
      await page.evaluate('document.forms[0].submit()');
      expect((await answered).status()).toBe(400);
      expect([await keys(), await consolePage.page.context().cookies()]).toEqual(before);
    });
  });

  it('a link of the start does not replace the session of the browser, and stays good', async () => {
    const fresh = await App.start({ CONSOLE: 'on' });
    await fresh.service.until(() => onceOf(fresh.service.log) !== '');
    const link = `#once=${onceOf(fresh.service.log)}`;
    const { token } = await fresh.adminToken(['read'], { name: 'Victim' });
    const consolePage = await ConsolePage.signedIn(fresh, checkedBrowser, token);
    const [before] = await consolePage.page.context().cookies();
    await consolePage.page.goto('about:blank');
    await consolePage.go(`/${link}`);
    await consolePage.says('Signed in as Victim');
    expect((await consolePage.page.context().cookies())[0]?.value).toBe(before?.value);
    expect(consolePage.page.url()).not.toContain('once');
    await consolePage.close();
    const operator = await ConsolePage.open(fresh, checkedBrowser, `/${link}`);
    await operator.says('Signed in as Console link');
    await operator.close();
    await fresh.stop();
  });

  describe('a sign-out', () => {
    it('reaches the other tabs of the browser', async () => {
      const consolePage = await ConsolePage.signedIn(app, checkedBrowser);
      const { email } = await app.signUp();
      const other = await consolePage.page.context().newPage();
      await other.goto(`${originOf(app)}/console/users`);
      await other.getByRole('link', { name: email }).waitFor();
      await consolePage.press('Sign out');
      await other.getByRole('heading', { name: SIGN_IN }).waitFor();
      expect(await other.content()).not.toContain(email);
      await consolePage.close();
    });

    it('leaves no page that the back button shows', async () => {
      const consolePage = await ConsolePage.signedIn(app, checkedBrowser);
      const { email } = await app.signUp();
      await consolePage.show('/users', 'Users');
      await consolePage.row(email).waitFor();
      await consolePage.show('/keys', 'Signing keys');
      await consolePage.press('Sign out');
      await consolePage.title(SIGN_IN);
      await consolePage.page.goBack();
      await consolePage.title(SIGN_IN);
      expect(await consolePage.page.content()).not.toContain(email);
      await consolePage.close();
    });

    it('is noticed by a page that the browser has kept and shows again', async () => {
      const consolePage = await ConsolePage.signedIn(app, checkedBrowser);
      await consolePage.show('/users', 'Users');
      await consolePage.page.context().clearCookies();
      await consolePage.page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
      await consolePage.title(SIGN_IN);
      await consolePage.close();
    });

    it('that does not reach the service does not look as if the session had ended', async () => {
      const consolePage = await ConsolePage.signedIn(app, checkedBrowser);
      await consolePage.page.route('**/api/admin/session', (route) => route.abort());
      await consolePage.press('Sign out');
      await consolePage.says('The service cannot be reached.');
      await consolePage.title('Overview');
      await consolePage.page.unroute('**/api/admin/session');
      await consolePage.press('Sign out');
      await consolePage.title(SIGN_IN);
      await consolePage.close();
    });
  });
});
