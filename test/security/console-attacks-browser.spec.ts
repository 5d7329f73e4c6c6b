import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ADMIN_TOKEN, App, useApp } from '../support/app.js';
import { describeInBrowser } from '../support/browser.js';
import { onceOf } from '../support/console.js';
import { Desk } from '../support/desk.js';
import { Viewer } from '../support/viewer.js';

const SIGN_IN = 'Sign in to the console';

describeInBrowser('the console in a browser under attack', () => {
  const app = useApp({ CONSOLE: 'on' });
  let viewer: Viewer;
  let evil: Server;
  /** Another program on the same host, as on a sibling subdomain: the browser sends it the cookies of the same site. */
  let sibling: string;
  let stranger: string;

  beforeAll(async () => {
    viewer = await Viewer.start();
    evil = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>evil</title>');
    });
    await once(evil.listen(0), 'listening');
    const { port } = evil.address() as AddressInfo;
    sibling = `http://localhost:${port}`;
    stranger = `http://127.0.0.1:${port}`;
  });
  afterAll(async () => {
    await viewer.stop();
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
    let desk: Desk;
    beforeEach(async () => {
      desk = await Desk.signedIn(app, viewer);
    });
    afterEach(() => desk.close());

    const attackPage = async () => {
      const page = await desk.page.context().newPage();
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
      await desk.show('/keys', 'Keys');
      await page.close();
    });

    it.each([
      ['rotates no key', '/api/admin/keys/rotate', '{"a":"', '"}'],
      ['signs no browser in', '/api/admin/session', `{"token":"${ADMIN_TOKEN}","a":"`, '"}'],
    ])('by a form %s', async (_deed, path, name, value) => {
      const page = await attackPage();
      const before = [await keys(), await desk.page.context().cookies()];
      await page.setContent(
        `<form method="post" enctype="text/plain" action="${originOf(app)}${path}"><input name='${name}' value='${value}'></form>`,
      );
      const answered = page.waitForResponse(`${originOf(app)}${path}`);
      await page.evaluate('document.forms[0].submit()');
      expect((await answered).status()).toBe(400);
      expect([await keys(), await desk.page.context().cookies()]).toEqual(before);
      await page.close();
    });
  });

  it('a link of the start does not replace the session of the browser, and stays good', async () => {
    const fresh = await App.start({ CONSOLE: 'on' });
    await fresh.service.until(() => onceOf(fresh.service.log) !== '');
    const link = `#once=${onceOf(fresh.service.log)}`;
    const { token } = await fresh.adminToken(['read'], { name: 'Victim' });
    const desk = await Desk.signedIn(fresh, viewer, token);
    const [before] = await desk.page.context().cookies();
    await desk.page.goto('about:blank');
    await desk.go(`/${link}`);
    await desk.says('Signed in as Victim');
    expect((await desk.page.context().cookies())[0]?.value).toBe(before?.value);
    expect(desk.page.url()).not.toContain('once');
    await desk.close();
    const operator = await Desk.open(fresh, viewer, `/${link}`);
    await operator.says('Signed in as Link of the start');
    await operator.close();
    await fresh.stop();
  });

  describe('a sign-out', () => {
    it('reaches the other tabs of the browser', async () => {
      const desk = await Desk.signedIn(app, viewer);
      const { email } = await app.signUp();
      const other = await desk.page.context().newPage();
      await other.goto(`${originOf(app)}/console/users`);
      await other.getByRole('link', { name: email }).waitFor();
      await desk.press('Sign out');
      await other.getByRole('heading', { name: SIGN_IN }).waitFor();
      expect(await other.content()).not.toContain(email);
      await desk.close();
    });

    it('leaves no page that the back button shows', async () => {
      const desk = await Desk.signedIn(app, viewer);
      const { email } = await app.signUp();
      await desk.show('/users', 'Users');
      await desk.row(email).waitFor();
      await desk.show('/keys', 'Keys');
      await desk.press('Sign out');
      await desk.title(SIGN_IN);
      await desk.page.goBack();
      await desk.title(SIGN_IN);
      expect(await desk.page.content()).not.toContain(email);
      await desk.close();
    });

    it('is noticed by a page that the browser has kept and shows again', async () => {
      const desk = await Desk.signedIn(app, viewer);
      await desk.show('/users', 'Users');
      await desk.page.context().clearCookies();
      await desk.page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
      await desk.title(SIGN_IN);
      await desk.close();
    });

    it('that does not reach the service does not look as if the session had ended', async () => {
      const desk = await Desk.signedIn(app, viewer);
      await desk.page.route('**/api/admin/session', (route) => route.abort());
      await desk.press('Sign out');
      await desk.says('The service cannot be reached.');
      await desk.title('Overview');
      await desk.page.unroute('**/api/admin/session');
      await desk.press('Sign out');
      await desk.title(SIGN_IN);
      await desk.close();
    });
  });
});
