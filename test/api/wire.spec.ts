import { type Answer, expectFailure, sendBytes, sendRaw } from '../support/http/http.js';
import { newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const app = useApp();
let user: SignedUp;
beforeAll(async () => {
  user = await app.signUp();
});
afterEach(async () => {
  expect((await app.get('/health/live')).json).toEqual({ status: 'live' });
});

const raw = (method: string, path: string, headers: Record<string, string> = {}) =>
  sendRaw(app.service.url, method, path, { headers });
const notHttp = () => sendBytes(app.service.url, 'this is not HTTP\r\n\r\n');
const overlong = () =>
  sendBytes(app.service.url, `GET /health/live HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`);

describe('health', () => {
  it.each(['live', 'ready'])('answers 200 for %s', async (state) => {
    const answer = await app.get(`/health/${state}`);
    expect({ status: answer.status, body: answer.json }).toEqual({ status: 200, body: { status: state } });
  });
});

describe('an unknown endpoint', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/api'],
    ['GET', '/api/auth'],
    ['GET', '/api/auth/user/'],
    ['GET', '/api/auth//user'],
    ['GET', '/API/AUTH/USER'],
    ['GET', '/api/auth/users'],
    ['GET', '/api/auth/user.json'],
    ['GET', '/api/auth/user/login/x'],
    ['GET', '/.env'],
    ['GET', '/api/auth/../../etc/passwd'],
    ['GET', '/%'],
    ['GET', '/%E0%A4%A'],
    ['GET', '/api/auth/user/sessions/%'],
    ['GET', '/%00'],
    ['GET', '/%2e%2e/%2e%2e/etc/passwd'],
    ['GET', '/docs/../x'],
    ['GET', '/docs/%2e%2e/x'],
    ['GET', '/docs/a%00b'],
    ['GET', '/docs//etc/passwd'],
    ['GET', '/docs/nothing.css'],
    ['GET', `/${'x'.repeat(8_000)}`],
    ['GET', `/api/auth/${'user/'.repeat(1_000)}`],
  ])('fails with NOT_FOUND: %s %s', async (method, path) => {
    expectFailure(await raw(method, path, { authorization: `Bearer ${user.token}` }), 'NOT_FOUND', 404);
  });

  it.each(['a=%ff&a=1', 'a=%ff&a=%ff', '%ff=1&%ff=2', 'a=1&a=%', '__proto__=%ff&__proto__=1', '&=&=%ff'])(
    'ignores an unknown query parameter: %s',
    async (query) => {
      expect((await raw('GET', `/health/live?${query}`, {})).status).toBe(200);
      expectFailure(await raw('GET', `/nothing?${query}`, {}), 'NOT_FOUND', 404);
    },
  );

  it.each([
    ['POST', '/api/auth/user'],
    ['PATCH', '/api/auth/user'],
    ['OPTIONS', '/api/auth/user'],
    ['TRACE', '/api/auth/user'],
    ['PROPFIND', '/api/auth/user'],
    ['POST', '/api/auth/get-user'],
    ['DELETE', '/api/auth/get-user'],
    ['GET', '/api/auth/user/create'],
    ['PUT', '/api/auth/user/create'],
    ['GET', '/api/auth/user/login'],
    ['GET', '/api/auth/login'],
    ['DELETE', '/api/auth/login'],
    ['GET', '/api/auth/user/refresh'],
    ['GET', '/api/auth/user/logout'],
    ['DELETE', '/api/auth/user/logout'],
    ['POST', '/api/auth/user/change-password'],
    ['PUT', '/api/auth/user/change-password'],
    ['DELETE', '/api/auth/user/sessions'],
    ['GET', '/api/auth/user/sessions/0193e0a0-0000-7000-8000-000000000000'],
    ['POST', '/.well-known/jwks.json'],
    ['POST', '/health/live'],
    ['DELETE', '/health/ready'],
  ])('fails with NOT_FOUND for the method %s at %s', async (method, path) => {
    for (const authorization of ['', `Bearer ${user.token}`]) {
      expectFailure(await raw(method, path, { authorization }), 'NOT_FOUND', 404);
    }
  });

  it.each([
    ['of another type', { 'content-type': 'text/plain' }, 'x'],
    ['of a malformed type', { 'content-type': 'nonsense' }, 'x'],
    ['of malformed JSON', { 'content-type': 'application/json' }, '{'],
    ['of 10 MB', { 'content-type': 'application/json' }, Buffer.alloc(10 * 1024 * 1024)],
  ])('fails with NOT_FOUND before it reads a body %s', async (_title, headers, body) => {
    expectFailure(await app.post('/api/auth/nothing', undefined, { headers, raw: body }), 'NOT_FOUND', 404);
  });
});

describe('a file of the documentation', () => {
  it.each([
    ['a range past the end', { range: 'bytes=9999999-' }],
    ['a condition that is not met', { 'if-match': '"x"' }],
  ])('fails with INVALID_REQUEST for %s', async (_title, headers) => {
    expectFailure(await raw('GET', '/docs/swagger-ui.css', headers), 'INVALID_REQUEST');
  });
});

describe('the Host header', () => {
  const send = (head: string) => sendBytes(app.service.url, `${head}\r\nConnection: close\r\n\r\n`);
  const preflight = 'Origin: https://app.example.com\r\nAccess-Control-Request-Method: GET';

  it.each([
    ['two hosts', 'GET /health/live HTTP/1.1\r\nHost: a.example\r\nHost: b.example'],
    ['the same host twice', 'GET /health/live HTTP/1.1\r\nHost: a.example\r\nhost: a.example'],
    ['two hosts in HTTP/1.0', 'GET /health/live HTTP/1.0\r\nHost: a.example\r\nHost: b.example'],
    ['two hosts at an unknown path', 'GET /nothing HTTP/1.1\r\nHost: a.example\r\nHost: b.example'],
    ['two hosts at a malformed path', 'GET /% HTTP/1.1\r\nHost: a.example\r\nHost: b.example'],
    ['two hosts in a preflight', `OPTIONS /health/live HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n${preflight}`],
    ['no host', 'GET /health/live HTTP/1.1'],
    ['a host with a path', 'GET /health/live HTTP/1.1\r\nHost: a.example/b'],
    ['a host with credentials', 'GET /health/live HTTP/1.1\r\nHost: u@a.example'],
    ['a host with a space', 'GET /health/live HTTP/1.1\r\nHost: a.example b.example'],
    ['a malformed port', 'GET /health/live HTTP/1.1\r\nHost: a.example:http'],
  ])('fails with INVALID_REQUEST for %s', async (_title, head) => {
    expectFailure(await send(head), 'INVALID_REQUEST');
  });

  it.each(['a.example', 'A.example:3000', '127.0.0.1', '[::1]:3000', 'a_b.example', 'a.example:', ''])(
    'can have the value %j',
    async (host) => {
      expect((await send(`GET /health/live HTTP/1.1\r\nHost: ${host}`)).status).toBe(200);
    },
  );

  it('can be missing in HTTP/1.0', async () => {
    expect((await send('GET /health/live HTTP/1.0')).status).toBe(200);
  });
});

describe('a request that is not HTTP', () => {
  it.each([
    ['plain words', notHttp],
    ['headers that are too long', overlong],
    ['a header without a name', () => sendBytes(app.service.url, 'GET / HTTP/1.1\r\nHost: x\r\n: x\r\n\r\n')],
    ['a method that does not exist', () => sendBytes(app.service.url, 'STEAL / HTTP/1.1\r\nHost: x\r\n\r\n')],
    [
      'a URL that is too long',
      () => sendBytes(app.service.url, `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`),
    ],
  ])('fails with INVALID_REQUEST for %s', async (_title, request) => {
    expectFailure(await request(), 'INVALID_REQUEST');
  });
});

/** Answers of all kinds. */
const ANSWERS: [string, () => Promise<Answer>][] = [
  ['a user', () => app.get('/api/auth/user', { token: user.token })],
  ['a login', () => app.login(user.email, PASSWORD)],
  ['an empty success', () => app.put('/api/auth/user', {}, { token: user.token })],
  ['a failed login', () => app.login(user.email, 'quite another secret')],
  ['a missing token', () => app.get('/api/auth/user')],
  [
    'malformed JSON',
    () => app.post('/api/auth/login', undefined, { raw: '{', headers: { 'content-type': 'application/json' } }),
  ],
  ['another media type', () => app.post('/api/auth/login', undefined, { raw: 'x' })],
  ['a body that is too large', () => app.post('/api/auth/login', { x: 'x'.repeat(70_000) })],
  ['an unknown path', () => app.get('/nothing')],
  ['a malformed path', () => app.get('/%')],
  ['an unsupported method', () => raw('PROPFIND', '/api/auth/user')],
  ['a request for the whole server', () => raw('OPTIONS', '*')],
  ['a path without its leading slash', () => raw('GET', '*health/live')],
  ['an answer to HEAD', () => raw('HEAD', '/api/auth/user', { authorization: `Bearer ${user.token}` })],
  ['the key set', () => app.get('/.well-known/jwks.json')],
  ['health', () => app.get('/health/ready')],
  ['the documentation', () => app.get('/docs')],
  ['the OpenAPI document', () => app.get('/openapi.json')],
  ['not HTTP', notHttp],
  ['overlong headers', overlong],
];

describe.each(ANSWERS)('every answer has security headers: %s', (_title, request) => {
  it('forbids sniffing, framing and a Referer, has a request id, and does not name the server software', async () => {
    const { headers } = await request();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-request-id')).toMatch(UUID);
    expect(headers.has('x-powered-by')).toBe(false);
    expect(headers.has('server')).toBe(false);
  });
});

describe('the content type', () => {
  it.each([
    ['a success', () => app.get('/api/auth/user', { token: user.token })],
    ['a failure', () => app.get('/api/auth/user')],
    ['an unknown path', () => app.get('/nothing')],
    ['a malformed path', () => app.get('/%')],
    ['not HTTP', notHttp],
  ])('is JSON for %s', async (_title, request) => {
    const answer = await request();
    expect(answer.headers.get('content-type')).toMatch(/^application\/json; ?charset=utf-8$/i);
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(answer.text)));
  });
});

describe('Cache-Control', () => {
  it.each<[string, () => Promise<Answer>]>([
    ['create', () => app.post('/api/auth/user/create', { email: newEmail(), password: PASSWORD, login: true })],
    ['login', () => app.login(user.email, PASSWORD)],
    ['the other login', () => app.post('/api/auth/login', { email: user.email, password: PASSWORD })],
    ['refresh', async () => app.refresh((await app.signUp()).refresh_token)],
  ])('is no-store for the tokens of %s', async (_title, request) => {
    const answer = await request();
    expect(answer.json).toHaveProperty('refresh_token');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['in absolute form', 'http://latchkey.example/api/auth/user/login'],
    ['with an escape', '/%61pi/auth/user/login'],
  ])('is no-store for tokens also when the request path is written %s', async (_title, path) => {
    const body = JSON.stringify({ email: user.email, password: user.password });
    const headers = { 'content-type': 'application/json' };
    const answer = await sendRaw(app.service.url, 'POST', path, { headers, chunks: [body] });
    expect(answer.json.token).toEqual(expect.any(String));
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('allows caching of the key set', async () => {
    expect((await app.get('/.well-known/jwks.json')).headers.get('cache-control')).toMatch(/max-age=\d+/);
  });
});

describe('HTTP', () => {
  it('requires a Host header', async () => {
    const answer = await sendBytes(app.service.url, 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n');
    expectFailure(answer, 'INVALID_REQUEST');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('ignores an unknown Expect header', async () => {
    expect((await sendRaw(app.service.url, 'GET', '/health/live', { headers: { expect: 'tea' } })).status).toBe(200);
  });

  it('answers NOT_FOUND for a known path with another method', async () => {
    for (const method of ['QUERY', 'SEARCH', 'OPTIONS', 'PATCH', 'TRACE']) {
      expectFailure(await sendRaw(app.service.url, method, '/api/auth/user'), 'NOT_FOUND', 404);
    }
  });
});

describe('X-Request-Id', () => {
  const withId = (id: string, path = '/health/live') => app.get(path, { headers: { 'x-request-id': id } });

  it.each(['a', 'abc-123_DEF.4', '0193e0a0-0000-7000-8000-000000000000', 'x'.repeat(64)])(
    'is adopted from the client: %s',
    async (id) => {
      expect((await withId(id)).headers.get('x-request-id')).toBe(id);
      expect((await withId(id, '/%')).headers.get('x-request-id')).toBe(id);
    },
  );

  it.each([
    'x'.repeat(65),
    'x'.repeat(5_000),
    'a b',
    'a"b',
    '<script>',
    '{"a":1}',
    'a;b',
    'a,b',
    '$(x)',
    'a\u00FCb',
    '%0a',
  ])('is replaced when the value is not allowed: %s', async (id) => {
    expect((await withId(id)).headers.get('x-request-id')).toMatch(UUID);
  });

  it('differs between requests', async () => {
    const [first, second] = [await app.get('/health/live'), await app.get('/health/live')];
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
  });

  it.each<[string, (headers: Record<string, string>) => Promise<Answer>, number, string | null]>([
    ['a success', (headers) => app.get('/api/auth/user', { token: user.token, headers }), 200, null],
    ['a failure', (headers) => app.get('/api/auth/user', { headers }), 400, 'NOT_AUTHENTICATED'],
    ['an unknown path', (headers) => app.get('/nothing', { headers }), 404, 'NOT_FOUND'],
    ['a malformed path', (headers) => app.get('/%', { headers }), 404, 'NOT_FOUND'],
  ])('is in the log line of %s', async (_title, request, status, code) => {
    const id = newEmail().replace('@', '-');
    await request({ 'x-request-id': id });
    const logged = () => app.service.requests.filter(({ request_id }) => request_id === id);
    await app.service.until(() => logged().length > 0);
    expect(logged()).toMatchObject([{ request_id: id, status, code }]);
  });

  it('is in the log line of a request that is not HTTP', async () => {
    const id = (await notHttp()).headers.get('x-request-id');
    const logged = () => app.service.requests.filter(({ request_id }) => request_id === id);
    await app.service.until(() => logged().length > 0);
    expect(logged()).toMatchObject([{ status: 400, code: 'INVALID_REQUEST' }]);
  });
});
