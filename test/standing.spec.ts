import { v7 as uuidv7 } from 'uuid';
import { App, newEmail, PASSWORD, type SignedUp } from './support/app.js';
import { DATABASE } from './support/database.js';
import { expectFailure } from './support/expect.js';
import type { Answer } from './support/http.js';
import { linkIn, MailServer, tokenIn } from './support/mail-server.js';
import { sessionOf } from './support/revocations.js';

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
    const [user, other] = [await app.signUp(), await app.signUp()];
    await app.post('/api/auth/user/logout', {}, { token: user.token });
    expect((await move(user.token)).status).toBe(200);
    expect((await move(other.token)).status).toBe(200);
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

it.each<[string, (token: string) => Promise<Answer>]>([
  ['moved away', move],
  ['deleted', (token) => app.delete('/api/auth/user', { token })],
])('an account that changes hands just when it is to be %s stays', async (_what, take) => {
  const { uid, email, token } = await app.signUp();
  const reset = "SELECT ?, 'user.password_reset', 0, 'anonymous', uid, '{}' FROM users WHERE uid = ?";
  const statement = `INSERT INTO events (id, type, at, actor, uid, data) ${reset}`;
  // Later than all that the clock of the service has shown so far.
  const id = uuidv7({ msecs: Date.now() + 3_600_000 });
  const commit = await app.database.hold(DATABASE === 'mysql' ? `${statement} FOR UPDATE` : statement, [id, uid]);
  const taken = take(token);
  // Long enough for the request to have been let in, and to wait for the row of the user.
  await new Promise((next) => setTimeout(next, 500));
  await commit();
  expectFailure(await taken, 'NOT_AUTHENTICATED');
  expect(await app.sql('SELECT email FROM users WHERE uid = ?', [uid])).toEqual([{ email }]);
});
