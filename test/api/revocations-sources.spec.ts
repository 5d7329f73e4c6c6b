import { readToken } from '../support/http/http.js';
import { importLines } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, App, newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';
import { useMail } from '../support/service/mail.js';
import { readList, sessionOf } from '../support/service/tokens.js';

const { app, mail } = useMail();
let cli: Cli;
beforeAll(async () => {
  cli = new Cli({ DATABASE_URL: app.database.url });
});
afterAll(() => cli.remove());

let user: SignedUp;
/** The same user on another device. */
let other: SignedUp;
beforeEach(async () => {
  user = await app.signUp();
  other = { ...user, ...(await app.login(user.email, PASSWORD)).json };
});

const ADMIN = { token: ADMIN_TOKEN };
const LOGOUT = '/api/auth/user/logout';
const NEW_PASSWORD = `${PASSWORD} 2`;

const mailed = (path: string) => mail.linkAfter(user.email, () => app.post(path, { email: user.email }));

/** Which of the two sessions are in the list of revocations. */
async function revoked(): Promise<string[]> {
  const { sessions } = await readList(app);
  const both = { user: user.token, other: other.token };
  return Object.entries(both).flatMap(([name, token]) => (sessions.includes(sessionOf(token)) ? [name] : []));
}

it('the list of revocations has no session that has not ended', async () => {
  await app.refresh(user.refresh_token);
  expect(await revoked()).toEqual([]);
});

it.each<[string, string[], () => Promise<unknown>]>([
  ['a logout', ['other'], () => app.post(LOGOUT, { refresh_token: other.refresh_token }, user)],
  ['a logout from everywhere', ['user', 'other'], () => app.post(LOGOUT, undefined, user)],
  ['the end of one session', ['other'], () => app.delete(`/api/auth/user/sessions/${sessionOf(other.token)}`, user)],
  [
    'a new password',
    ['other'],
    () => app.patch('/api/auth/user/change-password', { old_password: PASSWORD, new_password: NEW_PASSWORD }, user),
  ],
  [
    'a reset password',
    ['user', 'other'],
    async () => {
      const old_password = new URL(await mailed('/api/auth/reset-password')).searchParams.get('token');
      return app.patch('/api/auth/user/change-password', { old_password, new_password: NEW_PASSWORD });
    },
  ],
  [
    'a magic link, which proves the address and ends all sessions before it,',
    ['user', 'other'],
    async () => app.follow(await mailed('/api/auth/magic-link')),
  ],
  [
    'an administrator who disables the user',
    ['user', 'other'],
    () => app.admin('PATCH', `/users/${user.uid}`, { active: false }),
  ],
  [
    'a password from an administrator',
    ['user', 'other'],
    () => app.admin('PATCH', `/users/${user.uid}`, { password: NEW_PASSWORD }),
  ],
  [
    'an administrator who ends one session',
    ['other'],
    () => app.delete(`/api/admin/users/${user.uid}/sessions/${sessionOf(other.token)}`, ADMIN),
  ],
  [
    'an administrator who ends all sessions',
    ['user', 'other'],
    () => app.admin('DELETE', `/users/${user.uid}/sessions`),
  ],
  ['the command line that disables the user', ['user', 'other'], () => cli.run(['user', 'disable', user.uid])],
])('%s adds the ended sessions to the list of revocations', async (_what, ended, end) => {
  await end();
  expect(await revoked()).toEqual(ended);
});

it.each<[string, () => Promise<unknown>]>([
  ['by its owner', () => app.delete('/api/auth/user', user)],
  ['by an administrator', () => app.admin('DELETE', `/users/${user.uid}`)],
  ['by the command line', () => cli.run(['user', 'delete', user.uid, '--yes'])],
])('an account that is deleted %s is in the list of revocations, for all tokens up to then', async (_who, remove) => {
  const { iat } = readToken(user.token).claims;
  await remove();
  const { users } = await readList(app);
  expect(users[user.uid]).toBeGreaterThanOrEqual(iat);
});

it('users of a deleted import batch are in the list of revocations', async () => {
  const email = newEmail();
  const { batch_id } = (await importLines(app, [{ email }])).json;
  const [row] = await app.sql('SELECT uid FROM users WHERE email = ?', [email]);
  await app.admin('DELETE', `/import/${batch_id}`);
  expect(Object.keys((await readList(app)).users)).toContain(row?.uid);
});

describe('with a separate service and clock', () => {
  let shortLived: App;
  beforeAll(async () => {
    shortLived = await App.start({ REFRESH_TOKEN_TTL: '60' });
  });
  afterAll(() => shortLived.stop());

  it('the session of a stolen refresh token is in the list of revocations', async () => {
    const { token, refresh_token } = await shortLived.signUp();
    await shortLived.refresh(refresh_token);
    await shortLived.advance(20);
    await shortLived.refresh(refresh_token);
    expect((await readList(shortLived)).sessions).toContain(sessionOf(token));
  });

  it('the list of revocations has a disabled user with the time, and later tokens are valid again', async () => {
    const { uid, email } = await shortLived.signUp();
    await shortLived.admin('PATCH', `/users/${uid}`, { active: false });
    const { users } = await readList(shortLived);
    await shortLived.admin('PATCH', `/users/${uid}`, { active: true });
    await shortLived.advance(2);
    const { claims } = readToken((await shortLived.login(email, PASSWORD)).json.token);
    expect(claims.iat).toBeGreaterThan(users[uid] ?? Number.POSITIVE_INFINITY);
    expect((await readList(shortLived)).sessions).not.toContain(claims.sid);
  });

  it.each<[string, (user: SignedUp) => Promise<unknown>]>([
    ['a logout', ({ token, refresh_token }) => shortLived.post(LOGOUT, { refresh_token }, { token })],
    ['a logout from everywhere', (signedUp) => shortLived.post(LOGOUT, undefined, signedUp)],
    [
      'an administrator who disables the user',
      ({ uid }) => shortLived.admin('PATCH', `/users/${uid}`, { active: false }),
    ],
  ])(
    '%s adds a session to the list of revocations that has a valid access token but an expired refresh token',
    async (_what, end) => {
      const signedUp = await shortLived.signUp();
      await shortLived.advance(100);
      await end(signedUp);
      expect((await readList(shortLived)).sessions).toContain(sessionOf(signedUp.token));
    },
  );
});
