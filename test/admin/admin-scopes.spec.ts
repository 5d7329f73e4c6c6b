import { expectFailure } from '../support/http/expect.js';
import { ADMIN_TOKEN, useApp } from '../support/service/app.js';

const UNKNOWN_ID = '019391a0-0000-7000-8000-000000000000';
const NDJSON = { headers: { 'content-type': 'application/x-ndjson' }, raw: '\n' };

/** Every route of the admin API, and the scope that it requires. */
const ROUTES: [method: string, path: string, scope: string][] = [
  ['GET', '/users', 'read'],
  ['POST', '/users', 'write'],
  ['GET', '/users/{uid}', 'read'],
  ['PATCH', '/users/{uid}', 'write'],
  ['DELETE', '/users/{uid}', 'write'],
  ['GET', '/users/{uid}/export', 'export'],
  ['GET', '/users/{uid}/sessions', 'read'],
  ['DELETE', '/users/{uid}/sessions', 'write'],
  ['DELETE', '/users/{uid}/sessions/{session_id}', 'write'],
  ['POST', '/users/{uid}/impersonate', 'impersonate'],
  ['GET', '/users/{uid}/factors', 'read'],
  ['POST', '/users/{uid}/factors/reset', 'write'],
  ['DELETE', '/users/{uid}/factors/reset', 'write'],
  ['GET', '/users/{uid}/identities', 'read'],
  ['DELETE', '/users/{uid}/identities/{identity_id}', 'write'],
  ['GET', '/users/{uid}/passkeys', 'read'],
  ['DELETE', '/users/{uid}/passkeys/{passkey_id}', 'write'],
  ['POST', '/links', 'write'],
  ['POST', '/import', 'write'],
  ['POST', '/import/file', 'write'],
  ['POST', '/import/preview', 'write'],
  ['DELETE', '/import/{batch_id}', 'write'],
  ['GET', '/export', 'export'],
  ['GET', '/events', 'read'],
  ['GET', '/messages', 'read'],
  ['POST', '/messages/{id}/retry', 'write'],
  ['GET', '/templates', 'read'],
  ['GET', '/templates/{kind}', 'read'],
  ['GET', '/templates/{kind}/page', 'read'],
  ['GET', '/checks', 'read'],
  ['GET', '/settings', 'read'],
  ['GET', '/webhooks', 'webhooks'],
  ['POST', '/webhooks', 'webhooks'],
  ['GET', '/webhooks/{id}', 'webhooks'],
  ['PATCH', '/webhooks/{id}', 'webhooks'],
  ['DELETE', '/webhooks/{id}', 'webhooks'],
  ['POST', '/webhooks/{id}/secret', 'webhooks'],
  ['POST', '/webhooks/{id}/test', 'webhooks'],
  ['POST', '/webhooks/{id}/replay', 'webhooks'],
  ['GET', '/webhooks/{id}/deliveries', 'webhooks'],
  ['POST', '/webhooks/{id}/deliveries/{delivery_id}/retry', 'webhooks'],
  ['GET', '/tokens', 'read'],
  ['POST', '/tokens', 'write'],
  ['DELETE', '/tokens/{id}', 'write'],
  ['GET', '/keys', 'read'],
  ['POST', '/keys/rotate', 'write'],
  ['GET', '/stats', 'read'],
  ['GET', '/providers', 'providers'],
  ['POST', '/providers', 'providers'],
  ['GET', '/providers/{id}', 'providers'],
  ['PATCH', '/providers/{id}', 'providers'],
  ['DELETE', '/providers/{id}', 'providers'],
  ['POST', '/providers/{id}/test', 'providers'],
];

/** The scopes of each bearer; undefined where it is not a valid admin token. */
const BEARERS: Record<string, string[] | undefined> = {
  'no token': undefined,
  'an unknown token': undefined,
  'a revoked token': undefined,
  'an expired token': undefined,
  'a user': undefined,
  'a user beside an admin': undefined,
  'a reader': ['read'],
  'a writer': ['write'],
  'an exporter': ['export'],
  'one for providers': ['providers'],
  'one for webhooks': ['webhooks'],
  'one for impersonation': ['impersonate'],
  'one with all scopes': ['read', 'write', 'export', 'providers', 'webhooks', 'impersonate', 'admins'],
};

const app = useApp();
const bearers = new Map<string, string | undefined>();
beforeAll(async () => {
  const everything = ['read', 'write', 'export', 'webhooks'];
  const revoked = await app.adminToken(everything);
  await app.admin('DELETE', `/tokens/${revoked.id}`);
  const expired = await app.adminToken(everything, { expires_at: Math.floor(Date.now() / 1000) + 100 });
  await app.advance(200);
  bearers.set('no token', undefined);
  bearers.set('an unknown token', `${ADMIN_TOKEN.slice(0, -1)}x`);
  bearers.set('a revoked token', revoked.token);
  bearers.set('an expired token', expired.token);
  bearers.set('a user', (await app.signUp()).token);
  bearers.set('a user beside an admin', `${(await app.signUp()).token} ${ADMIN_TOKEN}`);
  bearers.set('a reader', (await app.adminToken(['read'])).token);
  bearers.set('a writer', (await app.adminToken(['write'])).token);
  bearers.set('an exporter', (await app.adminToken(['export'])).token);
  bearers.set('one for providers', (await app.adminToken(['providers'])).token);
  bearers.set('one for webhooks', (await app.adminToken(['webhooks'])).token);
  bearers.set('one for impersonation', (await app.adminToken(['impersonate'])).token);
  bearers.set('one with all scopes', ADMIN_TOKEN);
});

const addressOf = (path: string) => `/api/admin${path.replace(/\{\w+\}/g, UNKNOWN_ID)}`;

it('the table of this test lists every admin route of the OpenAPI document, and no other', async () => {
  const { paths } = (await app.get('/openapi.json')).json;
  const documented = Object.entries<object>(paths)
    // The session of the console needs no scope: console.spec.ts.
    .filter(([path]) => path.startsWith('/api/admin') && path !== '/api/admin/session')
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice('/api/admin'.length)}`),
    );
  expect(documented.sort()).toEqual(ROUTES.map(([method, path]) => `${method} ${path}`).sort());
});

describe.each(ROUTES)('%s %s', (method, path, scope) => {
  it.each(Object.entries(BEARERS))('checks the scopes of the bearer: %s', async (bearer, scopes) => {
    const body = path === '/import' ? NDJSON : {};
    const answer = await app.service.call(method, addressOf(path), { token: bearers.get(bearer), ...body });
    if (scopes === undefined) expectFailure(answer, 'NOT_AUTHENTICATED');
    else if (!scopes.includes(scope)) expectFailure(answer, 'NOT_AUTHORIZED');
    else expect(['NOT_AUTHENTICATED', 'NOT_AUTHORIZED', 'INTERNAL_ERROR', 'NOT_FOUND']).not.toContain(answer.code);
  });

  it('refuses a request before it reads the body', async () => {
    if (method === 'GET') return;
    const huge = { headers: { 'content-type': 'text/xml' }, raw: 'x'.repeat(100_000) };
    expectFailure(await app.service.call(method, addressOf(path), huge), 'NOT_AUTHENTICATED');
    const other = bearers.get(scope === 'write' ? 'a reader' : 'a writer');
    expectFailure(await app.service.call(method, addressOf(path), { token: other, ...huge }), 'NOT_AUTHORIZED');
  });
});

it('an admin token is accepted in the Authorization header only', async () => {
  expectFailure(
    await app.get(`/api/admin/users?token=${ADMIN_TOKEN}&access_token=${ADMIN_TOKEN}`),
    'NOT_AUTHENTICATED',
  );
  const answer = await app.get('/api/admin/users', { headers: { authorization: `Basic ${ADMIN_TOKEN}` } });
  expectFailure(answer, 'NOT_AUTHENTICATED');
  expectFailure(await app.get('/api/admin/users', { headers: { authorization: ADMIN_TOKEN } }), 'NOT_AUTHENTICATED');
});
