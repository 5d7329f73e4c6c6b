import { codeOf, fencedUser } from '../support/factors/factors.js';
import {
  BEHIND_PROXY,
  cookieOf,
  from,
  fromPage,
  fromPages,
  loginInCookie,
  loginOn,
  PAGE,
  productSession,
  setCookie,
} from '../support/http/clients.js';
import { expectFailure, expectNothing, readToken } from '../support/http/http.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

const { app } = useMail({ APP_URL: `${PAGE}/`, ...BEHIND_PROXY });
const DEVICES = '/api/auth/user/devices';
const SECURITY = '/api/auth/user/security';
const TOKEN = /^[\w-]{43}$/;
const COOKIE = 'latchkey-device';
const YEAR = 365 * 86_400;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0';

const devicesOf = async (token: string) => (await app.get(DEVICES, { token })).json.devices;

describe('the header X-Latchkey-Device', () => {
  it('is answered with a token, which later sign-ins on the device keep', async () => {
    const { email } = await app.signUp();
    const { device_token } = (await loginOn(app, email, 'new')).json;
    expect(device_token).toMatch(TOKEN);
    const again = (await loginOn(app, email, device_token)).json;
    expect(again.device_token).toBe(device_token);
    expect(await devicesOf(again.token)).toHaveLength(1);
  });

  it('left out, the answer has no token, and no device is stored', async () => {
    const { email } = await app.signUp();
    const answer = await loginOn(app, email);
    expect(answer.json).not.toHaveProperty('device_token');
    expect(await devicesOf(answer.json.token)).toEqual([]);
  });

  it.each(['x'.repeat(43), 'old', '', 'x'.repeat(5_000)])('with an unknown value counts as `new`', async (unknown) => {
    const { email } = await app.signUp();
    const answer = await loginOn(app, email, unknown);
    expect(answer.json.device_token).toMatch(TOKEN);
    expect(answer.json.device_token).not.toBe(unknown);
  });

  it('stores only the hash of the token', async () => {
    const { email, uid } = await app.signUp();
    const { device_token } = (await loginOn(app, email, 'new')).json;
    const [row] = await app.sql('SELECT * FROM devices WHERE uid = ?', [uid]);
    expect(JSON.stringify(row)).not.toContain(device_token);
  });

  it('serves several accounts with one value, and none of them is new again at a switch', async () => {
    const [one, other] = [await app.signUp(), await app.signUp()];
    const first = (await loginOn(app, one.email, 'new')).json.device_token;
    const both = (await loginOn(app, other.email, first)).json.device_token;
    expect(both.split('.')).toEqual([expect.stringMatching(TOKEN), first]);
    const back = (await loginOn(app, one.email, both)).json;
    expect(back.device_token.split('.')).toEqual([first, both.split('.')[0]]);
    expect(await devicesOf(back.token)).toHaveLength(1);
  });

  it('of another account makes no account known: each has a token of its own', async () => {
    const [owner, thief] = [await app.signUp(), await app.signUp()];
    const { device_token } = (await loginOn(app, thief.email, 'new')).json;
    await loginOn(app, owner.email, device_token);
    // The thief has the token from before, and not the one that the owner got.
    const { token } = (await loginOn(app, owner.email, device_token)).json;
    expect(await devicesOf(token)).toHaveLength(2);
  });

  it('is answered by a sign-up, too, and not by a refresh', async () => {
    const body = { email: newEmail(), password: PASSWORD, login: true };
    const headers = { 'x-latchkey-device': 'new' };
    const signedUp = await app.post('/api/auth/user/create', body, { headers });
    expect(signedUp.json.device_token).toMatch(TOKEN);
    const { refresh_token } = signedUp.json;
    const refreshed = await app.post('/api/auth/user/refresh', { refresh_token }, { headers });
    expect(refreshed.status).toBe(200);
    expect(refreshed.json).not.toHaveProperty('device_token');
  });

  it('is answered after the second step, and not before', async () => {
    const { email, secret } = await fencedUser(app);
    const first = await loginOn(app, email, 'new');
    expectFailure(first, 'MFA_REQUIRED');
    expect(first.text).not.toContain('device_token');
    const body = { mfa_token: first.json.mfa_token, code: await codeOf(app, secret, 1) };
    const answer = await app.post('/api/auth/mfa/verify', body, { headers: { 'x-latchkey-device': 'new' } });
    expect(answer.json.device_token).toMatch(TOKEN);
  });

  it('may be sent by pages of other origins', async () => {
    const headers = {
      origin: PAGE,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-latchkey-device',
    };
    const answer = await app.service.call('OPTIONS', '/api/auth/user/login', { headers });
    expect(answer.headers.get('access-control-allow-headers')).toContain('x-latchkey-device');
  });

  it('is described for each endpoint that answers a sign-in, and for no other', async () => {
    const { paths } = (await app.get('/openapi.json')).json;
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods as object).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
    );
    const named = (operation: { parameters?: { name: string }[] }, header: string) =>
      operation.parameters?.some(({ name }) => name === header) ?? false;
    const doors = operations.filter(({ operation }) => named(operation, 'X-Latchkey-Device'));
    expect(doors.length).toBeGreaterThan(8);
    expect(doors.map(({ name }) => name)).toEqual(
      operations
        .filter(({ operation }) => named(operation, 'X-Latchkey-Session'))
        .map(({ name }) => name)
        .filter((name) => !/refresh|logout|user\/code/.test(name)),
    );
  });
});

describe('the cookie of a device', () => {
  it('is set with a session in a cookie, for a year, and no script reads it', async () => {
    const { email } = await app.signUp();
    const answer = await loginInCookie(app, email);
    expect(answer.json).not.toHaveProperty('device_token');
    const { pair = '', attributes } = setCookie(answer, COOKIE) ?? {};
    expect(pair.slice(COOKIE.length + 1)).toMatch(TOKEN);
    expect(attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${YEAR}`]);
    expect(cookieOf(answer)?.pair).toMatch(/^latchkey=/);
  });

  it('has the prefix __Host- and the attribute Secure with https', async () => {
    const secure = await app.replica({ BASE_URL: 'https://auth.example.com' });
    const { email } = await app.signUp();
    const body = { email, password: PASSWORD };
    const answer = await secure.call('POST', '/api/auth/user/login', { body, headers: fromPage() });
    expect(setCookie(answer, `__Host-${COOKIE}`)?.attributes).toContain('Secure');
  });

  it('is kept by later sign-ins, and is one for products and for the sign-in pages', async () => {
    const { email } = await app.signUp();
    const { pair = '' } = setCookie(await loginInCookie(app, email), COOKIE) ?? {};
    expect(setCookie(await loginInCookie(app, email, pair), COOKIE)?.pair).toBe(pair);
    const body = { email, password: PASSWORD };
    const atPages = await app.post('/api/auth/user/login', body, { headers: fromPages(app, pair) });
    expect(setCookie(atPages, COOKIE)?.pair).toBe(pair);
    expect(await devicesOf(atPages.json.token)).toHaveLength(1);
  });

  it('counts in place of the header, whose token a script could read', async () => {
    const { email } = await app.signUp();
    const shown = (await loginOn(app, email, 'new')).json.device_token;
    const answer = await loginInCookie(app, email, undefined, { 'x-latchkey-device': shown });
    expect(answer.json).not.toHaveProperty('device_token');
    expect(setCookie(answer, COOKIE)?.pair).not.toContain(shown);
  });

  it('is not read without the header X-Latchkey-Session', async () => {
    const { email } = await app.signUp();
    const { pair = '' } = setCookie(await loginInCookie(app, email), COOKIE) ?? {};
    const answer = await loginOn(app, email, undefined, { cookie: pair });
    expect(answer.headers.getSetCookie()).toEqual([]);
    const { devices } = (await app.get(DEVICES, { token: answer.json.token })).json;
    expect(devices.map(({ current }: { current: boolean }) => current)).toEqual([false]);
  });

  it('is not set after a refused sign-in, and stays after a logout', async () => {
    const { email } = await app.signUp();
    const refused = await app.post('/api/auth/user/login', { email, password: 'wrong' }, { headers: fromPage() });
    expect(refused.headers.getSetCookie()).toEqual([]);
    const signedIn = await loginInCookie(app, email);
    const cookie = cookieOf(signedIn)?.pair ?? '';
    const out = await app.post('/api/auth/user/logout', {}, { headers: fromPage(cookie) });
    expect(out.headers.getSetCookie().filter((set) => set.startsWith(COOKIE))).toEqual([]);
  });
});

describe('the devices of a user', () => {
  it('are listed with their client, and mark the one of the session', async () => {
    const { email } = await app.signUp();
    await loginOn(app, email, 'new', { 'user-agent': 'curl/8' });
    await app.advance(60);
    const { token } = (await loginOn(app, email, 'new', { 'user-agent': FIREFOX })).json;
    const [newest, older, ...rest] = await devicesOf(token);
    expect(rest).toEqual([]);
    expect(newest).toEqual({
      device_id: expect.any(String),
      client: FIREFOX,
      created_at: expect.any(Number),
      last_used_at: newest.created_at - (newest.created_at % 60),
      trusted_until: null,
      current: true,
    });
    expect(older).toMatchObject({ client: 'curl/8', current: false });
  });

  it('have the time of the newest refresh as their last use', async () => {
    const { email } = await app.signUp();
    const { token, refresh_token } = (await loginOn(app, email, 'new')).json;
    await app.advance(600);
    await app.refresh(refresh_token);
    const [{ created_at, last_used_at }] = await devicesOf(token);
    expect(last_used_at - created_at).toBeGreaterThanOrEqual(540);
  });

  it('are only those of the user', async () => {
    const [one, other] = [await app.signUp(), await app.signUp()];
    const { token } = (await loginOn(app, one.email, 'new')).json;
    await loginOn(app, other.email, 'new');
    expect(await devicesOf(token)).toHaveLength(1);
    const [{ device_id }] = await devicesOf(token);
    expectFailure(await app.delete(`${DEVICES}/${device_id}`, { token: other.token }), 'DEVICE_NOT_FOUND');
    expect(await devicesOf(token)).toHaveLength(1);
  });

  it('end with their sessions when they are removed, and other sessions go on', async () => {
    const user = await app.signUp();
    const lost = (await loginOn(app, user.email, 'new')).json;
    const cookie = setCookie(await loginInCookie(app, user.email), COOKIE)?.pair;
    const own = (await loginInCookie(app, user.email, cookie)).json;
    const { device_id } = (await devicesOf(own.token)).find(({ current }: { current: boolean }) => !current);
    expectNothing(await app.delete(`${DEVICES}/${device_id.toUpperCase()}`, { token: own.token }));
    expectFailure(await app.refresh(lost.refresh_token), 'INVALID_REFRESH_TOKEN');
    expectFailure(await app.post('/api/auth/user/mfa/totp', {}, { token: lost.token }), 'NOT_AUTHENTICATED');
    expect((await app.refresh(user.refresh_token)).status).toBe(200);
    expect(await devicesOf(own.token)).toHaveLength(1);
    expectFailure(await app.delete(`${DEVICES}/${device_id}`, { token: own.token }), 'DEVICE_NOT_FOUND');
    const events = (await app.events(user.uid)).map(({ type, data }) => [type, (data as { reason?: string }).reason]);
    expect(events).toContainEqual(['device.removed', 'user']);
    expect(events).toContainEqual(['session.revoked', 'ended']);
  });

  it.each(['x', '00000000-0000-7000-8000-000000000000', '%00'])('are not found by the id %s', async (id) => {
    const { token } = await app.signUp();
    expectFailure(await app.delete(`${DEVICES}/${id}`, { token }), 'DEVICE_NOT_FOUND');
  });

  it('include the session of a product that the sign-in pages have opened on the device', async () => {
    const { email } = await app.signUp();
    const body = { email, password: PASSWORD };
    const answer = await app.post('/api/auth/user/login', body, { headers: fromPages(app) });
    const pages = { token: answer.json.token, cookie: cookieOf(answer)?.pair ?? '' };
    const product = await productSession(app, pages);
    const [device] = await devicesOf(product.token);
    expect(device.current).toBe(true);
    expectNothing(await app.delete(`${DEVICES}/${device.device_id}`, { token: product.token }));
    expectFailure(await app.refresh(product.refresh_token), 'INVALID_REFRESH_TOKEN');
  });

  it('end the right of a session that has signed out to change something, when they are removed', async () => {
    const { email, token: own } = await app.signUp();
    const { token, refresh_token } = (await loginOn(app, email, 'new')).json;
    const [device] = await devicesOf(token);
    await app.post('/api/auth/user/logout', { refresh_token }, { token });
    expectNothing(await app.delete(`${DEVICES}/${device.device_id}`, { token: own }));
    expectFailure(await app.put('/api/auth/user', { metadata: '1' }, { token }), 'NOT_AUTHENTICATED');
  });

  it('are at most 50, and the one that was not used for longest is forgotten', async () => {
    const { email, uid } = await app.signUp();
    const first = (await loginOn(app, email, 'new')).json.device_token;
    await app.advance(1);
    for (let index = 0; index < 50; index++) await loginOn(app, email, 'new');
    const [row] = await app.sql('SELECT COUNT(*) AS n FROM devices WHERE uid = ?', [uid]);
    expect(row?.n).toBe(50);
    expect((await loginOn(app, email, first)).json.device_token).not.toBe(first);
  });

  it('are forgotten a year after their newest sign-in, and then removed', async () => {
    const { email, uid } = await app.signUp();
    const first = (await loginOn(app, email, 'new')).json.device_token;
    await app.sql('UPDATE devices SET last_used_at = last_used_at - ? WHERE uid = ?', [YEAR + 1, uid]);
    const { token, device_token } = (await loginOn(app, email, first)).json;
    expect(device_token).not.toContain(first);
    expect(await devicesOf(token)).toHaveLength(1);
    await app.advance(3_601);
    const rows = () => app.sql('SELECT device_id FROM devices WHERE uid = ?', [uid]);
    await app.service.until(async () => (await rows()).length === 1);
  });
});

describe('the security events of a user', () => {
  it('are listed newest first, with client, address and device', async () => {
    const { email } = await app.signUp();
    const { token } = (await loginOn(app, email, 'new', from('203.0.113.7', { 'user-agent': FIREFOX }))).json;
    const [{ device_id }] = await devicesOf(token);
    const answer = await app.get(SECURITY, { token });
    const { events, has_more, next_cursor } = answer.json;
    expect([has_more, next_cursor]).toEqual([false, null]);
    const [newest] = events;
    expect(newest).toEqual({
      type: 'login.succeeded',
      at: expect.any(Number),
      ip: '203.0.113.7',
      client: FIREFOX,
      device: device_id,
      reason: null,
    });
    expect(events.at(-1)).toMatchObject({ type: 'user.created', ip: '127.0.0.1' });
    const times = events.map(({ at }: { at: number }) => at);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it('are paged without a repetition or a gap', async () => {
    const { email, token } = await app.signUp();
    for (let index = 0; index < 4; index++) await app.login(email, PASSWORD);
    const whole = (await app.get(SECURITY, { token })).json.events;
    const pages: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { json } = await app.get(`${SECURITY}?limit=2${query}`, { token });
      expect(json.events.length).toBeLessThanOrEqual(2);
      expect(json.has_more).toBe(json.next_cursor !== null);
      pages.push(...json.events);
      cursor = json.next_cursor;
    }
    expect(pages).toEqual(whole);
    expectFailure(await app.get(`${SECURITY}?cursor=x`, { token }), 'INVALID_REQUEST');
    expectFailure(await app.get(`${SECURITY}?limit=0`, { token }), 'INVALID_REQUEST');
  });

  it('are those about the user only, of the last 90 days', async () => {
    const user = await app.signUp();
    const other = await app.signUp();
    await app.login(other.email, PASSWORD);
    const { events } = (await app.get(SECURITY, { token: user.token })).json;
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['login.succeeded', 'user.created']);
    await app.advance(90 * 86_400 + 60);
    const { token } = (await app.login(user.email, PASSWORD)).json;
    const later = (await app.get(SECURITY, { token })).json.events;
    expect(later.map(({ type }: { type: string }) => type)).toEqual(['login.succeeded', 'link.sent']);
  });

  it('say why, where the type alone would mislead', async () => {
    const user = await app.signUp();
    const { email, uid } = user;
    const reasonsIn = async (token: string) => {
      const { events } = (await app.get(SECURITY, { token })).json;
      return events.flatMap(({ type, reason }: { type: string; reason: string | null }) =>
        reason ? [`${type} ${reason}`] : [],
      );
    };
    await app.admin('POST', '/links', { type: 'magic_link', email });
    const other = (await app.login(email, PASSWORD)).json;
    await app.post('/api/auth/user/logout', { refresh_token: other.refresh_token }, { token: other.token });
    const last = (await app.login(email, PASSWORD)).json;
    await app.patch(
      '/api/auth/user/change-password',
      { old_password: PASSWORD, new_password: `${PASSWORD} 2` },
      { token: last.token },
    );
    expect(await reasonsIn(last.token)).toEqual([
      'session.revoked password',
      'session.revoked logout',
      'link.sent not_mailed',
    ]);
    expect((await app.events(uid)).length).toBeGreaterThan(5);
  });

  it('show neither the administrator who caused them nor the address of the administrator', async () => {
    const user = await app.signUp();
    const headers = from('198.51.100.9');
    const changed = await app.service.call('PATCH', `/api/admin/users/${user.uid}`, {
      token: 'adm_first-token-of-the-tests-0123456789',
      body: { claims: '{"role":"x"}' },
      headers,
    });
    expect(changed.status).toBe(200);
    const { text, json } = await app.get(SECURITY, { token: user.token });
    expect(json.events[0]).toEqual({
      type: 'user.claims_changed',
      at: expect.any(Number),
      ip: null,
      client: null,
      device: null,
      reason: null,
    });
    expect(text).not.toMatch(/198\.51\.100\.9|adm|actor|data/);
  });

  it('show the failed sign-ins of a stranger with the address', async () => {
    const user = await app.signUp();
    const body = { email: user.email, password: 'wrong' };
    await app.post('/api/auth/user/login', body, { headers: from('203.0.113.66', { 'user-agent': FIREFOX }) });
    const [event] = (await app.get(SECURITY, { token: user.token })).json.events;
    expect(event).toMatchObject({ type: 'login.failed', ip: '203.0.113.66', client: FIREFOX, device: null });
  });
});

it('a device of a session has its id in the event, and the session keeps it', async () => {
  const { email, uid } = await app.signUp();
  const { token } = (await loginOn(app, email, 'new')).json;
  const [{ device_id }] = await devicesOf(token);
  const [row] = await app.sql('SELECT device_id FROM sessions WHERE session_id = ?', [readToken(token).claims.sid]);
  expect(row?.device_id).toBe(device_id);
  const event = (await app.events(uid)).find(({ type }) => type === 'device.added');
  expect(event?.data).toEqual({ device_id });
});
