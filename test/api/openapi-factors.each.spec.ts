import { v7 as uuidv7 } from 'uuid';
import { SoftPasskey } from '../support/factors/authenticator.js';
import {
  addPasskey,
  codeOf,
  creation,
  type Fenced,
  fence,
  loginOptions,
  ORIGIN,
  PASSKEYS,
  passkeyLogin,
  passkeyUser,
  RP_ID,
} from '../support/factors/factors.js';
import {
  badBodies,
  CODE_AND_PASSKEY_PATHS,
  FACTOR_PATHS,
  type Failures,
  type Scenario,
  testDocument,
} from '../support/http/openapi.js';
import { newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

const REAUTH_MAX_AGE = 60;
const settings = { PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN };
const { app, mail } = useMail({ ...settings, IMPERSONATION: 'on', REAUTH_MAX_AGE: String(REAUTH_MAX_AGE) });
const without = useApp({ ...settings, MFA: 'off' });

describe('authenticator apps', () => {
  const MFA = '/api/auth/user/mfa';
  const TOTP = `${MFA}/totp`;
  const VERIFY = '/api/auth/mfa/verify';
  const REAUTHENTICATE = '/api/auth/user/reauthenticate';
  const UNKNOWN = '019391a0-0000-7000-8000-000000000000';
  const strict = useApp({ MFA: 'required', SMTP_URL: 'none' });
  let plain: SignedUp;
  let user: Fenced;
  async function makeUsers() {
    plain = await app.signUp();
    user = await fence(app, await app.signUp());
  }

  const token = () => user.token;
  const noToken = () => undefined;

  function bodyFailures(method: string, path: string, bearer: () => string | undefined): Record<string, Scenario> {
    return badBodies((body) => app.service.call(method, path, { token: bearer(), ...body }));
  }

  const later = () => app.advance(REAUTH_MAX_AGE + 1);

  /** Calls an endpoint after the sign-in is no longer recent. */
  const stale = (call: Scenario): Scenario => {
    return async () => {
      await later();
      return call();
    };
  };

  const mfaToken = async ({ email } = user) => (await app.login(email, PASSWORD)).json.mfa_token;
  const verify = async (body: object) => app.post(VERIFY, { mfa_token: await mfaToken(), ...body });
  const reauthenticate = (body: object) => app.post(REAUTHENTICATE, body, { token: user.token });
  const add = (bearer = user.token) => app.post(TOTP, {}, { token: bearer });

  /** The token of a user who must add a factor, after a change of the password. */
  async function voidToken(): Promise<string> {
    await app.prove(plain.uid);
    await app.sql("UPDATE users SET mfa = 'required' WHERE uid = ?", [plain.uid]);
    const waiting = await mfaToken({ ...user, email: plain.email });
    await app.admin('PATCH', `/users/${plain.uid}`, { password: 'another horse, another battery' });
    return waiting;
  }

  async function withoutFactors(call: (bearer: string) => ReturnType<Scenario>) {
    return call((await without.signUp()).token);
  }

  async function confirm(bearer: string, code?: string) {
    const { factor_id, secret } = (await add(bearer)).json;
    return app.post(`${TOTP}/${factor_id}/confirm`, { code: code ?? (await codeOf(app, secret)) }, { token: bearer });
  }

  const FAILURES: Failures = {
    [`post ${VERIFY}`]: {
      ...bodyFailures('POST', VERIFY, noToken),
      INVALID_MFA_TOKEN: () => app.post(VERIFY, { mfa_token: 'x', code: '000000' }),
      INVALID_CODE: () => verify({ code: 'x' }),
      INVALID_CHALLENGE: () => verify({ challenge_id: 'x', credential: {} }),
      INVALID_PASSKEY: () => verify({ challenge_id: 'x', credential: 1 }),
      USER_DISABLED: async () => {
        const mfa_token = await mfaToken();
        await app.disable(user.uid);
        return app.post(VERIFY, { mfa_token, code: await codeOf(app, user.secret, 1) });
      },
    },
    [`post ${REAUTHENTICATE}`]: {
      ...bodyFailures('POST', REAUTHENTICATE, token),
      NOT_AUTHENTICATED: () => app.post(REAUTHENTICATE, {}),
      INVALID_PASSWORD: () => app.post(REAUTHENTICATE, { password: 'wrong' }, { token: plain.token }),
      INVALID_CODE: () => reauthenticate({ code: 'x' }),
      INVALID_CHALLENGE: () => reauthenticate({ challenge_id: 'x', credential: {} }),
      INVALID_PASSKEY: () => reauthenticate({ challenge_id: 'x', credential: 1 }),
    },
    [`get ${MFA}`]: { NOT_AUTHENTICATED: () => app.get(MFA) },
    [`put ${MFA}`]: {
      ...bodyFailures('PUT', MFA, token),
      NOT_AUTHENTICATED: () => app.put(MFA, { enabled: true }),
      FACTOR_NOT_FOUND: () => app.put(MFA, { enabled: true }, { token: plain.token }),
      EMAIL_NOT_VERIFIED: async () => {
        await app.sql('UPDATE users SET email_proved = 0, mfa_enabled = 0 WHERE uid = ?', [user.uid]);
        return app.put(MFA, { enabled: true }, { token: user.token });
      },
      MFA_IS_REQUIRED: async () => {
        await app.sql("UPDATE users SET mfa = 'required' WHERE uid = ?", [user.uid]);
        return app.put(MFA, { enabled: false }, { token: user.token });
      },
      MFA_DISABLED: () => withoutFactors((bearer) => without.put(MFA, { enabled: true }, { token: bearer })),
      REAUTHENTICATION_REQUIRED: stale(() => app.put(MFA, { enabled: false }, { token: user.token })),
    },
    [`post ${MFA}/recovery-codes`]: {
      ...bodyFailures('POST', `${MFA}/recovery-codes`, token),
      NOT_AUTHENTICATED: () => app.post(`${MFA}/recovery-codes`),
      MFA_NOT_ENABLED: () => app.post(`${MFA}/recovery-codes`, {}, { token: plain.token }),
      REAUTHENTICATION_REQUIRED: stale(() => app.post(`${MFA}/recovery-codes`, {}, { token: user.token })),
    },
    [`post ${TOTP}`]: {
      ...bodyFailures('POST', TOTP, token),
      NOT_AUTHENTICATED: () => app.post(TOTP, {}),
      FACTOR_LIMIT_REACHED: async () => {
        for (let count = 1; count < 5; count++) await confirm(user.token);
        return add();
      },
      EMAIL_NOT_VERIFIED: () => add(plain.token),
      MFA_DISABLED: () => withoutFactors((bearer) => without.post(TOTP, {}, { token: bearer })),
      INVALID_MFA_TOKEN: async () => add(await voidToken()),
      REAUTHENTICATION_REQUIRED: stale(() => add()),
    },
    [`post ${TOTP}/{factor_id}/confirm`]: {
      ...bodyFailures('POST', `${TOTP}/${UNKNOWN}/confirm`, token),
      NOT_AUTHENTICATED: () => app.post(`${TOTP}/${UNKNOWN}/confirm`, { code: 'x' }),
      FACTOR_NOT_FOUND: () => app.post(`${TOTP}/${UNKNOWN}/confirm`, { code: 'x' }, { token: user.token }),
      INVALID_CODE: () => confirm(user.token, 'x'),
      FACTOR_LIMIT_REACHED: async () => {
        for (let count = 1; count < 4; count++) await confirm(user.token);
        const { factor_id, secret } = (await add()).json;
        await confirm(user.token);
        // As if the other one had come by an import: a factor that a user adds ends those that wait.
        const counter = 'counter = (SELECT rung_1 FROM users WHERE uid = ?)';
        await app.sql(`UPDATE totp_factors SET ${counter} WHERE factor_id = ?`, [user.uid, factor_id]);
        const code = await codeOf(app, secret);
        return app.post(`${TOTP}/${factor_id}/confirm`, { code }, { token: user.token });
      },
      EMAIL_NOT_VERIFIED: async () => {
        await app.prove(plain.uid);
        const { factor_id, secret } = (await add(plain.token)).json;
        await app.sql('UPDATE users SET email_proved = 0 WHERE uid = ?', [plain.uid]);
        const code = await codeOf(app, secret);
        return app.post(`${TOTP}/${factor_id}/confirm`, { code }, { token: plain.token });
      },
      INVALID_MFA_TOKEN: async () => {
        await app.prove(plain.uid);
        await app.sql("UPDATE users SET mfa = 'required' WHERE uid = ?", [plain.uid]);
        const waiting = await mfaToken({ ...user, email: plain.email });
        const { factor_id, secret } = (await add(waiting)).json;
        await app.admin('PATCH', `/users/${plain.uid}`, { password: 'another horse, another battery' });
        const code = await codeOf(app, secret);
        return app.post(`${TOTP}/${factor_id}/confirm`, { code }, { token: waiting });
      },
    },
    [`patch ${TOTP}/{factor_id}`]: {
      ...bodyFailures('PATCH', `${TOTP}/${UNKNOWN}`, token),
      NOT_AUTHENTICATED: () => app.patch(`${TOTP}/${UNKNOWN}`, {}),
      FACTOR_NOT_FOUND: () => app.patch(`${TOTP}/${UNKNOWN}`, { name: 'x' }, { token: user.token }),
      REAUTHENTICATION_REQUIRED: stale(() =>
        app.patch(`${TOTP}/${user.factorId}`, { name: 'x' }, { token: user.token }),
      ),
    },
    [`delete ${TOTP}/{factor_id}`]: {
      ...bodyFailures('DELETE', `${TOTP}/${UNKNOWN}`, token),
      NOT_AUTHENTICATED: () => app.delete(`${TOTP}/${UNKNOWN}`),
      FACTOR_NOT_FOUND: () => app.delete(`${TOTP}/${UNKNOWN}`, { token: user.token }),
      MFA_IS_REQUIRED: async () => {
        await app.sql("UPDATE users SET mfa = 'required' WHERE uid = ?", [user.uid]);
        return app.delete(`${TOTP}/${user.factorId}`, { token: user.token });
      },
      REAUTHENTICATION_REQUIRED: stale(() => app.delete(`${TOTP}/${user.factorId}`, { token: user.token })),
    },
  };

  const SUCCESSES: Record<string, Scenario> = {
    [`post ${VERIFY}`]: async () => verify({ code: await codeOf(app, user.secret, 1) }),
    [`post ${REAUTHENTICATE}`]: () => app.post(REAUTHENTICATE, { password: PASSWORD }, { token: plain.token }),
    [`get ${MFA}`]: () => app.get(MFA, { token: user.token }),
    [`put ${MFA}`]: async () => {
      await app.sql('DELETE FROM recovery_codes WHERE uid = ?', [user.uid]);
      await app.put(MFA, { enabled: false }, { token: user.token });
      return app.put(MFA, { enabled: true }, { token: user.token });
    },
    [`post ${MFA}/recovery-codes`]: () => app.post(`${MFA}/recovery-codes`, {}, { token: user.token }),
    [`post ${TOTP}`]: () => add(),
    [`post ${TOTP}/{factor_id}/confirm`]: async () => {
      await app.prove(plain.uid);
      return confirm(plain.token);
    },
    [`patch ${TOTP}/{factor_id}`]: () => app.patch(`${TOTP}/${user.factorId}`, { name: 'x' }, { token: user.token }),
    [`delete ${TOTP}/{factor_id}`]: () => app.delete(`${TOTP}/${user.factorId}`, { token: user.token }),
  };

  testDocument(
    () => app,
    (path) => FACTOR_PATHS.test(path),
    FAILURES,
    SUCCESSES,
    makeUsers,
  );

  it('a sign-up with login on a service that requires factors answers MFA_ENROLMENT_REQUIRED with the uid', async () => {
    const answer = await strict.post('/api/auth/user/create', {
      email: newEmail(),
      password: PASSWORD,
      login: true,
    });
    expect(answer.json).toMatchObject({ code: 'MFA_ENROLMENT_REQUIRED', methods: ['totp', 'passkey'] });
    const { uid } = answer.json;
    expect((await strict.admin('GET', `/users/${uid}`)).json).toMatchObject({ last_login: null, session_count: 0 });
  });
});

describe('passkeys', () => {
  const LOGIN = '/api/auth/passkey/login';
  const SECOND = '/api/auth/mfa/passkey/options';
  const OPTIONS = '/api/auth/user/reauthenticate/options';
  const CODE = '/api/auth/email-code';
  const UNKNOWN = '019391a0-0000-7000-8000-000000000000';
  const MOST_PASSKEYS = 20;
  let plain: SignedUp;
  let user: Awaited<ReturnType<typeof passkeyUser>>;
  async function makeUsers() {
    plain = await app.signUp();
    user = await passkeyUser(app);
  }

  const token = () => user.token;
  const noToken = () => undefined;

  function bodyFailures(method: string, path: string, bearer: () => string | undefined): Record<string, Scenario> {
    return badBodies((body) => app.service.call(method, path, { token: bearer(), ...body }));
  }

  /** Calls an endpoint after the sign-in is no longer recent. */
  const stale = (call: Scenario): Scenario => {
    return async () => {
      await app.advance(REAUTH_MAX_AGE + 1);
      return call();
    };
  };

  const mfaToken = async (email: string) => (await app.login(email, PASSWORD)).json.mfa_token;

  /** The token of a user who must add a factor; void after a change of the password. */
  async function waitingToken(): Promise<string> {
    await app.prove(plain.uid);
    await app.sql("UPDATE users SET mfa = 'required' WHERE uid = ?", [plain.uid]);
    return mfaToken(plain.email);
  }
  const voidTokens = () => app.admin('PATCH', `/users/${plain.uid}`, { password: 'another horse, another battery' });

  /** A user with as many passkeys as one may have. */
  async function fill(): Promise<void> {
    const columns = `credential_id, uid, public_key, handle, rp_id, counter, backup_eligible, synced, transports, aaguid,
    name, created_at, last_used_at`;
    for (let count = 1; count < MOST_PASSKEYS; count++) {
      await app.sql(
        `INSERT INTO passkeys (passkey_id, credential_hash, ${columns}) SELECT ?, ?, ${columns} FROM passkeys WHERE passkey_id = ?`,
        [uuidv7(), uuidv7(), user.passkeyId],
      );
    }
  }

  async function add(bearer = user.token, between: () => Promise<unknown> = async () => undefined) {
    const { challenge_id, options } = await creation(app, bearer);
    const credential = new SoftPasskey(ORIGIN).create(options);
    await between();
    return app.post(PASSKEYS, { challenge_id, credential }, { token: bearer });
  }

  async function login(change: object = {}) {
    const { challenge_id, options } = await loginOptions(app);
    return app.post(LOGIN, { challenge_id, credential: user.passkey.get(options), ...change });
  }

  const ask = (email = newEmail()) => app.post(CODE, { email, sign_up: true });
  const codeOf = (email: string) => mail.codeAfter(email, () => ask(email));
  const verify = async (email: string) => app.post(`${CODE}/verify`, await codeOf(email));
  const prepare = (method: string, bearer = user.token) => app.post(OPTIONS, { method }, { token: bearer });

  const FAILURES: Failures = {
    'post /api/auth/passkey/options': bodyFailures('POST', '/api/auth/passkey/options', noToken),
    [`post ${LOGIN}`]: {
      ...bodyFailures('POST', LOGIN, noToken),
      INVALID_CHALLENGE: () => login({ challenge_id: 'x' }),
      INVALID_PASSKEY: () => login({ credential: 1 }),
      PASSKEY_NOT_FOUND: async () => {
        const { challenge_id, options } = await loginOptions(app);
        await app.delete(`${PASSKEYS}/${user.passkeyId}`, { token: user.token });
        return app.post(LOGIN, { challenge_id, credential: user.passkey.get(options) });
      },
      USER_DISABLED: async () => {
        await app.disable(user.uid);
        return login();
      },
    },
    [`post ${SECOND}`]: {
      ...bodyFailures('POST', SECOND, noToken),
      INVALID_MFA_TOKEN: () => app.post(SECOND, { mfa_token: 'x' }),
      FACTOR_NOT_FOUND: async () => {
        await fence(app, plain);
        return app.post(SECOND, { mfa_token: await mfaToken(plain.email) });
      },
    },
    [`post ${OPTIONS}`]: {
      ...bodyFailures('POST', OPTIONS, token),
      NOT_AUTHENTICATED: () => app.post(OPTIONS, { method: 'passkey' }),
      FACTOR_NOT_FOUND: () => prepare('passkey', plain.token),
      EMAIL_NOT_CONFIGURED: async () =>
        without.post(OPTIONS, { method: 'email_code' }, { token: (await without.signUp()).token }),
    },
    [`post ${PASSKEYS}/options`]: {
      ...bodyFailures('POST', `${PASSKEYS}/options`, token),
      NOT_AUTHENTICATED: () => app.post(`${PASSKEYS}/options`),
      FACTOR_LIMIT_REACHED: async () => {
        await fill();
        return app.post(`${PASSKEYS}/options`, {}, { token: user.token });
      },
      EMAIL_NOT_VERIFIED: () => app.post(`${PASSKEYS}/options`, {}, { token: plain.token }),
      MFA_DISABLED: async () => without.post(`${PASSKEYS}/options`, {}, { token: (await without.signUp()).token }),
      INVALID_MFA_TOKEN: async () => {
        const bearer = await waitingToken();
        await voidTokens();
        return app.post(`${PASSKEYS}/options`, {}, { token: bearer });
      },
      REAUTHENTICATION_REQUIRED: stale(() => app.post(`${PASSKEYS}/options`, {}, { token: user.token })),
    },
    [`post ${PASSKEYS}`]: {
      ...bodyFailures('POST', PASSKEYS, token),
      NOT_AUTHENTICATED: () => app.post(PASSKEYS, {}),
      INVALID_CHALLENGE: () => app.post(PASSKEYS, { challenge_id: 'x', credential: {} }, { token: user.token }),
      INVALID_PASSKEY: () => app.post(PASSKEYS, { challenge_id: 'x', credential: 1 }, { token: user.token }),
      PASSKEY_EXISTS: async () => {
        const { challenge_id, options } = await creation(app, user.token);
        const credential = user.passkey.create(options);
        return app.post(PASSKEYS, { challenge_id, credential }, { token: user.token });
      },
      FACTOR_LIMIT_REACHED: () => add(user.token, fill),
      EMAIL_NOT_VERIFIED: () =>
        add(user.token, () => app.sql('UPDATE users SET email_proved = 0 WHERE uid = ?', [user.uid])),
      INVALID_MFA_TOKEN: async () => add(await waitingToken(), voidTokens),
      REAUTHENTICATION_REQUIRED: () => add(user.token, () => app.advance(REAUTH_MAX_AGE + 1)),
    },
    [`get ${PASSKEYS}`]: { NOT_AUTHENTICATED: () => app.get(PASSKEYS) },
    [`patch ${PASSKEYS}/{passkey_id}`]: {
      ...bodyFailures('PATCH', `${PASSKEYS}/${UNKNOWN}`, token),
      NOT_AUTHENTICATED: () => app.patch(`${PASSKEYS}/${UNKNOWN}`, {}),
      PASSKEY_NOT_FOUND: () => app.patch(`${PASSKEYS}/${UNKNOWN}`, { name: 'x' }, { token: user.token }),
    },
    [`delete ${PASSKEYS}/{passkey_id}`]: {
      ...bodyFailures('DELETE', `${PASSKEYS}/${UNKNOWN}`, token),
      NOT_AUTHENTICATED: () => app.delete(`${PASSKEYS}/${UNKNOWN}`),
      PASSKEY_NOT_FOUND: () => app.delete(`${PASSKEYS}/${UNKNOWN}`, { token: user.token }),
      LAST_SIGN_IN_METHOD: async () => {
        await app.sql('UPDATE users SET password_hash = NULL, email_verified = 0, email_proved = 0 WHERE uid = ?', [
          user.uid,
        ]);
        return app.delete(`${PASSKEYS}/${user.passkeyId}`, { token: user.token });
      },
      MFA_IS_REQUIRED: async () => {
        await app.sql("UPDATE users SET mfa = 'required' WHERE uid = ?", [user.uid]);
        const { token } = (await passkeyLogin(app, user.passkey)).json;
        return app.delete(`${PASSKEYS}/${user.passkeyId}`, { token });
      },
      REAUTHENTICATION_REQUIRED: stale(() => app.delete(`${PASSKEYS}/${user.passkeyId}`, { token: user.token })),
    },
    [`post ${CODE}`]: {
      ...bodyFailures('POST', CODE, noToken),
      INVALID_EMAIL: () => app.post(CODE, { email: 'x' }),
      EMAIL_NOT_CONFIGURED: () => without.post(CODE, { email: newEmail() }),
    },
    [`post ${CODE}/verify`]: {
      ...bodyFailures('POST', `${CODE}/verify`, noToken),
      NOT_AUTHENTICATED: () => app.post(`${CODE}/verify`, {}, { token: 'x' }),
      INVALID_CODE: () => app.post(`${CODE}/verify`, { code_token: 'x', code: '000000' }),
      USER_DISABLED: async () => {
        const code = await codeOf(plain.email);
        await app.disable(plain.uid);
        return app.post(`${CODE}/verify`, code);
      },
      MFA_REQUIRED: async () => {
        await fence(app, plain);
        return verify(plain.email);
      },
      MFA_ENROLMENT_REQUIRED: async () => {
        await app.sql("UPDATE users SET mfa = 'required' WHERE uid = ?", [plain.uid]);
        return verify(plain.email);
      },
      INVALID_MFA_TOKEN: async () => app.post(`${CODE}/verify`, { ...(await codeOf(plain.email)), mfa_token: 'x' }),
    },
  };

  const SUCCESSES: Record<string, Scenario> = {
    'post /api/auth/passkey/options': () => app.post('/api/auth/passkey/options'),
    [`post ${LOGIN}`]: () => login(),
    [`post ${SECOND}`]: async () => {
      await app.put('/api/auth/user/mfa', { enabled: true }, { token: user.token });
      return app.post(SECOND, { mfa_token: await mfaToken(user.email) });
    },
    [`post ${OPTIONS}`]: () => prepare('passkey'),
    [`post ${PASSKEYS}/options`]: () => app.post(`${PASSKEYS}/options`, {}, { token: user.token }),
    [`post ${PASSKEYS}`]: () => add(),
    [`get ${PASSKEYS}`]: () => app.get(PASSKEYS, { token: user.token }),
    [`patch ${PASSKEYS}/{passkey_id}`]: () =>
      app.patch(`${PASSKEYS}/${user.passkeyId}`, { name: 'x' }, { token: user.token }),
    [`delete ${PASSKEYS}/{passkey_id}`]: async () => {
      await addPasskey(app, user.token);
      return app.delete(`${PASSKEYS}/${user.passkeyId}`, { token: user.token });
    },
    [`post ${CODE}`]: () => ask(),
    [`post ${CODE}/verify`]: () => verify(newEmail()),
  };

  testDocument(
    () => app,
    (path) => CODE_AND_PASSKEY_PATHS.test(path),
    FAILURES,
    SUCCESSES,
    makeUsers,
  );
});
