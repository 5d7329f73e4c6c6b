import { createHash } from 'node:crypto';
import { addPasskey, codeAt, fence, ORIGIN, RP_ID } from '../support/factors/factors.js';
import { type Answer, about, readToken } from '../support/http/http.js';
import { type Account, useIdp, walkToCallback } from '../support/idp/idp.js';
import { addProvider, googleAccount, pkce } from '../support/idp/providers.js';
import { newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { linkIn, useMail } from '../support/service/mail.js';
import type { Service, Settings } from '../support/service/service.js';

const { app, mail } = useMail({ PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN, IMPERSONATION: 'on' });
const idp = useIdp();
const next_url = 'https://app.example.com/in';
const PERIOD = 30;

/** Processes with another policy, on the same database. */
const POLICIES: Record<string, Settings> = {
  required: { MFA: 'required' },
  grace: { MFA: 'required', MFA_GRACE: '86400' },
  off: { MFA: 'off' },
};
const processes = new Map<string, Service>();

beforeAll(async () => {
  processes.set('optional', app.service);
  const replica = async (name: string) => processes.set(name, await app.replica(POLICIES[name]));
  await Promise.all(Object.keys(POLICIES).map(replica));
  await addProvider(app, idp, 'google', { id: 'google' });
  await addProvider(app, idp, 'google', { id: 'trusted', fields: { trust_mfa: true } });
});

const STATES = {
  'has no factor': { policy: 'optional', factor: 'none' },
  'has enabled an app': { policy: 'optional', factor: 'totp' },
  'has a passkey and has not enabled it': { policy: 'optional', factor: 'passkey' },
  'must have a factor and has none': { policy: 'required', factor: 'none' },
  'must have a factor and has a passkey': { policy: 'required', factor: 'passkey' },
  'must have a factor later': { policy: 'grace', factor: 'none' },
  'has enabled an app before MFA=off': { policy: 'off', factor: 'totp' },
};
type State = keyof typeof STATES;

/** A user at a door of the process with some policy. */
interface Visitor extends SignedUp {
  at: Service;
  secret?: string;
}

async function visitor(state: State): Promise<Visitor> {
  const { policy, factor } = STATES[state];
  const user = await app.signUp();
  await app.prove(user.uid);
  const at = processes.get(policy) ?? app.service;
  if (factor === 'totp') return { ...(await fence(app, user)), at };
  if (factor === 'passkey') await addPasskey(app, user.token);
  return { ...user, at };
}

const post = ({ at }: Visitor, path: string, body: object) => at.call('POST', `/api/auth/${path}`, { body });

function follow({ at }: Visitor, link: string): Promise<Answer> {
  const { pathname, search } = new URL(link);
  return at.call('GET', pathname + search);
}

/** The first email with a link that is no notice about a factor. */
const mailedLink = async ({ email }: Visitor) =>
  linkIn(await mail.emailWith(email, /^https?:(?!\S*user\/secure)\S*token=/m));

/** A sign-in by a provider. The first process begins it, since each has a redirect URI of its own. */
async function external(user: Visitor, id: string, account: Account): Promise<Answer> {
  const { verifier: code_verifier, challenge: code_challenge } = pkce();
  const started = await app.post(`/api/auth/external/${id}/start`, { code_challenge, next_url });
  const { url } = await walkToCallback(started.json.url, account);
  const back = await app.follow(url);
  return post(user, 'external/token', { code: back.parameter('code'), code_verifier });
}

/** A user whose identity is linked already. */
async function linked(user: Visitor, provider: string, more: Account = {}): Promise<Account> {
  const account = googleAccount(user.email, more);
  const identity = { id: `identity-${account.sub}`, uid: user.uid, subject: account.sub };
  const key = createHash('sha256')
    .update(JSON.stringify([await issuerOf(provider), account.sub]))
    .digest('hex');
  await app.sql(
    `INSERT INTO identities (identity_id, uid, provider_id, key_hash, subject, created_at, user_created_at)
      VALUES (?, ?, ?, ?, ?, 1, 1)`,
    [identity.id, identity.uid, provider, key, identity.subject],
  );
  return account;
}

const issuerOf = async (provider: string) =>
  (await app.sql('SELECT issuer FROM providers WHERE id = ?', [provider]))[0]?.issuer;

/** Every way to open a session, or to refresh one. */
const DOORS: Record<string, (user: Visitor) => Promise<Answer>> = {
  login: (user) => post(user, 'user/login', { email: user.email, password: user.password }),
  'magic link': async (user) => {
    await post(user, 'magic-link', { email: user.email, next_url });
    return follow(user, await mailedLink(user));
  },
  'magic link by a code': async (user) => {
    const { verifier: code_verifier, challenge: code_challenge } = pkce();
    await post(user, 'magic-link', { email: user.email, next_url, code_challenge });
    const code = (await follow(user, await mailedLink(user))).parameter('code');
    return post(user, 'token', { code, code_verifier });
  },
  'magic link of the pages': async (user) => {
    const origin = user.at.url.replace('127.0.0.1', 'localhost');
    await post(user, 'magic-link', { email: user.email, next_url: `${origin}/sign-in` });
    const body = { token: new URL(await mailedLink(user)).searchParams.get('token') };
    return user.at.call('POST', '/api/auth/magic-link/login', {
      body,
      headers: { origin, 'x-latchkey-session': 'pages' },
    });
  },
  "administrator's link": async (user) => {
    const made = await app.admin('POST', '/links', { type: 'magic_link', email: user.email, next_url });
    return follow(user, made.json.link);
  },
  'create with login': (user) => post(user, 'user/create', { email: newEmail(), password: PASSWORD, login: true }),
  'email code': async (user) => {
    const ask = () => post(user, 'email-code', { email: user.email });
    return post(user, 'email-code/verify', await mail.codeAfter(user.email, ask));
  },
  'code of a magic link': async (user) => {
    const ask = () => post(user, 'magic-link', { email: user.email, with_code: true, next_url });
    return post(user, 'email-code/verify', await mail.codeAfter(user.email, ask));
  },
  passkey: async (user) => {
    const { passkey } = await addPasskey(app, user.token);
    const { challenge_id, options } = (await post(user, 'passkey/options', {})).json;
    return post(user, 'passkey/login', { challenge_id, credential: passkey.get(options) });
  },
  'external, by the address': (user) => external(user, 'google', googleAccount(user.email)),
  'external, by a known identity': async (user) => external(user, 'google', await linked(user, 'google')),
  'external with a trusted factor': async (user) =>
    external(user, 'trusted', await linked(user, 'trusted', { amr: ['mfa'] })),
  'external, by an email code': async (user) => {
    const account = googleAccount(user.email, { email_verified: false });
    const { pending_token } = (await external(user, 'google', account)).json;
    const ask = () => post(user, 'external/confirm', { pending_token });
    return post(user, 'external/confirm/verify', await mail.codeAfter(user.email, ask));
  },
  'reset token': async (user) => {
    await post(user, 'reset-password', { email: user.email });
    const old_password = new URL(await mailedLink(user)).searchParams.get('token');
    const body = { old_password, new_password: `${PASSWORD} 2` };
    return user.at.call('PATCH', '/api/auth/user/change-password', { body });
  },
  impersonation: ({ uid }) => app.admin('POST', `/users/${uid}/impersonate`, { reason: 'Looking into ticket 4711' }),
  refresh: (user) => post(user, 'user/refresh', { refresh_token: user.refresh_token }),
};

const BY_PROVIDER = { method: 'external', amr: ['fed'], acr: 'aal1' };
/** What each door proves by itself. */
const PROOFS: Record<string, { method: string; amr: string[]; acr: string }> = {
  login: { method: 'password', amr: ['pwd'], acr: 'aal1' },
  'magic link': { method: 'magic_link', amr: ['otp'], acr: 'aal1' },
  'magic link of the pages': { method: 'magic_link', amr: ['otp'], acr: 'aal1' },
  'magic link by a code': { method: 'magic_link', amr: ['otp'], acr: 'aal1' },
  "administrator's link": { method: 'magic_link', amr: ['otp'], acr: 'aal1' },
  'create with login': { method: 'sign_up', amr: ['pwd'], acr: 'aal1' },
  'email code': { method: 'email_code', amr: ['otp'], acr: 'aal1' },
  'code of a magic link': { method: 'email_code', amr: ['otp'], acr: 'aal1' },
  passkey: { method: 'passkey', amr: ['swk', 'user', 'mfa'], acr: 'aal2' },
  'external, by the address': BY_PROVIDER,
  'external, by a known identity': BY_PROVIDER,
  'external, by an email code': BY_PROVIDER,
  'external with a trusted factor': { method: 'external', amr: ['fed', 'mfa'], acr: 'aal2' },
  impersonation: { method: 'impersonation', amr: ['imp'], acr: 'aal1' },
};

type Result = 'session' | 'MFA_REQUIRED' | 'MFA_ENROLMENT_REQUIRED' | 'nothing' | 'same session' | 'ended' | 'none';
const [S, F, E, N, R, X, _]: Result[] = [
  'session',
  'MFA_REQUIRED',
  'MFA_ENROLMENT_REQUIRED',
  'nothing',
  'same session',
  'ended',
  'none',
];

/** The result of each door for each state, in the order of `STATES`. `none`: a new account has no factor. */
const TABLE: Record<string, (Result | undefined)[]> = {
  login: [S, F, S, E, F, S, F],
  'magic link': [S, F, S, E, F, S, F],
  'magic link of the pages': [S, F, S, E, F, S, F],
  'magic link by a code': [S, F, S, E, F, S, F],
  "administrator's link": [S, F, S, E, F, S, F],
  'create with login': [S, _, _, E, _, S, S],
  'email code': [S, F, S, E, F, S, F],
  'code of a magic link': [S, F, S, E, F, S, F],
  passkey: [S, S, S, S, S, S, S],
  'external, by the address': [S, F, S, E, F, S, F],
  'external, by a known identity': [S, F, S, E, F, S, F],
  'external, by an email code': [S, F, S, E, F, S, F],
  'external with a trusted factor': [S, S, S, S, S, S, S],
  impersonation: [S, S, S, S, S, S, S],
  'reset token': [N, N, N, N, N, N, N],
  refresh: [R, R, R, X, X, R, R],
};
const CELLS = Object.entries(TABLE).flatMap(([door, results]) =>
  Object.keys(STATES).flatMap((state, column) =>
    results[column] === 'none' ? [] : [[door, state as State, results[column] as Result] as const],
  ),
);

/** The fields of an answer in JSON, or those that a link appends to its target. */
function fieldsOf(answer: Answer): Record<string, string | undefined> {
  if (answer.status !== 302) return answer.text === '' ? {} : answer.json;
  const {
    at: token,
    rt: refresh_token,
    error: code,
    ...more
  } = Object.fromEntries(new URL(answer.location).searchParams);
  return { ...more, token, refresh_token, code };
}

const rows = (uid: string) =>
  app.sql('SELECT session_id, method, amr, acr, auth_time, ended_at FROM sessions WHERE uid = ?', [uid]);
const lastLogin = async (uid: string) =>
  Number((await app.sql('SELECT last_login FROM users WHERE uid = ?', [uid]))[0]?.last_login);

/** Checks a new session: the claims of its token, its row, and the time of the sign-in. */
async function expectSession(token: string | undefined, expected: { method: string; amr: string[]; acr: string }) {
  const { claims } = readToken(token ?? '');
  const { method, amr, acr } = expected;
  // An administrator who acts as the user proves nothing, and does not sign the user in.
  const proves = method !== 'impersonation';
  const auth_time = proves ? about(claims.iat) : 0;
  expect(claims).toMatchObject({ amr, acr, auth_time });
  expect('act' in claims).toBe(!proves);
  const session = (await rows(claims.sub)).find(({ session_id }) => session_id === claims.sid);
  expect(session).toMatchObject({ method, amr: amr.join(' '), acr, auth_time, ended_at: null });
  expect(await lastLogin(claims.sub)).toEqual(proves ? about(claims.iat) : 1);
}

/** Passes the second step by the app of the user, with the code of the next time step: the current one is spent. */
async function expectSecondStep(user: Visitor & { secret: string }, door: string, mfa_token: string | undefined) {
  const code = codeAt(user.secret, Date.now() / 1_000 + PERIOD);
  const first = PROOFS[door] ?? { method: '', amr: [] };
  const answer = await post(user, 'mfa/verify', { mfa_token, code });
  const amr = [...new Set([...first.amr, 'otp', 'mfa'])];
  await expectSession(answer.json.token, { method: first.method, amr, acr: 'aal2' });
}

describe.each(CELLS)('%s of a user who %s', (door, state, result) => {
  it(`leads to: ${result}`, async () => {
    const user = await visitor(state);
    const { uid } = user;
    await app.sql('UPDATE users SET last_login = 1 WHERE uid = ?', [uid]);
    const before = await rows(uid);
    const answer = await DOORS[door]?.(user);
    if (!answer) throw new Error(`There is no door ${door}.`);
    const fields = fieldsOf(answer);

    if (result === 'session') {
      expect(fields.code).toBeUndefined();
      await expectSession(fields.token, PROOFS[door] ?? { method: '', amr: [], acr: '' });
      return;
    }
    // The account of `create with login` is a new one.
    const subject = door === 'create with login' ? (fields.uid ?? '') : uid;
    if (subject === uid) expect(await lastLogin(uid)).toBe(1);
    expect([fields.token, answer.status === 302 && fields.refresh_token].filter(Boolean)).toEqual([]);

    if (result === 'nothing') {
      expect([answer.status, answer.text]).toEqual([200, '']);
      expect((await rows(uid)).filter(({ ended_at }) => ended_at === null)).toEqual([]);
    } else if (result === 'ended') {
      expect(fields.code).toBe('INVALID_REFRESH_TOKEN');
      expect((await rows(uid)).filter(({ ended_at }) => ended_at === null)).toEqual([]);
    } else if (result === 'same session') {
      const { claims } = readToken(fields.access_token ?? '');
      const kept = before.find(({ session_id }) => session_id === claims.sid);
      expect({ ...claims, amr: claims.amr.join(' ') }).toMatchObject({
        amr: kept?.amr,
        acr: kept?.acr,
        auth_time: kept?.auth_time,
      });
      expect(await rows(uid)).toEqual(before);
    } else {
      expect(fields.code).toBe(result);
      expect(fields.mfa_token).toMatch(/^[\w-]{43}$/);
      expect(await rows(subject)).toEqual(subject === uid ? before : []);
      if (result === 'MFA_REQUIRED' && user.secret)
        await expectSecondStep({ ...user, secret: user.secret }, door, fields.mfa_token);
    }
  });
});

it('the login after a reset of the password asks for the factor', async () => {
  const user = await visitor('has enabled an app');
  await DOORS['reset token']?.(user);
  const answer = await DOORS.login?.({ ...user, password: `${PASSWORD} 2` });
  expect(answer?.code).toBe('MFA_REQUIRED');
});

/** The operations that answer with a token for a session, and the door that each belongs to. */
const OPERATIONS = {
  createUser: 'create with login',
  signIn: 'login',
  signInAlias: 'login',
  refreshSession: 'refresh',
  signInWithPasskey: 'passkey',
  signInByMagicLink: 'magic link of the pages',
  verifyEmailCode: 'email code',
  exchangeCode: 'external, by the address',
  exchangeCodeAlias: 'external, by the address',
  verifyExternalEmail: 'external, by an email code',
  verifyMfa: 'the second step of each door',
  confirmTotp: 'the second step of a door that needs an enrolment',
  addPasskey: 'the second step of a door that needs an enrolment',
  reauthenticate: 'a session that is open',
  adminImpersonateUser: 'impersonation',
};

/** Operations that answer with a token that opens no session: lists, links, and tokens of administrators and of machines. */
const OTHER_TOKENS = ['adminCreateLink', 'adminCreateToken', 'exchangeApiKey', 'issueClientToken', 'listRevocations'];

it('no other operation of the API answers with a token for a session', async () => {
  const { paths, components } = (await app.get('/openapi.json')).json;
  type Operation = {
    operationId: string;
    responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
  };
  const answersToken = ({ responses }: Operation) => {
    const schema = JSON.stringify(responses['200']?.content?.['application/json']?.schema ?? {});
    const [, name = ''] = /schemas\/(\w+)/.exec(schema) ?? [];
    return /"(refresh_token|access_token|token)"/.test(schema + JSON.stringify(components.schemas[name] ?? {}));
  };
  const operations = Object.values<Record<string, Operation>>(paths).flatMap((path) => Object.values(path));
  const found = operations.filter(answersToken).map(({ operationId }) => operationId);
  expect(found.sort()).toEqual([...Object.keys(OPERATIONS), ...OTHER_TOKENS].sort());
});
