import { SoftPasskey } from '../support/factors/authenticator.js';
import {
  addPasskey,
  codeOf,
  creation,
  type Fenced,
  fence,
  fencedUser,
  ORIGIN,
  PASSKEYS,
  passkeyLogin,
  passkeyUser,
  RP_ID,
} from '../support/factors/factors.js';
import { type Answer, type Call, expectFailure, expectNothing, readToken } from '../support/http/http.js';
import { App, newEmail, PASSWORD } from '../support/service/app.js';
import { tokenIn, useMail } from '../support/service/mail.js';

const SETTINGS = { PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN };
const { app, mail } = useMail(SETTINGS);
const MFA = '/api/auth/user/mfa';

const post = (path: string, body: object = {}, call: Call = {}) => app.post(`/api/auth/${path}`, body, call);
const byCode = async (email: string) =>
  post('email-code/verify', await mail.codeAfter(email, () => post('email-code', { email })));
const sessions = (uid: string) => app.sql('SELECT session_id FROM sessions WHERE uid = ? AND ended_at IS NULL', [uid]);

/** The first step of a sign-in. */
async function challenge({ email }: { email: string }): Promise<string> {
  const answer = await app.login(email, PASSWORD);
  expectFailure(answer, 'MFA_REQUIRED');
  return answer.json.mfa_token;
}

/** A sign-in by an email code that must wait for a factor, and an app that is ready to be confirmed. */
async function enrolling() {
  const user = await app.signUp();
  await app.prove(user.uid);
  await app.admin('PATCH', `/users/${user.uid}`, { mfa: 'required' });
  const answer = await byCode(user.email);
  expectFailure(answer, 'MFA_ENROLMENT_REQUIRED');
  const token = answer.json.mfa_token as string;
  const { factor_id, secret } = (await app.post(`${MFA}/totp`, {}, { token })).json;
  const code = await codeOf(app, secret);
  const confirm = (id = factor_id, by = token) => app.post(`${MFA}/totp/${id}/confirm`, { code }, { token: by });
  return { ...user, mfaToken: token, factorId: factor_id as string, confirm };
}

describe('a change between the two steps of a sign-in', () => {
  const right = async ({ secret }: Fenced) => ({ code: await codeOf(app, secret, 1) });

  it.each<[string, (user: Fenced) => Promise<unknown>, string]>([
    [
      'another password',
      ({ uid }) => app.admin('PATCH', `/users/${uid}`, { password: `${PASSWORD} 2` }),
      'INVALID_MFA_TOKEN',
    ],
    [
      'another email',
      ({ uid }) => app.admin('PATCH', `/users/${uid}`, { email: newEmail(), email_verified: true }),
      'INVALID_MFA_TOKEN',
    ],
    ['a disabled user', ({ uid }) => app.disable(uid), 'USER_DISABLED'],
    ['a deleted user', ({ uid }) => app.admin('DELETE', `/users/${uid}`), 'INVALID_MFA_TOKEN'],
    ['new recovery codes', ({ token }) => app.post(`${MFA}/recovery-codes`, {}, { token }), 'INVALID_MFA_TOKEN'],
    ['another factor', ({ token }) => addPasskey(app, token), 'INVALID_MFA_TOKEN'],
    ['a factor that is switched off', ({ token }) => app.put(MFA, { enabled: false }, { token }), 'INVALID_MFA_TOKEN'],
    [
      'a demand by an administrator',
      ({ uid }) => app.admin('PATCH', `/users/${uid}`, { mfa: 'required' }),
      'INVALID_MFA_TOKEN',
    ],
  ])('invalidates it: %s', async (_what, change, code) => {
    const user = await fencedUser(app);
    const tokens = [await challenge(user), (await byCode(user.email)).json.mfa_token];
    const before = await sessions(user.uid);
    const answered = (await change(user)) as Answer | { status?: undefined };
    if (answered?.status) expect(answered.status).toBe(200);
    for (const mfa_token of tokens)
      expectFailure(await post('mfa/verify', { mfa_token, ...(await right(user)) }), code);
    expect((await sessions(user.uid)).length).toBeLessThanOrEqual(before.length);
  });

  it.each<[string, (user: { uid: string }) => Promise<unknown>, string]>([
    [
      'another password',
      ({ uid }) => app.admin('PATCH', `/users/${uid}`, { password: `${PASSWORD} 2` }),
      'INVALID_MFA_TOKEN',
    ],
    [
      'another email',
      ({ uid }) => app.admin('PATCH', `/users/${uid}`, { email: newEmail(), email_verified: true }),
      'INVALID_MFA_TOKEN',
    ],
    ['a disabled user', ({ uid }) => app.disable(uid), 'NOT_AUTHENTICATED'],
    ['a deleted user', ({ uid }) => app.admin('DELETE', `/users/${uid}`), 'NOT_AUTHENTICATED'],
  ])('invalidates the enrolment that it waits for: %s', async (_what, change, code) => {
    const waiting = await enrolling();
    await change(waiting);
    expectFailure(await waiting.confirm(), code);
    expect(await sessions(waiting.uid)).toEqual([]);
  });
});

describe('the token of an enrolment', () => {
  it('confirms no app of another user, and no app twice', async () => {
    const [thief, victim] = [await enrolling(), await enrolling()];
    expectFailure(await thief.confirm(victim.factorId), 'FACTOR_NOT_FOUND');
    expectFailure(await victim.confirm(victim.factorId, thief.mfaToken), 'FACTOR_NOT_FOUND');
    expect((await victim.confirm()).status).toBe(200);
    expectFailure(await victim.confirm(), 'NOT_AUTHENTICATED');
    expectFailure(await post('mfa/verify', { mfa_token: thief.mfaToken, code: '123456' }), 'INVALID_MFA_TOKEN');
  });

  it('proves no address of another user', async () => {
    const waiting = await enrolling();
    const { email, uid } = await app.signUp();
    const code = await mail.codeAfter(email, () => post('email-code', { email }));
    expectFailure(await post('email-code/verify', { ...code, mfa_token: waiting.mfaToken }), 'INVALID_MFA_TOKEN');
    expect((await app.admin('GET', `/users/${uid}`)).json).toMatchObject({ email_proved: false });
  });

  it('is no access token, and an access token is no mfa_token', async () => {
    const { mfaToken, token } = await enrolling();
    const call = { token: mfaToken };
    for (const path of ['user', 'user/sessions', 'user/mfa', 'user/passkeys'])
      expectFailure(await app.get(`/api/auth/${path}`, call), 'NOT_AUTHENTICATED');
    expectFailure(await app.delete('/api/auth/user', call), 'NOT_AUTHENTICATED');
    expectFailure(await app.refresh(mfaToken), 'INVALID_REFRESH_TOKEN');
    expectFailure(await post('mfa/verify', { mfa_token: token, code: '123456' }), 'INVALID_MFA_TOKEN');
  });
});

it('an app that waits for its first code is confirmed by its own user alone', async () => {
  const [thief, victim] = [await app.signUp(), await fencedUser(app)];
  const { factor_id, secret } = (await app.post(`${MFA}/totp`, {}, { token: victim.token })).json;
  const code = await codeOf(app, secret);
  const confirm = (token: string) => app.post(`${MFA}/totp/${factor_id}/confirm`, { code }, { token });
  expectFailure(await confirm(thief.token), 'FACTOR_NOT_FOUND');
  expectNothing(await confirm(victim.token));
  expectFailure(await confirm(victim.token), 'FACTOR_NOT_FOUND');
});

it('an app that waits for its first code is confirmed by the session alone that has begun to add it', async () => {
  const owner = await app.signUp();
  await app.prove(owner.uid);
  const thief = (await app.login(owner.email, PASSWORD)).json;
  const add = async (token: string) => (await app.post(`${MFA}/totp`, {}, { token })).json;
  const [begun, own] = [await add(thief.token), await add(owner.token)];
  const confirm = async ({ factor_id, secret }: { factor_id: string; secret: string }, token: string) =>
    app.post(`${MFA}/totp/${factor_id}/confirm`, { code: await codeOf(app, secret) }, { token });
  expectFailure(await confirm(begun, owner.token), 'FACTOR_NOT_FOUND');
  const [session] = await sessions(owner.uid).then((rows) => rows.slice(-1));
  expect((await app.delete(`/api/auth/user/sessions/${session?.session_id}`, { token: owner.token })).status).toBe(200);
  expectFailure(await confirm(begun, owner.token), 'FACTOR_NOT_FOUND');
  expectFailure(await confirm(begun, thief.token), 'NOT_AUTHENTICATED');
  expect((await confirm(own, owner.token)).status).toBe(200);
});

it('an access token from before a sign-out does not confirm an app', async () => {
  const user = await app.signUp();
  await app.prove(user.uid);
  const call = { token: user.token };
  const { factor_id, secret } = (await app.post(`${MFA}/totp`, {}, call)).json;
  expectNothing(await post('user/logout', {}, call));
  const again = (await app.login(user.email, PASSWORD)).json;
  const code = await codeOf(app, secret);
  expectFailure(await app.post(`${MFA}/totp/${factor_id}/confirm`, { code }, call), 'FACTOR_NOT_FOUND');
  expect((await app.refresh(again.refresh_token)).status).toBe(200);
  expect((await app.get(MFA, { token: again.token })).json).toMatchObject({ enabled: false, factors: [] });
});

it('a challenge of a passkey works for its own purpose alone', async () => {
  const user = await passkeyUser(app);
  expect((await app.put(MFA, { enabled: true }, { token: user.token })).status).toBe(200);
  // Only a session of both factors may add another passkey.
  const { token } = (await passkeyLogin(app, user.passkey)).json;
  const mfa_token = await challenge(user);
  const made: Record<string, { challenge_id: string; options: unknown }> = {
    login: (await post('passkey/options')).json,
    mfa: (await post('mfa/passkey/options', { mfa_token })).json,
    reauthenticate: (await post('user/reauthenticate/options', { method: 'passkey' }, { token })).json,
    registration: await creation(app, token),
  };
  const uses: Record<string, (body: object) => Promise<Answer>> = {
    login: (body) => post('passkey/login', body),
    mfa: (body) => post('mfa/verify', { mfa_token, ...body }),
    reauthenticate: (body) => post('user/reauthenticate', body, { token }),
    registration: (body) => app.post(PASSKEYS, body, { token }),
  };
  const open = await sessions(user.uid);
  for (const [purpose, { challenge_id, options }] of Object.entries(made)) {
    for (const [use, send] of Object.entries(uses)) {
      if (use === purpose) continue;
      const rp = { ...Object(options), rp: { id: RP_ID }, user: { id: user.passkey.handle } };
      const credential = use === 'registration' ? new SoftPasskey(ORIGIN).create(rp) : user.passkey.get(options);
      const answer = await send({ challenge_id, credential });
      expect([purpose, use, answer.code]).toEqual([purpose, use, 'INVALID_CHALLENGE']);
    }
  }
  for (const text of [mfa_token, token, made.login?.challenge_id])
    expectFailure(
      await post('mfa/verify', { mfa_token: text === mfa_token ? 'x' : text, code: '123456' }),
      'INVALID_MFA_TOKEN',
    );
  expect(await sessions(user.uid)).toEqual(open);
});

describe('with REAUTH_MAX_AGE=0', () => {
  let always: App;
  beforeAll(async () => {
    always = await App.start({ ...SETTINGS, SMTP_URL: 'none', REAUTH_MAX_AGE: '0' });
  });
  afterAll(() => always.stop());

  it('an old session of both factors changes factors, and one of a single factor does not', async () => {
    const user = await fence(always, await always.signUp());
    const { token } = user;
    await always.sql("UPDATE sessions SET auth_time = 1, acr = 'aal1' WHERE uid = ?", [user.uid]);
    const attempts = [
      () => always.delete(`${MFA}/totp/${user.factorId}`, { token }),
      () => always.put(MFA, { enabled: false }, { token }),
      () => always.put('/api/auth/user', { email: newEmail(), password: PASSWORD }, { token }),
      () => always.delete('/api/auth/user', { token }),
    ];
    for (const attempt of attempts) expectFailure(await attempt(), 'REAUTHENTICATION_REQUIRED');
    await always.sql("UPDATE sessions SET acr = 'aal2' WHERE uid = ?", [user.uid]);
    await always.post('/api/auth/user/logout', {}, { token });
    for (const attempt of attempts) expectFailure(await attempt(), 'REAUTHENTICATION_REQUIRED');
    await always.sql('UPDATE sessions SET ended_at = NULL, end_reason = NULL WHERE uid = ?', [user.uid]);
    expectNothing(await always.delete(`${MFA}/totp/${user.factorId}`, { token }));
  });
});

describe('the first proof of an address by the reader of its mailbox', () => {
  /** As an import may leave it: the factors may be those of a stranger. */
  const unprove = ({ uid }: { uid: string }) =>
    app.sql('UPDATE users SET email_verified = 0, email_proved = 0 WHERE uid = ?', [uid]);

  async function hijacked() {
    const stranger = await passkeyUser(app);
    await unprove(stranger);
    return stranger;
  }

  it('removes the passkeys of a stranger, who then cannot sign in', async () => {
    const { email, uid, passkey } = await hijacked();
    const { token } = (await byCode(email)).json;
    expect(readToken(token).claims.sub).toBe(uid);
    expectFailure(await passkeyLogin(app, passkey), 'PASSKEY_NOT_FOUND');
    expect((await app.get('/api/auth/user/passkeys', { token })).json.passkeys).toEqual([]);
    const types = (await app.events(uid)).map(({ type }) => type);
    expect(types.slice(types.lastIndexOf('user.email_verified'))).toContain('passkey.removed');
  });

  it('removes them also by a reset of the password', async () => {
    const { email, passkey } = await hijacked();
    await post('reset-password', { email });
    const old_password = tokenIn(await mail.emailAbout(email, /^Choose a new password/));
    const change = { old_password, new_password: `${PASSWORD} of the owner` };
    expectNothing(await app.patch('/api/auth/user/change-password', change));
    expectFailure(await passkeyLogin(app, passkey), 'PASSKEY_NOT_FOUND');
  });

  it('removes an app that is switched off, and its recovery codes', async () => {
    const stranger = await fencedUser(app);
    const { token, uid, email } = stranger;
    await app.put(MFA, { enabled: false }, { token });
    await unprove(stranger);
    const owner = (await byCode(email)).json;
    const overview = (await app.get(MFA, { token: owner.token })).json;
    expect(overview).toMatchObject({ enabled: false, recovery_codes_left: 0, factors: [] });
    expect(await app.sql('SELECT factor_id FROM totp_factors WHERE uid = ?', [uid])).toEqual([]);
  });

  it('keeps the factors of a user who has proved the address before', async () => {
    const { email, passkey } = await passkeyUser(app);
    expect((await byCode(email)).status).toBe(200);
    expect((await passkeyLogin(app, passkey)).status).toBe(200);
  });

  it('keeps the factors that each sign-in asks for', async () => {
    const user = await fencedUser(app);
    await unprove(user);
    const demand = await byCode(user.email);
    expectFailure(demand, 'MFA_REQUIRED');
    const { mfa_token } = demand.json;
    expect((await post('mfa/verify', { mfa_token, code: await codeOf(app, user.secret, 1) })).status).toBe(200);
  });
});

it('no secret of a factor is in the log, the events, the emails or the database', async () => {
  const user = await fencedUser(app);
  const [mfa_token, second] = [await challenge(user), await challenge(user)];
  const code = await codeOf(app, user.secret, 1);
  await post('mfa/verify', { mfa_token, code: '000 000' });
  await post('mfa/verify', { mfa_token, code });
  await post('mfa/verify', { mfa_token: second, recovery_code: user.recoveryCodes[0] });
  await post(`mfa/verify?mfa_token=${mfa_token}&code=${code}`, { mfa_token, code: { secret: user.secret } });
  const waiting = await enrolling();
  await waiting.confirm();
  const mailed = await mail.codeAfter(user.email, () => post('email-code', { email: user.email }));
  const options = (await post('passkey/options')).json;

  const listTables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  const tables = (await app.sql(listTables)).map((row) => String(Object.values(row)[0]));
  expect(tables).toEqual(
    expect.arrayContaining(['totp_factors', 'recovery_codes', 'one_time_tokens', 'messages', 'events']),
  );
  const dump: string[] = [];
  for (const table of tables) dump.push(JSON.stringify(await app.sql(`SELECT * FROM ${table}`)));
  const events = (await app.admin('GET', '/events?limit=200')).text;
  const messages = mail.messages.map(({ text, html }) => text + html).join('\n');

  const codes = [...user.recoveryCodes, ...user.recoveryCodes.map((text) => text.replaceAll('-', ''))];
  const secrets = [user.secret, mfa_token, second, waiting.mfaToken, mailed.code_token, options.challenge_id, ...codes];
  for (const [where, text] of Object.entries({ dump: dump.join('\n'), events, messages, log: app.service.log }))
    expect([where, ...secrets.filter((secret) => text.includes(secret))]).toEqual([where]);
  // Six digits may be part of a number by chance: they must not be a value of their own.
  const values = new RegExp(`["' =:](${code}|${mailed.code})["' &,}]`);
  for (const text of [...dump, events, app.service.log]) expect(text).not.toMatch(values);
});
