import { codeOf, type Fenced, fence } from '../support/factors/totp.js';
import { BAD_BODIES, FACTOR_PATHS, type Failures, type Scenario, testDocument } from '../support/http/openapi.js';
import { PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import { useMail } from '../support/service/use-mail.js';

const REAUTH_MAX_AGE = 60;
const MFA = '/api/auth/user/mfa';
const TOTP = `${MFA}/totp`;
const VERIFY = '/api/auth/mfa/verify';
const REAUTHENTICATE = '/api/auth/user/reauthenticate';
const UNKNOWN = '019391a0-0000-7000-8000-000000000000';

const { app } = useMail({ IMPERSONATION: 'on', REAUTH_MAX_AGE: String(REAUTH_MAX_AGE) });
const without = useApp({ MFA: 'off' });
const strict = useApp({ MFA: 'required', SMTP_URL: 'none' });
let plain: SignedUp;
let user: Fenced;
beforeEach(async () => {
  plain = await app.signUp();
  user = await fence(app, await app.signUp());
});

const token = () => user.token;
const noToken = () => undefined;

function bodyFailures(method: string, path: string, bearer: () => string | undefined): Record<string, Scenario> {
  const sent = Object.entries(BAD_BODIES).map(([code, body]): [string, Scenario] => [
    code,
    () => app.service.call(method, path, { token: bearer(), ...body }),
  ]);
  return Object.fromEntries(sent);
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
    REAUTHENTICATION_REQUIRED: stale(() => app.patch(`${TOTP}/${user.factorId}`, { name: 'x' }, { token: user.token })),
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
);

it('a sign-up with login on a service that requires factors answers MFA_ENROLMENT_REQUIRED with the uid', async () => {
  const answer = await strict.post('/api/auth/user/create', {
    email: `strict.${plain.email}`,
    password: PASSWORD,
    login: true,
  });
  expect(answer.json).toMatchObject({ code: 'MFA_ENROLMENT_REQUIRED', methods: ['totp', 'passkey'] });
  const { uid } = answer.json;
  expect((await strict.admin('GET', `/users/${uid}`)).json).toMatchObject({ last_login: null, session_count: 0 });
});
