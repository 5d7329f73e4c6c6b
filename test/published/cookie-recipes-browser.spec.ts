import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describeInBrowser, launchBrowser } from '../support/browser/browser.js';
import { html, Sites } from '../support/browser/sites.js';
import { endpointsCalledIn } from '../support/docs/documents.js';
import { answerWith, failuresOf, whileFailing } from '../support/docs/failures.js';
import { Example, RecipeProject } from '../support/docs/recipe.js';
import { codeOf, fencedUser } from '../support/factors/factors.js';
import { type Answer, send } from '../support/http/http.js';
import { freePort } from '../support/run/machine.mjs';
import { App, newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { linkIn, MailServer } from '../support/service/mail.js';

const COOKIES = 'docs/recipes/cookies.md';
const NEXT = 'docs/recipes/nextjs-one-host.md';
const BACK_END = 'docs/recipes/backend-for-frontend.md';
const SESSION = '__Host-latchkey';
/** It stays after a sign-out: it says which browser signs in, and not who. */
const DEVICE = '__Host-latchkey-device';

interface NextSession {
  sessionOf(headers: Headers): Promise<{ access?: string; cookies: string[] }>;
  readUser(access: string): Promise<{ uid: string; email: string } | undefined>;
}

describeInBrowser('the recipes for sessions in a cookie', () => {
  let sites: Sites;
  let mail: MailServer;
  let app: App;
  let project: RecipeProject;
  let browser: Browser;
  let context: BrowserContext;
  let user: SignedUp;
  let next: NextSession;
  let nextApp: Example;
  let nextUrl: string;
  let backEnd: Server;

  beforeAll(async () => {
    [sites, mail] = await Promise.all([Sites.start(), MailServer.start()]);
    const pages = ['app.shop', 'next.shop', 'second', 'third'].map((name) => sites.origin(name));
    app = await App.start({
      SMTP_URL: mail.url,
      BASE_URL: sites.origin('auth.shop'),
      APP_URL: sites.origin('app.shop'),
      COOKIE_ORIGINS: pages.join(),
    });
    project = new RecipeProject([COOKIES, NEXT, BACK_END]);
    Object.assign(process.env, { AUTH_URL: app.service.url, SITE: sites.origin('next.shop') });
    const script = readFileSync(project.bundle(['cookies/src/session'], 'browser'), 'utf8');
    next = require(project.bundle(['nextjs-one-host/src/session']));
    serve(script);
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    backEnd?.close().closeAllConnections();
    Reflect.deleteProperty(process.env, 'AUTH_URL');
    Reflect.deleteProperty(process.env, 'SITE');
    project.remove();
    await app.stop();
    await mail.stop();
    await sites.stop();
  });
  beforeEach(async () => {
    user = await app.signUp();
    context = await browser.newContext({ ignoreHTTPSErrors: true });
  });
  afterEach(() => context.close());

  const EMPTY = '<!doctype html><body>';
  const APP = `${EMPTY}<script type="module">import * as session from '/session.js'; globalThis.session = session;</script>`;

  function serve(script: string): void {
    const direct = script.replaceAll('https://auth.example.com', sites.origin('auth.shop'));
    const behind = script.replaceAll('https://auth.example.com', '');
    const page = (code: string) => (incoming: IncomingMessage, outgoing: ServerResponse) => {
      if (incoming.url === '/session.js') outgoing.setHeader('content-type', 'text/javascript').end(code);
      else html(APP)(incoming, outgoing);
    };
    const oneHost = (incoming: IncomingMessage, outgoing: ServerResponse) => {
      if (incoming.url?.startsWith('/api/auth/')) sites.forward(app.service.url, incoming, outgoing);
      else page(behind)(incoming, outgoing);
    };
    sites.serve('app.shop', page(direct));
    sites.serve('third', page(direct));
    sites.serve('auth.shop', oneHost);
    sites.serve('second', oneHost);
    sites.serve('*', html(EMPTY));
    sites.serve('next.shop', (incoming, outgoing) => {
      if (incoming.url === '/session.js') page(behind)(incoming, outgoing);
      else sites.forward(nextUrl, incoming, outgoing);
    });
  }

  async function open(url: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForFunction('globalThis.session');
    return page;
  }

  /** Calls a function of the recipe in the page. A failure is its code and its message. */
  function call(page: Page, name: string, ...given: unknown[]): Promise<unknown> {
    const words = given.map((value) => JSON.stringify(value)).join();
    return page.evaluate(
      `session.${name}(${words}).then((value) => value ?? null, ({ answer, message }) => ({ message, ...answer }))`,
    );
  }
  const signIn = (page: Page, { email } = user) => call(page, 'signIn', email, PASSWORD);
  const uidIn = async (page: Page) => {
    const token = (await call(page, 'accessToken')) as string | null;
    return token && (await app.get('/api/auth/user', { token })).json.uid;
  };
  const names = async () => (await context.cookies()).map(({ name }) => name).sort();

  describe.each([
    ['on another subdomain', 'app.shop'],
    ['behind one host', 'auth.shop'],
    ['on another site whose host leads to the service', 'second'],
  ])('a single page %s', (_where, name) => {
    it('signs in, stays signed in over a reload and in a second tab, and signs both out', async () => {
      const page = await open(sites.origin(name));
      expect(await uidIn(page)).toBeNull();
      expect(await call(page, 'signIn', user.email, 'wrong')).toMatchObject({ code: 'INVALID_CREDENTIALS' });
      expect(await signIn(page)).toBeNull();
      const other = await open(sites.origin(name));
      await page.reload();
      await page.waitForFunction('globalThis.session');
      expect(await Promise.all([uidIn(page), uidIn(other)])).toEqual([user.uid, user.uid]);
      expect(await names()).toEqual([SESSION, DEVICE]);
      expect(await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]')).toEqual(['', 0, 0]);
      expect(await call(other, 'signOut', true)).toBeNull();
      expect(await Promise.all([uidIn(page), uidIn(other)])).toEqual([null, null]);
      expect(await names()).toEqual([DEVICE]);
    });

    it('passes the second step, and a link that it has asked for', async () => {
      const { uid, email, secret } = await fencedUser(app);
      const page = await open(sites.origin(name));
      const step = (await call(page, 'signIn', email, PASSWORD)) as { mfa_token: string };
      expect(await call(page, 'verify', step.mfa_token, await codeOf(app, secret, 1))).toBeNull();
      expect(await uidIn(page)).toBe(uid);
      await call(page, 'signOut');
      const url = `${sites.origin(name)}/in`;
      expect(await call(page, 'askForLink', user.email, url)).toBeNull();
      const arrived = await app.follow(linkIn(await mail.emailTo(user.email)));
      await page.goto(arrived.location);
      await page.waitForFunction('globalThis.session');
      expect(await call(page, 'arrive')).toBeNull();
      expect([await uidIn(page), page.url()]).toEqual([user.uid, url]);
    });
  });

  it.each([960, -960])(
    'a single page whose clock is %i seconds ahead refreshes a token at its end, and no sooner',
    async (seconds) => {
      const refreshes = () => app.service.requests.filter(({ route }) => route === '/api/auth/user/refresh').length;
      await context.addInitScript(`{
      const now = Date.now;
      globalThis.ahead = ${seconds};
      Date.now = () => now() + ahead * 1000;
    }`);
      const page = await open(sites.origin('auth.shop'));
      await signIn(page);
      const before = refreshes();
      for (let times = 0; times < 3; times++) expect(await uidIn(page)).toBe(user.uid);
      await page.evaluate('globalThis.ahead += 860');
      expect(await uidIn(page)).toBe(user.uid);
      expect(refreshes()).toBe(before);
      await page.evaluate('globalThis.ahead += 20');
      for (let times = 0; times < 3; times++) expect(await uidIn(page)).toBe(user.uid);
      await app.service.until(() => refreshes() === before + 1);
      // A clock that is set back while the page is open gives a token no longer life.
      await page.evaluate('globalThis.ahead -= 3600');
      expect(await uidIn(page)).toBe(user.uid);
      expect(refreshes()).toBe(before + 1);
    },
  );

  it.each([960, -960])(
    'a Next.js app behind one host keeps an access token as long as it lives where the clock is %i seconds ahead',
    async (seconds) => {
      const page = await open(sites.origin('auth.shop'));
      await signIn(page);
      const [kept] = (await context.cookies()).filter(({ name }) => name === SESSION);
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + seconds * 1_000);
      const { cookies } = await next.sessionOf(new Headers({ cookie: `${SESSION}=${kept?.value}` }));
      clock.mockRestore();
      expect(cookies.at(-1)).toContain('; Max-Age=870;');
    },
  );

  it('a page on another site has no session in a cookie, whatever COOKIE_ORIGINS says', async () => {
    const page = await open(sites.origin('third'));
    expect(await signIn(page)).toBeNull();
    expect(await names()).toEqual([]);
    await page.reload();
    await page.waitForFunction('globalThis.session');
    expect(await uidIn(page)).toBeNull();
  });

  const PAGE_CALLS: Record<string, [name: string, ...given: unknown[]]> = {
    'post /api/auth/user/login': ['signIn', 'ada@example.com', PASSWORD],
    'post /api/auth/mfa/verify': ['verify', 'a token', '000000'],
    'post /api/auth/user/refresh': ['accessToken'],
    'post /api/auth/user/logout': ['signOut'],
    'post /api/auth/magic-link': ['askForLink', 'ada@example.com', 'https://app.example.com'],
    'post /api/auth/token': ['arrive'],
  };
  const ENDED = ['INVALID_REFRESH_TOKEN', 'EXPIRED_JWT'];

  it.each(endpointsCalledIn(COOKIES))('a single page gets the message of each code of %s', async (endpoint) => {
    const page = await open(sites.origin('auth.shop'));
    for (const failed of await failuresOf(app, endpoint)) {
      await answerWith(page, endpoint, failed);
      const { code, message } = failed.body;
      const [name, ...given] = PAGE_CALLS[endpoint] ?? [''];
      const ends = endpoint.endsWith('/refresh') && ENDED.includes(code);
      const shown = await call(page, name, ...given);
      expect({ [code]: shown }).toEqual({ [code]: ends ? null : expect.objectContaining({ code, message }) });
      await page.unrouteAll();
    }
  });

  describe('a Next.js app behind one host', () => {
    beforeAll(async () => {
      nextApp = new Example('nextjs', NEXT);
      const port = await freePort();
      nextUrl = `http://127.0.0.1:${port}`;
      const env = { AUTH_URL: app.service.url, SITE: sites.origin('next.shop') };
      await nextApp.start(`${nextUrl}/account`, env, '--port', String(port));
    }, 120_000);
    afterAll(() => nextApp?.stop());

    const account = () => `${sites.origin('next.shop')}/account`;
    const shows = (page: Page, text: string) => page.getByText(text).waitFor();
    const refreshes = () => app.service.requests.filter(({ route }) => route === '/api/auth/user/refresh').length;

    /** Shows the page, and gives it the code of a single page. */
    async function visit(page: Page): Promise<void> {
      await page.goto(account());
      await addScript(page);
    }
    async function addScript(page: Page): Promise<void> {
      const content = "import * as session from '/session.js'; globalThis.session = session;";
      await page.addScriptTag({ type: 'module', content });
      await page.waitForFunction('globalThis.session');
    }

    it('shows server components and route handlers the user, with one refresh, until the sign-out', async () => {
      const page = await context.newPage();
      await visit(page);
      await shows(page, 'Please sign in.');
      expect(await signIn(page)).toBeNull();
      await visit(page);
      await shows(page, user.email);
      const kept = await context.cookies();
      expect(kept.map(({ name }) => name).sort()).toEqual(['__Host-access', SESSION, DEVICE]);
      expect(kept.every(({ httpOnly, secure, sameSite }) => httpOnly && secure && sameSite === 'Strict')).toBe(true);
      const before = refreshes();
      await page.goto(`${sites.origin('next.shop')}/orders`);
      expect(await page.textContent('body')).toContain(user.uid);
      await visit(page);
      await shows(page, user.email);
      expect(refreshes()).toBe(before);
      await call(page, 'signOut');
      await visit(page);
      await shows(page, 'Please sign in.');
    });

    it('does not show the next user of the browser the one before', async () => {
      const second = await app.signUp();
      const page = await context.newPage();
      await visit(page);
      await signIn(page);
      await visit(page);
      await signIn(page, second);
      await visit(page);
      await shows(page, second.email);
    });

    it('takes no access token that the visitor sends', async () => {
      const page = await context.newPage();
      await page.setExtraHTTPHeaders({ 'x-access-token': user.token });
      await page.goto(account());
      await shows(page, 'Please sign in.');
    });

    it('looks signed out to a visitor who follows a link of another site, until the page asks again', async () => {
      const page = await context.newPage();
      await visit(page);
      await signIn(page);
      await page.goto(sites.origin('evil'));
      await page.evaluate(`location.href = ${JSON.stringify(account())}`);
      await shows(page, 'Please sign in.');
      await addScript(page);
      expect(await uidIn(page)).toBe(user.uid);
      // As `router.refresh()` does. A reload counts as another visit from the other site.
      expect(await page.evaluate('fetch(location.href).then((answer) => answer.text())')).toContain(user.email);
    });

    it.each(endpointsCalledIn(NEXT))(
      'passes each failure of %s on, and keeps a session that may live',
      async (endpoint) => {
        const headers = new Headers({ cookie: `${SESSION}=a-token` });
        for (const failed of await failuresOf(app, endpoint)) {
          const { code, message } = failed.body;
          const work = async () => (endpoint.endsWith('/refresh') ? next.sessionOf(headers) : next.readUser('a token'));
          const result = await whileFailing(endpoint, failed, () => work().catch((error: Error) => error.message));
          const ended = endpoint.endsWith('/refresh')
            ? ENDED.includes(code) && { cookies: [] }
            : !['NOT_AUTHENTICATED', 'USER_NOT_FOUND'].includes(code)
              ? false
              : undefined;
          expect({ [code]: result }).toEqual({ [code]: ended === false ? message : ended });
        }
      },
    );
  });

  describe('an Express server that keeps the tokens', () => {
    let origin: string;
    let direct: string;
    beforeAll(async () => {
      process.env.NODE_ENV = 'production';
      const { app: server } = require(project.bundle(['backend-for-frontend/src/server'])) as { app: Express };
      process.env.NODE_ENV = 'test';
      backEnd = createServer(server).listen(0, '127.0.0.1');
      await once(backEnd, 'listening');
      direct = `http://127.0.0.1:${(backEnd.address() as AddressInfo).port}`;
      origin = sites.origin('bff.shop');
      sites.serve('bff.shop', (incoming, outgoing) => {
        if (incoming.url === '/') html(EMPTY)(incoming, outgoing);
        else sites.forward(direct, incoming, outgoing);
      });
    });

    const ask = (page: Page, method: string, path: string, body?: object) =>
      page.evaluate(`fetch(${JSON.stringify(`${origin}${path}`)}, { method: '${method}', credentials: 'include',
        headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(body && JSON.stringify(body))} })
        .then(async (answer) => [answer.status, await answer.text()], () => 'blocked')`);
    const signInAt = (page: Page) => ask(page, 'POST', '/session', { email: user.email, password: PASSWORD });

    it('gives the page no token, and its session until the sign-out', async () => {
      const page = await context.newPage();
      await page.goto(origin);
      expect(await ask(page, 'GET', '/me')).toMatchObject([401, expect.anything()]);
      expect(await signInAt(page)).toEqual([204, '']);
      expect(await ask(page, 'GET', '/me')).toEqual([200, expect.stringContaining(user.uid)]);
      const [cookie] = await context.cookies();
      expect(cookie).toMatchObject({
        name: '__Host-session',
        value: expect.stringMatching(/^[\w-]{43}$/),
        httpOnly: true,
      });
      expect(await ask(page, 'DELETE', '/session')).toEqual([204, '']);
      expect(await names()).toEqual([]);
      const living = await app.sql('SELECT session_id FROM sessions WHERE uid = ? AND ended_at IS NULL', [user.uid]);
      expect(living).toHaveLength(1);
    });

    it('lets no page of a sibling act for the visitor', async () => {
      const page = await context.newPage();
      await page.goto(origin);
      await signInAt(page);
      const before = await context.cookies();
      await page.goto(sites.origin('evil.shop'));
      for (const [method, path] of [
        ['GET', '/me'],
        ['POST', '/session'],
        ['DELETE', '/session'],
      ] as const)
        expect(await ask(page, method, path)).toBe('blocked');
      await page.setContent(`<form method="post" action="${origin}/session"></form>`);
      const answered = page.waitForResponse(`${origin}/session`);
      await page.evaluate('document.forms[0].submit()');
      expect([(await answered).status(), await context.cookies()]).toEqual([403, before]);
    });

    /** A signed-in browser, without a browser. */
    async function session(): Promise<string> {
      const answer = await knock('POST', '/session', { email: user.email, password: PASSWORD });
      return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    }
    const knock = (method: string, path: string, body?: object, cookie = ''): Promise<Answer> =>
      send(direct, method, path, {
        body,
        headers: { cookie, 'sec-fetch-site': 'same-origin', 'x-forwarded-proto': 'https' },
      });

    it.each([960, -960])('refreshes no token before its end where the clock is %i seconds ahead', async (seconds) => {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + seconds * 1_000);
      const cookie = await session();
      const refreshes = () => app.service.requests.filter(({ route }) => route === '/api/auth/user/refresh').length;
      const before = refreshes();
      const statuses: number[] = [];
      for (const late of [0, 860_000, 880_000, 0]) {
        const monotonic = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + late);
        statuses.push((await knock('GET', '/me', undefined, cookie)).status);
        monotonic.mockRestore();
      }
      clock.mockRestore();
      expect(statuses).toEqual([200, 200, 200, 200]);
      await app.service.until(() => refreshes() === before + 1);
    });

    it.each(endpointsCalledIn(BACK_END))('passes each code of %s to the page', async (endpoint) => {
      for (const failed of await failuresOf(app, endpoint)) {
        const { code } = failed.body;
        const cookie = await session();
        const late = jest
          .spyOn(performance, 'now')
          .mockReturnValue(performance.now() + (endpoint.endsWith('/refresh') ? 3_600_000 : 0));
        const log = jest.spyOn(console, 'error').mockImplementation();
        const answer = await whileFailing(endpoint, failed, () => {
          if (endpoint.endsWith('/login')) return knock('POST', '/session', { email: newEmail(), password: PASSWORD });
          if (endpoint.endsWith('/verify')) return knock('POST', '/session', { mfa_token: 'a token', code: '000000' });
          if (endpoint.endsWith('/logout')) return knock('DELETE', '/session', undefined, cookie);
          return knock('GET', '/me', undefined, cookie);
        });
        late.mockRestore();
        log.mockRestore();
        if (endpoint.endsWith('/logout')) expect(answer.status).toBe(204);
        else expect([answer.status, answer.json.code]).toEqual([failed.status, code]);
      }
    });
  });
});
