import { v7 as uuidv7 } from 'uuid';
import { ADMIN_TOKEN, App, newEmail, PASSWORD, type SignedUp } from './support/app.js';
import { DATABASE } from './support/database.js';
import { expectFailure } from './support/expect.js';
import type { Answer } from './support/http.js';
import { linkIn, MailServer, tokenIn } from './support/mail-server.js';
import { sessionOf } from './support/revocations.js';
import type { Service } from './support/service.js';

const GRACE_SECONDS = 10;
const NEW_PASSWORD = 'another horse, another staple';

let mail: MailServer;
let app: App;
beforeAll(async () => {
  mail = await MailServer.start();
  app = await App.start({ SMTP_URL: mail.url });
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

async function magicLink({ email }: SignedUp): Promise<string> {
  await app.post('/api/auth/magic-link', { email });
  return linkIn(await mail.letterTo(email));
}

async function prove(user: SignedUp): Promise<string> {
  return (await app.follow(await magicLink(user))).parameter('at') ?? '';
}

async function reset({ email }: SignedUp): Promise<void> {
  await app.post('/api/auth/reset-password', { email });
  const body = { old_password: tokenIn(await mail.letterTo(email)), new_password: NEW_PASSWORD };
  expect((await app.patch('/api/auth/user/change-password', body)).status).toBe(200);
}

async function signIn({ email }: SignedUp, password = PASSWORD): Promise<SignedUp> {
  const { status, json } = await app.login(email, password);
  expect(status).toBe(200);
  return json;
}

const changePassword = ({ token }: SignedUp) =>
  app.patch('/api/auth/user/change-password', { old_password: PASSWORD, new_password: NEW_PASSWORD }, { token });
const logOut = ({ token, refresh_token }: SignedUp) => app.post('/api/auth/user/logout', { refresh_token }, { token });
const move = (token: string) => app.put('/api/auth/user', { email: newEmail() }, { token });

async function expectOutlawed(user: SignedUp): Promise<void> {
  const { token } = user;
  expectFailure(await move(token), 'NOT_AUTHENTICATED');
  expectFailure(await app.put('/api/auth/user', { email: 1 }, { token }), 'NOT_AUTHENTICATED');
  expectFailure(await app.delete('/api/auth/user', { token }), 'NOT_AUTHENTICATED');
  expectFailure(await app.delete(`/api/auth/user/sessions/${sessionOf(token)}`, { token }), 'NOT_AUTHENTICATED');
  expect((await app.get('/api/auth/user', { token })).status).toBe(200);
  expect((await logOut(user)).status).toBe(200);
}

const EVENTS: [string, (user: SignedUp) => Promise<unknown>][] = [
  ['the owner has followed a magic link to an address that nobody had proved', prove],
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
  it('an access token from before takes nothing away any more, but reads and signs out', async () => {
    const user = await app.signUp();
    await happen(user);
    await expectOutlawed(user);
  });

  it('nor does one that was signed out before', async () => {
    const user = await app.signUp();
    expect((await logOut(user)).status).toBe(200);
    await happen(user);
    await expectOutlawed(user);
  });
});

it.each<[string, (user: SignedUp) => Promise<unknown>]>([
  [
    'in another session',
    async (user) => app.delete(`/api/auth/user/sessions/${sessionOf(user.token)}`, await signIn(user)),
  ],
  ['by an administrator', ({ uid }) => app.admin('DELETE', `/users/${uid}/sessions`)],
  [
    'because its refresh token was stolen',
    async ({ refresh_token }) => {
      await app.refresh(refresh_token);
      await app.advance(GRACE_SECONDS + 1);
      await app.refresh(refresh_token);
    },
  ],
])('a session that was ended %s takes nothing away any more', async (_what, end) => {
  const user = await app.signUp();
  await end(user);
  await expectOutlawed(user);
});

describe('the account can be changed', () => {
  it.each(['PUT', 'DELETE'])('after a logout, until the access token expires: %s', async (method) => {
    const user = await app.signUp();
    await logOut(user);
    const answer = await app.service.call(method, '/api/auth/user', { body: {}, token: user.token });
    expect(answer.status).toBe(200);
  });

  it('after its session was ended by itself', async () => {
    const { token } = await app.signUp();
    expect((await app.delete(`/api/auth/user/sessions/${sessionOf(token).toUpperCase()}`, { token })).status).toBe(200);
    expect((await move(token)).status).toBe(200);
  });

  it('after a logout everywhere', async () => {
    const user = await app.signUp();
    const other = await signIn(user);
    await app.post('/api/auth/user/logout', {}, { token: user.token });
    for (const { token } of [user, other]) expect((await move(token)).status).toBe(200);
  });

  it('by whoever has just followed the link, or signs in after the reset', async () => {
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

  it('in a session from before somebody followed a link to an address that was proved already', async () => {
    const user = await app.signUp({ email_verified: true });
    await prove(user);
    expect((await move(user.token)).status).toBe(200);
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
  ['moved away', move],
  ['deleted', (token) => app.delete('/api/auth/user', { token })],
])('an account that changes hands just when it is to be %s stays', async (_what, take) => {
  const { uid, email, token } = await app.signUp();
  // Later than all that the clock of the service has shown so far.
  const id = uuidv7({ msecs: Date.now() + 3_600_000 });
  const columns = '(id, type, at, actor, uid, data)';
  await app.sql(`INSERT INTO events ${columns} VALUES (?, 'user.password_reset', 0, 'anonymous', ?, '{}')`, [id, uid]);
  // As the reset does that the event is about: with the row of the user in hand it ends the sessions.
  const rows = DATABASE === 'mysql' ? 'sessions FROM sessions JOIN users USING (uid)' : 'FROM sessions';
  const commit = await app.database.hold(`DELETE ${rows} WHERE uid = ?`, [uid]);
  const taken = take(token);
  // Long enough for the request to have been let in, and to wait for the row of the user.
  await new Promise((next) => setTimeout(next, 500));
  await commit();
  expectFailure(await taken, 'NOT_AUTHENTICATED');
  expect(await app.sql('SELECT email FROM users WHERE uid = ?', [uid])).toEqual([{ email }]);
});
