import { type Answer, expectFailure, expectNothing } from '../support/http/http.js';
import { App, newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';

const MAX_AGE = 600;
const OTHER_PASSWORD = 'another horse, another battery';

const app = useApp();

type Attempt = (token: string, more?: Record<string, unknown>) => Promise<Answer>;

const changeEmail: Attempt = (token, more) => app.put('/api/auth/user', { email: newEmail(), ...more }, { token });
const remove: Attempt = (token, more = {}) => app.delete('/api/auth/user', { token, body: more });

const emailOf = async (uid: string) => (await app.admin('GET', `/users/${uid}`)).json.email;

/** A user whose sign-in is no longer recent, with a new access token. */
async function signedUpLongAgo(): Promise<SignedUp> {
  const user = await app.signUp();
  await app.advance(MAX_AGE + 1);
  const { access_token: token, refresh_token } = (await app.refresh(user.refresh_token)).json;
  return { ...user, token, refresh_token };
}

describe.each([
  ['a changed email', changeEmail],
  ['a deletion', remove],
])('%s', (_what, attempt) => {
  it('succeeds after a recent sign-in', async () => {
    expectNothing(await attempt((await app.signUp()).token));
  });

  it('is refused after a refresh of an older sign-in, and changes nothing', async () => {
    const user = await signedUpLongAgo();
    expectFailure(await attempt(user.token), 'REAUTHENTICATION_REQUIRED');
    expect(await emailOf(user.uid)).toBe(user.email);
    expect((await app.refresh(user.refresh_token)).status).toBe(200);
  });

  it('succeeds after an older sign-in with the current password', async () => {
    expectNothing(await attempt((await signedUpLongAgo()).token, { password: PASSWORD }));
  });

  it.each([
    ['wrong', 'not the password'],
    ['empty', ''],
    ['null', null],
    ['not a string', 12345678],
  ])('is refused with a password that is %s, and changes nothing', async (_how, password) => {
    const user = await signedUpLongAgo();
    expectFailure(await attempt(user.token, { password }), 'INVALID_PASSWORD');
    expect(await emailOf(user.uid)).toBe(user.email);
  });

  it('is refused with any password for a user who has none', async () => {
    const email = newEmail();
    await app.admin('POST', '/users', { email, email_verified: true });
    const { link } = (await app.admin('POST', '/links', { type: 'magic_link', email })).json;
    const token = (await app.follow(link)).parameter('at') ?? '';
    await app.advance(MAX_AGE + 1);
    const attempts = [await attempt(token, { password: PASSWORD }), await attempt(token)];
    expect(attempts.map(({ code }) => code)).toEqual(['INVALID_PASSWORD', 'REAUTHENTICATION_REQUIRED']);
  });

  it('is refused after a logout, since the session is not alive', async () => {
    const { token, refresh_token } = await app.signUp();
    await app.post('/api/auth/user/logout', { refresh_token }, { token });
    expectFailure(await attempt(token), 'REAUTHENTICATION_REQUIRED');
    expectNothing(await attempt(token, { password: PASSWORD }));
  });

  it('succeeds until the last second of REAUTH_MAX_AGE', async () => {
    const { token } = await app.signUp();
    await app.advance(MAX_AGE - 5);
    expectNothing(await attempt(token));
  });
});

describe('the download of the own data', () => {
  const download = (token: string) => app.get('/api/auth/user/data', { token });

  it('succeeds after a recent sign-in', async () => {
    expect((await download((await app.signUp()).token)).status).toBe(200);
  });

  it('is refused after a refresh of an older sign-in, until the user has proved who they are, and is not recorded', async () => {
    const user = await signedUpLongAgo();
    const answer = await download(user.token);
    expectFailure(answer, 'REAUTHENTICATION_REQUIRED');
    expect(answer.json).toMatchObject({ methods: ['password'] });
    expect((await app.service.call('HEAD', '/api/auth/user/data', { token: user.token })).status).toBe(400);
    const copied = async () => (await app.events(user.uid)).filter(({ type }) => type === 'user.exported').length;
    expect(await copied()).toBe(0);
    const { json } = await app.post('/api/auth/user/reauthenticate', { password: PASSWORD }, { token: user.token });
    expect((await download(json.access_token)).status).toBe(200);
    expect(await copied()).toBe(1);
  });

  it.each<[string, string, (user: SignedUp) => Promise<unknown>]>([
    [
      'REAUTHENTICATION_REQUIRED',
      'a logout',
      ({ token, refresh_token }) => app.post('/api/auth/user/logout', { refresh_token }, { token }),
    ],
    [
      'NOT_AUTHENTICATED',
      'an administrator has ended all sessions',
      ({ uid }) => app.admin('DELETE', `/users/${uid}/sessions`),
    ],
    ['NOT_AUTHENTICATED', 'the account was disabled', ({ uid }) => app.disable(uid)],
    [
      'NOT_AUTHENTICATED',
      'the account was deleted',
      ({ token }) => app.delete('/api/auth/user', { token, body: { password: PASSWORD } }),
    ],
  ])('fails with %s after %s', async (code, _what, end) => {
    const user = await app.signUp();
    await end(user);
    expectFailure(await download(user.token), code);
  });
});

it('the same email in another case is no change and needs no recent sign-in', async () => {
  const { token, email } = await signedUpLongAgo();
  expectNothing(await app.put('/api/auth/user', { email: email.toUpperCase() }, { token }));
  expectNothing(await app.put('/api/auth/user', { email, password: 'not the password' }, { token }));
});

it('a change of the metadata needs no recent sign-in', async () => {
  const { token } = await signedUpLongAgo();
  expectNothing(await app.put('/api/auth/user', { metadata: '1' }, { token }));
});

it('a refused change does not show whether the email belongs to an account', async () => {
  const [user, other] = [await signedUpLongAgo(), await app.signUp()];
  const answer = await app.put('/api/auth/user', { email: other.email }, { token: user.token });
  expectFailure(answer, 'REAUTHENTICATION_REQUIRED');
});

it('a thief with an access token cannot take over the account by a changed email and a reset', async () => {
  const victim = await signedUpLongAgo();
  const mailbox = newEmail();
  expectFailure(
    await app.put('/api/auth/user', { email: mailbox }, { token: victim.token }),
    'REAUTHENTICATION_REQUIRED',
  );
  const link = { type: 'reset_password', email: mailbox };
  expect((await app.admin('POST', '/links', link)).code).toBe('USER_NOT_FOUND');
  expect((await app.login(victim.email, PASSWORD)).status).toBe(200);
  expect((await app.login(victim.email, OTHER_PASSWORD)).code).toBe('INVALID_CREDENTIALS');
});

describe('with REAUTH_MAX_AGE=0', () => {
  let always: App;
  beforeAll(async () => {
    always = await App.start({ REAUTH_MAX_AGE: '0' });
  });
  afterAll(() => always.stop());

  it('an old sign-in is sufficient for a changed email and a deletion', async () => {
    const { uid, token, refresh_token } = await always.signUp();
    await always.advance(800);
    expectNothing(await always.put('/api/auth/user', { email: newEmail() }, { token }));
    expect((await always.get('/api/auth/user/data', { token })).status).toBe(200);
    await always.post('/api/auth/user/logout', { refresh_token }, { token });
    expectFailure(await always.get('/api/auth/user/data', { token }), 'NOT_AUTHENTICATED');
    await always.prove(uid);
    const enrolled = await always.post('/api/auth/user/mfa/totp', { name: 'Phone' }, { token });
    expectFailure(enrolled, 'NOT_AUTHENTICATED');
    expectFailure(await always.post('/api/auth/user/passkeys/options', {}, { token }), 'NOT_AUTHENTICATED');
    expectNothing(await always.delete('/api/auth/user', { token }));
  });
});

describe('with rate limits', () => {
  let limited: App;
  beforeAll(async () => {
    limited = await App.start({ RATE_LIMIT: 'on' });
  });
  afterAll(() => limited.stop());

  it('wrong passwords at a deletion count as wrong old passwords', async () => {
    const { token } = await limited.signUp();
    const guess = () => limited.delete('/api/auth/user', { token, body: { password: 'not the password' } });
    const answers = await Promise.all(Array.from({ length: 15 }, guess));
    const counts = { INVALID_PASSWORD: 0, TOO_MANY_REQUESTS: 0 };
    for (const { code } of answers) counts[code as keyof typeof counts] += 1;
    expect(counts).toEqual({ INVALID_PASSWORD: 10, TOO_MANY_REQUESTS: 5 });
  });
});
