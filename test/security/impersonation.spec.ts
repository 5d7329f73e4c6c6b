import { SoftPasskey } from '../support/factors/authenticator.js';
import { addPasskey, codeOf, creation, ORIGIN, RP_ID } from '../support/factors/factors.js';
import { fromPages, loginOn } from '../support/http/clients.js';
import { administrator, ConsoleBrowser, signedIn } from '../support/http/console.js';
import { type Answer, expectFailure, readToken, writeToken } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, authorizeLink, googleAccount, linkWith, pkce } from '../support/idp/providers.js';
import { ADMIN_TOKEN, newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';
import { readList, sessionOf } from '../support/service/tokens.js';

const { app, mail } = useMail({
  IMPERSONATION: 'on',
  PASSKEY_RP_ID: RP_ID,
  PASSKEY_ORIGINS: ORIGIN,
  API_KEY_SCOPES: 'orders:read',
  API_KEY_AUDIENCES: 'https://orders.example.com',
});
const idp = useIdp();
beforeAll(async () => {
  await addProvider(app, idp, 'google', { id: 'google' });
});

const NEW_PASSWORD = `${PASSWORD} 2`;
const next_url = 'https://app.example.com/in';
const FORBIDDEN = 'IMPERSONATION_FORBIDDEN';

const impersonate = async (uid: string, more: object = {}, token = ADMIN_TOKEN): Promise<string> =>
  (await app.admin('POST', `/users/${uid}/impersonate`, { reason: 'Looking into ticket 4711', ...more }, token)).json
    .token;

/** A user with a proved address. */
async function proved(): Promise<SignedUp> {
  const user = await app.signUp();
  await app.prove(user.uid);
  return user;
}

/** A request for an operation, with everything that the user needs to succeed with it. */
type Request = (user: SignedUp) => Promise<Call> | Call;
interface Call {
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

const at = (path: string, body?: object): Call => ({ path: `/api/auth/${path}`, body });

/** A passkey of the user, as a part of a path. */
const passkeyOf = async ({ token }: SignedUp) => `user/passkeys/${(await addPasskey(app, token)).passkeyId}`;

/** A factor of the user that waits for its code. */
async function pendingTotp({ token }: SignedUp): Promise<Call> {
  const { factor_id, secret } = (await app.post('/api/auth/user/mfa/totp', {}, { token })).json;
  return at(`user/mfa/totp/${factor_id}/confirm`, { code: await codeOf(app, secret) });
}

/** An authenticator app of the user, as a part of a path. */
async function totpOf(user: SignedUp): Promise<string> {
  const { path, body } = await pendingTotp(user);
  await app.post(path, body, user);
  return path.replace('/api/auth/', '').replace('/confirm', '');
}

async function newPasskey({ token }: SignedUp): Promise<Call> {
  const { challenge_id, options } = await creation(app, token);
  return at('user/passkeys', { challenge_id, credential: new SoftPasskey(ORIGIN).create(options) });
}

const resetToken = async ({ email }: SignedUp): Promise<string> =>
  (await app.admin('POST', '/links', { type: 'reset_password', email })).json.token;

async function linkingCode({ email, token }: SignedUp): Promise<Call> {
  const { code, verifier } = await authorizeLink(app, 'google', googleAccount(email), token);
  return at('external/token', { code, code_verifier: verifier });
}

const newKey = { name: 'Backup', scopes: ['orders:read'], expires_in: 86_400 };

/** An API key of the user, as a part of a path. */
const apiKeyOf = async ({ token }: SignedUp): Promise<string> =>
  `user/api-keys/${(await app.post('/api/auth/user/api-keys', newKey, { token })).json.key_id}`;

/** Another device of the user, as a part of a path. */
async function deviceOf({ email, token }: SignedUp): Promise<string> {
  await loginOn(app, email, 'new');
  const [device] = (await app.get('/api/auth/user/devices', { token })).json.devices;
  return `user/devices/${device.device_id}`;
}

const identityOf = async ({ email, token }: SignedUp): Promise<string> =>
  (await linkWith(app, 'google', googleAccount(email), token)).json.identity_id;

/** A request, and whether an administrator who acts as the user may send it. */
type Case = [operation: string, what: string, allowed: 'allowed' | 'refused', request: Request];

/** Every operation that accepts an access token. */
const TABLE: Case[] = [
  ['getUser', 'reads the user', 'allowed', () => at('user')],
  ['getUserAlias', 'reads the user', 'allowed', () => at('get-user')],
  ['listSessions', 'lists the sessions', 'allowed', () => at('user/sessions')],
  ['updateUser', 'changes the metadata', 'allowed', () => at('user', { metadata: '{"seen":true}' })],
  ['updateUser', 'sends the same email', 'allowed', ({ email }) => at('user', { email, metadata: '1' })],
  ['updateUser', 'changes the email', 'refused', () => at('user', { email: newEmail() })],
  [
    'updateUser',
    'changes the email by the password',
    'refused',
    ({ password }) => at('user', { email: newEmail(), password }),
  ],
  ['updateUser', 'changes email and metadata', 'refused', () => at('user', { email: newEmail(), metadata: '1' })],
  ['signOut', 'signs out', 'allowed', () => at('user/logout', {})],
  [
    'signOut',
    'ends the session of the user by its refresh token',
    'refused',
    ({ refresh_token }) => at('user/logout', { refresh_token }),
  ],
  [
    'createPageCode',
    'hands the session of the pages to a product',
    'refused',
    ({ refresh_token }) => ({
      ...at('user/code', { next_url, code_challenge: pkce().challenge }),
      headers: fromPages(app, `latchkey-pages=${refresh_token}`),
    }),
  ],
  ['endSession', 'ends the session of the user', 'refused', ({ token }) => at(`user/sessions/${sessionOf(token)}`)],
  ['listDevices', 'lists the devices', 'refused', () => at('user/devices')],
  ['removeDevice', 'removes a device of the user', 'refused', async (user) => at(await deviceOf(user))],
  ['listSecurityEvents', 'lists what happened in the account', 'refused', () => at('user/security')],
  ['deleteUser', 'deletes the account', 'refused', () => at('user', {})],
  ['deleteUser', 'deletes the account by the password', 'refused', ({ password }) => at('user', { password })],
  [
    'changePassword',
    'changes the password',
    'refused',
    ({ password }) => at('user/change-password', { old_password: password, new_password: NEW_PASSWORD }),
  ],
  [
    'changePassword',
    'sets a password by a reset token',
    'refused',
    async (user) => at('user/change-password', { old_password: await resetToken(user), new_password: NEW_PASSWORD }),
  ],
  [
    'sendVerificationEmail',
    'mails a verification link',
    'refused',
    async ({ uid }) => {
      await app.sql('UPDATE users SET email_verified = 0 WHERE uid = ?', [uid]);
      return at('user/verify-email', { next_url });
    },
  ],
  [
    'verifyEmailCode',
    'proves the address by an email code',
    'refused',
    async ({ email }) =>
      at('email-code/verify', await mail.codeAfter(email, () => app.post('/api/auth/email-code', { email }))),
  ],
  [
    'reauthenticate',
    'proves to be the user by the password',
    'refused',
    ({ password }) => at('user/reauthenticate', { password }),
  ],
  [
    'prepareReauthentication',
    'asks for the challenge of a passkey',
    'refused',
    async (user) => {
      await passkeyOf(user);
      return at('user/reauthenticate/options', { method: 'passkey' });
    },
  ],
  ['getMfa', 'lists the factors', 'refused', () => at('user/mfa')],
  [
    'updateMfa',
    'makes each sign-in need a factor',
    'refused',
    async (user) => {
      await passkeyOf(user);
      return at('user/mfa', { enabled: true });
    },
  ],
  [
    'renewRecoveryCodes',
    'makes new recovery codes',
    'refused',
    async (user) => {
      await totpOf(user);
      return at('user/mfa/recovery-codes', {});
    },
  ],
  ['addTotp', 'begins to add an app', 'refused', () => at('user/mfa/totp', {})],
  ['confirmTotp', 'confirms an app that the user began to add', 'refused', pendingTotp],
  ['renameTotp', 'renames an app', 'refused', async (user) => at(await totpOf(user), { name: 'Mine' })],
  ['removeTotp', 'removes an app', 'refused', async (user) => at(await totpOf(user))],
  ['passkeyOptions', 'asks for the challenge of a new passkey', 'refused', () => at('user/passkeys/options', {})],
  ['addPasskey', 'adds a passkey to the challenge of the user', 'refused', newPasskey],
  ['exportOwnData', 'downloads the data of the user', 'refused', () => at('user/data')],
  ['getPendingEmail', 'reads the new email that waits', 'refused', () => at('user/email')],
  ['forgetPendingEmail', 'forgets the new email that waits', 'refused', () => at('user/email')],
  ['listPasskeys', 'lists the passkeys', 'refused', () => at('user/passkeys')],
  ['renamePasskey', 'renames a passkey', 'refused', async (user) => at(await passkeyOf(user), { name: 'Mine' })],
  ['removePasskey', 'removes a passkey', 'refused', async (user) => at(await passkeyOf(user))],
  [
    'startIdentityLink',
    'begins to link an identity',
    'refused',
    () => at('user/identities/google/start', { next_url, code_challenge: pkce().challenge }),
  ],
  ['exchangeCode', 'links the identity that the user has begun to link', 'refused', linkingCode],
  ['exchangeCodeAlias', 'links the identity at the path of external codes', 'refused', linkingCode],
  ['listApiKeys', 'lists the API keys', 'refused', () => at('user/api-keys')],
  ['createApiKey', 'makes an API key', 'refused', () => at('user/api-keys', newKey)],
  ['revokeApiKey', 'revokes an API key', 'refused', async (user) => at(await apiKeyOf(user))],
  ['listIdentities', 'lists the identities', 'refused', () => at('user/identities')],
  ['unlinkIdentity', 'unlinks an identity', 'refused', async (user) => at(`user/identities/${await identityOf(user)}`)],
];

interface Operation {
  operationId: string;
  security?: Record<string, unknown>[];
}
/** The method of each operation that accepts an access token, by its id. */
const methods = new Map<string, string>();
beforeAll(async () => {
  const { paths } = (await app.get('/openapi.json')).json;
  for (const [address, path] of Object.entries<Record<string, Operation>>(paths)) {
    // The sign-in to the console has a test of its own.
    if (address.startsWith('/api/admin')) continue;
    for (const [method, { operationId, security = [] }] of Object.entries(path)) {
      if (security.some((scheme) => 'bearer' in scheme)) methods.set(operationId, method.toUpperCase());
    }
  }
});

const send = (operation: string, { path, ...call }: Call, token: string): Promise<Answer> =>
  app.service.call(methods.get(operation) ?? '', path, { token, ...call });

/** What a change of the account would show in. */
async function stateOf(uid: string): Promise<unknown> {
  const columns = 'email, password_hash, email_verified, email_proved, mfa_enabled, rung_1, updated_at';
  const tables = {
    users: `SELECT ${columns} FROM users WHERE uid = ?`,
    sessions:
      'SELECT session_id, generation, auth_time, amr, acr, ended_at FROM sessions WHERE uid = ? ORDER BY session_id',
    totp: 'SELECT factor_id, name, confirmed_at, last_step FROM totp_factors WHERE uid = ? ORDER BY factor_id',
    passkeys: 'SELECT passkey_id, name FROM passkeys WHERE uid = ? ORDER BY passkey_id',
    codes: 'SELECT code_hash, used_at FROM recovery_codes WHERE uid = ? ORDER BY code_hash',
    identities: 'SELECT identity_id FROM identities WHERE uid = ? ORDER BY identity_id',
    keys: 'SELECT key_id FROM api_keys WHERE uid = ? ORDER BY key_id',
    links: 'SELECT token_hash, used_at, attempts FROM one_time_tokens WHERE uid = ? ORDER BY token_hash',
    challenges: 'SELECT token_hash, used_at, attempts FROM one_time_tokens WHERE uid = ? ORDER BY token_hash',
    events: 'SELECT id FROM events WHERE uid = ? ORDER BY id',
  };
  const rows = Object.entries(tables).map(async ([name, query]) => [name, await app.sql(query, [uid])] as const);
  return Object.fromEntries(await Promise.all(rows));
}

it('the table of this test has every operation that accepts an access token, and no other', () => {
  const listed = new Set(TABLE.map(([operation]) => operation));
  expect([...listed].sort()).toEqual([...methods.keys()].sort());
});

it('an administrator who acts as the user cannot sign in to the console', async () => {
  const browser = new ConsoleBrowser(app);
  const { uid } = await proved();
  const answer = await browser.signIn({ token: await impersonate(uid) });
  expect([answer.status, answer.code]).toEqual([400, 'IMPERSONATION_FORBIDDEN']);
  expect(browser.cookie).toBeUndefined();
});

describe.each(TABLE)('%s: an administrator who %s', (operation, _what, allowed, request) => {
  if (allowed === 'allowed') {
    it('is allowed to act as the user', async () => {
      const user = await proved();
      expect((await send(operation, await request(user), await impersonate(user.uid))).status).toBe(200);
    });
  } else {
    it('is refused and changes nothing, and the same request of the user succeeds', async () => {
      const user = await proved();
      const call = await request(user);
      const token = await impersonate(user.uid);
      const before = await stateOf(user.uid);
      expectFailure(await send(operation, call, token), FORBIDDEN);
      expect(await stateOf(user.uid)).toEqual(before);
      expect((await send(operation, call, user.token)).status).toBe(200);
    });
  }
});

it('each operation refuses the token after the user has ended its session, before it reads anything else', async () => {
  const user = await proved();
  const token = await impersonate(user.uid);
  await app.delete(`/api/auth/user/sessions/${sessionOf(token)}`, user);
  const { paths } = (await app.get('/openapi.json')).json;
  for (const [path, operations] of Object.entries<Record<string, Operation>>(paths)) {
    for (const [method, { operationId }] of Object.entries(operations)) {
      if (!methods.has(operationId)) continue;
      const address = path.replaceAll(/\{\w+\}/g, user.uid);
      const call = { token, headers: { 'content-type': 'text/xml' }, ...(method === 'get' ? {} : { raw: 'x' }) };
      const answer = await app.service.call(method.toUpperCase(), address, call);
      expect([operationId, answer.code]).toEqual([operationId, 'NOT_AUTHENTICATED']);
    }
  }
});

describe('an administrator who acts as a user', () => {
  it('cannot remove the claim that says so', async () => {
    const token = await impersonate((await proved()).uid);
    const { header, claims, signature } = readToken(token);
    const { act: _act, ...others } = claims;
    expectFailure(
      await app.get('/api/auth/user', { token: writeToken(header, others, () => signature) }),
      'NOT_AUTHENTICATED',
    );
  });

  it('cannot use the token in the admin API', async () => {
    const user = await proved();
    const token = await impersonate(user.uid);
    expectFailure(await app.admin('GET', `/users/${user.uid}`, undefined, token), 'NOT_AUTHENTICATED');
    const again = await app.admin('POST', `/users/${user.uid}/impersonate`, { reason: 'A longer time' }, token);
    expectFailure(again, 'NOT_AUTHENTICATED');
  });

  it('gets no further where no sign-in must be recent, and a factor is required', async () => {
    const lax = await app.replica({ REAUTH_MAX_AGE: '0', MFA: 'required' });
    const { uid } = (await app.admin('POST', '/users', { email: newEmail(), password: PASSWORD, email_verified: true }))
      .json;
    const body = { reason: 'Looking into ticket 4711' };
    const begun = await lax.call('POST', `/api/admin/users/${uid}/impersonate`, { token: ADMIN_TOKEN, body });
    const { token } = begun.json;
    expect((await lax.call('GET', '/api/auth/user', { token })).status).toBe(200);
    for (const path of ['user/mfa/totp', 'user/passkeys/options', 'user/identities/google/start'])
      expectFailure(await lax.call('POST', `/api/auth/${path}`, { token, body: { next_url } }), FORBIDDEN);
    expectFailure(await lax.call('PUT', '/api/auth/user', { token, body: { email: newEmail() } }), FORBIDDEN);
    expectFailure(await lax.call('DELETE', '/api/auth/user', { token, body: {} }), FORBIDDEN);
  });
});

describe('an administrator in the console by an admin token, who acts as a user', () => {
  async function began() {
    const { uid } = await proved();
    const { id, token: adminToken } = await app.adminToken(['write', 'impersonate']);
    const [browser, other] = [await signedIn(app, adminToken), await signedIn(app, adminToken)];
    const begin = async (at: ConsoleBrowser): Promise<string> =>
      (await at.call('POST', `/users/${uid}/impersonate`, { reason: 'Looking into ticket 4711' })).json.token;
    return { uid, id, browser, token: await begin(browser), other, begin };
  }
  const act = (token: string) => app.put('/api/auth/user', { metadata: '1' }, { token });

  it.each<[string, (browser: ConsoleBrowser) => Promise<unknown>]>([
    ['the sign-out there', (browser) => browser.call('DELETE', '/session')],
    ['a new sign-in in the same browser', (browser) => browser.signIn()],
    [
      'the sign-in of a user in the same browser',
      async (browser) => {
        const { token } = await administrator(app, ['read']);
        (await browser.signIn({ token })).ok();
      },
    ],
  ])('acts no longer after %s, which is recorded, and which other services learn', async (_what, end) => {
    const { uid, browser, token, other, begin } = await began();
    const further = await begin(other);
    expect((await act(token)).status).toBe(200);
    await end(browser);
    expectFailure(await act(token), 'NOT_AUTHENTICATED');
    const revoked = (await app.events(uid)).filter(({ type }) => type === 'session.revoked');
    expect(revoked).toEqual([expect.objectContaining({ session_id: sessionOf(token) })]);
    expect((await readList(app)).sessions).toContain(sessionOf(token));
    expect((await act(further)).status).toBe(200);
  });

  it('acts no longer after the console of a user was signed in to anew, and the user does not see the session', async () => {
    const admin = await administrator(app, ['impersonate']);
    const [browser, user] = [await signedIn(app, admin.token), await proved()];
    const begun = await browser.call('POST', `/users/${user.uid}/impersonate`, { reason: 'Looking into ticket 4711' });
    (await browser.signIn()).ok();
    expectFailure(await act(begun.json.token), 'NOT_AUTHENTICATED');
    expect((await readList(app)).sessions).toContain(sessionOf(begun.json.token));
    expect((await app.get('/api/auth/user/sessions', user)).json.sessions).toHaveLength(1);
  });

  it('acts no longer without the session of the console, however it has ended', async () => {
    const { id, token } = await began();
    expect((await act(token)).status).toBe(200);
    await app.sql('DELETE FROM console_sessions WHERE admin_token_id = ?', [id]);
    expectFailure(await act(token), 'NOT_AUTHENTICATED');
  });

  it('acts no longer than the console is in use, and does not use it by that', async () => {
    const { id, token } = await began();
    const idle = (seconds: number) =>
      app.sql('UPDATE console_sessions SET last_used_at = last_used_at - ? WHERE admin_token_id = ?', [seconds, id]);
    const lastUses = () => app.sql('SELECT last_used_at FROM console_sessions WHERE admin_token_id = ?', [id]);
    await idle(1_000);
    const before = await lastUses();
    expect((await act(token)).status).toBe(200);
    expect(await lastUses()).toEqual(before);
    await idle(801);
    expectFailure(await act(token), 'NOT_AUTHENTICATED');
  });

  it('acts no longer than the session of the console at most lives', async () => {
    const { id, uid, browser } = await began();
    const late = Math.floor(Date.now() / 1_000) + 60;
    await app.sql('UPDATE console_sessions SET expires_at = ? WHERE admin_token_id = ?', [late, id]);
    const begun = await browser.call('POST', `/users/${uid}/impersonate`, { reason: 'Looking into ticket 4711' });
    expect(begun.json.expiry).toBeLessThanOrEqual(late);
  });

  it('acts no longer after IMPERSONATION was switched off', async () => {
    const { token } = await began();
    const BASE_URL = app.service.url.replace('127.0.0.1', 'localhost');
    const [on, off] = [await app.replica({ BASE_URL }), await app.replica({ BASE_URL, IMPERSONATION: 'off' })];
    expect((await on.call('GET', '/api/auth/user', { token })).status).toBe(200);
    expectFailure(await off.call('GET', '/api/auth/user', { token }), 'NOT_AUTHENTICATED');
    const change = { token, body: { metadata: '1' } };
    expectFailure(await off.call('PUT', '/api/auth/user', change), 'NOT_AUTHENTICATED');
  });
});

describe('the holder of an admin token without the scope impersonate', () => {
  it('can neither begin, nor make a token that can, nor revoke one of another administrator', async () => {
    const user = await proved();
    const { id } = await app.adminToken(['impersonate']);
    const { token } = await app.adminToken(['read', 'write', 'export', 'providers', 'webhooks']);
    const begun = await app.admin('POST', `/users/${user.uid}/impersonate`, { reason: 'Because I can' }, token);
    expectFailure(begun, 'NOT_AUTHORIZED');
    const made = await app.admin('POST', '/tokens', { name: 'More', scopes: ['impersonate'] }, token);
    expectFailure(made, 'NOT_AUTHORIZED');
    expectFailure(await app.admin('DELETE', `/tokens/${id}`, undefined, token), 'NOT_AUTHORIZED');
  });

  it('can make a token for it only with it, and only for as long as the own one lives', async () => {
    const scopes = ['write', 'impersonate'];
    const expires_at = Math.floor(Date.now() / 1_000) + 3_600;
    const { token } = await app.adminToken(scopes, { expires_at });
    const make = (until?: number) =>
      app.admin('POST', '/tokens', { name: 'Support', scopes: ['impersonate'], expires_at: until }, token);
    expect((await make(expires_at)).status).toBe(200);
    expectFailure(await make(), 'NOT_AUTHORIZED');
  });
});
