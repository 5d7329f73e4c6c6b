import { expectFailure } from '../support/http/expect.js';
import { sendRaw } from '../support/http/raw.js';
import { App, useApp } from '../support/service/app.js';

const PAGE = 'https://app.example.com';

const app = useApp({ CORS_ORIGINS: `${PAGE}, http://localhost:5173` });
const closed = useApp();

const preflight = (to: App, origin: string, method = 'PATCH') =>
  to.service.call('OPTIONS', '/api/auth/user/change-password', {
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
    },
  });
const allowed = (headers: Headers) => headers.get('access-control-allow-origin');

it.each([PAGE, 'http://localhost:5173'])(
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

it('no page may read answers when no origin is allowed', async () => {
  expect(allowed((await preflight(closed, PAGE)).headers)).toBeNull();
  expect(allowed((await closed.get('/health/live', { headers: { origin: PAGE } })).headers)).toBeNull();
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
