import {
  codeOf,
  type Fenced,
  fencedUser,
  nowOf,
  ORIGIN,
  passkeyLogin,
  passkeyUser,
  RP_ID,
} from '../support/factors/factors.js';
import { about, expectFailure, expectNothing } from '../support/http/http.js';
import { ADMIN_TOKEN, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import { linkIn, useMail } from '../support/service/mail.js';

const REASON = 'Lost the phone, checked at the counter';
const DELAY = 3_600;

const { app, mail } = useMail();

const factorsOf = async (uid: string, where = app) => (await where.admin('GET', `/users/${uid}/factors`)).json;
const reset = (uid: string, more: Record<string, unknown> = {}, where = app) =>
  where.admin('POST', `/users/${uid}/factors/reset`, { reason: REASON, ...more });
const eventsOf = async (uid: string, type: string, where = app) =>
  (await where.events(uid)).filter((event) => event.type === type);

/** A passkey as the service stores it. */
function passkeyOf(uid: string): Promise<unknown> {
  const id = crypto.randomUUID();
  const hash = id.replaceAll('-', '').repeat(2);
  return app.sql(
    `INSERT INTO passkeys (passkey_id, credential_hash, credential_id, uid, public_key, handle, rp_id, counter,
      backup_eligible, synced, transports, aaguid, name, created_at) VALUES (?, ?, ?, ?, '', '', '', 0, 0, 0, '', '', 'Key', 1)`,
    [id, hash, id, uid],
  );
}

describe('GET /users/{uid}/factors', () => {
  it('lists the factors without secrets, the recovery codes left, and no reset', async () => {
    const user = await fencedUser(app);
    const answer = await app.admin('GET', `/users/${user.uid.toUpperCase()}/factors`);
    expect(answer.json).toEqual({
      factors: [
        {
          factor_id: user.factorId,
          type: 'totp',
          name: 'Phone',
          created_at: expect.any(Number),
          last_used_at: expect.any(Number),
        },
      ],
      recovery_codes_left: 10,
      mfa_enabled: true,
      reset_due_at: null,
    });
    expect(answer.text).not.toContain(user.secret);
  });

  it('answers USER_NOT_FOUND for an unknown and a malformed uid, as the reset does', async () => {
    for (const uid of [crypto.randomUUID(), 'x']) {
      expectFailure(await app.admin('GET', `/users/${uid}/factors`), 'USER_NOT_FOUND');
      expectFailure(await reset(uid), 'USER_NOT_FOUND');
      expectFailure(await app.admin('DELETE', `/users/${uid}/factors/reset`), 'USER_NOT_FOUND');
    }
  });

  it('needs the scope read, and the reset and its stop the scope write', async () => {
    const { uid } = await app.signUp();
    const { token: read } = await app.adminToken(['read']);
    const { token: write } = await app.adminToken(['write']);
    expectFailure(await app.admin('GET', `/users/${uid}/factors`, undefined, write), 'NOT_AUTHORIZED');
    const path = `/users/${uid}/factors/reset`;
    expectFailure(await app.admin('POST', path, { reason: REASON }, read), 'NOT_AUTHORIZED');
    expectFailure(await app.admin('DELETE', path, undefined, read), 'NOT_AUTHORIZED');
    expect((await app.admin('POST', path, { reason: REASON }, write)).status).toBe(200);
  });
});

describe('a reset without a delay', () => {
  it('removes factors and codes, ends all sessions, informs the user, and opens no session', async () => {
    const user = await fencedUser(app);
    const answer = await reset(user.uid);
    expect(answer.json).toEqual({ due_at: about(await nowOf(app)) });
    expect(await factorsOf(user.uid)).toEqual({
      factors: [],
      recovery_codes_left: 0,
      mfa_enabled: false,
      reset_due_at: null,
    });
    expect((await app.admin('GET', `/users/${user.uid}`)).json).toMatchObject({ mfa_enabled: false, session_count: 0 });
    expectFailure(await app.refresh(user.refresh_token), 'INVALID_REFRESH_TOKEN');
    const message = await mail.emailAbout(user.email, /were removed/);
    expect(message.text).not.toContain(REASON);
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
  });

  it('keeps the reason and the administrator in the events', async () => {
    const user = await fencedUser(app);
    const { id, token } = await app.adminToken(['write']);
    await app.admin('POST', `/users/${user.uid}/factors/reset`, { reason: `  ${REASON} ` }, token);
    for (const type of ['mfa.reset_asked', 'mfa.reset']) {
      const [event, ...more] = await eventsOf(user.uid, type);
      expect(more).toEqual([]);
      expect(event).toMatchObject({ actor: `admin:${id}`, ip: '127.0.0.1', data: { reason: REASON, passkeys: false } });
    }
    expect((await eventsOf(user.uid, 'session.revoked')).at(-1)).toMatchObject({ data: { reason: 'administrator' } });
  });

  it('invalidates the mfa_token of a sign-in that waits for its second step', async () => {
    const user = await fencedUser(app);
    const { mfa_token } = (await app.login(user.email, PASSWORD)).json;
    await reset(user.uid);
    const body = { mfa_token, recovery_code: user.recoveryCodes[0] };
    expectFailure(await app.post('/api/auth/mfa/verify', body), 'INVALID_MFA_TOKEN');
  });

  it('removes passkeys only if it is asked to', async () => {
    const user = await fencedUser(app);
    await passkeyOf(user.uid);
    await reset(user.uid);
    expect(await factorsOf(user.uid)).toMatchObject({ factors: [{ type: 'passkey' }], mfa_enabled: false });
    await reset(user.uid, { passkeys: true });
    expect((await factorsOf(user.uid)).factors).toEqual([]);
  });

  it('clears an app that too many wrong codes have switched off', async () => {
    const user = await fencedUser(app);
    await app.sql('UPDATE totp_factors SET failures = 100, locked_at = 1 WHERE uid = ?', [user.uid]);
    await app.sql('DELETE FROM recovery_codes WHERE uid = ?', [user.uid]);
    expect((await app.login(user.email, PASSWORD)).json).toMatchObject({ code: 'MFA_REQUIRED', methods: [] });
    await reset(user.uid);
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
  });

  it.each([
    ['no reason', { reason: undefined }],
    ['a reason of nine characters', { reason: 'too short' }],
    ['a reason of blanks', { reason: ' '.repeat(20) }],
    ['a reason of 501 characters', { reason: 'x'.repeat(501) }],
    ['a reason that is no text', { reason: ['x'.repeat(20)] }],
    ['passkeys in words', { passkeys: 'true' }],
    ['passkeys of null', { passkeys: null }],
  ])('is refused with INVALID_REQUEST for %s', async (_what, body) => {
    const user = await app.signUp();
    expectFailure(await reset(user.uid, body), 'INVALID_REQUEST');
    expect((await app.refresh(user.refresh_token)).status).toBe(200);
  });

  it('accepts a reason of 500 characters outside of ASCII', async () => {
    const user = await app.signUp();
    const reason = '🔑'.repeat(500);
    expect((await reset(user.uid, { reason })).status).toBe(200);
    expect((await eventsOf(user.uid, 'mfa.reset'))[0]).toMatchObject({ data: { reason } });
  });
});

describe('a reset with MFA_RESET_DELAY', () => {
  const { app: slow, mail: slowMail } = useMail({ MFA_RESET_DELAY: String(DELAY) });

  const stop = (uid: string) => slow.admin('DELETE', `/users/${uid}/factors/reset`);
  const isReset = async ({ uid }: Fenced) => (await factorsOf(uid, slow)).mfa_enabled === false;
  const stopLink = async ({ email }: Fenced, number = 1) =>
    linkIn(await slowMail.emailAbout(email, /will be removed/, number));

  /** Makes the job run: all due resets are carried out when that of another user is. */
  async function runJob(seconds: number): Promise<void> {
    await slow.advance(seconds);
    const other = await fencedUser(slow);
    await reset(other.uid, {}, slow);
    await slow.sql('UPDATE factor_resets SET due_at = created_at WHERE uid = ?', [other.uid]);
    await slow.advance(31);
    await slow.service.until(() => isReset(other));
  }

  it('waits, then removes the factors in the name of the administrator', async () => {
    const user = await fencedUser(slow);
    const { id, token } = await slow.adminToken(['write']);
    const path = `/users/${user.uid}/factors/reset`;
    const { due_at } = (await slow.admin('POST', path, { reason: REASON }, token)).json;
    expect(due_at).toEqual(about((await nowOf(slow)) + DELAY));
    expect(await factorsOf(user.uid, slow)).toMatchObject({ mfa_enabled: true, reset_due_at: due_at });
    expectFailure(await slow.login(user.email, PASSWORD), 'MFA_REQUIRED');
    const message = await slowMail.emailAbout(user.email, /will be removed/);
    expect(message.text).toContain('1 hour');
    await slow.advance(DELAY + 60);
    await slow.service.until(() => isReset(user));
    expect((await eventsOf(user.uid, 'mfa.reset', slow))[0]).toMatchObject({
      actor: `admin:${id}`,
      data: { reason: REASON, passkeys: false },
    });
    await slowMail.emailAbout(user.email, /were removed/);
    expect(await factorsOf(user.uid, slow)).toMatchObject({ factors: [], reset_due_at: null });
  });

  it('is stopped by an administrator, once', async () => {
    const user = await fencedUser(slow);
    expectFailure(await stop(user.uid), 'RESET_NOT_FOUND');
    await reset(user.uid, {}, slow);
    expectNothing(await stop(user.uid));
    expectFailure(await stop(user.uid), 'RESET_NOT_FOUND');
    await runJob(DELAY + 60);
    expect(await isReset(user)).toBe(false);
    expect((await eventsOf(user.uid, 'mfa.reset_stopped', slow))[0]).toMatchObject({
      actor: expect.stringMatching(/^admin:/),
    });
  });

  it('is stopped by the button of the page in the email of the user, and not by opening the page', async () => {
    const user = await fencedUser(slow);
    await reset(user.uid, {}, slow);
    const link = await stopLink(user);
    for (const method of ['GET', 'HEAD']) expect((await slow.follow(link, method)).status).toBe(200);
    expect((await slow.follow(link)).text).toContain('<button>Stop the removal</button>');
    expect((await factorsOf(user.uid, slow)).reset_due_at).not.toBeNull();
    const stopped = await slow.follow(link, 'POST');
    expect([stopped.status, stopped.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(stopped.headers.get('cache-control')).toBe('no-store');
    expect((await factorsOf(user.uid, slow)).reset_due_at).toBeNull();
    for (const method of ['GET', 'POST']) expectFailure(await slow.follow(link, method), 'INVALID_LINK');
    await runJob(DELAY + 60);
    expect(await isReset(user)).toBe(false);
    expect((await eventsOf(user.uid, 'mfa.reset_stopped', slow))[0]).toMatchObject({ actor: `user:${user.uid}` });
  });

  it('has a link whose token is stored as a hash, and that no other text replaces', async () => {
    const user = await fencedUser(slow);
    await reset(user.uid, {}, slow);
    const token = new URL(await stopLink(user)).searchParams.get('token') ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    const [row] = await slow.sql('SELECT * FROM factor_resets WHERE uid = ?', [user.uid]);
    expect(JSON.stringify(row)).not.toContain(token);
    const path = '/api/auth/mfa/reset/stop';
    for (const wrong of ['', '?token=', `?token=${row?.stop_hash}`, `?token=${token}&token=${token}`])
      expectFailure(await slow.post(path + wrong), 'INVALID_LINK');
  });

  it('is replaced by a second request, whose link alone stops it', async () => {
    const user = await fencedUser(slow);
    await reset(user.uid, {}, slow);
    const first = await stopLink(user);
    await reset(user.uid, { passkeys: true }, slow);
    const second = await stopLink(user, 2);
    expectFailure(await slow.follow(first, 'POST'), 'INVALID_LINK');
    expect((await slow.follow(second, 'POST')).status).toBe(200);
  });

  it('happens once and ends, when the job of several replicas finds it', async () => {
    const replica = await slow.replica();
    const users = await Promise.all(Array.from({ length: 5 }, () => fencedUser(slow)));
    for (const user of users) await reset(user.uid, {}, slow);
    await slow.sql('UPDATE factor_resets SET due_at = 1');
    await Promise.all([slow.advance(31), replica.advance(31)]);
    for (const user of users) await slow.service.until(() => isReset(user));
    await Promise.all([runJob(60), replica.advance(60)]);
    for (const { uid } of users) expect(await eventsOf(uid, 'mfa.reset', slow)).toHaveLength(1);
  });
});

describe('PATCH /users with mfa', () => {
  const change = (uid: string, body: Record<string, unknown>) => app.admin('PATCH', `/users/${uid}`, body);

  it('ends the sessions of one factor when it requires a second one, and keeps those of both', async () => {
    const plain = await app.signUp();
    const answer = await change(plain.uid, { mfa: 'required' });
    expect(answer.json).toMatchObject({ mfa: 'required', mfa_enabled: false, session_count: 0 });
    expectFailure(await app.refresh(plain.refresh_token), 'INVALID_REFRESH_TOKEN');
    expectFailure(await app.login(plain.email, PASSWORD), 'MFA_ENROLMENT_REQUIRED');
    expect((await eventsOf(plain.uid, 'user.updated'))[0]).toMatchObject({ data: { fields: ['mfa'] } });
    const strong = await fencedUser(app);
    await change(strong.uid, { mfa: 'required' });
    expect((await app.refresh(strong.refresh_token)).status).toBe(200);
  });

  it('changes nothing with the same value, and lets the user sign in again with optional', async () => {
    const user = await app.signUp();
    await change(user.uid, { mfa: 'optional' });
    expect((await app.refresh(user.refresh_token)).status).toBe(200);
    await change(user.uid, { mfa: 'required' });
    expect((await change(user.uid, { mfa: 'optional' })).json).toMatchObject({ mfa: 'optional' });
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
  });

  it.each([['off'], [null], [true], ['REQUIRED'], ['']])('refuses mfa of %p with INVALID_REQUEST', async (mfa) => {
    const user = await app.signUp();
    expectFailure(await change(user.uid, { mfa }), 'INVALID_REQUEST');
  });

  it('cannot switch the factor of a user off by mfa_enabled', async () => {
    const user = await fencedUser(app);
    await change(user.uid, { mfa_enabled: false });
    expect(await factorsOf(user.uid)).toMatchObject({ mfa_enabled: true });
  });
});

describe('a tricked administrator with the scope write', () => {
  const NEW_PASSWORD = 'incorrect donkey capacitor pin';
  const asWriter = async (method: string, path: string, body?: unknown) => {
    const { token } = await app.adminToken(['write']);
    return app.admin(method, path, body, token);
  };

  it('cannot give a thief a session by a magic link: it asks for the factor', async () => {
    const user = await fencedUser(app);
    const { link } = (await asWriter('POST', '/links', { type: 'magic_link', email: user.email })).json;
    const followed = await app.follow(link);
    expect(followed.parameter('error')).toBe('MFA_REQUIRED');
    for (const name of ['at', 'rt']) expect(followed.parameter(name)).toBeNull();
  });

  it('cannot do so by a new password, a new address or a reset link either: each leads to the factor', async () => {
    const user = await fencedUser(app);
    const email = `thief.${user.email}`;
    const moved = { email, email_verified: true, password: NEW_PASSWORD };
    expect((await asWriter('PATCH', `/users/${user.uid}`, moved)).status).toBe(200);
    expectFailure(await app.login(email, NEW_PASSWORD), 'MFA_REQUIRED');
    const { token } = (await asWriter('POST', '/links', { type: 'reset_password', email })).json;
    const chosen = { old_password: token, new_password: PASSWORD };
    expectNothing(await app.patch('/api/auth/user/change-password', chosen));
    const demand = (await app.login(email, PASSWORD)).json;
    expect(demand.code).toBe('MFA_REQUIRED');
    const code = await codeOf(app, user.secret, 1);
    expect((await app.post('/api/auth/mfa/verify', { mfa_token: demand.mfa_token, code })).status).toBe(200);
  });

  it('cannot read the secret: the export needs another scope', async () => {
    const { token } = await app.adminToken(['write', 'read']);
    expectFailure(await app.get('/api/admin/export?include_factors=true', { token }), 'NOT_AUTHORIZED');
  });

  it('can reset the factors, which ends all sessions, informs the user and names the administrator', async () => {
    const user = await fencedUser(app);
    expect((await asWriter('POST', `/users/${user.uid}/factors/reset`, { reason: REASON })).status).toBe(200);
    expect((await eventsOf(user.uid, 'mfa.reset'))[0]).toMatchObject({ actor: expect.stringMatching(/^admin:/) });
    await mail.emailAbout(user.email, /were removed/);
  });
});

describe('a demand for a factor that an administrator withdraws', () => {
  const waiting = useApp({ MFA_RESET_DELAY: String(DELAY), PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN });
  const NEW_PASSWORD = 'incorrect donkey capacitor pin';
  const change = async (uid: string, body: object, token?: string) =>
    (await waiting.admin('PATCH', `/users/${uid}`, body, token)).ok();
  const loginWith = async ({ email }: SignedUp, password = PASSWORD) => (await waiting.login(email, password)).code;
  const isAsked = async (user: SignedUp, password?: string) => (await loginWith(user, password)) === 'MFA_REQUIRED';

  /** A user with an authenticator app who has switched factors off. */
  async function appUser() {
    const user = await fencedUser(waiting);
    expectNothing(await waiting.put('/api/auth/user/mfa', { enabled: false }, user));
    return user;
  }

  type Case = [what: string, make: () => Promise<SignedUp>, demand: object, scopes: string[], withdrawal: object];
  it.each<Case>([
    ['mfa, with a passkey', () => passkeyUser(waiting), { mfa: 'required' }, ['write'], { mfa: 'optional' }],
    ['mfa, with an app that was off', appUser, { mfa: 'required' }, ['write'], { mfa: 'optional' }],
    [
      'admin scopes',
      () => passkeyUser(waiting),
      { mfa: 'required', admin_scopes: ['write'] },
      ['write', 'admins'],
      { mfa: 'optional', admin_scopes: [] },
    ],
  ])('leaves the factor in use, also with a new password: %s', async (_what, make, demand, scopes, withdrawal) => {
    const user = await make();
    expect(await isAsked(user)).toBe(false);
    await change(user.uid, demand);
    const { token } = await waiting.adminToken(scopes);
    await change(user.uid, { ...withdrawal, password: NEW_PASSWORD }, token);
    expect(await isAsked(user, NEW_PASSWORD)).toBe(true);
    expect(await factorsOf(user.uid, waiting)).toMatchObject({ mfa_enabled: true });
    expect(await eventsOf(user.uid, 'mfa.enabled', waiting)).toContainEqual(
      expect.objectContaining({ actor: expect.stringMatching(/^admin:/) }),
    );
  });

  it('leaves the last factor, which only a reset removes, and its owner switches it off', async () => {
    const user = await passkeyUser(waiting);
    await change(user.uid, { mfa: 'required' });
    await change(user.uid, { mfa: 'optional' });
    expectFailure(await waiting.admin('DELETE', `/users/${user.uid}/passkeys/${user.passkeyId}`), 'INVALID_REQUEST');
    const { token } = (await passkeyLogin(waiting, user.passkey)).ok().json;
    expectNothing(await waiting.put('/api/auth/user/mfa', { enabled: false }, { token }));
    expect(await isAsked(user)).toBe(false);
  });

  it('switches nothing on while another demand is left, where none was, and where there is no factor', async () => {
    const [both, never, bare] = [await passkeyUser(waiting), await passkeyUser(waiting), await waiting.signUp()];
    await change(both.uid, { mfa: 'required', admin_scopes: ['read'] });
    await change(both.uid, { mfa: 'optional' });
    expect(await factorsOf(both.uid, waiting)).toMatchObject({ mfa_enabled: false });
    expect(await isAsked(both)).toBe(true);
    await change(both.uid, { admin_scopes: [] });
    expect(await isAsked(both)).toBe(true);
    for (const { uid } of [never, bare]) await change(uid, { mfa: 'optional', metadata: '1' });
    await change(bare.uid, { mfa: 'required' });
    await change(bare.uid, { mfa: 'optional' });
    for (const user of [never, bare]) expect(await isAsked(user)).toBe(false);
  });

  it('goes on where MFA=required was lowered in between', async () => {
    const user = await passkeyUser(waiting);
    await change(user.uid, { mfa: 'required' });
    const strict = await waiting.replica({ MFA: 'required' });
    const body = { mfa: 'optional' };
    await strict.call('PATCH', `/api/admin/users/${user.uid}`, { token: ADMIN_TOKEN, body });
    expect(await isAsked(user)).toBe(true);
  });

  it('goes on where a thief has given the scopes, which an answer to the theft takes', async () => {
    const user = await passkeyUser(waiting);
    const { id, token } = await waiting.adminToken(['read', 'write', 'admins']);
    await change(user.uid, { admin_scopes: ['read'] }, token);
    (await waiting.admin('DELETE', `/tokens/${id}`, { stolen: true })).ok();
    expect((await waiting.admin('GET', `/users/${user.uid}`)).json).toMatchObject({
      admin_scopes: [],
      mfa_enabled: true,
    });
    expect(await isAsked(user)).toBe(true);
  });

  it('ends with a reset of the factors that keeps the passkey, as the reset says', async () => {
    const user = await passkeyUser(waiting);
    await change(user.uid, { admin_scopes: ['read'] });
    await reset(user.uid, {}, waiting);
    await waiting.advance(DELAY + 60);
    await waiting.service.until(async () => (await eventsOf(user.uid, 'mfa.reset', waiting)).length === 1);
    expect(await isAsked(user)).toBe(false);
    expect((await passkeyLogin(waiting, user.passkey)).status).toBe(200);
  });
});

describe('a service without mail', () => {
  const quiet = useApp({ SMTP_URL: 'none', MFA_RESET_DELAY: '60' });

  it('carries out a reset after the delay, without an email', async () => {
    const user = await fencedUser(quiet);
    expect((await reset(user.uid, {}, quiet)).status).toBe(200);
    await quiet.advance(120);
    await quiet.service.until(async () => (await factorsOf(user.uid, quiet)).mfa_enabled === false);
    expect(await quiet.sql('SELECT * FROM messages')).toEqual([]);
  });
});
