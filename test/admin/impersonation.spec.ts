import { fence, nowOf } from '../support/factors/factors.js';
import { inParallel } from '../support/http/clients.js';
import { administrator, grant, signedIn } from '../support/http/console.js';
import { type Answer, about, countOutcomes, expectFailure, expectNothing, readToken } from '../support/http/http.js';
import { ADMIN_TOKEN, newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';
import type { Service } from '../support/service/service.js';
import { readList } from '../support/service/tokens.js';

const MAX_SESSIONS = 5;
const SUBJECT = /^An administrator of Latchkey uses your account$/;
const REASON = 'Ticket 4711: the order list is empty';
const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8057';

const { app, mail } = useMail({ IMPERSONATION: 'on', MAX_SESSIONS: String(MAX_SESSIONS) });

const begin = (uid: string, more: Record<string, unknown> = {}, token = ADMIN_TOKEN): Promise<Answer> =>
  app.admin('POST', `/users/${uid}/impersonate`, { reason: REASON, ...more }, token);
const read = (token: string) => app.get('/api/auth/user', { token });
const write = (token: string) => app.put('/api/auth/user', { metadata: `"${Math.random()}"` }, { token });
const listed = async (token: string) => (await app.get('/api/auth/user/sessions', { token })).json.sessions;
const rowOf = async (id: string) => (await app.sql('SELECT * FROM sessions WHERE session_id = ?', [id]))[0];
const eventsOf = async (uid: string, type: RegExp) =>
  (await app.events(uid)).filter((event) => type.test(String(event.type)));

/** Everything that the token could do is refused. */
async function expectEnded({ token, session_id }: { token: string; session_id: string }): Promise<void> {
  for (const call of [read, write]) expectFailure(await call(token), 'NOT_AUTHENTICATED');
  expectFailure(await app.get('/api/auth/user/sessions', { token }), 'NOT_AUTHENTICATED');
  expectFailure(await app.post('/api/auth/user/logout', {}, { token }), 'NOT_AUTHENTICATED');
  expect((await readList(app)).sessions).toContain(session_id);
}

describe('POST /users/{uid}/impersonate', () => {
  it('answers with an access token of the user that names the admin token, and with nothing else', async () => {
    const user = await app.signUp();
    const admin = await app.adminToken(['impersonate'], { name: 'Hjälpen' });
    const answer = await begin(user.uid, {}, admin.token);
    expect(answer.json).toEqual({
      uid: user.uid,
      token: expect.any(String),
      expiry: about((await nowOf(app)) + 600),
      session_id: expect.any(String),
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { claims } = readToken(answer.json.token);
    expect(claims).toEqual({
      iss: expect.any(String),
      sub: user.uid,
      sid: answer.json.session_id,
      iat: about(answer.json.expiry - 600),
      exp: answer.json.expiry,
      jti: expect.any(String),
      typ: 'access',
      auth_time: 0,
      amr: ['imp'],
      acr: 'aal1',
      act: { sub: `adm_${admin.id}`, name: 'Hjälpen' },
    });
    expect((await read(answer.json.token)).json.uid).toBe(user.uid);
  });

  it('accepts a uid in capital letters, and gives the claims of the user', async () => {
    const user = await app.signUp();
    await app.admin('PATCH', `/users/${user.uid}`, { claims: '{"roles":["editor"]}' });
    const { uid, token } = (await begin(user.uid.toUpperCase())).json;
    expect(uid).toBe(user.uid);
    expect(readToken(token).claims.app).toEqual({ roles: ['editor'] });
    expect(readToken(token).claims.iat).toBeGreaterThan((await readList(app)).users[user.uid] ?? Number.NaN);
  });

  it.each([60, 61, 900])('gives a token for %i seconds, which the session has, too', async (expires_in) => {
    const user = await app.signUp();
    const { token, expiry, session_id } = (await begin(user.uid, { expires_in })).json;
    const { exp, iat } = readToken(token).claims;
    expect([exp, exp - iat]).toEqual([expiry, about(expires_in)]);
    expect(await rowOf(session_id)).toMatchObject({ expires_at: expiry, method: 'impersonation', auth_time: 0 });
  });

  it.each<[string, Record<string, unknown>]>([
    ['no reason', { reason: undefined }],
    ['null as the reason', { reason: null }],
    ['a reason that is too short without its blanks', { reason: '    short     ' }],
    ['a reason of 501 characters', { reason: 'x'.repeat(501) }],
    ['59 seconds', { expires_in: 59 }],
    ['901 seconds', { expires_in: 901 }],
    ['half a second', { expires_in: 60.5 }],
    ['a text as the time', { expires_in: '600' }],
    ['null as the time', { expires_in: null }],
  ])('refuses %s, and opens no session', async (_what, body) => {
    const user = await app.signUp();
    expectFailure(await begin(user.uid, body), 'INVALID_REQUEST');
    expect((await listed(user.token)).map(({ method }: { method: string }) => method)).toEqual(['sign_up']);
  });

  it('refuses an unknown user, a malformed uid and a disabled user', async () => {
    const user = await app.signUp();
    await app.disable(user.uid);
    expectFailure(await begin(UNKNOWN), 'USER_NOT_FOUND');
    expectFailure(await begin('someone'), 'USER_NOT_FOUND');
    expectFailure(await begin(user.uid), 'USER_DISABLED');
    expect(await eventsOf(user.uid, /impersonated/)).toEqual([]);
  });

  it('is no sign-in: last_login, the known addresses and the count of sign-ins stay', async () => {
    const user = await app.signUp();
    await app.sql('UPDATE users SET last_login = 7 WHERE uid = ?', [user.uid]);
    await app.sql('DELETE FROM sign_in_addresses WHERE uid = ?', [user.uid]);
    const { token } = (await begin(user.uid)).json;
    expect((await read(token)).json.last_login).toBe(7);
    expect(await app.sql('SELECT uid FROM sign_in_addresses WHERE uid = ?', [user.uid])).toEqual([]);
    expect((await eventsOf(user.uid, /^login/)).map(({ type }) => type)).toEqual(['login.succeeded']);
    expect((await app.get('/metrics', { token: ADMIN_TOKEN })).text).toMatch(/^latchkey_impersonations_total [1-9]/m);
  });

  it('works for a user with a second factor, without a proof of one', async () => {
    const user = await fence(app, await app.signUp());
    const { token } = (await begin(user.uid)).json;
    expect(readToken(token).claims).toMatchObject({ acr: 'aal1', amr: ['imp'] });
    expect((await read(token)).status).toBe(200);
  });
});

describe('the user', () => {
  it('gets an email that says for how long, and neither the reason nor the name of the admin token', async () => {
    const user = await app.signUp();
    await begin(user.uid, { expires_in: 900 });
    const { text, html } = await mail.emailAbout(user.email, SUBJECT);
    for (const part of [text, html]) {
      expect(part).toContain('15 minutes');
      expect(part).not.toMatch(/Ticket|ADMIN_TOKEN|adm_/);
    }
  });

  it('sees the session in the list, and ends it: from then on the token does nothing', async () => {
    const user = await app.signUp();
    const begun = (await begin(user.uid)).json;
    expect(await listed(user.token)).toContainEqual({
      session_id: begun.session_id,
      created_at: about(begun.expiry - 600),
      last_used_at: expect.any(Number),
      expiry: begun.expiry,
      ip: '127.0.0.1',
      user_agent: 'node',
      method: 'impersonation',
      parent_id: null,
      current: false,
    });
    expect((await write(begun.token)).status).toBe(200);
    expectNothing(await app.delete(`/api/auth/user/sessions/${begun.session_id}`, user));
    await expectEnded(begun);
    expect((await read(user.token)).status).toBe(200);
  });

  it.each<[string, (user: SignedUp) => Promise<Answer>]>([
    ['a logout from everywhere', (user) => app.post('/api/auth/user/logout', {}, user)],
    [
      'a new password',
      (user) =>
        app.patch('/api/auth/user/change-password', { old_password: PASSWORD, new_password: `${PASSWORD} 2` }, user),
    ],
    ['an administrator who ends all sessions', ({ uid }) => app.admin('DELETE', `/users/${uid}/sessions`)],
    ['an administrator who disables the user', ({ uid }) => app.admin('PATCH', `/users/${uid}`, { active: false })],
  ])('ends it by %s', async (_what, end) => {
    const user = await app.signUp();
    const begun = (await begin(user.uid)).json;
    expect((await end(user)).status).toBe(200);
    await expectEnded(begun);
  });

  it('ends it by the deletion of the account', async () => {
    const user = await app.signUp();
    const { token } = (await begin(user.uid)).json;
    expectNothing(await app.delete('/api/auth/user', user));
    for (const call of [read, write]) expectFailure(await call(token), 'NOT_AUTHENTICATED');
  });

  it('is not disturbed by its logout, which ends only its own session', async () => {
    const user = await app.signUp();
    const [first, second] = [(await begin(user.uid)).json, (await begin(user.uid)).json];
    expectNothing(await app.post('/api/auth/user/logout', {}, first));
    await expectEnded(first);
    for (const token of [second.token, user.token]) expect((await write(token)).status).toBe(200);
    expect((await app.refresh(user.refresh_token)).status).toBe(200);
  });

  it('finds it in the export of all that is stored about a person', async () => {
    const user = await app.signUp();
    const { session_id } = (await begin(user.uid)).json;
    const { sessions, events } = (await app.admin('GET', `/users/${user.uid}/export`)).json;
    expect(sessions).toContainEqual(expect.objectContaining({ session_id, act_name: 'ADMIN_TOKEN' }));
    expect(events).toContainEqual(expect.objectContaining({ type: 'user.impersonated' }));
  });
});

it('the token expires with its session, and cannot be refreshed', async () => {
  const user = await app.signUp();
  const { token, session_id } = (await begin(user.uid, { expires_in: 60 })).json;
  expect((await app.refresh(token)).code).toBe('INVALID_REFRESH_TOKEN');
  await app.advance(61);
  for (const call of [read, write]) expectFailure(await call(token), 'NOT_AUTHENTICATED');
  const other = (await app.login(user.email, PASSWORD)).json.token;
  expect((await listed(other)).map((session: { session_id: string }) => session.session_id)).not.toContain(session_id);
});

describe('events', () => {
  it('name the administrator as the actor of everything, with the reason at the beginning', async () => {
    const user = await app.signUp();
    const admin = await app.adminToken(['impersonate']);
    const { token, session_id, expiry } = (await begin(user.uid, { reason: `  ${REASON} ` }, admin.token)).json;
    await write(token);
    await app.post('/api/auth/user/logout', {}, { token });
    const [begun, updated, ended] = (await app.events(user.uid)).slice(-3);
    const actor = `admin:${admin.id}`;
    expect(begun).toMatchObject({ type: 'user.impersonated', actor, session_id, uid: user.uid });
    expect(begun?.data).toEqual({ reason: REASON, expires_at: expiry });
    expect(updated).toMatchObject({ type: 'user.updated', actor, data: { fields: ['metadata'] } });
    expect(ended).toMatchObject({ type: 'session.revoked', actor, session_id, data: { reason: 'logout' } });
  });
});

describe('the admin token that began it', () => {
  it('ends it when it is revoked, also by another process, and no session of another token', async () => {
    const [one, two] = [await app.signUp(), await app.signUp()];
    const admin = await app.adminToken(['impersonate']);
    const begun = [];
    for (const { uid } of [one, two, one]) begun.push((await begin(uid, {}, admin.token)).json);
    const other = (await begin(one.uid)).json;
    expectNothing(await app.admin('DELETE', `/tokens/${admin.id}`));
    for (const each of begun) await expectEnded(each);
    for (const token of [other.token, one.token, two.token]) expect((await write(token)).status).toBe(200);
    const ended = await eventsOf(one.uid, /session\.revoked/);
    expect(ended.map(({ data }) => data)).toEqual([{ reason: 'administrator' }, { reason: 'administrator' }]);
  });

  it('ends it when it expires', async () => {
    const user = await app.signUp();
    const expires_at = (await nowOf(app)) + 120;
    const admin = await app.adminToken(['impersonate'], { expires_at });
    const { token, expiry, session_id } = (await begin(user.uid, {}, admin.token)).json;
    expect([expiry, readToken(token).claims.exp]).toEqual([expires_at, expires_at]);
    expect(await rowOf(session_id)).toMatchObject({ expires_at });
    await app.advance(121);
    expectFailure(await read(token), 'NOT_AUTHENTICATED');
  });
});

describe('MAX_SESSIONS', () => {
  it('counts it: one more session ends that of the user which was used longest ago', async () => {
    const user = await app.signUp();
    for (let made = 1; made < MAX_SESSIONS; made++) {
      await app.advance(2);
      await app.login(user.email, PASSWORD);
    }
    const { token } = (await begin(user.uid)).json;
    expect((await listed(token)).map(({ method }: { method: string }) => method)).toEqual([
      'impersonation',
      ...Array(MAX_SESSIONS - 1).fill('password'),
    ]);
    expect((await app.admin('GET', `/users/${user.uid}`)).json.session_count).toBe(MAX_SESSIONS);
  });

  it('ends earlier ones before the sessions of the user: many of them do not sign the user out', async () => {
    const user = await app.signUp();
    for (let made = 1; made < MAX_SESSIONS; made++) await app.login(user.email, PASSWORD);
    const answers = await inParallel(20, () => begin(user.uid));
    expect(countOutcomes(answers)).toEqual({ 200: 20 });
    const methods = await app.sql(
      'SELECT method, COUNT(*) AS n FROM sessions WHERE uid = ? AND ended_at IS NULL GROUP BY method ORDER BY method',
      [user.uid],
    );
    const own = methods.filter(({ method }) => method !== 'impersonation').map(({ n }) => Number(n));
    expect(methods).toContainEqual({ method: 'impersonation', n: 1 });
    expect(own.reduce((sum, n) => sum + n, 0)).toBe(MAX_SESSIONS - 1);
  });
});

describe('IMPERSONATION_NOTICE', () => {
  const at: Partial<Record<string, Service>> = {};
  beforeAll(async () => {
    const start = async (notice: string) => {
      at[notice] = await app.replica({ IMPERSONATION_NOTICE: notice, ACCESS_TOKEN_TTL: '60' });
    };
    await Promise.all(['off', 'list'].map(start));
  });

  const call = async (notice: string, method: string, path: string, token?: string, body?: object) =>
    (await at[notice]?.call(method, path, { token, body }))?.json;
  const signUpAt = (notice: string) =>
    call(notice, 'POST', '/api/auth/user/create', undefined, { email: newEmail(), password: PASSWORD, login: true });
  const beginAt = (notice: string, uid: string) =>
    call(notice, 'POST', `/api/admin/users/${uid}/impersonate`, ADMIN_TOKEN, { reason: REASON });
  const methodsAt = async (notice: string, token: string): Promise<string[]> =>
    (await call(notice, 'GET', '/api/auth/user/sessions', token)).sessions.map(
      ({ method }: { method: string }) => method,
    );
  const messages = async (uid: string) => {
    const { email } = (await app.admin('GET', `/users/${uid}`)).json;
    await app.post('/api/auth/magic-link', { email });
    await mail.emailWith(email, /^https?:/m);
    return mail.emailsTo(email).filter(({ subject }) => SUBJECT.test(subject ?? ''));
  };

  it('list sends no email, and shows the session', async () => {
    const { uid, token } = await signUpAt('list');
    await beginAt('list', uid);
    expect(await methodsAt('list', token)).toEqual(['impersonation', 'sign_up']);
    expect(await messages(uid)).toEqual([]);
  });

  it('off sends no email, and hides the session from the user, not from administrators', async () => {
    const { uid, token } = await signUpAt('off');
    const begun = await beginAt('off', uid);
    for (const each of [token, begun.token]) expect(await methodsAt('off', each)).toEqual(['sign_up']);
    const { sessions } = await call('off', 'GET', `/api/admin/users/${uid}/sessions`, ADMIN_TOKEN);
    expect(sessions.map(({ method }: { method: string }) => method)).toEqual(['impersonation', 'sign_up']);
    expect(await messages(uid)).toEqual([]);
  });

  it('a token lives longer than ACCESS_TOKEN_TTL, and so does its entry in the list of revocations', async () => {
    const { uid, token } = await signUpAt('list');
    const begun = await beginAt('list', uid);
    const { exp, iat } = readToken(begun.token).claims;
    expect(exp - iat).toEqual(about(600));
    await at.list?.call('DELETE', `/api/auth/user/sessions/${begun.session_id}`, { token });
    await at.list?.advance(500);
    const { token: list } = await call('list', 'GET', '/.well-known/revocations');
    expect(readToken(list).claims.sessions).toContain(begun.session_id);
  });
});

describe('IMPERSONATION=off', () => {
  it('is the default, and refuses with IMPERSONATION_FORBIDDEN, also an unknown user', async () => {
    const user = await app.signUp();
    const off = await app.replica({ IMPERSONATION: '' });
    const call = (uid: string) =>
      off.call('POST', `/api/admin/users/${uid}/impersonate`, { token: ADMIN_TOKEN, body: { reason: REASON } });
    for (const uid of [user.uid, UNKNOWN]) expectFailure(await call(uid), 'IMPERSONATION_FORBIDDEN');
  });
});

describe('impersonation and users who administer', () => {
  const signIn = async (scopes: string[]) => {
    const admin = await administrator(app, scopes);
    const browser = await signedIn(app, admin.token);
    const start = (uid: string) => browser.call('POST', `/users/${uid}/impersonate`, { reason: REASON });
    return { admin, browser, start };
  };

  it('a user with the scope impersonate begins it in the console, and is named as the administrator', async () => {
    const { admin, start } = await signIn(['read', 'impersonate']);
    const user = await app.signUp();
    const { json } = await start(user.uid);
    expect(readToken(json.token).claims.act).toEqual({ sub: admin.uid, name: admin.email });
    expect((await write(json.token)).status).toBe(200);
    const actors = (await eventsOf(user.uid, /impersonated|updated/)).map(({ actor }) => actor);
    expect(actors).toEqual([`user:${admin.uid}`, `user:${admin.uid}`]);
  });

  it.each<[string, (admin: SignedUp) => Promise<unknown>]>([
    ['loses scopes', (admin) => grant(app, admin, ['read'])],
    ['is disabled', ({ uid }) => app.admin('PATCH', `/users/${uid}`, { active: false })],
    ['is deleted', ({ uid }) => app.admin('DELETE', `/users/${uid}`)],
    ['gets a new password', ({ uid }) => app.admin('PATCH', `/users/${uid}`, { password: `${PASSWORD} new` })],
  ])('ends when the administrator %s', async (_what, change) => {
    const { admin, start } = await signIn(['impersonate']);
    const user = await app.signUp();
    const { json } = await start(user.uid);
    await change(admin);
    await expectEnded(json);
    expect((await start(user.uid)).code).toMatch(/^NOT_AUTH/);
    expect((await app.get('/api/auth/user/sessions', user)).json.sessions).toHaveLength(1);
  });

  it('refuses a user with admin scopes, also when they come during the impersonation', async () => {
    const { token } = await app.adminToken(['impersonate']);
    const user = await fence(app, await app.signUp());
    const { json } = await begin(user.uid, {}, token);
    await grant(app, user, ['read']);
    await expectEnded(json);
    expectFailure(await begin(user.uid, {}, token), 'IMPERSONATION_FORBIDDEN');
    expectFailure(await begin(user.uid), 'IMPERSONATION_FORBIDDEN');
  });
});
