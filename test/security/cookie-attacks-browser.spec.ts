import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { describeInBrowser, launchBrowser } from '../support/browser/browser.js';
import { html, Sites } from '../support/browser/sites.js';
import { readToken } from '../support/http/http.js';
import { App, PASSWORD, type SignedUp } from '../support/service/app.js';

const COOKIE = '__Host-latchkey';
const USER = '/api/auth/user';
const EMPTY = '<!doctype html><title>a page</title><body>';
const TOKENS = /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g;

/**
 * Sends each call in every way that a page can, with a mark in the URL of each, and returns the texts that the page could read.
 * A form sends JSON by the name and the value of its only field.
 */
const ATTACK = `async ({ base, calls, windows }) => {
  const read = [];
  const add = (element, properties) => document.body.append(Object.assign(document.createElement(element), properties));
  const tries = calls.flatMap(([path, content]) => {
    const url = (mark) => base + path + '?by=' + mark;
    const body = JSON.stringify(content);
    const send = (mark, options) => fetch(url(mark), { method: 'POST', credentials: 'include', body, ...options })
      .then((answer) => answer.text()).then((text) => read.push(text), () => {});
    const json = { 'content-type': 'application/json' };
    const submit = (mark, enctype, target) => {
      add('form', { action: url(mark), method: 'post', enctype, target });
      const form = document.forms[document.forms.length - 1];
      const field = document.createElement('input');
      field.name = body.replace(/}$/, (body === '{}' ? '' : ',') + '"a":"');
      field.value = '"}';
      form.append(field);
      form.submit();
    };
    add('img', { src: url('image') });
    add('script', { src: url('script') });
    add('link', { rel: 'stylesheet', href: url('style') });
    add('iframe', { src: url('frame') });
    add('object', { data: url('object') });
    for (const enctype of ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded']) {
      add('iframe', { name: path + enctype });
      submit('form-' + enctype.slice(0, 4), enctype, path + enctype);
    }
    if (windows) {
      open(url('window'));
      submit('form-window', 'text/plain', '_blank');
    }
    navigator.sendBeacon(url('beacon'), new Blob([body], { type: 'application/json' }));
    return [
      send('header', { headers: { ...json, 'x-latchkey-session': 'cookie' } }),
      send('json', { headers: json }),
      send('text', {}),
      send('blind', { mode: 'no-cors', headers: { ...json, 'x-latchkey-session': 'cookie' } }),
      send('get', { method: 'GET', body: undefined }),
    ];
  });
  await Promise.all(tries);
  return read.filter((text) => text !== '');
}`;
const MARKS = ['image', 'script', 'style', 'frame', 'object', 'form-text', 'form-mult', 'form-appl', 'beacon'].concat([
  'header',
  'json',
  'text',
  'blind',
  'get',
]);
const WINDOWS = ['window', 'form-window'];

describeInBrowser('sessions in a cookie under attack in a browser', () => {
  let sites: Sites;
  let app: App;
  let browser: Browser;
  let otherPort: number;
  let context: BrowserContext;
  let page: Page;
  let victim: SignedUp;
  let attacker: SignedUp;

  beforeAll(async () => {
    sites = await Sites.start();
    otherPort = await sites.listen();
    // In development, all hosts of this test may have sessions in a cookie: they are of this machine.
    const settings = { NODE_ENV: 'production', BASE_URL: sites.origin('auth.shop'), APP_URL: sites.origin('app.shop') };
    app = await App.start(settings);
    sites.serve('*', html(EMPTY));
    sites.serve('auth.shop', (incoming, outgoing) => {
      const isPage = incoming.url === '/page' || incoming.headers.host !== new URL(base()).host;
      if (isPage) html(EMPTY)(incoming, outgoing);
      else sites.forward(app.service.url, incoming, outgoing);
    });
    browser = await launchBrowser();
    attacker = await app.signUp();
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
    await sites.stop();
  });
  beforeEach(async () => {
    context = await browser.newContext({ ignoreHTTPSErrors: true });
    victim = await app.signUp();
    page = await open(sites.origin('app.shop'));
  });
  afterEach(() => context.close());

  const base = () => sites.origin('auth.shop');

  async function open(url: string): Promise<Page> {
    const opened = await context.newPage();
    await opened.goto(url);
    return opened;
  }

  /** Calls the service from a page with its session in a cookie. */
  const call = (from: Page, path: string, body: object = {}) =>
    from.evaluate(`fetch(${JSON.stringify(base() + path)}, {
      method: 'POST', credentials: 'include', body: ${JSON.stringify(JSON.stringify(body))},
      headers: { 'content-type': 'application/json', 'x-latchkey-session': 'cookie' },
    }).then((answer) => answer.json())`) as Promise<{ uid?: string; code?: string; refresh_token?: string }>;
  const signIn = (from = page) => call(from, `${USER}/login`, { email: victim.email, password: PASSWORD });

  const cookies = async () => (await context.cookies()).map(({ name, domain, value }) => ({ name, domain, value }));
  const sessions = (uid: string) =>
    app.sql('SELECT session_id, generation, ended_at FROM sessions WHERE uid = ? ORDER BY session_id', [uid]);
  const state = async () => [await cookies(), await sessions(victim.uid), await sessions(attacker.uid)];

  /** Makes a page try everything, and waits until all of it has reached the service. Returns what the page could read. */
  async function attack(frame: Frame, windows: boolean): Promise<string[]> {
    sites.forwarded.length = 0;
    const calls: [string, object][] = [
      [`${USER}/refresh`, {}],
      [`${USER}/logout`, { all: true }],
      [`${USER}/login`, { email: attacker.email, password: PASSWORD }],
    ];
    const wanted = calls.length * (MARKS.length + (windows ? WINDOWS.length : 0));
    const read = (await frame.evaluate(`(${ATTACK})(${JSON.stringify({ base: base(), calls, windows })})`)) as string[];
    await app.service.until(() => new Set(sites.forwarded.map(({ path }) => path)).size === wanted);
    return read;
  }

  it('a page of COOKIE_ORIGINS can do what the others try', async () => {
    await signIn();
    const before = await cookies();
    const read = await attack(page.mainFrame(), true);
    expect(read.filter((text) => text.includes('token'))).not.toEqual([]);
    expect(sites.forwarded.filter(({ setsCookie }) => setsCookie).length).toBeGreaterThanOrEqual(3);
    // The calls run side by side: a logout may be the last.
    expect(await cookies()).not.toEqual(before);
    expect((await sessions(victim.uid)).filter(({ ended_at }) => ended_at === null)).toEqual([]);
  });

  /** A page of an opaque origin: what it sends has the origin `null`. */
  async function framed(attributes: string): Promise<Frame> {
    const outer = await open(sites.origin('evil.shop'));
    await outer.evaluate(`document.body.innerHTML = ${JSON.stringify(`<iframe ${attributes}></iframe>`)}`);
    const frame = await (await outer.waitForSelector('iframe')).contentFrame();
    if (!frame) throw new Error('The frame has no page.');
    await frame.waitForLoadState();
    expect(await frame.evaluate('self.origin')).toBe('null');
    return frame;
  }
  const mainFrameOf = async (url: string) => (await open(url)).mainFrame();

  it.each<[string, () => Promise<Frame>, boolean]>([
    ['of another site', () => mainFrameOf(sites.origin('evil')), true],
    ['of a sibling, another subdomain', () => mainFrameOf(sites.origin('evil.shop')), true],
    ['at another port of the service', () => mainFrameOf(sites.origin('auth.shop', otherPort)), true],
    ['in a sandbox', () => framed('sandbox="allow-scripts allow-forms" srcdoc="<body>"'), false],
    ['of a data: URL', () => framed('src="data:text/html,<body>"'), true],
  ])('a page %s reads nothing, changes nothing and sets no cookie', async (_what, from, windows) => {
    await signIn();
    const before = await state();
    const frame = await from();
    expect(await attack(frame, windows)).toEqual([]);
    expect(
      sites.forwarded.filter(({ method, status, setsCookie }) => setsCookie || (method !== 'OPTIONS' && status < 400)),
    ).toEqual([]);
    expect(await state()).toEqual(before);
    expect(await call(page, `${USER}/refresh`)).toMatchObject({ uid: victim.uid });
  });

  describe('a sibling that sets cookies of the name for the whole site', () => {
    const names = [COOKIE, COOKIE.toLowerCase(), `=${COOKIE}`, `\u00a0${COOKIE}`, 'latchkey'];
    const attributes = 'Domain=shop.localhost; Path=/; Secure';

    async function plant(): Promise<void> {
      const planted = names.map((name) => `${name}=${attacker.refresh_token}; ${attributes}`);
      sites.serve('evil.shop', (_incoming, outgoing) => {
        outgoing.setHeader('set-cookie', planted);
        html(EMPTY)(_incoming, outgoing);
      });
      const evil = await open(sites.origin('evil.shop'));
      for (const cookie of planted) await evil.evaluate(`document.cookie = ${JSON.stringify(cookie)}`);
      await evil.close();
      expect((await cookies()).filter(({ domain }) => domain === '.shop.localhost')).not.toEqual([]);
    }

    it('replaces no session', async () => {
      await signIn();
      await plant();
      expect(await call(page, `${USER}/refresh`)).toMatchObject({ uid: victim.uid });
    });

    it('signs no browser in', async () => {
      await plant();
      expect(await call(page, `${USER}/refresh`)).toMatchObject({ code: 'INVALID_REFRESH_TOKEN' });
    });
  });

  /** Runs before the scripts of the page, and sees the calls of the page. */
  const SPY = `
    globalThis.seen = [];
    const { fetch: own } = globalThis;
    globalThis.fetch = async (...given) => {
      const answer = await own(...given);
      seen.push(await answer.clone().text(), JSON.stringify([...answer.headers]), answer.headers.get('set-cookie'));
      return answer;
    };`;

  /** Looks everywhere where a page of this origin can look. */
  const SEARCH = `async ({ base, paths, token }) => {
    const options = { method: 'POST', credentials: 'include', body: '{}' };
    const headers = { 'content-type': 'application/json', 'x-latchkey-session': 'cookie' };
    const refresh = new Request(base + '/api/auth/user/refresh', { ...options, headers });
    const cache = await caches.open('stolen');
    await cache.put(base, await fetch(refresh));
    for (const path of paths) await fetch(base + path, { credentials: 'include', headers: { authorization: 'Bearer ' + token } });
    for (const kept of await cache.matchAll()) seen.push(await kept.text(), JSON.stringify([...kept.headers]));
    const request = new XMLHttpRequest();
    request.open('POST', refresh.url);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    await new Promise((done) => { request.onloadend = done; request.send('{}'); });
    seen.push(request.responseText, request.getAllResponseHeaders(), request.getResponseHeader('set-cookie'));
    for (const method of ['TRACE', 'CONNECT']) await fetch(base, { method }).catch((error) => seen.push(error.message));
    seen.push(document.cookie, JSON.stringify(await cookieStore.getAll()), JSON.stringify(await indexedDB.databases()));
    seen.push(JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), JSON.stringify(history.state));
    seen.push(location.href, document.referrer, document.documentElement.outerHTML, globalThis.name);
    seen.push(JSON.stringify(performance.getEntries()), JSON.stringify(navigation.entries().map(({ url }) => url)));
    seen.push(JSON.stringify([...refresh.headers]));
    return seen.map(String);
  }`;

  it.each([
    ['on another subdomain', () => sites.origin('app.shop')],
    ['on the host of the service', () => `${base()}/page`],
  ])('a script injected into a page %s finds access tokens, and no refresh token', async (_where, url) => {
    const paths = Object.entries<object>((await app.get('/openapi.json')).json.paths)
      .filter(([path, methods]) => path.startsWith('/api/auth/') && !path.includes('{') && 'get' in methods)
      .map(([path]) => path);
    await context.addInitScript(SPY);
    const infected = await open(url());
    await signIn(infected);
    const { access_token: token } = (await call(infected, `${USER}/refresh`)) as { access_token?: string };
    const found = (
      (await infected.evaluate(`(${SEARCH})(${JSON.stringify({ base: base(), paths, token })})`)) as string[]
    ).join('\n');
    const cookie = (await context.cookies()).find(({ name }) => name === COOKIE);
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict' });
    expect(found).not.toContain(cookie?.value);
    const kinds = (found.match(TOKENS) ?? []).map((text) => readToken(text).claims.typ);
    expect(new Set(kinds)).toEqual(new Set(['access']));
  });
});
