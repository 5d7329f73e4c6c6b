import { SoftPasskey } from '../support/factors/authenticator.js';
import {
  addPasskey,
  codeOf,
  creation,
  fencedUser,
  loginOptions,
  ORIGIN,
  PASSKEYS,
  passkeyLogin,
  passkeyUser,
  RP_ID,
} from '../support/factors/factors.js';
import { expectFailure, expectNothing, readToken } from '../support/http/http.js';
import { PASSWORD, type SignedUp } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

const { app, mail } = useMail({ PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN });

const MFA = '/api/auth/user/mfa';
const decode = (token: string) => readToken(token).claims;
const verify = (body: object) => app.post('/api/auth/mfa/verify', body);
const optionsFor = async (mfa_token: string) => (await app.post('/api/auth/mfa/passkey/options', { mfa_token })).json;

/** A user who signs in by a password and a passkey. */
async function guarded() {
  const user = await passkeyUser(app);
  const answer = await app.put('/api/auth/user/mfa', { enabled: true }, { token: user.token });
  expect(answer.json.recovery_codes).toHaveLength(10);
  return user;
}

/** The first step of a sign-in. */
async function challenge({ email }: { email: string }) {
  const answer = await app.login(email, PASSWORD);
  expectFailure(answer, 'MFA_REQUIRED');
  return answer.json;
}

describe('a passkey as the second factor', () => {
  it('is asked for by the passkeys of the user, and finishes the sign-in', async () => {
    const user = await guarded();
    const { mfa_token, methods } = await challenge(user);
    expect(methods).toEqual(['passkey', 'recovery_code']);
    const { challenge_id, options } = await optionsFor(mfa_token);
    expect(options).toMatchObject({
      rpId: RP_ID,
      userVerification: 'preferred',
      allowCredentials: [{ id: user.passkey.id, type: 'public-key', transports: ['hybrid', 'internal'] }],
    });
    const answer = await verify({ mfa_token, challenge_id, credential: user.passkey.get(options) });
    expect(decode(answer.json.token)).toMatchObject({ amr: ['pwd', 'swk', 'user', 'mfa'], acr: 'aal2' });
    expectFailure(
      await verify({ mfa_token, challenge_id, credential: user.passkey.get(options) }),
      'INVALID_MFA_TOKEN',
    );
  });

  it('needs no verification of the user, and not the handle', async () => {
    const user = await guarded();
    const { mfa_token } = await challenge(user);
    const { challenge_id, options } = await optionsFor(mfa_token);
    const credential = user.passkey.get(options, { uv: false, handle: null });
    expect((await verify({ mfa_token, challenge_id, credential })).status).toBe(200);
  });

  it.each([
    ['a wrong signature', { wrongKey: true }],
    ['the handle of another user', { handle: 'x'.repeat(43) }],
    ['another origin', { origin: 'https://example.net' }],
  ])('is refused with %s, uses its challenge up, and can be tried again', async (_what, behaviour) => {
    const user = await guarded();
    const { mfa_token } = await challenge(user);
    const { challenge_id, options } = await optionsFor(mfa_token);
    const wrong = user.passkey.get(options, behaviour);
    expectFailure(await verify({ mfa_token, challenge_id, credential: wrong }), 'INVALID_PASSKEY');
    expectFailure(
      await verify({ mfa_token, challenge_id, credential: user.passkey.get(options) }),
      'INVALID_CHALLENGE',
    );
    const again = await optionsFor(mfa_token);
    const credential = user.passkey.get(again.options);
    expect((await verify({ mfa_token, challenge_id: again.challenge_id, credential })).status).toBe(200);
    expect((await app.events(user.uid)).map(({ type }) => type)).toContain('mfa.failed');
  });

  it('of another user, or an unknown one, is refused', async () => {
    const [one, other] = [await guarded(), await guarded()];
    const unknown = new SoftPasskey(ORIGIN);
    unknown.create((await creation(app, (await passkeyUser(app)).token)).options);
    const { mfa_token } = await challenge(one);
    for (const passkey of [other.passkey, unknown]) {
      const { challenge_id, options } = await optionsFor(mfa_token);
      expectFailure(await verify({ mfa_token, challenge_id, credential: passkey.get(options) }), 'INVALID_PASSKEY');
    }
  });

  it('needs a challenge of this sign-in', async () => {
    const user = await guarded();
    const [one, other] = [await challenge(user), await challenge(user)];
    for (const { challenge_id, options } of [await optionsFor(other.mfa_token), await loginOptions(app)]) {
      const credential = user.passkey.get(options);
      expectFailure(await verify({ mfa_token: one.mfa_token, challenge_id, credential }), 'INVALID_CHALLENGE');
    }
  });

  it('is refused after five wrong ones with one token, and the owner gets an email', async () => {
    const user = await guarded();
    const { mfa_token } = await challenge(user);
    for (let tries = 0; tries < 5; tries++) {
      const { challenge_id, options } = await optionsFor(mfa_token);
      const credential = user.passkey.get(options, { wrongKey: true });
      expectFailure(await verify({ mfa_token, challenge_id, credential }), 'INVALID_PASSKEY');
    }
    expectFailure(await app.post('/api/auth/mfa/passkey/options', { mfa_token }), 'INVALID_MFA_TOKEN');
    expect((await mail.emailAbout(user.email, /Wrong second factors/)).text).toContain('Five wrong second factors');
  });

  it('is asked for only with a token, and of a user who has one', async () => {
    const path = '/api/auth/mfa/passkey/options';
    expectFailure(await app.post(path, {}), 'INVALID_MFA_TOKEN');
    expectFailure(await app.post(path, { mfa_token: 'x'.repeat(43) }), 'INVALID_MFA_TOKEN');
    const { mfa_token } = await challenge(await fencedUser(app));
    expectFailure(await app.post(path, { mfa_token }), 'FACTOR_NOT_FOUND');
  });

  it.each([
    ['without a challenge', { credential: {} }, 'INVALID_CHALLENGE'],
    ['without a credential', { challenge_id: 'x' }, 'INVALID_PASSKEY'],
    ['with a text as credential', { challenge_id: 'x', credential: 'x' }, 'INVALID_PASSKEY'],
    ['with an unknown challenge', { challenge_id: 'x', credential: {} }, 'INVALID_CHALLENGE'],
  ])('%s is refused', async (_how, body, code) => {
    const { mfa_token } = await challenge(await guarded());
    expectFailure(await verify({ mfa_token, ...body }), code);
  });

  it('switches an app on again that wrong codes have switched off', async () => {
    const user = await fencedUser(app);
    const { passkey } = await addPasskey(app, user.token);
    await app.sql('UPDATE totp_factors SET failures = 100, locked_at = 1 WHERE uid = ?', [user.uid]);
    expect((await challenge(user)).methods).toEqual(['passkey', 'recovery_code']);
    expect((await passkeyLogin(app, passkey)).status).toBe(200);
    const { mfa_token, methods } = await challenge(user);
    expect(methods).toEqual(['totp', 'passkey', 'recovery_code']);
    expect((await verify({ mfa_token, code: await codeOf(app, user.secret, 1) })).status).toBe(200);
  });
});

describe('a new proof by a passkey', () => {
  const reauthenticate = (token: string, body: object) => app.post('/api/auth/user/reauthenticate', body, { token });
  const prepare = async (token: string) =>
    (await app.post('/api/auth/user/reauthenticate/options', { method: 'passkey' }, { token })).json;

  it('makes an older session recent again, with both factors', async () => {
    const user = await passkeyUser(app);
    await app.advance(601);
    const { access_token: token } = (await app.refresh(user.refresh_token)).json;
    const refused = await app.post(`${PASSKEYS}/options`, {}, { token });
    expectFailure(refused, 'REAUTHENTICATION_REQUIRED');
    expect(refused.json.methods).toEqual(['password', 'passkey']);
    const { challenge_id, options } = await prepare(token);
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [{ id: user.passkey.id }] });
    const answer = await reauthenticate(token, { challenge_id, credential: user.passkey.get(options) });
    expect(Object.keys(answer.json).sort()).toEqual(['access_token', 'expiry', 'uid']);
    expect(decode(answer.json.access_token)).toMatchObject({ acr: 'aal2', amr: ['pwd', 'swk', 'user', 'mfa'] });
    expectNothing(await app.delete(`${PASSKEYS}/${user.passkeyId}`, { token }));
  });

  it('is refused with a wrong credential, another challenge, and after its use', async () => {
    const user = await passkeyUser(app);
    const { token } = user;
    const wrong = await prepare(token);
    const unverified = user.passkey.get(wrong.options, { uv: false });
    expectFailure(await reauthenticate(token, { ...wrong, credential: unverified }), 'INVALID_PASSKEY');
    const login = await loginOptions(app);
    const elsewhere = user.passkey.get(login.options);
    expectFailure(await reauthenticate(token, { ...login, credential: elsewhere }), 'INVALID_CHALLENGE');
    const right = await prepare(token);
    const credential = user.passkey.get(right.options);
    expect((await reauthenticate(token, { ...right, credential })).status).toBe(200);
    expectFailure(await reauthenticate(token, { ...right, credential }), 'INVALID_CHALLENGE');
  });

  it('needs a challenge of the same session', async () => {
    const user = await passkeyUser(app);
    const other = (await app.login(user.email, PASSWORD)).json;
    const { challenge_id, options } = await prepare(other.token);
    const credential = user.passkey.get(options);
    expectFailure(await reauthenticate(user.token, { challenge_id, credential }), 'INVALID_CHALLENGE');
  });

  it('is not possible without a passkey, nor by an unknown method', async () => {
    const { token } = await app.signUp();
    const path = '/api/auth/user/reauthenticate/options';
    expectFailure(await app.post(path, { method: 'passkey' }, { token }), 'FACTOR_NOT_FOUND');
    expectFailure(await app.post(path, { method: 'sms' }, { token }), 'INVALID_REQUEST');
    expectFailure(await app.post(path, {}, { token }), 'INVALID_REQUEST');
    expectFailure(await app.post(path, { method: 'passkey' }), 'NOT_AUTHENTICATED');
  });
});

describe('a passkey of a user who must have a factor', () => {
  /** The token of a sign-in that must wait for a factor. */
  async function waiting() {
    const user = await app.signUp();
    await app.prove(user.uid);
    await app.sql("UPDATE users SET mfa = 'required' WHERE uid = ?", [user.uid]);
    const answer = await app.login(user.email, PASSWORD);
    expectFailure(answer, 'MFA_ENROLMENT_REQUIRED');
    return { ...user, mfaToken: answer.json.mfa_token as string };
  }

  it('finishes the sign-in, switches second factors on, and gives recovery codes', async () => {
    const { mfaToken: token, email, uid, refresh_token } = await waiting();
    const { challenge_id, options } = await creation(app, token);
    const passkey = new SoftPasskey(ORIGIN);
    const body = { challenge_id, credential: passkey.create(options), name: 'Key' };
    const answer = await app.post(PASSKEYS, body, { token });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ uid, name: 'Key', passkey_id: expect.any(String) });
    expect(answer.json.recovery_codes).toHaveLength(10);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(decode(answer.json.token)).toMatchObject({ amr: ['pwd', 'swk', 'user', 'mfa'], acr: 'aal2' });
    expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
    expectFailure(await app.post(`${PASSKEYS}/options`, {}, { token }), 'NOT_AUTHENTICATED');
    expectFailure(await app.login(email, PASSWORD), 'MFA_REQUIRED');
  });

  it('is asked for when the user has one that is not enabled', async () => {
    const user = await passkeyUser(app);
    await app.sql("UPDATE users SET mfa = 'required' WHERE uid = ?", [user.uid]);
    const { mfa_token, methods } = await challenge(user);
    expect(methods).toEqual(['passkey']);
    const { challenge_id, options } = await optionsFor(mfa_token);
    expect((await verify({ mfa_token, challenge_id, credential: user.passkey.get(options) })).status).toBe(200);
  });
});

it('a passkey can be added only to a proved address', async () => {
  const { token } = await app.signUp();
  expectFailure(await app.post(`${PASSKEYS}/options`, {}, { token }), 'EMAIL_NOT_VERIFIED');
});

it('second factors can be switched on only at a proved address', async () => {
  const { uid, token } = await passkeyUser(app);
  await app.sql('UPDATE users SET email_proved = 0 WHERE uid = ?', [uid]);
  expectFailure(await app.put(MFA, { enabled: true }, { token }), 'EMAIL_NOT_VERIFIED');
  await app.prove(uid);
  expect((await app.put(MFA, { enabled: true }, { token })).status).toBe(200);
});

it.each<[string, () => Promise<SignedUp>]>([
  ['a passkey', () => passkeyUser(app)],
  [
    'an authenticator app that is switched off',
    async () => {
      const user = await fencedUser(app);
      expectNothing(await app.put(MFA, { enabled: false }, { token: user.token }));
      return user;
    },
  ],
])('an administrator who takes the verification away leaves the proof of a user with %s', async (_what, create) => {
  const { uid } = await create();
  const changed = (await app.admin('PATCH', `/users/${uid}`, { email_verified: false })).json;
  expect(changed).toMatchObject({ email_verified: false, email_proved: true });
});

it('the last passkey can be removed by a user who can sign in by a link', async () => {
  const user = await passkeyUser(app);
  await app.sql('UPDATE users SET password_hash = NULL WHERE uid = ?', [user.uid]);
  await app.sql('UPDATE users SET email_verified = 0 WHERE uid = ?', [user.uid]);
  const path = `${PASSKEYS}/${user.passkeyId}`;
  expectFailure(await app.delete(path, { token: user.token }), 'LAST_SIGN_IN_METHOD');
  await app.sql('UPDATE users SET email_verified = 1 WHERE uid = ?', [user.uid]);
  expectNothing(await app.delete(path, { token: user.token }));
});
