import { randomUUID } from 'node:crypto';
import { expectFailure, sendRaw } from '../support/http/http.js';
import { type App, useApp } from '../support/service/app.js';

const PAGE = 'https://app.example.com';
const app = useApp({ CORS_ORIGINS: `${PAGE}, http://shop.example.com:5173` });
const closed = useApp();
const live = useApp({
  NODE_ENV: 'production',
  BASE_URL: 'https://auth.example.com',
  CORS_ORIGINS: PAGE,
  HOSTED_PAGES: 'on',
});
const APP = 'https://www.example.com';
const own = useApp({
  APP_URL: `${APP}/welcome`,
  COOKIE_ORIGINS: `${APP},${PAGE}`,
  CORS_ORIGINS: 'https://other.example',
});

describe('a page of another origin', () => {
  const preflight = (to: App, origin: string, method = 'PATCH') =>
    to.service.call('OPTIONS', '/api/auth/user/change-password', {
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type',
      },
    });
  const allowed = (headers: Headers) => headers.get('access-control-allow-origin');

  it.each([PAGE, 'http://shop.example.com:5173'])(
    'a page of the allowed origin %s may send requests with tokens, and read the answers',
    async (origin) => {
      const { status, headers } = await preflight(app, origin);
      expect(status).toBe(204);
      expect(allowed(headers)).toBe(origin);
      expect(headers.get('access-control-allow-methods')).toContain('PATCH');
      expect(headers.get('access-control-allow-headers')).toContain('authorization');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')).toMatch(/origin/i);
      const answer = await app.get('/api/auth/user', { headers: { origin } });
      expect(allowed(answer.headers)).toBe(origin);
      expect(answer.headers.get('access-control-expose-headers')).toContain('retry-after');
    },
  );

  it.each([
    'https://evil.example',
    'https://app.example.com.evil.example',
    'http://app.example.com',
    'https://app.example.com:8443',
    'null',
  ])('a page of the origin %s may not read answers', async (origin) => {
    expect(allowed((await preflight(app, origin)).headers)).toBeNull();
    expect(allowed((await app.get('/api/auth/user', { headers: { origin } })).headers)).toBeNull();
  });

  it('an answer to a request without an origin allows none, and a cache keeps it apart from the others', async () => {
    const { headers } = await app.get('/health/live');
    expect([allowed(headers), headers.get('vary')]).toEqual([null, 'Origin']);
  });

  it('no page may read answers when no origin is allowed', async () => {
    expect(allowed((await preflight(closed, PAGE)).headers)).toBeNull();
    expect(allowed((await closed.get('/health/live', { headers: { origin: PAGE } })).headers)).toBeNull();
  });

  it.each([APP, PAGE])(
    'a page of COOKIE_ORIGINS, %s, may send the cookie of a session, and needs no CORS_ORIGINS',
    async (origin) => {
      const { status, headers } = await preflight(own, origin);
      expect([status, allowed(headers), headers.get('access-control-allow-credentials')]).toEqual([
        204,
        origin,
        'true',
      ]);
      expect(headers.get('access-control-allow-headers')).toContain('x-latchkey-session');
      const answer = await own.get('/api/auth/user', { headers: { origin } });
      expect([allowed(answer.headers), answer.headers.get('access-control-allow-credentials')]).toEqual([
        origin,
        'true',
      ]);
    },
  );

  it('a page of COOKIE_ORIGINS may send no cookie to the admin API, which has another one', async () => {
    const { headers } = await own.get('/api/admin/users', { headers: { origin: APP } });
    expect([allowed(headers), headers.get('access-control-allow-credentials')]).toEqual([APP, null]);
  });

  it('a page of CORS_ORIGINS alone may send no cookie, and not ask for one', async () => {
    const { headers } = await preflight(own, 'https://other.example');
    expect([allowed(headers), headers.get('access-control-allow-credentials')]).toEqual([
      'https://other.example',
      null,
    ]);
    expect(headers.get('access-control-allow-headers')).not.toContain('x-latchkey-session');
  });

  it('the origins of APP_URL and BASE_URL are in COOKIE_ORIGINS by default', async () => {
    const { headers } = await preflight(closed, closed.service.url.replace('127.0.0.1', 'localhost'));
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect((await preflight(closed, APP)).status).toBe(404);
  });

  describe('of this machine', () => {
    const LOCAL = [
      'http://localhost:9999',
      'https://localhost',
      'http://shop.localhost:1',
      'http://127.8.9.1:80',
      'http://[::1]:5173',
    ];
    const OTHER = [
      'http://localhost.example.com',
      'http://127.0.0.1.example.com',
      'http://notlocalhost:3000',
      'http://128.0.0.1:3000',
      'http://[::2]:3000',
      'http://0.0.0.0:3000',
      'http://127.1:3000',
      'http://2130706433:3000',
      'http://localhost:3000/',
      'http://user@localhost:3000',
      'http://LOCALHOST:3000',
      'capacitor://localhost',
      'null',
    ];
    const credentials = (headers: Headers) => headers.get('access-control-allow-credentials');

    it.each(LOCAL)(
      '%s may send the cookie of a session outside production, and no setting names it',
      async (origin) => {
        const { headers } = await preflight(closed, origin.replace(':80', ''));
        expect([allowed(headers), credentials(headers)]).toEqual([origin.replace(':80', ''), 'true']);
        const session = { origin: origin.replace(':80', ''), 'x-latchkey-session': 'cookie' };
        const answer = await closed.post('/api/auth/user/refresh', {}, { headers: session });
        expect([answer.code, allowed(answer.headers)]).toEqual(['INVALID_REFRESH_TOKEN', session.origin]);
      },
    );

    it.each(OTHER)('%s, which only looks like it, may not', async (origin) => {
      expect((await preflight(closed, origin)).status).toBe(404);
      const headers = { origin, 'x-latchkey-session': 'cookie' };
      expectFailure(await closed.post('/api/auth/user/refresh', {}, { headers }), 'NOT_AUTHENTICATED');
    });

    it('is neither the console nor the sign-in pages, which have one origin', async () => {
      const headers = { origin: 'http://localhost:9999', 'x-latchkey-session': 'pages' };
      expectFailure(await closed.post('/api/auth/user/refresh', {}, { headers }), 'NOT_AUTHENTICATED');
      expect(credentials((await closed.get('/api/admin/users', { headers })).headers)).toBeNull();
    });

    it.each(LOCAL)('%s may do nothing in production', async (given) => {
      const origin = given.replace(':80', '');
      expect((await preflight(live, origin)).status).toBe(404);
      expect(allowed((await live.get('/health/live', { headers: { origin } })).headers)).toBeNull();
      const headers = { origin, 'x-latchkey-session': 'cookie' };
      expectFailure(await live.post('/api/auth/user/refresh', {}, { headers }), 'NOT_AUTHENTICATED');
    });
  });

  describe('that no setting names', () => {
    const warnings = () =>
      live.service.log
        .split('\n')
        .filter((line) => line.includes('"level":"warn"') && line.includes('"origin"'))
        .map((line) => JSON.parse(line));
    /** The log arrives later than the answers. */
    const settledWarnings = async () => {
      const id = `settled-${randomUUID()}`;
      await live.get('/openapi.json', { headers: { 'x-request-id': id } });
      await live.service.logged(id);
      return warnings();
    };
    const newWarnings = async (work: () => Promise<unknown>) => {
      const { length } = await settledWarnings();
      await work();
      return (await settledWarnings()).slice(length);
    };
    beforeEach(() => live.advance(601));

    it('is named once in ten minutes in the log, with the setting', async () => {
      const found = await newWarnings(async () => {
        for (let times = 0; times < 3; times++) await preflight(live, 'https://shop.example');
        await live.get('/api/auth/ui', { headers: { origin: 'https://other.example' } });
        await live.post('/api/auth/user/login', {}, { headers: { origin: 'https://form.example' } });
        await preflight(live, 'null');
      });
      expect(found.map(({ origin }) => origin)).toEqual(['https://shop.example', 'https://other.example', 'null']);
      for (const { msg, origin } of found) {
        expect(msg).toContain(origin);
        expect(msg).toMatch(
          origin === 'null' ? /serve its pages by http/ : /set APP_URL to its address: .* add it to CORS_ORIGINS/,
        );
      }
      await live.advance(601);
      expect(await newWarnings(() => preflight(live, 'https://shop.example'))).toHaveLength(1);
    });

    it('fills no log, however many there are, and writes nothing else into it', async () => {
      const found = await newWarnings(async () => {
        for (let count = 0; count < 50; count++) await preflight(live, `https://${count}.example`);
        for (const origin of ['https://a.example"}', `https://${'a'.repeat(200)}.example`, 'https://ä.example'])
          await sendRaw(live.service.url, 'OPTIONS', '/', {
            headers: { origin, 'access-control-request-method': 'GET' },
          });
      });
      expect(found).toHaveLength(10);
    });

    it('is named where it may call the service, but asks for a session in a cookie', async () => {
      const ask = (headers: Record<string, string>) =>
        live.service.call('OPTIONS', '/api/auth/user/login', {
          headers: { origin: PAGE, 'access-control-request-method': 'POST', ...headers },
        });
      expect(await newWarnings(() => ask({}))).toEqual([]);
      const found = await newWarnings(() =>
        ask({ 'access-control-request-headers': 'content-type,x-latchkey-session' }),
      );
      expect(found).toEqual([
        expect.objectContaining({ origin: PAGE, msg: expect.stringContaining('COOKIE_ORIGINS, since') }),
      ]);
    });

    describe('as the target of a link or a sign-in', () => {
      const challenge = 'a'.repeat(43);
      const signIn = (target: string, code = challenge) =>
        live.get(`/sign-in?${new URLSearchParams({ next_url: target, code_challenge: code })}`);

      it('is named once in ten minutes, by its origin alone, with the settings', async () => {
        const found = await newWarnings(async () => {
          for (const path of ['/in?token=hidden', '/other'])
            expect((await signIn(`https://shop.example${path}`)).status).toBe(400);
          const link = { type: 'magic_link', email: 'ada@example.com', next_url: 'https://blog.example/hidden' };
          expectFailure(await live.admin('POST', '/links', link), 'INVALID_REDIRECT_URL');
          await signIn(PAGE);
        });
        expect(found.map(({ origin }) => origin)).toEqual(['https://shop.example', 'https://blog.example', PAGE]);
        for (const { msg, origin } of found) {
          expect(msg).toContain(`No link and no sign-in may lead to ${origin}. If it is yours, set APP_URL to its`);
          expect(msg).toMatch(/add it to REDIRECT_ALLOWLIST(, and to CORS_ORIGINS if its pages call the service)?\.$/);
          expect(msg.includes('CORS_ORIGINS')).toBe(origin !== PAGE);
        }
        expect(JSON.stringify(found)).not.toContain('hidden');
        await live.advance(601);
        expect(await newWarnings(() => signIn('https://shop.example'))).toHaveLength(1);
      });

      it('is not named where the settings know it, and where the target is no URL', async () => {
        const found = await newWarnings(async () => {
          expect((await signIn('https://auth.example.com/')).status).toBe(200);
          for (const target of ['https://evil.example\u001b[2J/', 'javascript:alert(1)', '//evil.example', 'x'])
            expect((await signIn(target)).status).toBe(400);
          expect((await signIn('https://auth.example.com/', 'short')).status).toBe(400);
          expect((await signIn(`https://${'a.'.repeat(60)}example/`)).status).toBe(400);
        });
        expect(found).toEqual([]);
      });

      it('fills no log, however many there are', async () => {
        const found = await newWarnings(async () => {
          for (let count = 0; count < 30; count++) await signIn(`https://${count}.example/`);
        });
        expect(found).toHaveLength(10);
      });
    });
  });

  it('the answer to a preflight request has the security headers and a request id', async () => {
    const { status, headers } = await preflight(app, PAGE);
    expect(status).toBe(204);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });

  it.each<[string, string, Record<string, string>]>([
    ['without an origin', '/api/auth/user', {}],
    ['with an origin but without a requested method', '/api/auth/user', { origin: PAGE }],
    ['with a requested method but without an origin', '/api/auth/user', { 'access-control-request-method': 'GET' }],
    ['for the whole server', '*', {}],
    ['for an unknown path', '/nothing', {}],
  ])('an OPTIONS request %s fails with NOT_FOUND', async (_title, path, headers) => {
    for (const { service } of [app, closed]) {
      const answer = await sendRaw(service.url, 'OPTIONS', path, { headers });
      expectFailure(answer, 'NOT_FOUND', 404);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('the console', () => {
  const POLICY: Record<string, string> = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'frame-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  };

  /** The path of the script in the page. */
  async function scriptOf(): Promise<string> {
    const { text } = await closed.get('/console');
    return /src="(\/console\/assets\/[\w.-]+\.js)"/.exec(text)?.[1] ?? '';
  }

  it.each([
    '/console',
    '/console/',
    '/console/users',
    '/console/users/019391a0-0000-7000-8000-000000000000?tab=events',
  ])('%s is the page of the console, which cannot be framed and runs only its own scripts', async (path) => {
    const { status, headers, text } = await closed.get(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const directives = (headers.get('content-security-policy') ?? '')
      .split(';')
      .map((part) => part.trim().split(/ (.*)/));
    expect(Object.fromEntries(directives.map(([name, value]) => [name, value]))).toEqual(POLICY);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-cache',
    });
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=/i);
  });

  it('a script has a name with a hash and is cached for a year, compressed as the client accepts it', async () => {
    const path = await scriptOf();
    const { status, headers } = await closed.get(path, { headers: { 'accept-encoding': 'br' } });
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      vary: 'accept-encoding',
    });
    const plain = await closed.get(path, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
  });

  it('a browser that has the current page gets 304', async () => {
    const etag = String((await closed.get('/console')).headers.get('etag'));
    const answer = await closed.get('/console', { headers: { 'if-none-match': etag } });
    expect([answer.status, answer.text]).toEqual([304, '']);
  });

  it.each([
    '/console/../package.json',
    '/console/..%2fpackage.json',
    '/console/%2e%2e/%2e%2e/package.json',
    '/console/..%5c..%5cpackage.json',
    '/console/assets/../../latchkey.js',
    '/console/assets/%2e%2e%2f%2e%2e%2flatchkey.js',
    '/console//etc/passwd.txt',
    '/console/assets/unknown.js',
    '/console/index.html%00.js',
    '/consoles',
  ])('%s leads to no file', async (path) => {
    expectFailure(await sendRaw(closed.service.url, 'GET', path), 'NOT_FOUND', 404);
  });

  it('a change of a page is not found', async () => {
    expect((await closed.post('/console', {})).code).toBe('NOT_FOUND');
  });

  it('the home page leads to it', async () => {
    const { text } = await closed.get('/', { headers: { accept: 'text/html' } });
    expect(text).toContain('href="/console"');
  });
});
