import { codeOf, fencedUser, insertRow, STORED_PASSKEY } from '../support/factors/factors.js';
import {
  administrator,
  ConsoleBrowser,
  grant,
  grantDirectly,
  onceOf,
  signedIn,
  signInAgain,
} from '../support/http/console.js';
import { countOutcomes, expectFailure, expectNothing } from '../support/http/http.js';
import { importStream } from '../support/imports/ndjson.js';
import { FACTS, newClient, newKey, SigningClient, type TestKey } from '../support/machines/clients.js';
import { App, newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';
import { sessionOf } from '../support/service/tokens.js';

const HOUR = 3_600;
const ALL = ['read', 'write', 'export', 'providers', 'webhooks', 'impersonate', 'admins', 'clients'];

const app = useApp();
const now = () => Math.floor(Date.now() / 1000);

describe('a session by an admin token', () => {
  it('has the name and the scopes of the token, and works without another token', async () => {
    const { id, token } = await app.adminToken(['read'], { name: 'Support' });
    const browser = new ConsoleBrowser(app);
    const opened = await browser.signIn({ token });
    expect(opened.json).toEqual({
      actor: `admin:${id}`,
      name: 'Support',
      token_id: id,
      uid: null,
      scopes: ['read'],
      expiry: expect.any(Number),
      idle_expiry: expect.any(Number),
      app_name: 'Latchkey',
      version: expect.any(String),
      production: false,
      features: { mail: false, impersonation: false },
    });
    expect((await browser.read()).json).toEqual(opened.json);
    expect((await browser.call('GET', '/users?limit=1')).status).toBe(200);
    expectFailure(await browser.call('POST', '/keys/rotate'), 'NOT_AUTHORIZED');
  });

  it('sets a cookie that scripts cannot read and other sites cannot send, and stores only its SHA-256', async () => {
    const browser = new ConsoleBrowser(app);
    const set = String((await browser.signIn()).headers.get('set-cookie'));
    expect(set).toMatch(/^latchkey_console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800$/);
    const value = set.split(/[=;]/)[1] as string;
    const rows = JSON.stringify(await app.sql('SELECT * FROM console_sessions'));
    expect(rows).not.toContain(value);
    expect(app.service.log).not.toContain(value);
  });

  it('writes events with the actor of the token, at its beginning, its end and between', async () => {
    const { id, token } = await app.adminToken(['read', 'write']);
    const browser = await signedIn(app, token);
    const { uid } = await app.signUp();
    expect((await browser.call('PATCH', `/users/${uid}`, { metadata: '[]' })).status).toBe(200);
    expectNothing(await browser.call('DELETE', '/session'));
    const events = await app.sql('SELECT type FROM events WHERE actor = ? ORDER BY id', [`admin:${id}`]);
    expect(events.map(({ type }) => type)).toEqual(['admin.signed_in', 'user.updated', 'admin.signed_out']);
  });

  it('ends when the token is revoked', async () => {
    const { id, token } = await app.adminToken(['read']);
    const browser = await signedIn(app, token);
    await app.admin('DELETE', `/tokens/${id}`);
    expectFailure(await browser.read(), 'NOT_AUTHENTICATED');
  });

  it('ends when the token expires', async () => {
    const probe = await signedIn(app);
    const { expiry } = (await probe.read()).json;
    const { token } = await app.adminToken(['read'], { expires_at: expiry - 8 * HOUR + 600 });
    const browser = await signedIn(app, token);
    await app.advance(700);
    expectFailure(await browser.read(), 'NOT_AUTHENTICATED');
  });

  it('cannot make a token that lives longer than its own', async () => {
    const probe = (await (await signedIn(app)).read()).json;
    const { token } = await app.adminToken(['read', 'write'], { expires_at: probe.expiry });
    const browser = await signedIn(app, token);
    expectFailure(await browser.call('POST', '/tokens', { name: 'x', scopes: ['read'] }), 'NOT_AUTHORIZED');
  });

  it('ends after half an hour without a request, and after 8 hours in any case', async () => {
    const busy = await signedIn(app);
    const idle = await signedIn(app);
    await app.advance(1_700);
    expect((await busy.read()).status).toBe(200);
    await app.advance(200);
    expectFailure(await idle.read(), 'NOT_AUTHENTICATED');
    for (let minutes = 0; minutes < 425; minutes += 25) {
      await app.advance(25 * 60);
      expect((await busy.read()).status).toBe(200);
    }
    await app.advance(25 * 60);
    expectFailure(await busy.read(), 'NOT_AUTHENTICATED');
    await app.advance(600);
    await app.service.until(async () => (await app.sql('SELECT 1 FROM console_sessions')).length === 0);
  });
});

it.each([
  ['', (email: string) => `${JSON.stringify({ email })}\n`],
  ['/file?from=csv', (email: string) => `${email}\n`],
])('a session whose import takes longer than half an hour is not idle: /import%s', async (path, rowOf) => {
  const browser = await signedIn(app);
  async function* body() {
    if (path !== '') yield rowOf('email');
    for (let passed = 0; passed < 2_400; passed += 50) {
      yield Array.from({ length: 100 }, () => rowOf(newEmail())).join('');
      await app.get('/health/live');
      await app.advance(50);
    }
  }
  const { json } = await importStream(app.service, body(), path, browser.headers());
  expect(json).toMatchObject({ created: 4_800, failed: 0 });
  expect((await browser.read()).status).toBe(200);
});

describe('a session by the access token of a user', () => {
  it('has the scopes of the user at this moment, and events name the user', async () => {
    const user = await administrator(app, ['read', 'write']);
    const browser = new ConsoleBrowser(app);
    const { json } = await browser.signIn({ token: user.token });
    expect(json).toMatchObject({ actor: `user:${user.uid}`, name: user.email, uid: user.uid, token_id: null });
    expect(json.scopes).toEqual(['read', 'write']);
    const other = await app.signUp();
    await browser.call('PATCH', `/users/${other.uid}`, { active: false });
    expect((await app.events(other.uid)).at(-1)).toMatchObject({ actor: `user:${user.uid}` });
    await app.sql("UPDATE users SET admin_scopes = 'read' WHERE uid = ?", [user.uid]);
    expectFailure(await browser.call('PATCH', `/users/${other.uid}`, { active: true }), 'NOT_AUTHORIZED');
  });

  it.each(['email_proved', 'active'])('works only while the user has the state %s', async (column) => {
    const user = await administrator(app, ['read']);
    const browser = await signedIn(app, user.token);
    await app.sql(`UPDATE users SET ${column} = 0 WHERE uid = ?`, [user.uid]);
    expectFailure(await browser.read(), 'NOT_AUTHENTICATED');
  });

  it('works only while the user has a factor, which the scopes demand also where it is not switched on', async () => {
    const user = await administrator(app, ['read']);
    const browser = await signedIn(app, user.token);
    await app.sql('UPDATE users SET mfa_enabled = 0 WHERE uid = ?', [user.uid]);
    expect((await browser.read()).status).toBe(200);
    await app.sql('DELETE FROM totp_factors WHERE uid = ?', [user.uid]);
    expectFailure(await browser.read(), 'NOT_AUTHENTICATED');
  });

  it('can be opened by the Authorization header, and ends with the logout of the session behind it', async () => {
    const user = await administrator(app, ['read']);
    const browser = new ConsoleBrowser(app);
    const answer = await browser.call('POST', '/session', {}, { authorization: `Bearer ${user.token}` });
    expect(answer.status).toBe(200);
    await app.post('/api/auth/user/logout', { refresh_token: user.refresh_token }, { token: user.token });
    expectFailure(await browser.read(), 'NOT_AUTHENTICATED');
  });

  it('takes the session behind it along when it signs out', async () => {
    const user = await administrator(app, ['read']);
    const browser = await signedIn(app, user.token);
    expectNothing(await browser.call('DELETE', '/session'));
    expectFailure(await app.refresh(user.refresh_token), 'INVALID_REFRESH_TOKEN');
    expect((await app.events(user.uid)).slice(-2).map(({ type }) => type)).toEqual([
      'admin.signed_out',
      'session.revoked',
    ]);
  });

  it('needs admin scopes', async () => {
    const user = await fencedUser(app);
    expectFailure(await new ConsoleBrowser(app).signIn({ token: user.token }), 'NOT_AUTHORIZED');
  });

  it('needs a second factor, also of a user who has none', async () => {
    const user = await app.signUp();
    await grantDirectly(app, user.uid, 'read');
    expectFailure(await new ConsoleBrowser(app).signIn({ token: user.token }), 'NOT_AUTHORIZED');
  });

  it.each([0, 1])(
    'is refused to a thief of the password who adds the first factor, also when the clock goes on by %d s meanwhile',
    async (seconds) => {
      const user = await app.signUp();
      await app.prove(user.uid);
      await grantDirectly(app, user.uid, 'read,write,admins');
      const { code: demanded, mfa_token } = (await app.login(user.email, PASSWORD)).json;
      expect(demanded).toBe('MFA_ENROLMENT_REQUIRED');
      const { factor_id, secret } = (await app.post('/api/auth/user/mfa/totp', {}, { token: mfa_token })).json;
      const first = { code: await codeOf(app, secret) };
      const confirm = `/api/auth/user/mfa/totp/${factor_id}/confirm`;
      const confirmed = app.service.whileStepping(seconds, () => app.post(confirm, first, { token: mfa_token }));
      const { token } = (await confirmed).json;
      const answer = await new ConsoleBrowser(app).signIn({ token });
      expect(answer.json).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED', acr: 'aal2', max_age: 600 });
      const second = { code: await codeOf(app, secret, 1) };
      const renewed = (await app.post('/api/auth/user/reauthenticate', second, { token })).json.access_token;
      expectFailure(await new ConsoleBrowser(app).signIn({ token: renewed }), 'REAUTHENTICATION_REQUIRED');
    },
  );

  it('is refused to a thief of the password of an administrator with a passkey, who gets no session at all', async () => {
    const user = await app.signUp();
    await app.prove(user.uid);
    const passkey_id = crypto.randomUUID();
    await insertRow(app, 'passkeys', { ...STORED_PASSKEY, passkey_id, uid: user.uid });
    await grantDirectly(app, user.uid, 'read');
    const { code, token, mfa_token } = (await app.login(user.email, PASSWORD)).json;
    expect([code, token]).toEqual(['MFA_REQUIRED', undefined]);
    expect((await app.post('/api/auth/user/mfa/totp', {}, { token: mfa_token })).status).toBe(400);
    const path = `/api/auth/user/passkeys/${passkey_id}`;
    expect((await app.delete(path, { token: mfa_token })).status).toBe(400);
    expect(await app.sql('SELECT 1 FROM passkeys WHERE uid = ?', [user.uid])).toHaveLength(1);
  });

  it('cannot be opened by the access token of a product, which began in a session of the sign-in pages', async () => {
    const user = await administrator(app, ['read']);
    const { token: pages } = await signInAgain(app, user);
    const values = [sessionOf(pages), sessionOf(user.token)];
    await app.sql("UPDATE sessions SET parent_id = ?, shown_here = 'factor' WHERE session_id = ?", values);
    const answer = await new ConsoleBrowser(app).signIn({ token: user.token });
    expectFailure(answer, 'REAUTHENTICATION_REQUIRED');
  });

  it('needs a recent sign-in, which a second factor renews', async () => {
    const user = await administrator(app, ['read']);
    await app.advance(700);
    const browser = new ConsoleBrowser(app);
    expectFailure(await browser.signIn({ token: user.token }), 'REAUTHENTICATION_REQUIRED');
    const code = await codeOf(app, user.secret);
    const { token } = user;
    const renewed = await app.post('/api/auth/user/reauthenticate', { code }, { token });
    expect((await browser.signIn({ token: renewed.json.access_token })).status).toBe(200);
  });

  it('cannot be opened by the token of a session that has ended', async () => {
    const user = await administrator(app, ['read']);
    await app.admin('DELETE', `/users/${user.uid}/sessions`);
    expectFailure(await new ConsoleBrowser(app).signIn({ token: user.token }), 'NOT_AUTHENTICATED');
  });

  type Ending = [what: string, end: (user: Awaited<ReturnType<typeof administrator>>) => Promise<unknown>];
  const ENDINGS: Ending[] = [
    ['the user is disabled', ({ uid }) => app.admin('PATCH', `/users/${uid}`, { active: false })],
    ['the user is deleted', ({ uid }) => app.admin('DELETE', `/users/${uid}`)],
    [
      'an administrator sets a password',
      ({ uid }) => app.admin('PATCH', `/users/${uid}`, { password: 'another fine one' }),
    ],
    ['an administrator ends the sessions', ({ uid }) => app.admin('DELETE', `/users/${uid}/sessions`)],
    [
      'the user changes the password in another session',
      async (user) => changePassword((await signInAgain(app, user)).token),
    ],
    ['the user logs out everywhere', ({ token }) => app.post('/api/auth/user/logout', {}, { token })],
    [
      'the factors are reset',
      ({ uid }) => app.admin('POST', `/users/${uid}/factors/reset`, { reason: 'The phone is lost.' }),
    ],
    ['the refresh token is used twice', stealRefresh],
  ];
  const changePassword = (token: string) =>
    app.patch(
      '/api/auth/user/change-password',
      { old_password: PASSWORD, new_password: 'another fine one' },
      { token },
    );
  async function stealRefresh({ refresh_token }: { refresh_token: string }): Promise<void> {
    const newer = (await app.refresh(refresh_token)).json.refresh_token;
    await app.refresh(newer);
    expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
  }

  it.each(ENDINGS)('ends when %s', async (_what, end) => {
    const user = await administrator(app, ['read']);
    const browser = await signedIn(app, user.token);
    await end(user);
    expectFailure(await browser.read(), 'NOT_AUTHENTICATED');
  });
});

describe('the link of the start', () => {
  let fresh: App;
  beforeEach(async () => {
    fresh = await App.start();
  });
  afterEach(() => fresh.stop());

  it('opens one session of 50 parallel requests, of an admin token that can be revoked', async () => {
    const { service } = fresh;
    await service.until(() => onceOf(service.log) !== '');
    const once = onceOf(service.log);
    const browsers = Array.from({ length: 50 }, () => new ConsoleBrowser(fresh));
    const answers = await Promise.all(browsers.map((browser) => browser.signIn({ once })));
    expect(countOutcomes(answers)).toEqual({ 200: 1, NOT_AUTHENTICATED: 49 });
    const browser = browsers.find(({ cookie }) => cookie !== undefined) as ConsoleBrowser;
    const { json } = await browser.read();
    expect(json.scopes).toEqual(ALL);
    expect((await fresh.admin('GET', '/tokens')).json.tokens).toContainEqual(
      expect.objectContaining({ id: json.token_id, name: 'Console link' }),
    );
    expect(JSON.stringify(await fresh.sql('SELECT * FROM one_time_tokens'))).not.toContain(once);
    await fresh.admin('DELETE', `/tokens/${json.token_id}`);
    expectFailure(await browser.read(), 'NOT_AUTHENTICATED');
  });

  it('works for five minutes', async () => {
    const { service } = fresh;
    await service.until(() => onceOf(service.log) !== '');
    await fresh.advance(301);
    const once = onceOf(service.log);
    expectFailure(await new ConsoleBrowser(fresh).signIn({ once }), 'NOT_AUTHENTICATED');
  });

  it('names the command that makes a new one, after it was used', async () => {
    const cli = new Cli({ DATABASE_URL: fresh.database.url, BASE_URL: new ConsoleBrowser(fresh).origin });
    const { stdout } = await cli.run(['console-link']);
    cli.remove();
    expect(stdout).toBe(`${new ConsoleBrowser(fresh).origin}/console#once=${onceOf(stdout)}\n`);
    expect((await new ConsoleBrowser(fresh).signIn({ once: onceOf(stdout) })).json.scopes).toEqual(ALL);
    const { message } = (await new ConsoleBrowser(fresh).signIn({ once: onceOf(stdout) })).json;
    expect(message).toContain('node dist/cli.js console-link');
  });

  it('is in no line of the JSON log', async () => {
    await app.service.logged('/console#once=');
    const lines = app.service.log.split('\n').filter((line) => line.startsWith('{'));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join()).not.toContain('once=');
  });
});

describe('admin_scopes of a user', () => {
  it('are shown, set, exported to the person, and recorded in an event', async () => {
    const { uid } = await fencedUser(app);
    expect((await app.admin('GET', `/users/${uid}`)).json.admin_scopes).toEqual([]);
    const changed = await app.admin('PATCH', `/users/${uid}`, { admin_scopes: ['write', 'read'] });
    expect(changed.json.admin_scopes).toEqual(['read', 'write']);
    expect((await app.events(uid)).filter(({ type }) => type === 'user.updated').at(-1)).toMatchObject({
      data: { fields: ['admin_scopes'], admin_scopes: ['read', 'write'] },
    });
    const count = (await app.events(uid)).length;
    await app.admin('PATCH', `/users/${uid}`, { admin_scopes: ['read', 'write'] });
    expect(await app.events(uid)).toHaveLength(count);
    expect((await app.admin('GET', `/users/${uid}/export`)).json.users[0]).toMatchObject({
      admin_scopes: 'read,write',
    });
  });

  it.each([[['root']], [['read', 'read']], ['read'], [null], [[1]]])('cannot be %j', async (admin_scopes) => {
    const { uid } = await app.signUp();
    expectFailure(await app.admin('PATCH', `/users/${uid}`, { admin_scopes }), 'INVALID_REQUEST');
  });

  it('are given only by an administrator with the scope admins who has them', async () => {
    const { uid } = await fencedUser(app);
    const patch = async (scopes: string[], admin_scopes: string[]) =>
      app.admin('PATCH', `/users/${uid}`, { admin_scopes }, (await app.adminToken(scopes)).token);
    expectFailure(await patch(['write', 'read'], ['read']), 'NOT_AUTHORIZED');
    expectFailure(await patch(['write', 'admins'], ['read']), 'NOT_AUTHORIZED');
    expectFailure(await patch(['read', 'admins'], ['read']), 'NOT_AUTHORIZED');
    expect((await patch(['write', 'admins'], ['write'])).json.admin_scopes).toEqual(['write']);
  });

  it('cannot be raised by the user who has them', async () => {
    const user = await administrator(app, ['read', 'write', 'admins']);
    const browser = await signedIn(app, user.token);
    expectFailure(await browser.call('PATCH', `/users/${user.uid}`, { admin_scopes: ALL }), 'NOT_AUTHORIZED');
    expectFailure(await browser.call('POST', '/tokens', { name: 'x', scopes: ['export'] }), 'NOT_AUTHORIZED');
  });

  it('need an enabled factor and a proved address, which the same request can give', async () => {
    const user = await app.signUp();
    const patch = (body: object) => app.admin('PATCH', `/users/${user.uid}`, body);
    expectFailure(await patch({ admin_scopes: ['read'] }), 'MFA_NOT_ENABLED');
    await app.sql('UPDATE users SET mfa_enabled = 1, email_proved = 0 WHERE uid = ?', [user.uid]);
    expectFailure(await patch({ admin_scopes: ['read'] }), 'EMAIL_NOT_VERIFIED');
    expect((await patch({ admin_scopes: [] })).status).toBe(200);
    const given = await patch({ admin_scopes: ['read'], email_verified: true });
    expect(given.json).toMatchObject({ admin_scopes: ['read'], email_proved: true });
    expectFailure(await patch({ admin_scopes: ['read', 'write'], email_verified: false }), 'EMAIL_NOT_VERIFIED');
  });

  it('are not given by an admin token that expires', async () => {
    const user = await fencedUser(app);
    const expires_at = (await app.signUp()).expiry + 3_600;
    const { token } = await app.adminToken(['read', 'write', 'admins'], { expires_at });
    const patch = (admin_scopes: string[]) => app.admin('PATCH', `/users/${user.uid}`, { admin_scopes }, token);
    expectFailure(await patch(['read']), 'NOT_AUTHORIZED');
    await grant(app, user, ['read', 'write']);
    expect((await patch(['read'])).json.admin_scopes).toEqual(['read']);
    expectFailure(await patch(['read', 'write']), 'NOT_AUTHORIZED');
  });

  it('protect the account from administrators who lack one of them', async () => {
    const chief = await administrator(app, ['read', 'export']);
    const { token } = await app.adminToken(['read', 'write']);
    const by = (method: string, path: string, body?: unknown) => app.admin(method, path, body, token);
    const path = `/users/${chief.uid}`;
    for (const answer of [
      await by('PATCH', path, { password: 'another fine one' }),
      await by('PATCH', path.toUpperCase().replace('/USERS', '/users'), { email: 'thief@example.com' }),
      await by('DELETE', path),
      await by('DELETE', `${path}/sessions`),
      await by('DELETE', `${path}/sessions/${chief.uid}`),
      await by('DELETE', `${path}/passkeys/${chief.factorId}`),
      await by('DELETE', `${path}/identities/${chief.factorId}`),
      await by('POST', `${path}/factors/reset`, { reason: 'Let me in, please.' }),
      await by('DELETE', `${path}/factors/reset`),
      await by('POST', '/links', { type: 'magic_link', email: chief.email.toUpperCase() }),
    ]) {
      expectFailure(answer, 'NOT_AUTHORIZED');
    }
    expect((await by('GET', path)).json).toMatchObject({ email: chief.email, mfa_enabled: true });
    expect((await by('PATCH', `/users/${(await app.signUp()).uid}`, { active: false })).status).toBe(200);
  });
});

describe('what would outlive the session of a user', () => {
  const jwks = (...added: TestKey[]) => ({ jwks: { keys: added.map(({ jwk }) => jwk) } });

  /** An administrator whose second factor was shown too long ago, with what can be widened. */
  async function lateAdministrator() {
    const admin = await administrator(app, ['read', 'write', 'admins', 'clients']);
    const [unscoped, scoped] = [await fencedUser(app), await fencedUser(app)];
    await grant(app, scoped, ['read', 'write']);
    const client = await newClient(app);
    const [first, second] = [newKey('ES256', 'a'), newKey('ES256', 'b')];
    const signing = await SigningClient.make(app, first, jwks(first, second));
    const browser = await signedIn(app, admin.token);
    await app.advance(700);
    return { admin, browser, unscoped, scoped, client, signing };
  }
  type Late = Awaited<ReturnType<typeof lateAdministrator>>;
  type Request = [method: string, path: string, body?: object];
  const patch = ({ uid }: { uid: string }, admin_scopes: string[]): Request => [
    'PATCH',
    `/users/${uid}`,
    { admin_scopes },
  ];

  it.each<[what: string, request: (late: Late) => Request]>([
    ['the first admin scopes of a user', ({ unscoped }) => patch(unscoped, ['read'])],
    ['a further admin scope', ({ scoped }) => patch(scoped, ['read', 'write', 'clients'])],
    ['another admin scope in place of one', ({ scoped }) => patch(scoped, ['read', 'clients'])],
    ['a client', () => ['POST', '/clients', FACTS]],
    ['a secret of a client', ({ client }) => ['POST', `/clients/${client.client_id}/secrets`]],
    [
      'another key of a client',
      ({ signing: { client_id, key } }) => ['PATCH', `/clients/${client_id}`, jwks(key, newKey('ES256', 'c'))],
    ],
  ])('%s needs a recent second factor, not only the cookie', async (_what, request) => {
    const late = await lateAdministrator();
    const [method, path, body] = request(late);
    const state = async () => [
      await app.sql('SELECT uid, admin_scopes FROM users ORDER BY uid'),
      await app.sql('SELECT client_id, jwks FROM clients ORDER BY client_id'),
      await app.sql('SELECT secret_id FROM client_secrets ORDER BY secret_id'),
    ];
    const before = await state();
    const refused = await late.browser.call(method, path, body);
    expectFailure(refused, 'REAUTHENTICATION_REQUIRED');
    expect(refused.json).toMatchObject({ max_age: 600, acr: 'aal2', methods: expect.arrayContaining(['totp']) });
    expect(await state()).toEqual(before);
    const code = await codeOf(app, late.admin.secret);
    await app.post('/api/auth/user/reauthenticate', { code }, { token: late.admin.token });
    expect((await late.browser.call(method, path, body)).status).toBe(200);
    expect(await state()).not.toEqual(before);
  });

  it.each<[what: string, request: (late: Late) => Request]>([
    ['admin scopes that are taken away', ({ scoped }) => patch(scoped, ['read'])],
    ['the same admin scopes again', ({ scoped }) => patch(scoped, ['write', 'read'])],
    ['another change of a user', ({ unscoped }) => ['PATCH', `/users/${unscoped.uid}`, { metadata: '[]' }]],
    ['another change of a client', ({ signing }) => ['PATCH', `/clients/${signing.client_id}`, { name: 'New' }]],
    [
      'a key of a client that is taken away',
      ({ signing: { client_id, key } }) => ['PATCH', `/clients/${client_id}`, jwks(key)],
    ],
  ])('%s: the cookie is enough', async (_what, request) => {
    const late = await lateAdministrator();
    expect((await late.browser.call(...request(late))).status).toBe(200);
  });

  it('is made by an admin token as before, also in a session of the console', async () => {
    const { token } = await app.adminToken(ALL);
    const browser = await signedIn(app, token);
    await app.advance(700);
    const { client_id } = await newClient(app);
    const { uid } = await fencedUser(app);
    const requests: Request[] = [
      patch({ uid }, ['read']),
      patch({ uid }, ['read', 'write']),
      ['POST', '/clients', FACTS],
      ['POST', `/clients/${client_id}/secrets`],
    ];
    for (const [method, path, body] of requests) {
      const send = method === 'PATCH' ? browser.call(method, path, body) : app.admin(method, path, body, token);
      expect((await send).status).toBe(200);
    }
  });
});

it('the times of a session are those of the contract', async () => {
  const { json } = await new ConsoleBrowser(app).signIn();
  const late = json.expiry - 8 * HOUR;
  expect(json.idle_expiry).toBe(late + 1_800);
  expect(late).toBeGreaterThanOrEqual(now());
});
