import { codeOf, fence } from '../support/factors/factors.js';
import { type Answer, about, type Call, expectFailure, expectNothing, readToken } from '../support/http/http.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { codeIn, linkIn, useMail } from '../support/service/mail.js';
import { SECRET } from '../support/service/service.js';

const { app, mail } = useMail({ EMAIL_CODE_TTL: '300' });

const EMAIL_CODE = '/api/auth/email-code';

type Code = { code_token: string; code: string };

const ask = (email: string, more: object = {}) => app.post(EMAIL_CODE, { email, ...more });
const mailed = (email: string, more: object = {}) => mail.codeAfter(email, () => ask(email, more));
const verify = (body: object, call?: Call) => app.post(`${EMAIL_CODE}/verify`, body, call);
const wrong = ({ code_token, code }: Code): Code => ({
  code_token,
  code: String((Number(code) + 1) % 1_000_000).padStart(6, '0'),
});
const claimsOf = (answer: Answer) => readToken(answer.json.token).claims;

/** An email with a link and a code. */
async function both(email: string, more: object = {}): Promise<Code & { link: string }> {
  const found = await mail.codeAfter(email, () =>
    app.post('/api/auth/magic-link', { email, with_code: true, ...more }),
  );
  const message = mail.emailsTo(email).filter(codeIn).at(-1);
  return { ...found, link: message ? linkIn(message) : '' };
}

describe('an email code', () => {
  it('signs in and answers like a login', async () => {
    const user = await app.signUp();
    await app.prove(user.uid);
    const login = await app.login(user.email, PASSWORD);
    const answer = await verify(await mailed(user.email));
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json)).toEqual(Object.keys(login.json));
    expect(answer.json).toMatchObject({ uid: user.uid, email_verified: true });
    const claims = claimsOf(answer);
    expect(claims).toMatchObject({ amr: ['otp'], acr: 'aal1', auth_time: about(claims.iat) });
    const sessions = (await app.get('/api/auth/user/sessions', { token: answer.json.token })).json.sessions;
    expect(sessions.map(({ method }: { method: string }) => method)).toContain('email_code');
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
  });

  it('is six digits in an email without a link, and not in the answer or the database', async () => {
    const { email } = await app.signUp();
    const answer = await ask(email);
    const claims = readToken((await app.login(email, PASSWORD)).json.token).claims;
    const expiry = expect.any(Number);
    expect(answer.json).toEqual({ code_token: expect.stringMatching(/^[\w-]{43}$/), expiry });
    expect(answer.json.expiry - Number(claims.iat)).toBeGreaterThan(290);
    expect(answer.json.expiry - Number(claims.iat)).toBeLessThanOrEqual(300);
    const message = await mail.emailTo(email);
    expect(codeIn(message)).toMatch(/^\d{6}$/);
    expect(message.text).toContain('5 minutes');
    expect(message.html).toContain(codeIn(message));
    expect(message.text).not.toContain('/api/auth');
    const row = JSON.stringify(await app.sql('SELECT * FROM one_time_tokens WHERE email = ?', [email]));
    expect(row).not.toContain(codeIn(message));
    expect(row).not.toContain(answer.json.code_token);
  });

  it('works once, with blanks in it', async () => {
    const { email } = await app.signUp();
    const { code_token, code } = await mailed(email);
    expect((await verify({ code_token, code: ` ${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200);
    expectFailure(await verify({ code_token, code }), 'INVALID_CODE');
  });

  it('of one browser is refused with the token of another browser', async () => {
    const { email } = await app.signUp();
    const [mine, other] = [await mailed(email), await mailed(email)];
    if (mine.code !== other.code)
      expectFailure(await verify({ code_token: other.code_token, code: mine.code }), 'INVALID_CODE');
    expectFailure(await verify({ code_token: 'x'.repeat(43), code: mine.code }), 'INVALID_CODE');
    expect((await verify(mine)).status).toBe(200);
  });

  it('is refused after five wrong tries', async () => {
    const { email } = await app.signUp();
    const found = await mailed(email);
    for (let tries = 0; tries < 5; tries++) expectFailure(await verify(wrong(found)), 'INVALID_CODE');
    expectFailure(await verify(found), 'INVALID_CODE');
  });

  it('expires after EMAIL_CODE_TTL', async () => {
    const { email } = await app.signUp();
    const [early, late] = [await mailed(email), await mailed(email)];
    await app.advance(290);
    expect((await verify(early)).status).toBe(200);
    await app.advance(20);
    expectFailure(await verify(late), 'INVALID_CODE');
  });

  it('is accepted by a replica with a new secret that knows the previous one', async () => {
    const { email } = await app.signUp();
    const found = await mailed(email);
    const secrets = { AUTH_SECRET: `a new ${SECRET}`, AUTH_SECRET_PREVIOUS: SECRET };
    const replica = await app.replica(secrets);
    const answer = await replica.call('POST', `${EMAIL_CODE}/verify`, { body: found });
    expect(answer.status).toBe(200);
  });

  it.each([
    ['code_token', { code: '123456' }, 'INVALID_CODE'],
    ['code_token', { code_token: 7, code: '123456' }, 'INVALID_CODE'],
    ['code', { code_token: 'x' }, 'INVALID_CODE'],
    ['code', { code_token: 'x', code: 123456 }, 'INVALID_CODE'],
    ['mfa_token', { code_token: 'x', code: '123456', mfa_token: 7 }, 'INVALID_MFA_TOKEN'],
  ])('is refused when %s is missing or no text', async (_field, body, code) => {
    expectFailure(await verify(body), code);
  });

  it('of a user who was disabled since then answers USER_DISABLED to the right code only', async () => {
    const user = await app.signUp();
    const found = await mailed(user.email);
    await app.disable(user.uid);
    expectFailure(await verify(wrong(found)), 'INVALID_CODE');
    expectFailure(await verify(found), 'USER_DISABLED');
    await app.enable(user.uid);
    expectFailure(await verify(found), 'INVALID_CODE');
  });

  it('is void after the address was changed, and after the account was deleted', async () => {
    const [mover, leaver] = [await app.signUp(), await app.signUp()];
    const codes = [await mailed(mover.email), await mailed(leaver.email)];
    await app.put('/api/auth/user', { email: newEmail() }, { token: mover.token });
    await app.delete('/api/auth/user', { token: leaver.token });
    for (const found of codes) expectFailure(await verify(found), 'INVALID_CODE');
  });

  it('records the sign-in and each wrong code in the event log', async () => {
    const user = await app.signUp();
    const found = await mailed(user.email);
    await verify(wrong(found));
    await verify(found);
    const events = await app.events(user.uid);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'login.failed', actor: 'anonymous', data: { reason: 'wrong_code' } }),
    );
    expect(events).toContainEqual(expect.objectContaining({ type: 'link.used', data: { purpose: 'email_code' } }));
    expect(events.at(-1)).toMatchObject({ type: 'login.succeeded', data: { method: 'email_code' } });
  });
});

describe('the first proof of an address by an email code', () => {
  it('invalidates the password and ends the sessions of a stranger who registered it', async () => {
    const squatter = await app.signUp();
    const answer = await verify(await mailed(squatter.email));
    expect(answer.json).toMatchObject({ uid: squatter.uid, email_verified: true });
    expectFailure(await app.login(squatter.email, PASSWORD), 'INVALID_CREDENTIALS');
    expectFailure(await app.refresh(squatter.refresh_token), 'INVALID_REFRESH_TOKEN');
    await mail.emailAbout(squatter.email, /password/i);
  });

  it('leaves the password and the sessions of an owner whose access token comes with the code', async () => {
    const owner = await app.signUp();
    const answer = await verify(await mailed(owner.email), { token: owner.token });
    expect(answer.json).toMatchObject({ uid: owner.uid, email_verified: true, refresh_token: expect.any(String) });
    expect((await app.login(owner.email, PASSWORD)).status).toBe(200);
    expect((await app.refresh(owner.refresh_token)).status).toBe(200);
    expect((await app.admin('GET', `/users/${owner.uid}`)).json.email_proved).toBe(true);
  });

  it('is that of any person when the access token belongs to another user', async () => {
    const [squatter, reader] = [await app.signUp(), await app.signUp()];
    expect((await verify(await mailed(squatter.email), { token: reader.token })).status).toBe(200);
    expectFailure(await app.login(squatter.email, PASSWORD), 'INVALID_CREDENTIALS');
  });

  it('is refused with the access token of a session that was signed out, and leaves the code usable', async () => {
    const user = await app.signUp();
    expectNothing(await app.post('/api/auth/user/logout', {}, { token: user.token }));
    const found = await mailed(user.email);
    expectFailure(await verify(found, { token: user.token }), 'NOT_AUTHENTICATED');
    expect((await verify(found)).status).toBe(200);
    expectFailure(await app.login(user.email, PASSWORD), 'INVALID_CREDENTIALS');
  });

  it('is refused with an access token that is invalid or stale, and leaves the code usable', async () => {
    const user = await app.signUp();
    const found = await mailed(user.email);
    expectFailure(await verify(found, { token: 'x.y.z' }), 'NOT_AUTHENTICATED');
    await app.sql("UPDATE sessions SET ended_at = 1, end_reason = 'stolen' WHERE uid = ?", [user.uid]);
    expectFailure(await verify(found, { token: user.token }), 'NOT_AUTHENTICATED');
    expect((await verify(found)).status).toBe(200);
  });
});

describe('a request for a code', () => {
  it('answers and works alike for known, unknown and disabled addresses', async () => {
    const [known, disabled] = [await app.signUp(), await app.signUp()];
    await app.disable(disabled.uid);
    for (const more of [{}, { sign_up: true }]) {
      const emails = [known.email, newEmail(), disabled.email];
      const answers = await Promise.all(emails.map((email) => ask(email, more)));
      for (const { status, json, text } of answers) {
        expect({ status, keys: Object.keys(json) }).toEqual({ status: 200, keys: ['code_token', 'expiry'] });
        expect(text).toHaveLength(answers[0]?.text.length ?? 0);
        expectFailure(await verify({ code_token: json.code_token, code: '0000000' }), 'INVALID_CODE');
      }
    }
    expect(mail.emailsTo(disabled.email)).toEqual([]);
  });

  it('mails nothing to an unknown address, and the code of the decoy does not sign up', async () => {
    const email = newEmail();
    const { json } = await ask(email);
    expect(await app.sql('SELECT status FROM messages WHERE recipient = ?', [email])).toEqual([]);
    const rows = await app.sql("SELECT uid, sign_up FROM one_time_tokens WHERE email = ? AND purpose = 'email_code'", [
      email,
    ]);
    expect(rows).toHaveLength(1);
    expect({ uid: rows[0]?.uid, sign_up: Boolean(rows[0]?.sign_up) }).toEqual({ uid: null, sign_up: false });
    // The right code is unknown: that of an email that was sent takes its place.
    const other = newEmail();
    const found = await mailed(other, { sign_up: true });
    await app.sql('UPDATE one_time_tokens SET sign_up = 0 WHERE email = ?', [other]);
    expectFailure(await verify(found), 'INVALID_CODE');
    expectFailure(await verify({ code_token: json.code_token, code: found.code }), 'INVALID_CODE');
  });

  it('with sign_up lets the code create the account of an unknown address', async () => {
    const email = newEmail();
    const answer = await verify(await mailed(email, { sign_up: true }));
    expect(answer.json).toMatchObject({ email_verified: true, metadata: '{}' });
    const events = await app.events(answer.json.uid);
    expect(events).toContainEqual(expect.objectContaining({ type: 'user.created', data: { method: 'email_code' } }));
  });

  it.each([
    [{}, 'INVALID_EMAIL'],
    [{ email: 'no address' }, 'INVALID_EMAIL'],
    [{ email: 'a@example.com', sign_up: 'yes' }, 'INVALID_REQUEST'],
    [{ email: 'a@example.com', locale: 7 }, 'INVALID_REQUEST'],
  ])('is refused with %j', async (body, code) => {
    expectFailure(await app.post(EMAIL_CODE, body), code);
  });
});

describe('a magic link with a code', () => {
  it('has both in one email, and the answer has the token of the code', async () => {
    const { email } = await app.signUp();
    const answer = await app.post('/api/auth/magic-link', { email, with_code: true });
    expect(answer.json).toEqual({ code_token: expect.stringMatching(/^[\w-]{43}$/), expiry: expect.any(Number) });
    const message = await mail.emailTo(email);
    expect(codeIn(message)).toMatch(/^\d{6}$/);
    expect(linkIn(message)).toContain('/api/auth/magic-link/verify');
    expect(message.html).toContain(codeIn(message));
  });

  it('answers nothing and mails no code without with_code', async () => {
    const { email } = await app.signUp();
    expectNothing(await app.post('/api/auth/magic-link', { email }));
    expectNothing(await app.post('/api/auth/magic-link', { email, with_code: false }));
    expect(codeIn(await mail.emailTo(email))).toBe('');
  });

  it('is used up by the code', async () => {
    const { email } = await app.signUp();
    const { link, ...found } = await both(email);
    expect((await verify(found)).status).toBe(200);
    expect((await app.follow(link)).parameter('error')).toBe('LINK_ALREADY_USED');
  });

  it('uses up the code', async () => {
    const { email } = await app.signUp();
    const { link, ...found } = await both(email);
    expect((await app.follow(link)).parameter('at')).toMatch(/\./);
    expectFailure(await verify(found), 'INVALID_CODE');
  });

  it('still works after five wrong codes', async () => {
    const { email } = await app.signUp();
    const { link, ...found } = await both(email);
    for (let tries = 0; tries < 5; tries++) await verify(wrong(found));
    expect((await app.follow(link)).parameter('at')).toMatch(/\./);
  });

  it('answers a disabled user like an active one, and an unknown address as without a code', async () => {
    const user = await app.signUp();
    await app.disable(user.uid);
    const answer = await app.post('/api/auth/magic-link', { email: user.email, with_code: true });
    expect(Object.keys(answer.json)).toEqual(['code_token', 'expiry']);
    expectFailure(await app.post('/api/auth/magic-link', { email: newEmail(), with_code: true }), 'USER_NOT_FOUND');
  });

  it('creates an account by its code with sign_up', async () => {
    const { link: _link, ...found } = await both(newEmail(), { sign_up: true });
    expect((await verify(found)).json).toMatchObject({ email_verified: true });
  });
});

describe('an email code of a user with an authenticator app', () => {
  it('answers MFA_REQUIRED, and the app completes the sign-in', async () => {
    const user = await fence(app, await app.signUp());
    const demand = await verify(await mailed(user.email));
    expectFailure(demand, 'MFA_REQUIRED');
    expect(demand.json.methods).toEqual(['totp', 'recovery_code']);
    const code = await codeOf(app, user.secret, 1);
    const answer = await app.post('/api/auth/mfa/verify', { mfa_token: demand.json.mfa_token, code });
    expect(claimsOf(answer)).toMatchObject({ amr: ['otp', 'mfa'], acr: 'aal2' });
  });

  it('is no second factor', async () => {
    const user = await fence(app, await app.signUp());
    const found = await mailed(user.email);
    const { mfa_token } = (await app.login(user.email, PASSWORD)).json;
    expectFailure(await verify({ ...found, mfa_token }), 'INVALID_MFA_TOKEN');
    expectFailure(await app.post('/api/auth/mfa/verify', { mfa_token, code: found.code }), 'INVALID_CODE');
    expectFailure(await verify(found, { token: user.token }), 'MFA_REQUIRED');
  });
});

describe('a new proof by an email code', () => {
  const REAUTHENTICATE = '/api/auth/user/reauthenticate';

  /** A user without a password and a factor, who signed in too long ago. */
  async function passwordless() {
    const email = newEmail();
    const { uid, refresh_token } = (await verify(await mailed(email, { sign_up: true }))).json;
    await app.advance(601);
    const { access_token: token } = (await app.refresh(refresh_token)).json;
    return { uid, email, token };
  }
  const prepare = (token: string, method: unknown = 'email_code') =>
    app.post(`${REAUTHENTICATE}/options`, { method }, { token });
  const prepared = (email: string, token: string) => mail.codeAfter(email, () => prepare(token));
  const prove = ({ code_token, code }: Code, token: string) =>
    app.post(REAUTHENTICATE, { code_token, email_code: code }, { token });

  it('makes an older session recent again, once', async () => {
    const { email, token } = await passwordless();
    const refused = await app.delete('/api/auth/user', { token });
    expectFailure(refused, 'REAUTHENTICATION_REQUIRED');
    expect(refused.json.methods).toEqual(['email_code']);
    const found = await prepared(email, token);
    expectFailure(await prove(wrong(found), token), 'INVALID_CODE');
    const answer = await prove(found, token);
    expect(Object.keys(answer.json).sort()).toEqual(['access_token', 'expiry', 'uid']);
    const { claims } = readToken(answer.json.access_token);
    expect(claims).toMatchObject({ acr: 'aal1', amr: ['otp'], auth_time: about(claims.iat) });
    expectFailure(await prove(found, token), 'INVALID_CODE');
    expectNothing(await app.delete('/api/auth/user', { token: answer.json.access_token }));
  });

  it('does not take a code for a sign-in, nor a sign-in a code for a new proof', async () => {
    const { email, token } = await passwordless();
    expectFailure(await prove(await mailed(email), token), 'INVALID_CODE');
    expectFailure(await verify(await prepared(email, token)), 'INVALID_CODE');
  });

  it('does not take the code of another session of the user, which stays usable', async () => {
    const { email, token } = await passwordless();
    const other = (await verify(await mailed(email))).json;
    const found = await prepared(email, token);
    expectFailure(await prove(found, other.token), 'INVALID_CODE');
    expect((await prove(found, token)).status).toBe(200);
  });

  it('does not take the code of another user', async () => {
    const [one, other] = [await passwordless(), await passwordless()];
    expectFailure(await prove(await prepared(one.email, one.token), other.token), 'INVALID_CODE');
  });

  it('is refused to a user who has a password, or sets one after the request', async () => {
    const { token } = await app.signUp();
    expectFailure(await prepare(token), 'INVALID_REQUEST');
    expectFailure(await prove({ code_token: 'x', code: '123456' }, token), 'INVALID_REQUEST');
    const user = await passwordless();
    const found = await prepared(user.email, user.token);
    await app.sql("UPDATE users SET password_hash = 'x' WHERE uid = ?", [user.uid]);
    expectFailure(await prove(found, user.token), 'INVALID_REQUEST');
  });

  it('is refused to a user whose only authenticator app is switched off', async () => {
    const user = await fence(app, await app.signUp());
    await app.sql('UPDATE users SET password_hash = NULL WHERE uid = ?', [user.uid]);
    await app.sql('UPDATE totp_factors SET locked_at = 1 WHERE uid = ?', [user.uid]);
    await app.sql('DELETE FROM recovery_codes WHERE uid = ?', [user.uid]);
    expectFailure(await prepare(user.token), 'INVALID_REQUEST');
    await app.advance(601);
    const { access_token: token } = (await app.refresh(user.refresh_token)).json;
    const refused = await app.delete('/api/auth/user', { token });
    expect(refused.json).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED', methods: [] });
  });

  it.each([undefined, 'password', 7])('cannot be prepared with the method %p', async (method) => {
    const { token } = await app.signUp();
    expectFailure(await app.post(`${REAUTHENTICATE}/options`, { method }, { token }), 'INVALID_REQUEST');
  });

  it('needs a token and a code', async () => {
    const { email, token } = await passwordless();
    const { code_token, code } = await prepared(email, token);
    expectFailure(await app.post(REAUTHENTICATE, { code_token }, { token }), 'INVALID_CODE');
    expectFailure(await app.post(REAUTHENTICATE, { email_code: code }, { token }), 'INVALID_CODE');
  });
});

describe('the first proof of an address by an email code, of an account with factors', () => {
  /** Another person, who has proved an own address, adds an app without enabling it, and takes the address of the owner. */
  async function trojan(enabled: boolean) {
    const stranger = await fence(app, await app.signUp());
    const { token, uid } = stranger;
    if (!enabled) expectNothing(await app.put('/api/auth/user/mfa', { enabled }, { token }));
    const columns = `passkey_id, credential_hash, credential_id, uid, public_key, handle, rp_id, counter, backup_eligible,
      synced, transports, aaguid, name, created_at`;
    const values = [`p-${uid.slice(2)}`, uid, 'AA', uid, 'AA', 'AA', 'localhost', 0, false, false, '', '', 'Key', 1];
    await app.sql(
      `INSERT INTO passkeys (${columns}) VALUES (${values.map(() => '?').join()})`,
      values.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
    );
    const email = newEmail();
    // As an earlier release left it.
    await app.sql('UPDATE users SET email = ?, email_verified = 0, email_proved = 0 WHERE uid = ?', [email, uid]);
    return { uid, email };
  }
  const passkeysOf = (uid: string) => app.sql('SELECT passkey_id FROM passkeys WHERE uid = ?', [uid]);

  it('removes the factors of a stranger that are not asked for', async () => {
    const { uid, email } = await trojan(false);
    const { token } = (await verify(await mailed(email))).json;
    const none = { enabled: false, recovery_codes_left: 0, factors: [] };
    expect((await app.get('/api/auth/user/mfa', { token })).json).toMatchObject(none);
    expect(await passkeysOf(uid)).toEqual([]);
    const events = await app.events(uid);
    const data = { type: 'passkey', reason: 'address' };
    expect(events).toContainEqual(expect.objectContaining({ type: 'mfa.factor_removed', data }));
  });

  it('removes them also when a reset link proves the address', async () => {
    const { uid, email } = await trojan(false);
    const old_password = await mail.tokenAfter(email, () => app.post('/api/auth/reset-password', { email }));
    const body = { old_password, new_password: `${PASSWORD} 2` };
    expectNothing(await app.patch('/api/auth/user/change-password', body));
    expect(await passkeysOf(uid)).toEqual([]);
    expect(await app.sql('SELECT factor_id FROM totp_factors WHERE uid = ?', [uid])).toEqual([]);
  });

  it('waits for the factor that is asked for, and a reset link removes it', async () => {
    const { uid, email } = await trojan(true);
    expectFailure(await verify(await mailed(email)), 'MFA_REQUIRED');
    expect(await passkeysOf(uid)).toHaveLength(1);
    expect((await app.admin('GET', `/users/${uid}`)).json).toMatchObject({ email_proved: false });
    const old_password = await mail.tokenAfter(email, () => app.post('/api/auth/reset-password', { email }));
    const new_password = `${PASSWORD} 2`;
    expectNothing(await app.patch('/api/auth/user/change-password', { old_password, new_password }));
    expect(await passkeysOf(uid)).toEqual([]);
    expect((await app.login(email, new_password)).status).toBe(200);
  });
});
