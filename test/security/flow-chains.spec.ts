import { once } from 'node:events';
import http from 'node:http';
import { codeOf, type Fenced, fencedUser, insertRow, nowOf, STORED_PASSKEY } from '../support/factors/factors.js';
import { type Answer, expectFailure, expectNothing, readToken } from '../support/http/http.js';
import { ADMIN_TOKEN, newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

const NEW_PASSWORD = `${PASSWORD} 2`;
const WRONG_CODE = { code: 'abcdef' };
const GRACE = 3_600;
/** The email after five wrong second factors. */
const NOTICE = /Wrong second factors/;

const { app, mail } = useMail({});

const reauthenticate = (token: string, body: object) => app.post('/api/auth/user/reauthenticate', body, { token });
const firstStep = async ({ email }: SignedUp, password = PASSWORD) => (await app.login(email, password)).json.mfa_token;
const secondStep = (mfa_token: string, factor: object) => app.post('/api/auth/mfa/verify', { mfa_token, ...factor });

const provedUser = async () => {
  const user = await app.signUp();
  await app.prove(user.uid);
  return user;
};

async function linkOf({ email }: SignedUp, type: string): Promise<{ link: string; token: string }> {
  return (await app.admin('POST', '/links', { type, email })).json;
}

/** The error that a followed link appends to its target; null for a link that works. */
const errorOf = (answer: Answer) => answer.parameter('error');

describe('a session of two factors', () => {
  it('is recent only as long after a factor as the setting allows, whatever else was proved since', async () => {
    const user = await fencedUser(app);
    await app.sql('UPDATE sessions SET factor_time = factor_time - 601 WHERE uid = ?', [user.uid]);
    const refused = await reauthenticate(user.token, { password: PASSWORD });
    expectFailure(refused, 'REAUTHENTICATION_REQUIRED');
    expect(refused.json).toMatchObject({ acr: 'aal2', methods: ['totp', 'recovery_code'] });
    expectFailure(await app.delete('/api/auth/user', { token: user.token }), 'REAUTHENTICATION_REQUIRED');
    const proved = await reauthenticate(user.token, { code: await codeOf(app, user.secret, 1) });
    expectNothing(await app.delete('/api/auth/user', { token: proved.json.access_token }));
  });

  it('has the time of the factor as the auth_time of its tokens', async () => {
    const user = await fencedUser(app);
    await app.sql('UPDATE sessions SET factor_time = factor_time - 300 WHERE uid = ?', [user.uid]);
    const { claims } = readToken((await app.refresh(user.refresh_token)).json.access_token);
    const [session] = await app.sql('SELECT auth_time, factor_time FROM sessions WHERE uid = ?', [user.uid]);
    expect(claims).toMatchObject({ acr: 'aal2', auth_time: session?.factor_time });
    expect(claims.auth_time).toBeLessThan(Number(session?.auth_time));
  });
});

it('an access token of a new proof expires no later than its session', async () => {
  const user = await app.signUp();
  const soon = (await nowOf(app)) + 60;
  await app.sql('UPDATE sessions SET expires_at = ? WHERE uid = ?', [soon, user.uid]);
  const { access_token, expiry } = (await reauthenticate(user.token, { password: PASSWORD })).json;
  expect(expiry).toBe(soon);
  expect(readToken(access_token).claims.exp).toBe(soon);
});

describe('a second factor that became required', () => {
  const reasons = async ({ uid }: SignedUp) => {
    const ended = (await app.events(uid)).filter(({ type }) => type === 'session.revoked');
    return ended.map(({ data }) => (data as { reason: string }).reason);
  };

  it('by MFA=required ends a session without one at its next refresh', async () => {
    const user = await app.signUp();
    const replica = await app.replica({ MFA: 'required' });
    const body = { refresh_token: user.refresh_token };
    expectFailure(await replica.call('POST', '/api/auth/user/refresh', { body }), 'INVALID_REFRESH_TOKEN');
    expectFailure(await app.refresh(user.refresh_token), 'INVALID_REFRESH_TOKEN');
    expect(await reasons(user)).toEqual(['factor']);
    await replica.stop();
  });

  it('ends it only after MFA_GRACE, and never a session with a factor', async () => {
    const [user, fenced] = [await app.signUp(), await fencedUser(app)];
    const replica = await app.replica({ MFA: 'required', MFA_GRACE: String(GRACE) });
    const refresh = (refresh_token: string) =>
      replica.call('POST', '/api/auth/user/refresh', { body: { refresh_token } });
    const first = await refresh(user.refresh_token);
    const other = await refresh(fenced.refresh_token);
    expect([first.status, other.status]).toEqual([200, 200]);
    await replica.advance(GRACE + 1);
    expectFailure(await refresh(first.json.refresh_token), 'INVALID_REFRESH_TOKEN');
    expect((await refresh(other.json.refresh_token)).status).toBe(200);
    await replica.stop();
  });
});

describe('sign-ins that are under way', () => {
  const EVENTS: [string, (user: SignedUp) => Promise<Answer>][] = [
    [
      'the owner changes the password',
      ({ token }) => {
        const body = { old_password: PASSWORD, new_password: NEW_PASSWORD };
        return app.patch('/api/auth/user/change-password', body, { token });
      },
    ],
    ['the owner logs out everywhere', ({ token }) => app.post('/api/auth/user/logout', {}, { token })],
    ['an administrator sets a password', ({ uid }) => app.admin('PATCH', `/users/${uid}`, { password: NEW_PASSWORD })],
    ['an administrator ends all sessions', ({ uid }) => app.admin('DELETE', `/users/${uid}/sessions`)],
  ];

  it.each(EVENTS)('by links and codes end when %s', async (_event, act) => {
    const user = await provedUser();
    const link = await linkOf(user, 'magic_link');
    const code = await mail.codeAfter(user.email, () => app.post('/api/auth/email-code', { email: user.email }));
    expect((await act(user)).status).toBe(200);
    expect(errorOf(await app.follow(link.link))).toBe('LINK_EXPIRED');
    expectFailure(await app.post('/api/auth/email-code/verify', code), 'INVALID_CODE');
  });

  it.each(EVENTS)('by a first factor end when %s', async (_event, act) => {
    const user = await fencedUser(app);
    const waiting = await firstStep(user);
    expect((await act(user)).status).toBe(200);
    expectFailure(await secondStep(waiting, { code: await codeOf(app, user.secret, 1) }), 'INVALID_MFA_TOKEN');
  });
});

it('a verification link of an account does nothing after a first proof or a reset of the password', async () => {
  const proofs: ((user: SignedUp) => Promise<Answer>)[] = [
    async (user) => app.follow((await linkOf(user, 'magic_link')).link),
    async (user) => {
      const { token: old_password } = await linkOf(user, 'reset_password');
      return app.patch('/api/auth/user/change-password', { old_password, new_password: NEW_PASSWORD });
    },
  ];
  for (const prove of proofs) {
    const user = await app.signUp();
    const { link } = await linkOf(user, 'verify_email');
    expect([200, 302]).toContain((await prove(user)).status);
    expect(errorOf(await app.follow(link))).toBe('LINK_EXPIRED');
    expect(errorOf(await app.follow(link.replace('/confirm', '/refuse'), 'POST'))).toBe('LINK_EXPIRED');
  }
});

describe('wrong second factors', () => {
  it('of several sign-ins warn the owner after five, counted since the last right one', async () => {
    const user = await fencedUser(app);
    const notices = () => mail.emailsTo(user.email).filter(({ subject }) => NOTICE.test(subject ?? ''));
    const fail = async (times: number) => {
      for (let tries = 0; tries < times; tries++) {
        expectFailure(await secondStep(await firstStep(user), WRONG_CODE), 'INVALID_CODE');
      }
    };
    await fail(4);
    expect((await secondStep(await firstStep(user), { code: await codeOf(app, user.secret, 1) })).status).toBe(200);
    await fail(4);
    expectFailure(await reauthenticate(user.token, { recovery_code: 'AAAAAA' }), 'INVALID_CODE');
    await mail.emailAbout(user.email, NOTICE);
    await fail(3);
    expect(notices()).toHaveLength(1);
  });

  it('are not compared after a change of the factors: the first step has ended', async () => {
    const user = await fencedUser(app);
    const waiting = await firstStep(user);
    expect((await app.post('/api/auth/user/mfa/recovery-codes', {}, { token: user.token })).status).toBe(200);
    expectFailure(await secondStep(waiting, WRONG_CODE), 'INVALID_MFA_TOKEN');
    const [row] = await app.sql('SELECT factor_failures FROM users WHERE uid = ?', [user.uid]);
    expect(row).toEqual({ factor_failures: 0 });
  });
});

describe('an account whose address is not proved, with a factor that sign-ins ask for', () => {
  /** As an import may leave it. */
  const unproved = async (): Promise<Fenced> => {
    const user = await fencedUser(app);
    await app.sql('UPDATE users SET email_proved = 0, email_verified = 0 WHERE uid = ?', [user.uid]);
    return user;
  };
  const stateOf = async ({ uid }: SignedUp) => (await app.admin('GET', `/users/${uid}`)).json;

  it('is not proved by a link that waits for the factor', async () => {
    const user = await unproved();
    const followed = await app.follow((await linkOf(user, 'magic_link')).link);
    expect(errorOf(followed)).toBe('MFA_REQUIRED');
    expect(await stateOf(user)).toMatchObject({ email_verified: false, email_proved: false, mfa_enabled: true });
  });

  it('is proved by a link and the factor together, and keeps all that it has', async () => {
    const user = await unproved();
    const waiting = (await app.follow((await linkOf(user, 'magic_link')).link)).parameter('mfa_token') ?? '';
    expect((await secondStep(waiting, { code: await codeOf(app, user.secret, 1) })).status).toBe(200);
    expect(await stateOf(user)).toMatchObject({ email_proved: true, mfa_enabled: true, has_password: true });
    expect((await app.refresh(user.refresh_token)).status).toBe(200);
  });

  it('belongs to the reader of the mailbox after a reset: the factors and the sessions from before are gone', async () => {
    const user = await unproved();
    const { email } = user;
    await mail.emailAbout(email, /^A second factor was added/);
    const old_password = await mail.tokenAfter(email, () => app.post('/api/auth/reset-password', { email }));
    const change = { old_password, new_password: NEW_PASSWORD };
    expectNothing(await app.patch('/api/auth/user/change-password', change));
    expect(await stateOf(user)).toMatchObject({ email_proved: true, mfa_enabled: false });
    expect((await app.login(user.email, NEW_PASSWORD)).status).toBe(200);
    expectFailure(await app.refresh(user.refresh_token), 'INVALID_REFRESH_TOKEN');
  });

  it('is emptied by a reader of the mailbox who does not know it, and stays unproved', async () => {
    const user = await unproved();
    await mail.emailAbout(user.email, /^A second factor was added/);
    const ask = () => app.post('/api/auth/user/verify-email', {}, { token: user.token });
    const link = await mail.linkAfter(user.email, ask);
    expect((await app.follow(link.replace('/confirm', '/refuse'), 'POST')).status).toBe(302);
    expect(await stateOf(user)).toMatchObject({ email_proved: false, mfa_enabled: false, has_password: false });
    expect((await app.admin('GET', `/users/${user.uid}/factors`)).json).toMatchObject({
      factors: [],
      recovery_codes_left: 0,
    });
  });
});

describe('an administrator with the scope write', () => {
  it('does not remove a second factor by withdrawing the proof of the address', async () => {
    const user = await fencedUser(app);
    await app.admin('PATCH', `/users/${user.uid}`, { email_verified: false });
    const { token: old_password } = await linkOf(user, 'reset_password');
    expectNothing(await app.patch('/api/auth/user/change-password', { old_password, new_password: NEW_PASSWORD }));
    expectFailure(await app.login(user.email, NEW_PASSWORD), 'MFA_REQUIRED');
  });

  it('does not remove the last second factor past MFA_RESET_DELAY', async () => {
    const replica = await app.replica({ MFA_RESET_DELAY: '3600' });
    const user = await provedUser();
    await app.sql('UPDATE users SET mfa_enabled = 1 WHERE uid = ?', [user.uid]);
    const passkey = {
      ...STORED_PASSKEY,
      passkey_id: `p-${user.uid.slice(2)}`,
      credential_hash: user.uid,
      uid: user.uid,
    };
    await insertRow(app, 'passkeys', passkey);
    const path = `/api/admin/users/${user.uid}/passkeys/${passkey.passkey_id}`;
    expectFailure(await replica.call('DELETE', path, { token: ADMIN_TOKEN }), 'INVALID_REQUEST');
    expect((await app.service.call('DELETE', path, { token: ADMIN_TOKEN })).status).toBe(200);
    await replica.stop();
  });

  it('leaves no reset of factors that waits to a user who gets admin scopes', async () => {
    const replica = await app.replica({ MFA_RESET_DELAY: '3600' });
    const user = await fencedUser(app);
    const body = { reason: 'The user has lost the phone' };
    const path = `/api/admin/users/${user.uid}/factors`;
    expect((await replica.call('POST', `${path}/reset`, { token: ADMIN_TOKEN, body })).status).toBe(200);
    await app.admin('PATCH', `/users/${user.uid}`, { admin_scopes: ['read'] });
    expect((await app.admin('GET', `/users/${user.uid}/factors`)).json.reset_due_at).toBeNull();
    await replica.stop();
  });
});

it('a change whose administrator loses the token while its body arrives is refused', async () => {
  const { id, token } = await app.adminToken(['read', 'write', 'admins']);
  const user = await fencedUser(app);
  const { hostname, port } = new URL(app.service.url);
  const type = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  const headers = { authorization: `Bearer ${token}`, ...type };
  const request = http.request({ hostname, port, method: 'PATCH', path: `/api/admin/users/${user.uid}`, headers });
  const answered = once(request, 'response');
  request.write(' ');
  // The token has a time of use once the guard has found it.
  await app.service.until(async () => {
    const [row] = await app.sql('SELECT last_used_at FROM admin_tokens WHERE id = ?', [id]);
    return row?.last_used_at !== null;
  });
  expect((await app.admin('DELETE', `/tokens/${id}`)).status).toBe(200);
  request.end(JSON.stringify({ admin_scopes: ['read'] }));
  const [answer] = (await answered) as [http.IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(400);
  expect((await app.admin('GET', `/users/${user.uid}`)).json.admin_scopes).toEqual([]);
});

describe('a change of email there and back', () => {
  const CHANGED = /was changed$/;
  const move = async ({ token }: SignedUp, email: string) =>
    expectNothing(await app.put('/api/auth/user', { email, password: PASSWORD }, { token }));

  /** A thief with the password moves the account to an own mailbox, proves it, and moves the account back. */
  async function thereAndBack() {
    const user = await provedUser();
    const own = newEmail();
    await move(user, own);
    await app.prove(user.uid);
    await app.advance(1);
    await move(user, user.email);
    await app.prove(user.uid);
    const undoOf = async (email: string) => (await mail.emailAbout(email, CHANGED)).text;
    return { user, first: await undoOf(user.email), second: await undoOf(own) };
  }

  it('gives the mailbox between no link that takes the account back', async () => {
    const { second } = await thereAndBack();
    expect(second).not.toContain('user/secure');
  });

  it('leaves the first owner a link that ends the sessions of the thief', async () => {
    const { user, first } = await thereAndBack();
    const link = /^https?:\S+user\/secure\S+/m.exec(first)?.[0] ?? '';
    expect((await app.follow(link, 'POST')).linkError).toBeNull();
    expectFailure(await app.refresh(user.refresh_token), 'INVALID_REFRESH_TOKEN');
  });
});
