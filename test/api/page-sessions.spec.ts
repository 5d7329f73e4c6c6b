import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, fence } from '../support/factors/factors.js';
import {
  askCode,
  CODE,
  cookieOf,
  cookieUser,
  fromPage,
  fromPages,
  originOf,
  PAGE,
  type PageSession,
  PRODUCT,
  pageCode,
  pagesUser,
  productSession,
  refreshByCookie,
  removesCookie,
} from '../support/http/clients.js';
import { countOutcomes, expectFailure, readToken } from '../support/http/http.js';
import { pkce } from '../support/idp/providers.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';
import { sessionOf } from '../support/service/tokens.js';

const DAY = 86_400;
const THEME = '@media (prefers-color-scheme: dark) { :root { --lk-page: #000 } }';
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1"/></svg>';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-branding-'));
  mkdirSync(join(folder, 'texts'));
  writeFileSync(join(folder, 'theme.css'), THEME);
  writeFileSync(join(folder, 'logo.svg'), LOGO);
  writeFileSync(join(folder, 'texts', 'de.json'), '{ "account": "Willkommen" }');
});
afterAll(() => rmSync(folder, { recursive: true }));

const app = useApp(() => ({
  BRANDING_DIR: folder,
  APP_URL: `${PAGE}/`,
  REDIRECT_ALLOWLIST: PAGE,
  REFRESH_TOKEN_TTL: String(3 * DAY),
  SESSION_MAX_TTL: String(7 * DAY),
  MAX_SESSIONS: '3',
  IMPERSONATION: 'on',
  TERMS_URL: 'https://app.example.com/terms',
}));

/** A process without pages. */
let off: Service;
beforeAll(async () => {
  const { port } = new URL(app.service.url);
  const BASE_URL = `http://localhost:${port}`;
  off = await app.replica({ HOSTED_PAGES: 'off', BASE_URL, SIGN_UP: 'off', SMTP_URL: 'smtp://localhost:9' });
});

const LOGIN = '/api/auth/user/login';
const REFRESH = '/api/auth/user/refresh';
const LOGOUT = '/api/auth/user/logout';
const refreshPages = (cookie: string) => app.post(REFRESH, {}, { headers: fromPages(app, cookie) });
const exchange = (body: object, headers = {}) => app.post('/api/auth/token', body, { headers });
const rowOf = async (token: string) =>
  (await app.sql('SELECT * FROM sessions WHERE session_id = ?', [sessionOf(token)]))[0];
const living = async (uid: string) =>
  (await app.sql('SELECT session_id FROM sessions WHERE uid = ? AND ended_at IS NULL', [uid])).length;

describe('the cookie of the pages', () => {
  it('is set, renewed and removed for the origin of BASE_URL, as the one of products is', async () => {
    const { email, uid } = await app.signUp();
    const login = await app.post(LOGIN, { email, password: PASSWORD }, { headers: fromPages(app) });
    expect(login.json).not.toHaveProperty('refresh_token');
    const { pair = '', attributes } = cookieOf(login) ?? {};
    expect(pair).toMatch(/^latchkey-pages=ey/);
    expect(attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict', expect.stringMatching(/^Max-Age=\d+$/)]);
    const refreshed = await refreshPages(pair);
    expect(refreshed.json).toEqual({ uid, access_token: expect.any(String), expiry: expect.any(Number) });
    const next = cookieOf(refreshed)?.pair ?? '';
    expect(next).toMatch(/^latchkey-pages=ey/);
    const end = await app.post(LOGOUT, {}, { headers: fromPages(app, next) });
    expect([end.status, removesCookie(end), cookieOf(end)?.pair]).toEqual([200, true, 'latchkey-pages=']);
    const gone = await refreshPages(next);
    expectFailure(gone, 'INVALID_REFRESH_TOKEN');
    expect(cookieOf(gone)?.pair).toBe('latchkey-pages=');
  });

  it('does not mix with that of products', async () => {
    const [pages, product] = [await pagesUser(app), await cookieUser(app)];
    expectFailure(await refreshPages(product.cookie), 'INVALID_REFRESH_TOKEN');
    expectFailure(await refreshByCookie(app, pages.cookie), 'INVALID_REFRESH_TOKEN');
    const both = `${product.cookie}; ${pages.cookie}`;
    expect((await refreshPages(both)).json.uid).toBe(pages.uid);
    expect((await refreshByCookie(app, both)).json.uid).toBe(product.uid);
    await app.post(LOGOUT, { all: true }, { headers: fromPages(app, both) });
    expect([await living(pages.uid), await living(product.uid)]).toEqual([0, 2]);
  });

  it.each([PAGE, 'https://evil.example', 'http://localhost', 'null', ''])(
    'is not for a page of the origin "%s"',
    async (origin) => {
      const { email } = await app.signUp();
      const { cookie } = await pagesUser(app);
      const headers = { ...fromPages(app, cookie), origin };
      for (const [path, body] of [
        [LOGIN, { email, password: PASSWORD }],
        [REFRESH, {}],
        [LOGOUT, { all: true }],
      ] as const) {
        const answer = await app.post(path, body, { headers });
        expectFailure(answer, 'NOT_AUTHENTICATED');
        expect(cookieOf(answer)).toBeUndefined();
      }
      expect((await refreshPages(cookie)).status).toBe(200);
    },
  );

  it('makes a new sign-in end the session before it, with those of products', async () => {
    const user = await pagesUser(app);
    const product = await productSession(app, user);
    const { email } = user;
    const signIn = (cookie: string, password = PASSWORD) =>
      app.post(LOGIN, { email, password }, { headers: fromPages(app, cookie) });
    expectFailure(await signIn(user.cookie, 'wrong'), 'INVALID_CREDENTIALS');
    const next = cookieOf(await signIn(user.cookie))?.pair ?? '';
    expectFailure(await refreshPages(user.cookie), 'INVALID_REFRESH_TOKEN');
    expectFailure(await app.refresh(product.refresh_token), 'INVALID_REFRESH_TOKEN');
    expect((await refreshPages(next)).status).toBe(200);
    const ended = (await app.events(user.uid)).filter(({ type }) => type === 'session.revoked');
    expect(ended.find(({ session_id }) => session_id === sessionOf(user.token))).toMatchObject({
      actor: `user:${user.uid}`,
      ip: '127.0.0.1',
      data: { reason: 'replaced' },
    });
    // The user has signed nothing out.
    expect(ended.map(({ data }) => (data as { reason: string }).reason)).not.toContain('logout');
  });

  it('leaves the session of another user as it is', async () => {
    const [user, other] = [await pagesUser(app), await app.signUp()];
    const body = { email: other.email, password: PASSWORD };
    expect((await app.post(LOGIN, body, { headers: fromPages(app, user.cookie) })).status).toBe(200);
    expect((await refreshPages(user.cookie)).status).toBe(200);
  });

  it('makes a sign-in with a second factor end the session before it at the second step', async () => {
    const user = await pagesUser(app);
    const { recoveryCodes } = await fence(app, user);
    const headers = fromPages(app, user.cookie);
    const { mfa_token } = (await app.post(LOGIN, { email: user.email, password: PASSWORD }, { headers })).json;
    expect((await refreshPages(user.cookie)).status).toBe(200);
    const body = { mfa_token, recovery_code: recoveryCodes[0] };
    expect((await app.post('/api/auth/mfa/verify', body, { headers })).status).toBe(200);
    expectFailure(await refreshPages(user.cookie), 'INVALID_REFRESH_TOKEN');
  });

  it('is unknown while the pages are off', async () => {
    const user = await pagesUser(app);
    const call = { headers: fromPages(app, user.cookie) };
    expectFailure(await off.call('POST', REFRESH, { ...call, body: {} }), 'INVALID_REQUEST');
    const login = await off.call('POST', LOGIN, { ...call, body: { email: user.email, password: PASSWORD } });
    expectFailure(login, 'INVALID_REQUEST');
    const body = { next_url: PRODUCT, code_challenge: pkce().challenge };
    expectFailure(await off.call('POST', CODE, { ...call, body, token: user.token }), 'INVALID_REQUEST');
    expect((await refreshPages(user.cookie)).status).toBe(200);
  });
});

describe('a code of the pages', () => {
  it('opens a session with the proofs and the beginning of the one of the pages', async () => {
    const user = await pagesUser(app);
    await app.advance(100);
    const { uid, token, refresh_token, ...rest } = await productSession(app, user);
    expect(uid).toBe(user.uid);
    expect(rest).toEqual({ expiry: expect.any(Number), email_verified: false, metadata: '{}' });
    const [own, parent] = [readToken(token).claims, readToken(user.token).claims];
    for (const name of ['amr', 'acr', 'auth_time', 'idp']) expect(own[name]).toEqual(parent[name]);
    expect(own.iat - parent.iat).toBeGreaterThanOrEqual(100);
    const [row, of] = [await rowOf(token), await rowOf(user.token)];
    expect(row).toMatchObject({ parent_id: of?.session_id, created_at: of?.created_at, method: 'password' });
    expect((await app.refresh(refresh_token)).status).toBe(200);
    const event = (await app.events(uid)).at(-1);
    expect(event).toMatchObject({ type: 'session.opened', data: { parent_id: of?.session_id }, actor: `user:${uid}` });
  });

  it('opens a session that the list names as one of that of the pages, and no other one', async () => {
    const user = await pagesUser(app);
    const { token } = await productSession(app, user);
    const pages = sessionOf(user.token);
    const { sessions } = (await app.get('/api/auth/user/sessions', { token: user.token })).json;
    const parentOf = (id: string) =>
      sessions.find(({ session_id }: Record<string, string>) => session_id === id)?.parent_id;
    expect([sessions.length, parentOf(sessionOf(token)), parentOf(pages)]).toEqual([3, pages, null]);
  });

  it('carries what the session of the pages has proved by the exchange, a provider, and a demand for a factor', async () => {
    const user = await pagesUser(app);
    const body = await pageCode(app, user);
    const proofs = { amr: 'fed otp mfa', acr: 'aal2', auth_time: 1_000, factor_time: 2_000, idp: 'corp', idp_sid: 'x' };
    const more = { ...proofs, max_ttl: 5 * DAY, factor_due_at: 3_000 };
    const names = Object.keys(more).map((name) => `${name} = ?`);
    const values = [...Object.values(more), sessionOf(user.token)];
    await app.sql(`UPDATE sessions SET earlier_factor = 1, ${names.join()} WHERE session_id = ?`, values);
    const { token } = (await exchange(body)).json;
    expect(readToken(token).claims).toMatchObject({ amr: ['fed', 'otp', 'mfa'], acr: 'aal2', auth_time: 2_000 });
    expect(await rowOf(token)).toMatchObject({ ...more, earlier_factor: 1 });
  });

  it('works once, for 60 seconds, and only with its verifier', async () => {
    await app.service.freeze();
    const user = await pagesUser(app);
    const [one, two, three] = [await pageCode(app, user), await pageCode(app, user), await pageCode(app, user)];
    expectFailure(await exchange({ ...one, code_verifier: pkce().verifier }), 'INVALID_CODE');
    expectFailure(await exchange(one), 'INVALID_CODE');
    const { refresh_token } = (await exchange(two)).json;
    await app.advance(59);
    expect((await exchange(three)).status).toBe(200);
    const late = await pageCode(app, user);
    await app.advance(61);
    expectFailure(await exchange(late), 'INVALID_CODE');
    expect((await app.refresh(refresh_token)).status).toBe(200);
    expect((await refreshPages(user.cookie)).status).toBe(200);
  });

  it('that comes twice ends the session that it has opened, and not the one of the pages', async () => {
    const user = await pagesUser(app);
    const body = await pageCode(app, user);
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(body)));
    expect(countOutcomes(answers)).toEqual({ 200: 1, INVALID_CODE: 4 });
    const { refresh_token } = answers.find(({ status }) => status === 200)?.json ?? {};
    expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
    expect((await refreshPages(user.cookie)).status).toBe(200);
  });

  it('gives a page of the product its session in the cookie of products', async () => {
    const answer = await exchange(await pageCode(app, await pagesUser(app)), fromPage());
    expect(cookieOf(answer)?.pair).toMatch(/^latchkey=ey/);
  });

  it('is void when the session of the pages has ended or its user was disabled', async () => {
    const [left, disabled] = [await pagesUser(app), await pagesUser(app)];
    const [one, other] = [await pageCode(app, left), await pageCode(app, disabled)];
    await app.post(LOGOUT, {}, { headers: fromPages(app, left.cookie) });
    await app.disable(disabled.uid);
    expectFailure(await exchange(one), 'INVALID_CODE');
    expectFailure(await exchange(other), 'INVALID_CODE');
  });

  it.each([
    ['another origin', 'javascript:alert(1)', 'https://evil.example/x', 'https://app.example.com@evil.example/'],
    ['another form', '', 'app.example.com', '//app.example.com', `${PRODUCT}/\u0000`, 'https:app.example.com/'],
    ['another type', undefined, 1, null, [PRODUCT]],
  ])('is refused for a next_url of %s', async (_what, ...urls) => {
    const user = await pagesUser(app);
    for (const next_url of urls) expectFailure(await askCode(app, user, { next_url }), 'INVALID_REDIRECT_URL');
  });

  it.each([undefined, '', 'x'.repeat(42), `${'x'.repeat(42)}=`, 7])(
    'is refused for the code_challenge %j',
    async (code_challenge) => {
      expectFailure(await askCode(app, await pagesUser(app), { code_challenge }), 'INVALID_REQUEST');
    },
  );
});

describe('a code for a product that demands a proof', () => {
  const REAUTHENTICATE = '/api/auth/user/reauthenticate';
  const prove = (token: string, proof: object) => app.post(REAUTHENTICATE, proof, { token });

  it('needs one that is not older, by a method that the account has', async () => {
    const user = await pagesUser(app);
    await app.advance(300);
    expect((await askCode(app, user, { max_age: 300 })).status).toBe(200);
    await app.advance(1);
    const refused = await askCode(app, user, { max_age: 300 });
    expectFailure(refused, 'REAUTHENTICATION_REQUIRED');
    expect(refused.json).toMatchObject({ acr: 'aal1', max_age: 300, methods: ['password'] });
    expect((await prove(user.token, { password: PASSWORD })).status).toBe(200);
    const { code_verifier, ...body } = await demandedCode(user, { acr: 'aal1', max_age: 1 });
    const { token } = (await exchange({ ...body, code_verifier })).json;
    expect(readToken(token).claims.auth_time).toBe(Number((await rowOf(user.token))?.auth_time));
  });

  it('needs a second factor, which must exist first, and then be shown', async () => {
    const user = await pagesUser(app);
    expectFailure(await askCode(app, user, { acr: 'aal2' }), 'MFA_NOT_ENABLED');
    expect((await askCode(app, user, { acr: 'aal1' })).status).toBe(200);
    const { secret } = await fence(app, user);
    expect((await askCode(app, user, { acr: 'aal2', max_age: 60 })).status).toBe(200);
    // The session is weaker than before, as after the end of the trust in a provider.
    await app.sql("UPDATE sessions SET acr = 'aal1', factor_time = 0 WHERE session_id = ?", [sessionOf(user.token)]);
    const refused = await askCode(app, user, { acr: 'aal2' });
    expectFailure(refused, 'REAUTHENTICATION_REQUIRED');
    expect(refused.json).toMatchObject({ acr: 'aal2', methods: ['totp', 'recovery_code'] });
    expect((await prove(user.token, { code: await codeOf(app, secret, 1) })).status).toBe(200);
    const { token } = (await exchange(await demandedCode(user, { acr: 'aal2' }))).json;
    expect(readToken(token).claims.acr).toBe('aal2');
  });

  it('counts the time of the factor in a session with two', async () => {
    const user = await pagesUser(app);
    const { recoveryCodes } = await fence(app, user);
    await app.advance(400);
    await app.sql('UPDATE sessions SET auth_time = auth_time + 400 WHERE session_id = ?', [sessionOf(user.token)]);
    const refused = await askCode(app, user, { max_age: 300 });
    expect(refused.json).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED', methods: ['totp', 'recovery_code'] });
    await prove(user.token, { recovery_code: recoveryCodes[0] });
    expect((await askCode(app, user, { max_age: 300 })).status).toBe(200);
  });

  it.each([{ acr: 'aal3' }, { acr: 2 }, { max_age: -1 }, { max_age: 1.5 }, { max_age: '300' }, { max_age: 2 ** 32 }])(
    'is refused for the demand %j',
    async (demand) => {
      expectFailure(await askCode(app, await pagesUser(app), demand), 'INVALID_REQUEST');
    },
  );

  /** A code by which the product gets a session, with the verifier. */
  async function demandedCode(user: PageSession, demand: object) {
    const { verifier: code_verifier, challenge: code_challenge } = pkce();
    const { json } = await askCode(app, user, { ...demand, code_challenge });
    return { code: json.code, code_verifier };
  }
});

describe('neither token alone gets a code', () => {
  const refused = async (session: PageSession, headers: Record<string, string> = {}) =>
    expectFailure(
      await askCode(app, session, {}, { headers: { ...fromPages(app, session.cookie), ...headers } }),
      'NOT_AUTHENTICATED',
    );

  it('the access token without a cookie, with that of products, or with a spoiled one', async () => {
    const user = await pagesUser(app);
    const product = user.cookie.replace('latchkey-pages', 'latchkey');
    for (const cookie of ['', product, `${user.cookie}x`, `${user.cookie}; ${user.cookie}`]) {
      await refused({ ...user, cookie });
      expectFailure(
        await askCode(app, user, {}, { headers: { ...fromPages(app), 'x-latchkey-session': 'cookie', cookie } }),
        'NOT_AUTHENTICATED',
      );
    }
    const { 'x-latchkey-session': _header, ...without } = fromPages(app, user.cookie);
    expectFailure(await askCode(app, user, {}, { headers: without }), 'NOT_AUTHENTICATED');
  });

  it('the cookie without an access token, or with one of another session or user', async () => {
    const [user, other] = [await pagesUser(app), await pagesUser(app)];
    const { token } = (await app.login(user.email, PASSWORD)).json;
    for (const foreign of ['', 'garbage', token, other.token]) await refused({ ...user, token: foreign });
  });

  it('both from a page of another origin', async () => {
    const user = await pagesUser(app);
    for (const origin of [PAGE, 'null', '', originOf(app).replace('localhost', '127.0.0.1')])
      await refused(user, { origin });
  });

  it('a refresh token that was replaced before the grace period', async () => {
    const user = await pagesUser(app);
    await refreshPages(user.cookie);
    expect((await askCode(app, user)).status).toBe(200);
    await app.advance(12);
    await refused(user);
  });

  it('a session that a code has opened, or that has ended', async () => {
    const user = await pagesUser(app);
    const { token, refresh_token } = await productSession(app, user);
    await refused({ token, cookie: `latchkey-pages=${refresh_token}` });
    await app.post(LOGOUT, {}, { headers: fromPages(app, user.cookie) });
    await refused(user);
  });

  it('an administrator who acts as the user', async () => {
    const user = await pagesUser(app);
    const path = `/users/${user.uid}/impersonate`;
    const { token } = (await app.admin('POST', path, { reason: 'A test of impersonation' })).json;
    expectFailure(await askCode(app, { ...user, token }), 'IMPERSONATION_FORBIDDEN');
  });

  it('a session whose user must have had a second factor by now', async () => {
    const user = await pagesUser(app);
    const body = await pageCode(app, user);
    await app.sql('UPDATE sessions SET factor_due_at = 1 WHERE session_id = ?', [sessionOf(user.token)]);
    await app.sql("UPDATE users SET mfa = 'required', mfa_due_at = 1 WHERE uid = ?", [user.uid]);
    await refused(user);
    expectFailure(await exchange(body), 'INVALID_CODE');
    expectFailure(await refreshPages(user.cookie), 'INVALID_REFRESH_TOKEN');
  });
});

describe('a session of a product', () => {
  it('lives no longer than the sign-in at the pages may', async () => {
    const user = await pagesUser(app);
    await app.advance(2.5 * DAY);
    const second = cookieOf(await refreshPages(user.cookie))?.pair ?? '';
    await app.advance(2.5 * DAY);
    const refreshed = await refreshPages(second);
    const session = { token: refreshed.json.access_token, cookie: cookieOf(refreshed)?.pair ?? '' };
    const { refresh_token } = await productSession(app, session);
    const { exp } = readToken(refresh_token).claims;
    expect(exp).toBe(Number((await rowOf(user.token))?.created_at) + 7 * DAY);
    await app.advance(2.1 * DAY);
    expectFailure(await app.refresh(refresh_token), 'EXPIRED_JWT');
  });

  it('displaces the oldest session beyond MAX_SESSIONS, but never that of the pages in which it begins', async () => {
    const user = await pagesUser(app);
    await app.advance(2);
    const others = [await app.login(user.email, PASSWORD)];
    await app.advance(2);
    const first = await productSession(app, user);
    expect(await living(user.uid)).toBe(3);
    expect((await refreshPages(user.cookie)).status).toBe(200);
    await app.advance(2);
    const second = await productSession(app, user);
    expect(await living(user.uid)).toBe(3);
    expectFailure(await app.refresh(others[0]?.json.refresh_token), 'INVALID_REFRESH_TOKEN');
    for (const { refresh_token } of [first, second]) expect((await app.refresh(refresh_token)).status).toBe(200);
  });

  it('adds a factor after a proof of its own, which ends all others but that of the pages', async () => {
    const user = await pagesUser(app);
    const [one, two] = [await productSession(app, user), await productSession(app, user)];
    await expect(fence(app, { ...user, ...one })).rejects.toThrow('REAUTHENTICATION_REQUIRED');
    await app.post('/api/auth/user/reauthenticate', { password: PASSWORD }, { token: one.token });
    await fence(app, { ...user, ...one });
    expect((await app.refresh(one.refresh_token)).status).toBe(200);
    expectFailure(await app.refresh(two.refresh_token), 'INVALID_REFRESH_TOKEN');
    expect((await refreshPages(user.cookie)).status).toBe(200);
  });

  it('ends alone, and with the session of the pages', async () => {
    const user = await pagesUser(app);
    const [one, two] = [await productSession(app, user), await productSession(app, user)];
    await app.post(LOGOUT, { refresh_token: one.refresh_token }, { token: one.token });
    expect((await app.refresh(two.refresh_token)).status).toBe(200);
    const end = await app.post(LOGOUT, {}, { headers: fromPages(app, user.cookie) });
    expect(end.status).toBe(200);
    expectFailure(await app.refresh(two.refresh_token), 'INVALID_REFRESH_TOKEN');
  });
});

it('a code is limited like other requests, and its body is read last', async () => {
  const call = { raw: '{', headers: { ...fromPages(app), 'content-type': 'text/xml' } };
  expectFailure(await app.post(CODE, undefined, call), 'NOT_AUTHENTICATED');
  const user = await pagesUser(app);
  expectFailure(await askCode(app, user, { refresh_token: 'x' }), 'INVALID_REQUEST');
  expect((await app.post(LOGIN, { email: newEmail(), password: 'x' }, { headers: fromPages(app) })).code).toBe(
    'INVALID_CREDENTIALS',
  );
});

describe('what pages need to know', () => {
  const UI = '/api/auth/ui';

  it('is the same for everyone, without secrets, and may be cached for a minute', async () => {
    const provider = { kind: 'oidc', issuer: 'https://id.example.com', client_id: 'x', client_secret: 'hidden' };
    await app.admin('POST', '/providers', { id: 'corp', name: 'Corp & Co', ...provider });
    await app.admin('POST', '/providers', { id: 'old', name: 'Old', ...provider, enabled: false });
    const { json, headers } = await app.get(UI, { headers: { origin: PAGE } });
    expect(json).toEqual({
      app_name: 'Latchkey',
      app_url: `${PAGE}/`,
      sign_up: 'open',
      doors: ['password', 'passkey'],
      providers: [{ id: 'corp', name: 'Corp & Co' }],
      password_min_length: 8,
      trusted_device_ttl: 0,
      locales: ['en', 'de', 'fr', 'es', 'pt', 'ar'],
      terms_url: 'https://app.example.com/terms',
      privacy_url: null,
      branding: { logo: true, texts: ['de'] },
    });
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['public, max-age=60', 'Origin']);
  });

  describe('says who is signed in', () => {
    const signedIn = async (headers: Record<string, string>) => (await app.get(UI, { headers })).json.signed_in;

    it('to the pages alone: by their cookie, in an answer that no cache keeps and no other site loads', async () => {
      const { cookie } = await pagesUser(app);
      for (const more of [{}, { origin: originOf(app) }] as Record<string, string>[]) {
        const { json, headers } = await app.get(UI, { headers: { cookie, ...more } });
        expect(json.signed_in).toBe(true);
        expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['no-store', 'Origin, Cookie']);
        expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
        expect(headers.get('set-cookie')).toBeNull();
      }
      for (const origin of [PAGE, 'http://localhost:9999', 'https://evil.example', 'null'])
        expect(await signedIn({ cookie, origin })).toBeUndefined();
    });

    it('by no other cookie', async () => {
      const { cookie } = await pagesUser(app);
      const [name, value = ''] = cookie.split('=');
      const others = ['', `latchkey=${value}`, `${name}=`, `${name}=x`, `${name}=${value}x`, `${cookie}; ${cookie}`];
      for (const other of others) expect([other, await signedIn({ cookie: other })]).toEqual([other, false]);
    });

    it('until the session ends, and without a write', async () => {
      const { cookie, token } = await pagesUser(app);
      const [before] = await app.sql('SELECT * FROM sessions ORDER BY session_id DESC LIMIT 1');
      expect(await signedIn({ cookie })).toBe(true);
      expect(await app.sql('SELECT * FROM sessions ORDER BY session_id DESC LIMIT 1')).toEqual([before]);
      await app.post('/api/auth/user/logout', {}, { token });
      expect(await signedIn({ cookie })).toBe(false);
    });

    it('also by a token that was used before, so that its next use ends a stolen session', async () => {
      const { cookie } = await pagesUser(app);
      const refresh = () => app.post('/api/auth/user/refresh', {}, { headers: fromPages(app, cookie) });
      await refresh();
      await app.advance(3_600);
      expect(await signedIn({ cookie })).toBe(true);
      expectFailure(await refresh(), 'INVALID_REFRESH_TOKEN');
      expect(await signedIn({ cookie })).toBe(false);
    });
  });

  it('has no icon, which browsers ask for with each page, and says so without a failure', async () => {
    const { status, text, headers } = await app.get('/favicon.ico');
    expect([status, text, headers.get('cache-control')]).toEqual([204, '', 'public, max-age=86400']);
  });

  it('has no passkeys at the pages, where browsers would refuse those of the product', async () => {
    const own = await app.get(UI, { headers: { origin: originOf(app) } });
    for (const { json } of [own, await app.get(UI)]) expect(json.doors).toEqual(['password']);
  });

  it('has what another process has', async () => {
    const { json } = await off.call('GET', UI);
    expect([json.sign_up, json.doors]).toEqual(['off', ['password', 'magic_link', 'email_code', 'passkey']]);
  });
});

describe('the well-known URLs of the account', () => {
  const account = () => `${originOf(app)}/account`;

  it('lead password managers and passkey managers to the account page', async () => {
    const redirect = await app.get('/.well-known/change-password');
    expect([redirect.status, redirect.location]).toEqual([302, account()]);
    const { json, headers } = await app.get('/.well-known/passkey-endpoints');
    expect(json).toEqual({ enroll: account(), manage: account() });
    expect(headers.get('content-type')).toContain('application/json');
  });

  it.each(['change-password', 'passkey-endpoints'])('%s does not exist while the pages are off', async (name) => {
    expectFailure(await off.call('GET', `/.well-known/${name}`), 'NOT_FOUND', 404);
  });
});

describe('the files of BRANDING_DIR', () => {
  const FILES: [string, string, string][] = [
    ['theme.css', 'text/css; charset=utf-8', THEME],
    ['logo.svg', 'image/svg+xml', LOGO],
    ['texts/de.json', 'application/json; charset=utf-8', '{"account":"Willkommen"}'],
  ];

  it.each(FILES)('%s is served to pages of the service alone, and runs and loads nothing', async (name, type, text) => {
    const { status, headers, ...answer } = await app.get(`/branding/${name}`);
    expect([status, headers.get('content-type'), answer.text]).toEqual([200, type, text]);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-cache');
    const etag = headers.get('etag') ?? '';
    const again = await app.get(`/branding/${name}`, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it.each(['texts/fr.json', 'texts/..%2Flogo.svg', 'texts/__proto__.json', 'theme', 'texts'])(
    '%s does not exist',
    async (name) => {
      expectFailure(await app.get(`/branding/${name}`), 'NOT_FOUND', 404);
    },
  );

  it.each(FILES)('%s is served while the sign-in pages are off, for the pages of links', async (name, _type, text) => {
    const answer = await off.call('GET', `/branding/${name}`);
    expect([answer.status, answer.text]).toEqual([200, text]);
  });
});
