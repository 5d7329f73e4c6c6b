import { administrator, ConsoleBrowser, grantDirectly, signedIn } from '../support/http/console.js';
import { expectFailure, expectNothing } from '../support/http/http.js';
import { importLines } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, App, newEmail, useApp } from '../support/service/app.js';

const PRODUCTION = { NODE_ENV: 'production', BASE_URL: 'https://auth.example.com', APP_URL: 'https://app.example.com' };

const app = useApp({ RATE_LIMIT: 'on', CORS_ORIGINS: 'https://app.example.com' });

/** What a page of another origin can send: a cookie that the browser adds, and no header of its own. */
const FORGED: [what: string, headers: Record<string, string>][] = [
  ['no header', { 'x-latchkey-console': '' }],
  ['another value of the header', { 'x-latchkey-console': 'true' }],
  ['another origin', { origin: 'https://evil.example.com' }],
  ['an origin of CORS_ORIGINS', { origin: 'https://app.example.com' }],
  ['another port of this host', { origin: 'http://localhost:1' }],
  ['an opaque origin', { origin: 'null' }],
  ['another site by Fetch Metadata', { 'sec-fetch-site': 'cross-site' }],
  ['another origin of this site by Fetch Metadata', { 'sec-fetch-site': 'same-site' }],
];

describe.each(FORGED)('a request with the cookie and %s', (_what, headers) => {
  it('changes nothing', async () => {
    const browser = await signedIn(app);
    const { uid } = await app.signUp();
    expectFailure(await browser.call('PATCH', `/users/${uid}`, { active: false }, headers), 'NOT_AUTHENTICATED');
    expectFailure(await browser.call('DELETE', '/session', undefined, headers), 'NOT_AUTHENTICATED');
    expect((await browser.read()).status).toBe(200);
    expect((await app.admin('GET', `/users/${uid}`)).json.active).toBe(true);
  });
});

it('a request with the cookie and without an Origin changes nothing', async () => {
  const browser = await signedIn(app);
  const headers = { cookie: String(browser.cookie), 'x-latchkey-console': '1' };
  expectFailure(await app.post('/api/admin/keys/rotate', {}, { headers }), 'NOT_AUTHENTICATED');
  expectFailure(await app.post('/api/admin/session', { token: ADMIN_TOKEN }, { headers }), 'NOT_AUTHENTICATED');
});

it('a page of another site cannot sign a browser in', async () => {
  const browser = new ConsoleBrowser(app);
  const forged: Record<string, string>[] = [{ origin: 'https://evil.example.com' }, { 'x-latchkey-console': '' }];
  for (const headers of forged) {
    const answer = await browser.call('POST', '/session', { token: ADMIN_TOKEN }, headers);
    expectFailure(answer, 'NOT_AUTHENTICATED');
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
});

it('a browser does not allow the header to pages of CORS_ORIGINS, nor cookies', async () => {
  const headers = {
    origin: 'https://app.example.com',
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'x-latchkey-console',
  };
  const answer = await app.service.call('OPTIONS', '/api/admin/users/x', { headers });
  expect(answer.headers.get('access-control-allow-headers') ?? '').not.toContain('x-latchkey-console');
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
});

it('a cookie that was stolen before the logout is worth nothing after it', async () => {
  const browser = await signedIn(app);
  const thief = new ConsoleBrowser(app);
  thief.cookie = browser.cookie;
  expectNothing(await browser.call('DELETE', '/session'));
  expect(browser.cookie).toBe('latchkey_console=');
  expectFailure(await thief.read(), 'NOT_AUTHENTICATED');
});

it('a sign-in replaces the cookie that the browser had, and ends its session', async () => {
  const fixed = await signedIn(app);
  const victim = new ConsoleBrowser(app);
  victim.cookie = fixed.cookie;
  await victim.signIn();
  expect(victim.cookie).not.toBe(fixed.cookie);
  expectFailure(await fixed.read(), 'NOT_AUTHENTICATED');
  const invented = new ConsoleBrowser(app);
  invented.cookie = `latchkey_console=${'x'.repeat(43)}`;
  await invented.signIn();
  expect(invented.cookie).not.toContain('xxx');
});

it('of two cookies of the console none counts', async () => {
  const { cookie } = await signedIn(app);
  const twice = { cookie: `latchkey_console=tossed; ${cookie}` };
  expectFailure(await app.get('/api/admin/session', { headers: twice }), 'NOT_AUTHENTICATED');
});

it('with an Authorization header the cookie does not count', async () => {
  const browser = await signedIn(app);
  const reader = (await app.adminToken(['read'])).token;
  const withToken = (token: string) => ({ authorization: `Bearer ${token}` });
  const list = (token: string) => browser.call('POST', '/keys/rotate', {}, withToken(token));
  expectFailure(await list(reader), 'NOT_AUTHORIZED');
  expectFailure(await list('adm_wrong'), 'NOT_AUTHENTICATED');
  expectFailure(await browser.call('GET', '/users', undefined, { authorization: 'Basic x' }), 'NOT_AUTHENTICATED');
  const own = await browser.call('GET', '/session', undefined, withToken(reader));
  expect(own.json).toMatchObject({ scopes: ['read'], expiry: null, idle_expiry: null });
  expectFailure(await browser.call('DELETE', '/session', undefined, withToken(reader)), 'NOT_AUTHENTICATED');
});

it('neither the cookie signs in as a user, nor the token of a user as an administrator', async () => {
  const user = await administrator(app, ['read']);
  expectFailure(await app.admin('GET', '/users', undefined, user.token), 'NOT_AUTHENTICATED');
  const { cookie } = await signedIn(app, user.token);
  expectFailure(await app.get('/api/auth/user', { headers: { cookie: String(cookie) } }), 'NOT_AUTHENTICATED');
  expectFailure(await app.get('/api/auth/user', { token: String(cookie).split('=')[1] }), 'NOT_AUTHENTICATED');
});

it.each([
  ['nothing', {}, 'INVALID_REQUEST'],
  ['a token and an unknown link', { token: ADMIN_TOKEN, once: 'x' }, 'NOT_AUTHENTICATED'],
  ['a token that is no text', { token: 1 }, 'NOT_AUTHENTICATED'],
  ['null', { token: null }, 'NOT_AUTHENTICATED'],
  ['an unknown link', { once: 'x'.repeat(43) }, 'NOT_AUTHENTICATED'],
  ['an unknown token', { token: 'adm_wrong' }, 'NOT_AUTHENTICATED'],
] as const)('a sign-in by %s is refused', async (_what, proof, code) => {
  expectFailure(await new ConsoleBrowser(app).signIn(proof), code);
});

it('a refresh token and an unsigned token do not sign in', async () => {
  const user = await administrator(app, ['read']);
  const [, payload] = user.token.split('.');
  const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`;
  for (const token of [user.refresh_token, unsigned]) {
    expectFailure(await new ConsoleBrowser(app).signIn({ token }), 'NOT_AUTHENTICATED');
  }
});

it('wrong tokens and links of one client address are limited together, and a valid token still works', async () => {
  const limited = await App.start({ RATE_LIMIT: 'on' });
  const browser = new ConsoleBrowser(limited);
  for (let index = 0; index < 30; index++) {
    const proof = index % 2 === 0 ? { token: `adm_wrong${index}` } : { once: `wrong${index}` };
    expectFailure(await browser.signIn(proof), 'NOT_AUTHENTICATED');
  }
  expectFailure(await browser.signIn({ token: 'adm_wrong' }), 'TOO_MANY_REQUESTS', 429);
  expectFailure(await browser.signIn({ once: 'wrong' }), 'TOO_MANY_REQUESTS', 429);
  expectFailure(await limited.admin('GET', '/users', undefined, 'adm_wrong'), 'TOO_MANY_REQUESTS', 429);
  expect((await browser.signIn()).status).toBe(200);
  await limited.stop();
});

it('the removal of an import keeps its users with admin scopes, also for an administrator who lacks them', async () => {
  const { batch_id } = (await importLines(app, [{ email: newEmail() }, { email: newEmail() }])).json;
  const [chief] = (await app.admin('GET', '/users?limit=1')).json.users;
  await grantDirectly(app, chief.uid, 'read,export');
  const { token } = await app.adminToken(['write']);
  const removed = await app.admin('DELETE', `/import/${batch_id}`, undefined, token);
  expect(removed.json).toEqual({ removed: 1, kept: 1 });
  expect((await app.admin('GET', `/users/${chief.uid}`)).json.admin_scopes).toEqual(['read', 'export']);
});

it('behind a proxy with TLS, no sign-in sets a cookie without Secure', async () => {
  const browser = new ConsoleBrowser(app);
  const headers = { origin: browser.origin.replace('http:', 'https:'), 'x-forwarded-proto': 'https' };
  const answer = await browser.call('POST', '/session', { token: ADMIN_TOKEN }, headers);
  expectFailure(answer, 'NOT_AUTHENTICATED');
  expect(answer.headers.get('set-cookie')).toBeNull();
});

it('no browser keeps what the admin API answers, nor a page of the console without asking again', async () => {
  const browser = await signedIn(app);
  for (const path of ['/session', '/users', '/stats', '/events', '/nowhere']) {
    expect((await browser.call('GET', path)).headers.get('cache-control')).toBe('no-store');
  }
  const page = (await app.get('/console/users')).headers;
  expect([page.get('cache-control'), page.get('referrer-policy'), page.get('x-frame-options')]).toEqual([
    'no-cache',
    'no-referrer',
    'DENY',
  ]);
});

it('in production the console is off, and no link is printed', async () => {
  const off = await App.start({ ...PRODUCTION });
  expect(off.service.log).not.toContain('console#once');
  expect((await off.get('/console')).code).toBe('NOT_FOUND');
  expect((await off.post('/api/admin/session', { token: ADMIN_TOKEN })).code).toBe('NOT_FOUND');
  await off.stop();
  const on = await App.start({ ...PRODUCTION, CONSOLE: 'on' });
  expect(on.service.log).not.toContain('console#once');
  const headers = { 'x-latchkey-console': '1', origin: 'https://auth.example.com' };
  const answer = await on.post('/api/admin/session', { token: ADMIN_TOKEN }, { headers });
  expect(answer.headers.get('set-cookie')).toMatch(
    /^__Host-latchkey_console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800; Secure$/,
  );
  await on.stop();
});
