import { codeAt, codeOf, fence, ORIGIN, passkeyUser, RP_ID } from '../support/factors/factors.js';
import { type Answer, expectFailure, expectNothing, readToken } from '../support/http/http.js';
import type { App } from '../support/service/app.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

const MFA = '/api/auth/user/mfa';
const GRACE = 86_400;

const claimsOf = (token: string) => readToken(token).claims;
const lastLogin = async (app: App, uid: string) => (await app.admin('GET', `/users/${uid}`)).json.last_login;

/** A new user who has not signed in yet. */
async function created(app: App, proved = true): Promise<{ uid: string; email: string }> {
  const email = newEmail();
  const { uid } = (await app.post('/api/auth/user/create', { email, password: PASSWORD })).json;
  if (proved) await app.prove(uid);
  return { uid, email };
}

/** The `mfa_token` of a sign-in that must wait for a factor. */
async function waiting(app: App, { email }: { email: string }): Promise<string> {
  const answer = await app.login(email, PASSWORD);
  expectFailure(answer, 'MFA_ENROLMENT_REQUIRED');
  return answer.json.mfa_token;
}

/** Adds an authenticator app with the token in place of an access token. */
async function enrol(app: App, token: string, now: number) {
  const made = await app.post(`${MFA}/totp`, { name: 'Phone' }, { token });
  expect(made.status).toBe(200);
  const { factor_id, secret } = made.json;
  const code = codeAt(secret, now);
  const confirm = () => app.post(`${MFA}/totp/${factor_id}/confirm`, { code }, { token });
  return { secret, factor_id, confirm };
}

describe('with MFA=required', () => {
  const { app, mail } = useMail({ MFA: 'required' });

  /** The clock of the service: the expiry of an enrolment token is ten minutes ahead. */
  async function nowOf(): Promise<number> {
    return (await app.login((await created(app)).email, PASSWORD)).json.expiry - 600;
  }

  const emailCode = (email: string) => mail.codeAfter(email, () => app.post('/api/auth/email-code', { email }));
  const verify = (body: object) => app.post('/api/auth/email-code/verify', body);

  it('a login of a user without a factor answers MFA_ENROLMENT_REQUIRED and opens no session', async () => {
    const user = await created(app);
    const answer = await app.login(user.email, PASSWORD);
    expect(answer.json).toEqual({
      code: 'MFA_ENROLMENT_REQUIRED',
      message: expect.any(String),
      mfa_token: expect.stringMatching(/^[\w-]{43}$/),
      expiry: expect.any(Number),
      methods: ['totp', 'passkey'],
    });
    expect(await lastLogin(app, user.uid)).toBeNull();
    expect(await app.sql('SELECT session_id FROM sessions WHERE uid = ?', [user.uid])).toEqual([]);
    expectFailure(await app.login(user.email, 'not the password'), 'INVALID_CREDENTIALS');
  });

  it('the first app completes the sign-in, with recovery codes and a session of both factors', async () => {
    const user = await created(app);
    const { confirm } = await enrol(app, await waiting(app, user), await nowOf());
    const answer = await confirm();
    expect(answer.status).toBe(200);
    const { recovery_codes, ...signedIn } = answer.json;
    expect(recovery_codes).toHaveLength(10);
    expect(Object.keys(signedIn).sort()).toEqual(
      ['uid', 'token', 'expiry', 'refresh_token', 'email_verified', 'metadata'].sort(),
    );
    expect(claimsOf(signedIn.token)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], acr: 'aal2' });
    expect(await lastLogin(app, user.uid)).toEqual(expect.any(Number));
    expectFailure(await app.login(user.email, PASSWORD), 'MFA_REQUIRED');
    const overview = (await app.get(MFA, { token: signedIn.token })).json;
    expect(overview).toMatchObject({ enabled: true, required: true, recovery_codes_left: 10 });
  });

  it('the first app ends all other sessions', async () => {
    const user = await created(app);
    await app.sql('UPDATE users SET mfa_due_at = 4000000000 WHERE uid = ?', [user.uid]);
    const other = (await app.login(user.email, PASSWORD)).json;
    await app.sql('UPDATE users SET mfa_due_at = 1 WHERE uid = ?', [user.uid]);
    const { confirm } = await enrol(app, await waiting(app, user), await nowOf());
    const answer = await confirm();
    expectFailure(await app.refresh(other.refresh_token), 'INVALID_REFRESH_TOKEN');
    expect((await app.refresh(answer.json.refresh_token)).status).toBe(200);
  });

  it('the token works once, for ten minutes, and not after a change of the password', async () => {
    const [used, late, changed] = [await created(app), await created(app), await created(app)];
    const now = await nowOf();
    const usedToken = await waiting(app, used);
    await (await enrol(app, usedToken, now)).confirm();
    expectFailure(await app.post(`${MFA}/totp`, {}, { token: usedToken }), 'NOT_AUTHENTICATED');
    const changedToken = await waiting(app, changed);
    await app.admin('PATCH', `/users/${changed.uid}`, { password: `${PASSWORD} 2` });
    expectFailure(await app.post(`${MFA}/totp`, {}, { token: changedToken }), 'INVALID_MFA_TOKEN');
    const lateToken = await waiting(app, late);
    await app.advance(600);
    expectFailure(await app.post(`${MFA}/totp`, {}, { token: lateToken }), 'NOT_AUTHENTICATED');
  });

  it('the token opens nothing but the enrolment', async () => {
    const user = await created(app);
    const token = await waiting(app, user);
    for (const path of ['/api/auth/user', MFA, '/api/auth/user/sessions'])
      expectFailure(await app.get(path, { token }), 'NOT_AUTHENTICATED');
    expectFailure(await app.put(MFA, { enabled: true }, { token }), 'NOT_AUTHENTICATED');
    expectFailure(await app.post(`${MFA}/recovery-codes`, {}, { token }), 'NOT_AUTHENTICATED');
    expectFailure(await app.post('/api/auth/mfa/verify', { mfa_token: token, code: '123456' }), 'INVALID_MFA_TOKEN');
  });

  it('the token of one factor ends the tokens of earlier sign-ins', async () => {
    const user = await created(app);
    const [first, second] = [await waiting(app, user), await waiting(app, user)];
    const now = await nowOf();
    const other = await enrol(app, second, now);
    expect((await (await enrol(app, first, now)).confirm()).status).toBe(200);
    expectFailure(await other.confirm(), 'INVALID_MFA_TOKEN');
    expectFailure(await app.post(`${MFA}/totp`, {}, { token: second }), 'INVALID_MFA_TOKEN');
  });

  it('create with login answers MFA_ENROLMENT_REQUIRED with the uid of the account, which exists', async () => {
    const email = newEmail();
    const answer = await app.post('/api/auth/user/create', { email, password: PASSWORD, login: true });
    expect(answer.status).toBe(400);
    const { uid, mfa_token } = answer.json;
    expect(answer.json).toEqual({
      code: 'MFA_ENROLMENT_REQUIRED',
      message: expect.any(String),
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      mfa_token: expect.stringMatching(/^[\w-]{43}$/),
      expiry: expect.any(Number),
      methods: ['totp', 'passkey'],
    });
    expect((await app.admin('GET', `/users/${uid}`)).json).toMatchObject({ email, last_login: null });
    expectFailure(await app.post('/api/auth/user/create', { email, password: PASSWORD }), 'EMAIL_ALREADY_IN_USE');
    expectFailure(await app.post(`${MFA}/totp`, {}, { token: mfa_token }), 'EMAIL_NOT_VERIFIED');
  });

  it('a magic link carries MFA_ENROLMENT_REQUIRED, also for a new account', async () => {
    for (const email of [(await created(app)).email, newEmail()]) {
      const link = await mail.linkAfter(email, () => app.post('/api/auth/magic-link', { email, sign_up: true }));
      const { searchParams } = new URL((await app.follow(link)).headers.get('location') ?? '');
      expect([...searchParams.keys()].sort()).toEqual(['error', 'exp', 'message', 'methods', 'mfa_token']);
      expect(searchParams.get('error')).toBe('MFA_ENROLMENT_REQUIRED');
      expect(searchParams.get('methods')).toBe('totp,passkey');
      const { confirm } = await enrol(app, searchParams.get('mfa_token') ?? '', Number(searchParams.get('exp')) - 600);
      const { json } = await confirm();
      expect(claimsOf(json.token)).toMatchObject({ amr: ['otp', 'mfa'], acr: 'aal2' });
    }
  });

  it('an email code answers MFA_ENROLMENT_REQUIRED', async () => {
    const user = await created(app);
    const answer = await verify(await emailCode(user.email));
    expectFailure(answer, 'MFA_ENROLMENT_REQUIRED');
    expect(await lastLogin(app, user.uid)).toBeNull();
    const { confirm } = await enrol(app, answer.json.mfa_token, answer.json.expiry - 600);
    expect(claimsOf((await confirm()).json.token)).toMatchObject({ amr: ['otp', 'mfa'], acr: 'aal2' });
  });

  it('an address is proved on the spot by an email code, which leaves the password and answers a new token', async () => {
    const user = await created(app, false);
    const token = await waiting(app, user);
    expectFailure(await app.post(`${MFA}/totp`, {}, { token }), 'EMAIL_NOT_VERIFIED');
    const answer = await verify({ ...(await emailCode(user.email)), mfa_token: token });
    expectFailure(answer, 'MFA_ENROLMENT_REQUIRED');
    expect(answer.json.mfa_token).not.toBe(token);
    expect((await app.admin('GET', `/users/${user.uid}`)).json).toMatchObject({ email_proved: true, last_login: null });
    expectFailure(await app.post(`${MFA}/totp`, {}, { token }), 'NOT_AUTHENTICATED');
    const { confirm } = await enrol(app, answer.json.mfa_token, answer.json.expiry - 600);
    expect(claimsOf((await confirm()).json.token)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], acr: 'aal2' });
    expectFailure(await app.login(user.email, PASSWORD), 'MFA_REQUIRED');
  });

  it('an email code without the token proves an address only when the factor is added, which invalidates the earlier password', async () => {
    const user = await created(app, false);
    const token = await waiting(app, user);
    const answer = await verify(await emailCode(user.email));
    expectFailure(answer, 'MFA_ENROLMENT_REQUIRED');
    const proved = async () => (await app.admin('GET', `/users/${user.uid}`)).json.email_proved;
    expect(await proved()).toBe(false);
    expectFailure(await app.login(user.email, PASSWORD), 'MFA_ENROLMENT_REQUIRED');
    const { confirm } = await enrol(app, answer.json.mfa_token, answer.json.expiry - 600);
    expect((await confirm()).json).toMatchObject({ email_verified: true, recovery_codes: expect.any(Array) });
    expect(await proved()).toBe(true);
    expectFailure(await app.login(user.email, PASSWORD), 'INVALID_CREDENTIALS');
    expectFailure(await app.post(`${MFA}/totp`, {}, { token }), 'INVALID_MFA_TOKEN');
  });

  it('an email code with the token of a sign-in by the mailbox proves the address like a code alone', async () => {
    const user = await created(app, false);
    const first = await verify(await emailCode(user.email));
    const second = await verify({ ...(await emailCode(user.email)), mfa_token: first.json.mfa_token });
    expectFailure(second, 'MFA_ENROLMENT_REQUIRED');
    const { confirm } = await enrol(app, second.json.mfa_token, second.json.expiry - 600);
    expect((await confirm()).status).toBe(200);
    expectFailure(await app.login(user.email, PASSWORD), 'INVALID_CREDENTIALS');
  });

  it('an email code is refused with the token of another user, and stays usable', async () => {
    const [one, other] = [await created(app, false), await created(app)];
    const found = await emailCode(one.email);
    expectFailure(await verify({ ...found, mfa_token: await waiting(app, other) }), 'INVALID_MFA_TOKEN');
    expectFailure(await verify({ ...found, mfa_token: 'x'.repeat(43) }), 'INVALID_MFA_TOKEN');
    expect((await app.admin('GET', `/users/${one.uid}`)).json.email_proved).toBe(false);
    expectFailure(await verify({ ...found, mfa_token: await waiting(app, one) }), 'MFA_ENROLMENT_REQUIRED');
  });

  it('the last factor cannot be removed, and factors cannot be switched off', async () => {
    const user = await created(app);
    const { factor_id, confirm } = await enrol(app, await waiting(app, user), await nowOf());
    const { token } = (await confirm()).json;
    expectFailure(await app.delete(`${MFA}/totp/${factor_id}`, { token }), 'MFA_IS_REQUIRED');
    expectFailure(await app.put(MFA, { enabled: false }, { token }), 'MFA_IS_REQUIRED');
    expect((await app.get(MFA, { token })).json).toMatchObject({ enabled: true, factors: [{ factor_id }] });
  });

  it('a user who is disabled after the first step cannot add a factor', async () => {
    const user = await created(app);
    const token = await waiting(app, user);
    await app.disable(user.uid);
    expectFailure(await app.post(`${MFA}/totp`, {}, { token }), 'NOT_AUTHENTICATED');
  });
});

describe('with MFA=required and MFA_GRACE', () => {
  const { app } = useMail({ MFA: 'required', MFA_GRACE: String(GRACE), SMTP_URL: 'none' });

  it('users sign in until their deadline, which is set once', async () => {
    const user = await app.signUp();
    expect(await lastLogin(app, user.uid)).toEqual(expect.any(Number));
    const deadline = () => app.sql('SELECT mfa_due_at FROM users WHERE uid = ?', [user.uid]);
    const [first] = await deadline();
    await app.advance(GRACE / 2);
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
    expect(await deadline()).toEqual([first]);
    await app.advance(GRACE / 2);
    expectFailure(await app.login(user.email, PASSWORD), 'MFA_ENROLMENT_REQUIRED');
  });

  it('a reauthentication without a factor gives no token for the time after the deadline', async () => {
    const user = await app.signUp();
    await app.advance(GRACE - 60);
    const { access_token: token } = (await app.refresh(user.refresh_token)).json;
    const reauthenticate = () => app.post('/api/auth/user/reauthenticate', { password: PASSWORD }, { token });
    const [deadline] = await app.sql('SELECT mfa_due_at FROM users WHERE uid = ?', [user.uid]);
    expect(claimsOf((await reauthenticate()).json.access_token).exp).toBe(deadline?.mfa_due_at);
    await app.advance(60);
    expectFailure(await reauthenticate(), 'NOT_AUTHENTICATED');
    expectFailure(await app.refresh(user.refresh_token), 'INVALID_REFRESH_TOKEN');
  });

  it('a user without mail adds a factor after the deadline', async () => {
    const user = await app.signUp();
    await app.advance(GRACE);
    const answer = await app.login(user.email, PASSWORD);
    const { confirm } = await enrol(app, answer.json.mfa_token, answer.json.expiry - 600);
    expect((await confirm()).json).toMatchObject({ uid: user.uid, recovery_codes: expect.any(Array) });
  });
});

describe('with MFA=optional', () => {
  const { app } = useMail();

  it('a user of whom an administrator requires a factor must add one, and others need none', async () => {
    const [one, other] = [await created(app), await created(app)];
    await app.sql("UPDATE users SET mfa = 'required' WHERE uid = ?", [one.uid]);
    const answer = await app.login(one.email, PASSWORD);
    expectFailure(answer, 'MFA_ENROLMENT_REQUIRED');
    expect((await app.login(other.email, PASSWORD)).status).toBe(200);
    const { confirm } = await enrol(app, answer.json.mfa_token, answer.json.expiry - 600);
    const { token } = (await confirm()).json;
    expect((await app.get(MFA, { token })).json.required).toBe(true);
    expectFailure(await app.put(MFA, { enabled: false }, { token }), 'MFA_IS_REQUIRED');
  });

  it('a factor that is switched off is asked for again when an administrator requires one', async () => {
    const user = await fence(app, await app.signUp());
    expectNothing(await app.put(MFA, { enabled: false }, { token: user.token }));
    await app.sql("UPDATE users SET mfa = 'required' WHERE uid = ?", [user.uid]);
    const demand = await app.login(user.email, PASSWORD);
    expectFailure(demand, 'MFA_REQUIRED');
    const code = await codeOf(app, user.secret, 1);
    const answer = await app.post('/api/auth/mfa/verify', { mfa_token: demand.json.mfa_token, code });
    expect(claimsOf(answer.json.token)).toMatchObject({ acr: 'aal2' });
  });
});

describe('a factor that is demanded of its user, and not switched on', () => {
  const { app, mail } = useMail({ MFA_RESET_DELAY: '3600', PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN });
  const USER = '/api/auth/user';
  const AGE = 601;

  /** Signed in with both factors, so long ago that it is not recent any more. */
  async function demanded() {
    const user = await fence(app, await app.signUp());
    expectNothing(await app.put(MFA, { enabled: false }, { token: user.token }));
    expect((await app.admin('PATCH', `/users/${user.uid}`, { mfa: 'required' })).status).toBe(200);
    expect(await app.sql('SELECT mfa_enabled FROM users WHERE uid = ?', [user.uid])).toEqual([{ mfa_enabled: 0 }]);
    await app.advance(AGE);
    const { access_token: token, refresh_token } = (await app.refresh(user.refresh_token)).json;
    return { ...user, token, refresh_token };
  }

  type User = Awaited<ReturnType<typeof demanded>>;
  const prove = ({ token }: User, proof: object) => app.post(`${USER}/reauthenticate`, proof, { token });
  const proved = async (user: User) => {
    const { access_token } = (await prove(user, { code: await codeOf(app, user.secret) })).json;
    return { token: access_token as string };
  };

  const password = PASSWORD;
  const CHANGES: [string, (user: User, by: { token: string }) => Promise<Answer>][] = [
    [
      'another password',
      (_user, by) =>
        app.patch(`${USER}/change-password`, { old_password: PASSWORD, new_password: `${PASSWORD} 2` }, by),
    ],
    ['another email', (_user, by) => app.put(USER, { email: newEmail(), password }, by)],
    ['another factor', (_user, by) => app.post(`${MFA}/totp`, { name: 'Mine' }, by)],
    ['new recovery codes', (_user, by) => app.post(`${MFA}/recovery-codes`, {}, by)],
    ['the end of the account', (_user, by) => app.delete(USER, { ...by, body: { password } })],
  ];

  it('is not replaced by the password: not for a reauthentication, and for no change', async () => {
    const user = await demanded();
    const answers = [['a reauthentication', await prove(user, { password })] as const];
    for (const [what, attempt] of CHANGES) answers.push([what, await attempt(user, user)] as never);
    for (const [what, answer] of answers) {
      const { code, acr, methods } = answer.json;
      expect([what, code, acr, methods]).toEqual([
        what,
        'REAUTHENTICATION_REQUIRED',
        'aal2',
        ['totp', 'recovery_code'],
      ]);
    }
  });

  it.each(CHANGES)('allows %s once it was shown', async (_what, attempt) => {
    const user = await demanded();
    expect((await attempt(user, await proved(user))).status).toBe(200);
  });

  it('is not removed by an administrator at once, as long as a reset waits', async () => {
    const { uid, passkeyId } = await passkeyUser(app);
    expect((await app.admin('PATCH', `/users/${uid}`, { mfa: 'required' })).status).toBe(200);
    expectFailure(await app.admin('DELETE', `/users/${uid}/passkeys/${passkeyId}`), 'INVALID_REQUEST');
  });

  it('has no link by which a mailbox undoes what the owner has added since', async () => {
    const user = await demanded();
    const by = await proved(user);
    expectNothing(await app.put(MFA, { enabled: true }, by));
    expect((await mail.emailAbout(user.email, /now need your second factor/)).text).not.toContain('token=');
  });
});

describe('with MFA=off', () => {
  const { app } = useMail({ MFA: 'off' });

  it('no factor can be added or switched on', async () => {
    const { uid, token } = await app.signUp();
    await app.prove(uid);
    expectFailure(await app.post(`${MFA}/totp`, {}, { token }), 'MFA_DISABLED');
    expectFailure(await app.put(MFA, { enabled: true }, { token }), 'MFA_DISABLED');
    await app.sql("UPDATE users SET mfa = 'required' WHERE uid = ?", [uid]);
    expect((await app.get(MFA, { token })).json.required).toBe(false);
  });

  it('a user who has a factor enabled is still asked for it, and can switch it off', async () => {
    const user = await app.signUp();
    await app.sql('UPDATE users SET mfa_enabled = 1 WHERE uid = ?', [user.uid]);
    expectFailure(await app.login(user.email, PASSWORD), 'MFA_REQUIRED');
    await app.sql("UPDATE sessions SET acr = 'aal2', factor_time = auth_time WHERE uid = ?", [user.uid]);
    expectNothing(await app.put(MFA, { enabled: false }, { token: user.token }));
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
  });
});
