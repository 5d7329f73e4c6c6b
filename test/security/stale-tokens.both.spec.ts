import { ADMIN_TOKEN, App, newEmail, PASSWORD, type SignedUp } from '../support/app.js';
import { DATABASE } from '../support/database.js';
import { expectFailure } from '../support/expect.js';
import type { Answer } from '../support/http.js';
import { sessionOf } from '../support/revocations.js';
import type { Service } from '../support/service.js';
import { useMail } from '../support/use-mail.js';

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

/** The refresh token of a session that the owner opens by a magic link. */
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
/** Changes the account, where the token may. */
const move = (token: string) => app.put('/api/auth/user', { metadata: '"moved"' }, { token });

/** Every endpoint that changes something refuses the token, also with a body that is wrong; it still reads. */
async function expectReadsOnly(user: SignedUp): Promise<void> {
  const { token } = user;
  const refusals = [
    await move(token),
    await app.put('/api/auth/user', { email: 1 }, { token }),
    await app.delete('/api/auth/user', { token, body: { password: PASSWORD } }),
    await app.delete(`/api/auth/user/sessions/${sessionOf(token)}`, { token }),
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

describe.each(EVENTS)('once %s', (_what, happen) => {
  it('an older access token only reads', async () => {
    const user = await app.signUp();
    await happen(user);
    await expectReadsOnly(user);
  });

  it('an access token whose session was logged out before that only reads', async () => {
    const user = await app.signUp();
    expect((await logOut(user)).status).toBe(200);
    await happen(user);
    await expectReadsOnly(user);
  });

  it('an older access token does not end the sessions that its owner opens afterwards', async () => {
    const user = await app.signUp();
    await happen(user);
    const owner = await signInAnew(user);
    await app.post('/api/auth/user/logout', {}, { token: user.token });
    expect((await app.refresh(owner)).status).toBe(200);
  });
});

it.each<[string, (user: SignedUp) => Promise<unknown>]>([
  [
    'in another session',
    async (user) => app.delete(`/api/auth/user/sessions/${sessionOf(user.token)}`, await signIn(user)),
  ],
  ['from the list by itself', ({ token }) => app.delete(`/api/auth/user/sessions/${sessionOf(token)}`, { token })],
  ['by an administrator', ({ uid }) => app.admin('DELETE', `/users/${uid}/sessions`)],
  [
    'one by one by an administrator',
    ({ uid, token }) => app.admin('DELETE', `/users/${uid}/sessions/${sessionOf(token)}`),
  ],
  ['by a changed address of an administrator', ({ uid }) => app.admin('PATCH', `/users/${uid}`, { email: newEmail() })],
  [
    'because its refresh token was stolen',
    async ({ refresh_token }) => {
      await app.refresh(refresh_token);
      await app.advance(GRACE_SECONDS + 1);
      await app.refresh(refresh_token);
    },
  ],
])('an access token of a session that was ended %s only reads', async (_what, end) => {
  const user = await app.signUp();
  await end(user);
  await expectReadsOnly(user);
});

it('an access token decides without the event log', async () => {
  const user = await app.signUp();
  await reset(user);
  await app.sql('DELETE FROM events');
  await expectReadsOnly(user);
});

describe('an access token may change the account', () => {
  it('after a logout, until it expires', async () => {
    const user = await app.signUp();
    await logOut(user);
    expect((await move(user.token)).status).toBe(200);
  });

  it('after a logout everywhere', async () => {
    const user = await app.signUp();
    const other = await signIn(user);
    await app.post('/api/auth/user/logout', {}, { token: user.token });
    for (const { token } of [user, other]) expect((await move(token)).status).toBe(200);
  });

  it('after its session has expired by a short REFRESH_TOKEN_TTL', async () => {
    const short = await App.start({ REFRESH_TOKEN_TTL: '5' });
    const { token } = await short.signUp();
    await short.advance(6);
    expect((await short.put('/api/auth/user', { metadata: '1' }, { token })).status).toBe(200);
    await short.stop();
  });

  it('when its user has just followed the link, or signs in after the reset', async () => {
    const [user, other] = [await app.signUp(), await app.signUp()];
    expect((await move(await prove(user))).status).toBe(200);
    await reset(other);
    expect((await move((await signIn(other, NEW_PASSWORD)).token)).status).toBe(200);
  });

  it('in the session that has changed the password, also after its logout', async () => {
    const user = await app.signUp();
    expect((await changePassword(user)).status).toBe(200);
    expect((await move(user.token)).status).toBe(200);
    await logOut(user);
    expect((await move(user.token)).status).toBe(200);
  });

  it('in a session from before a magic link to an address that was proved already', async () => {
    const user = await app.signUp();
    const first = await prove(user);
    await app.follow(await magicLink(user));
    expect((await move(first)).status).toBe(200);
  });
});

describe('between replicas whose clocks are apart', () => {
  let here: App;
  let ahead: Service;
  beforeEach(async () => {
    here = await App.start();
    ahead = await here.replica();
    await ahead.advance(20);
  });
  afterEach(async () => {
    await ahead.stop();
    await here.stop();
  });

  const signInAt = async (service: Service, { email }: SignedUp, password: string): Promise<string> =>
    (await service.call('POST', '/api/auth/user/login', { body: { email, password } })).json.token;
  const setPasswordAt = (service: Service, { uid }: SignedUp) =>
    service.call('PATCH', `/api/admin/users/${uid}`, { body: { password: NEW_PASSWORD }, token: ADMIN_TOKEN });
  const changeAt = (service: Service, token: string) =>
    service.call('PUT', '/api/auth/user', { body: { metadata: '1' }, token });

  it('a token of the one that is ahead is from before a new password at the other', async () => {
    const user = await here.signUp();
    const token = await signInAt(ahead, user, PASSWORD);
    await setPasswordAt(here.service, user);
    await here.advance(20);
    expectFailure(await changeAt(here.service, token), 'NOT_AUTHENTICATED');
  });

  it('whoever signs in at the other after a new password at the one that is ahead may change the account', async () => {
    const user = await here.signUp();
    await setPasswordAt(ahead, user);
    expect((await changeAt(here.service, await signInAt(here.service, user, NEW_PASSWORD))).status).toBe(200);
  });
});

it.each<[string, (token: string) => Promise<Answer>]>([
  ['changed', move],
  ['deleted', (token) => app.delete('/api/auth/user', { token })],
  ['signed out', (token) => app.post('/api/auth/user/logout', {}, { token })],
])('an account is not %s by a token whose session a reset ends in the same moment', async (_what, take) => {
  const { uid, token } = await app.signUp();
  // As a reset does it: with the row of the user locked, it ends the sessions.
  const statement =
    DATABASE === 'mysql'
      ? `UPDATE sessions JOIN users USING (uid) SET ended_at = 1, end_reason = 'password', users.updated_at = 1 WHERE uid = ?`
      : `UPDATE sessions SET ended_at = 1, end_reason = 'password' WHERE uid = ?`;
  const commit = await app.database.hold(statement, [uid]);
  const changed = take(token);
  await app.untilHeldUp();
  await commit();
  expectFailure(await changed, 'NOT_AUTHENTICATED');
  expect(await app.sql('SELECT metadata FROM users WHERE uid = ?', [uid])).toEqual([{ metadata: '{}' }]);
});
