import { expectFailure, expectNothing } from '../support/http/expect.js';
import { newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';

const NEW_PASSWORD = 'quite another secret';

const app = useApp();

const change = ({ token }: Pick<SignedUp, 'token'>, body: unknown) =>
  app.patch('/api/auth/user/change-password', body, { token });
const signIn = async ({ email }: SignedUp): Promise<SignedUp> => (await app.login(email, PASSWORD)).json;

describe('change-password', () => {
  it('replaces the password', async () => {
    const user = await app.signUp();
    expectNothing(await change(user, { old_password: PASSWORD, new_password: NEW_PASSWORD }));
    expectFailure(await app.login(user.email, PASSWORD), 'INVALID_CREDENTIALS');
    expect((await app.login(user.email, NEW_PASSWORD)).json).toMatchObject({ uid: user.uid });
  });

  it('ends every other session, and keeps the current one', async () => {
    const [user, stranger] = [await app.signUp(), await app.signUp()];
    const others = [await signIn(user), await signIn(user)];
    expectNothing(await change(user, { old_password: PASSWORD, new_password: NEW_PASSWORD }));
    for (const { refresh_token } of others) expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
    expect((await app.get('/api/auth/user/sessions', { token: user.token })).json.sessions).toMatchObject([
      { current: true },
    ]);
    expect((await app.refresh(user.refresh_token)).status).toBe(200);
    expect((await app.refresh(stranger.refresh_token)).status).toBe(200);
  });

  it('accepts the old password as the new one, and still ends the other sessions', async () => {
    const user = await app.signUp();
    const other = await signIn(user);
    expectNothing(await change(user, { old_password: PASSWORD, new_password: PASSWORD }));
    expectFailure(await app.refresh(other.refresh_token), 'INVALID_REFRESH_TOKEN');
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
  });

  it.each([
    ['INVALID_PASSWORD', 'another old password', { old_password: `${PASSWORD}.`, new_password: NEW_PASSWORD }],
    ['INVALID_PASSWORD', 'an empty old password', { old_password: '', new_password: NEW_PASSWORD }],
    [
      'INVALID_PASSWORD',
      'an old password in another case',
      { old_password: PASSWORD.toUpperCase(), new_password: NEW_PASSWORD },
    ],
    ['INVALID_PASSWORD', 'no old password', { new_password: NEW_PASSWORD }],
    ['WEAK_PASSWORD', 'a short new password', { old_password: PASSWORD, new_password: 'kV9#qL2' }],
    ['WEAK_PASSWORD', 'a well-known new password', { old_password: PASSWORD, new_password: 'password1' }],
    ['WEAK_PASSWORD', 'an empty new password', { old_password: PASSWORD, new_password: '' }],
    ['WEAK_PASSWORD', 'no new password', { old_password: PASSWORD }],
  ])('fails with %s for %s, and changes nothing', async (code, _title, body) => {
    const user = await app.signUp();
    const other = await signIn(user);
    expectFailure(await change(user, body), code);
    expect((await app.refresh(other.refresh_token)).status).toBe(200);
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
  });
});

describe('a password', () => {
  it.each([
    ['spaces around it', `  ${PASSWORD} `, PASSWORD],
    ['two spaces inside', PASSWORD.replace(' ', '  '), PASSWORD],
    ['upper case', 'Correct horse', 'correct horse'],
    ['a composed letter', 'caf\u00E9 au lait', 'cafe\u0301 au lait'],
    ['a NUL inside', `${PASSWORD}\0tail`, `${PASSWORD}\0other`],
    ['a NUL at the start', `\0${PASSWORD}`, `\0another ${PASSWORD}`],
    ['a NUL at the end', `${PASSWORD}\0`, PASSWORD],
    ['the bytes after the 72nd', `${'maple kettle '.repeat(8)}1`, `${'maple kettle '.repeat(8)}2`],
    ['72 bytes and no more', 'maple kettle '.repeat(8).slice(0, 72), 'maple kettle '.repeat(8).slice(0, 73)],
    ['73 bytes and not just 72', 'maple kettle '.repeat(8).slice(0, 73), 'maple kettle '.repeat(8).slice(0, 72)],
    [
      'emoji after the 72nd byte',
      `${'\u{1F422}\u{1F41D}'.repeat(9)}maple\u{1F600}`,
      `${'\u{1F422}\u{1F41D}'.repeat(9)}maple\u{1F601}`,
    ],
    ['a byte order mark', `\uFEFF${PASSWORD}`, PASSWORD],
  ])('is compared exactly as typed: %s', async (_title, password, other) => {
    const { email } = await app.signUp({ password });
    expect((await app.login(email, password)).status).toBe(200);
    expectFailure(await app.login(email, other), 'INVALID_CREDENTIALS');
    const opposite = await app.signUp({ password: other });
    expect((await app.login(opposite.email, other)).status).toBe(200);
    expectFailure(await app.login(opposite.email, password), 'INVALID_CREDENTIALS');
  });
});

it('a password is stored as a bcrypt hash only, and is in no answer or log line', async () => {
  const password = 'never to be seen again';
  const { uid, email, token } = await app.signUp({ password });
  await app.login(email, password);
  expectFailure(await app.login(email, `${password}!`), 'INVALID_CREDENTIALS');
  const [row] = await app.sql('SELECT * FROM users WHERE uid = ?', [uid]);
  expect(row?.password_hash).toMatch(/^\$2b\$04\$[./A-Za-z0-9]{53}$/);
  expect(JSON.stringify(row)).not.toContain(password);
  expect(app.service.log).not.toContain(password);
  expect((await app.get('/api/auth/user', { token })).text).not.toMatch(/\$2b\$|password/);
});

it('two users with the same password have different hashes', async () => {
  const users = [await app.signUp(), await app.signUp()];
  const hashes = await Promise.all(
    users.map(async ({ uid }) => (await app.sql('SELECT password_hash FROM users WHERE uid = ?', [uid]))[0]),
  );
  expect(hashes[0]).not.toEqual(hashes[1]);
});

it('a sign-up with a weak password creates no account', async () => {
  const email = newEmail();
  expectFailure(await app.post('/api/auth/user/create', { email, password: 'password1' }), 'WEAK_PASSWORD');
  expect(await app.sql('SELECT * FROM users WHERE email = ?', [email])).toEqual([]);
});
