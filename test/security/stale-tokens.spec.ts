import { expectFailure } from '../support/http/http.js';
import { ADMIN_TOKEN, App, newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';
import type { Service } from '../support/service/service.js';
import { sessionOf } from '../support/service/tokens.js';

const GRACE_SECONDS = 10;
const NEW_PASSWORD = 'another horse, another staple';

const { app, mail } = useMail();

const magicLink = ({ email }: SignedUp) => mail.linkAfter(email, () => app.post('/api/auth/magic-link', { email }));

async function prove(user: SignedUp): Promise<string> {
  return (await app.follow(await magicLink(user))).parameter('at') ?? '';
}

async function reset({ email }: SignedUp): Promise<void> {
  const old_password = await mail.tokenAfter(email, () => app.post('/api/auth/reset-password', { email }));
  const body = { old_password, new_password: NEW_PASSWORD };
  expect((await app.patch('/api/auth/user/change-password', body)).status).toBe(200);
}

/** Opens a session of the owner by a magic link, and returns its refresh token. */
async function signInAnew({ email }: SignedUp): Promise<string> {
  const { link } = (await app.admin('POST', '/links', { type: 'magic_link', email })).json;
  return (await app.follow(link)).parameter('rt') ?? '';
}

async function signIn({ email }: SignedUp, password = PASSWORD): Promise<SignedUp> {
  const { status, json } = await app.login(email, password);
  expect(status).toBe(200);
  return json;
}

const changePassword = ({ token }: SignedUp) =>
  app.patch('/api/auth/user/change-password', { old_password: PASSWORD, new_password: NEW_PASSWORD }, { token });
const logOut = ({ token, refresh_token }: SignedUp) => app.post('/api/auth/user/logout', { refresh_token }, { token });
/** Changes the account if the token may write. */
const changeAccount = (token: string) => app.put('/api/auth/user', { metadata: '"moved"' }, { token });

/**
 * Checks that every endpoint that changes something refuses the token, also with an invalid body, and that it can still
 * read.
 */
async function expectReadsOnly(user: SignedUp): Promise<void> {
  const { token } = user;
  const refusals = [
    await changeAccount(token),
    await app.put('/api/auth/user', { email: 1 }, { token }),
    await app.delete('/api/auth/user', { token, body: { password: PASSWORD } }),
    await app.delete(`/api/auth/user/sessions/${sessionOf(token)}`, { token }),
    await app.delete(`/api/auth/user/devices/${sessionOf(token)}`, { token }),
    await app.post('/api/auth/user/logout', {}, { token }),
    await logOut(user),
    await app.post('/api/auth/user/verify-email', {}, { token }),
    await app.patch(
      '/api/auth/user/change-password',
      { old_password: PASSWORD, new_password: NEW_PASSWORD },
      { token },
    ),
  ];
  for (const answer of refusals) expectFailure(answer, 'NOT_AUTHENTICATED');
  expect((await app.get('/api/auth/user', { token })).status).toBe(200);
}

const EVENTS: [string, (user: SignedUp) => Promise<unknown>][] = [
  ['the owner has followed a magic link to an address without a proof', prove],
  ['the password was reset', reset],
  ['the password was changed in another session', async (user) => changePassword(await signIn(user))],
  [
    'an administrator has disabled and enabled the account',
    async ({ uid }) => {
      for (const active of [false, true]) await app.admin('PATCH', `/users/${uid}`, { active });
    },
  ],
  ['an administrator has set a password', ({ uid }) => app.admin('PATCH', `/users/${uid}`, { password: NEW_PASSWORD })],
];

describe.each(EVENTS)('after the event that %s,', (_what, cause) => {
  it('an older access token can only read', async () => {
    const user = await app.signUp();
    await cause(user);
    await expectReadsOnly(user);
  });

  it('an access token whose session was logged out before can only read', async () => {
    const user = await app.signUp();
    expect((await logOut(user)).status).toBe(200);
    await cause(user);
    await expectReadsOnly(user);
  });

  it('an older access token cannot end the sessions that the owner opens later', async () => {
    const user = await app.signUp();
    await cause(user);
    const owner = await signInAnew(user);
    await app.post('/api/auth/user/logout', {}, { token: user.token });
    expect((await app.refresh(owner)).status).toBe(200);
  });
});

it.each<[string, (user: SignedUp) => Promise<unknown>]>([
  [
    'from another session',
    async (user) => app.delete(`/api/auth/user/sessions/${sessionOf(user.token)}`, await signIn(user)),
  ],
  ['from the list by itself', ({ token }) => app.delete(`/api/auth/user/sessions/${sessionOf(token)}`, { token })],
  ['by an administrator', ({ uid }) => app.admin('DELETE', `/users/${uid}/sessions`)],
  [
    'one by one by an administrator',
    ({ uid, token }) => app.admin('DELETE', `/users/${uid}/sessions/${sessionOf(token)}`),
  ],
  [
    'by an administrator who changes the address',
    ({ uid }) => app.admin('PATCH', `/users/${uid}`, { email: newEmail() }),
  ],
  [
    'because its refresh token was stolen',
    async ({ refresh_token }) => {
      await app.refresh(refresh_token);
      await app.advance(GRACE_SECONDS + 1);
      await app.refresh(refresh_token);
    },
  ],
])('an access token of a session that was ended %s can only read', async (_what, end) => {
  const user = await app.signUp();
  await end(user);
  await expectReadsOnly(user);
});

it('the check whether an access token may write does not use the event log', async () => {
  const user = await app.signUp();
  await reset(user);
  await app.sql('DELETE FROM events');
  await expectReadsOnly(user);
});

describe('an access token', () => {
  it('can change the account after a logout, until it expires', async () => {
    const user = await app.signUp();
    await logOut(user);
    expect((await changeAccount(user.token)).status).toBe(200);
  });

  it('can change the account after a logout everywhere', async () => {
    const user = await app.signUp();
    const other = await signIn(user);
    await app.post('/api/auth/user/logout', {}, { token: user.token });
    for (const { token } of [user, other]) expect((await changeAccount(token)).status).toBe(200);
  });

  it('can change the account after its session has expired because of a short REFRESH_TOKEN_TTL', async () => {
    const short = await App.start({ REFRESH_TOKEN_TTL: '5' });
    const { token } = await short.signUp();
    await short.advance(6);
    expect((await short.put('/api/auth/user', { metadata: '1' }, { token })).status).toBe(200);
    await short.stop();
  });

  it('can change the account when its user has just followed the link, or signs in after the reset', async () => {
    const [user, other] = [await app.signUp(), await app.signUp()];
    expect((await changeAccount(await prove(user))).status).toBe(200);
    await reset(other);
    expect((await changeAccount((await signIn(other, NEW_PASSWORD)).token)).status).toBe(200);
  });

  it('can change the account in the session that has changed the password, also after its logout', async () => {
    const user = await app.signUp();
    expect((await changePassword(user)).status).toBe(200);
    expect((await changeAccount(user.token)).status).toBe(200);
    await logOut(user);
    expect((await changeAccount(user.token)).status).toBe(200);
  });

  it('can change the account in a session from before a magic link to an address that was already proved', async () => {
    const user = await app.signUp();
    const first = await prove(user);
    await app.follow(await magicLink(user));
    expect((await changeAccount(first)).status).toBe(200);
  });
});

describe('between replicas with different clocks', () => {
  const here = useApp();
  let ahead: Service;
  beforeAll(async () => {
    ahead = await here.replica();
    await ahead.advance(20);
  });

  const signInAt = async (service: Service, { email }: SignedUp, password: string): Promise<string> =>
    (await service.call('POST', '/api/auth/user/login', { body: { email, password } })).json.token;
  const setPasswordAt = (service: Service, { uid }: SignedUp) =>
    service.call('PATCH', `/api/admin/users/${uid}`, { body: { password: NEW_PASSWORD }, token: ADMIN_TOKEN });
  const changeAt = (service: Service, token: string) =>
    service.call('PUT', '/api/auth/user', { body: { metadata: '1' }, token });

  it('a user who signs in at the other replica after a new password at the one that is ahead may change the account', async () => {
    const user = await here.signUp();
    await setPasswordAt(ahead, user);
    expect((await changeAt(here.service, await signInAt(here.service, user, NEW_PASSWORD))).status).toBe(200);
  });

  it('a token of the replica that is ahead is older than a new password at the other one', async () => {
    const user = await here.signUp();
    const token = await signInAt(ahead, user, PASSWORD);
    await setPasswordAt(here.service, user);
    // From now on, both have the same time.
    await here.advance(20);
    expectFailure(await changeAt(here.service, token), 'NOT_AUTHENTICATED');
  });
});
