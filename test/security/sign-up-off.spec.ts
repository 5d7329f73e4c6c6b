import { fromPage, PAGE } from '../support/http/clients.js';
import { expectFailure } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import {
  addProvider,
  authorize,
  authorizeLink,
  googleAccount,
  pkce,
  redeem,
  signInWith,
  unproved,
} from '../support/idp/providers.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

const { app, mail } = useMail({ SIGN_UP: 'off', APP_URL: `${PAGE}/` });
const idp = useIdp();

beforeAll(async () => {
  await addProvider(app, idp, 'google', { id: 'google' });
});

const CREATE = '/api/auth/user/create';

/** A user whom an administrator has created, and an access token. */
async function invited(): Promise<{ uid: string; email: string; token: string }> {
  const email = newEmail();
  const body = { email, password: PASSWORD, email_verified: true };
  const { uid } = (await app.admin('POST', '/users', body)).json;
  return { uid, email, token: (await app.login(email, PASSWORD)).json.token };
}

const usersWith = async (email: string) => (await app.sql('SELECT uid FROM users WHERE email = ?', [email])).length;

describe('create', () => {
  it.each([
    ['a new email', async () => newEmail(), {}],
    ['the email of an account', async () => (await invited()).email, {}],
    ['no email', async () => undefined, {}],
    ['a weak password', async () => newEmail(), { password: 'short' }],
    ['a cookie', async () => newEmail(), { login: true }],
  ])('is refused for %s, with the same answer', async (_what, emailOf, more) => {
    const email = await emailOf();
    const answer = await app.post(CREATE, { email, password: PASSWORD, ...more }, { headers: fromPage() });
    expectFailure(answer, 'SIGN_UP_NOT_ALLOWED');
    expect(answer.json.message).toBe('Only an administrator can create an account.');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('is refused before the body is read', async () => {
    const call = { raw: '{', headers: { 'content-type': 'text/plain' } };
    expectFailure(await app.post(CREATE, undefined, call), 'SIGN_UP_NOT_ALLOWED');
  });

  it('is refused to a page of another origin for its origin', async () => {
    const headers = fromPage(undefined, 'https://evil.example');
    expectFailure(await app.post(CREATE, { email: newEmail() }, { headers }), 'NOT_AUTHENTICATED');
  });
});

describe('a magic link', () => {
  it.each([{}, { with_code: true }, { code_challenge: pkce().challenge }])(
    'for an unknown email is refused as without sign_up: %j',
    async (more) => {
      const email = newEmail();
      expectFailure(await app.post('/api/auth/magic-link', { email, sign_up: true, ...more }), 'USER_NOT_FOUND');
      expect(await usersWith(email)).toBe(0);
      expect(mail.emailsTo(email)).toEqual([]);
    },
  );

  it('signs in an account', async () => {
    const { uid, email } = await invited();
    const link = await mail.linkAfter(email, () => app.post('/api/auth/magic-link', { email, sign_up: true }));
    expect((await app.follow(link)).parameter('uid')).toBe(uid);
  });

  it('does not create the account again after its user was deleted', async () => {
    const { uid, email } = await invited();
    const link = await mail.linkAfter(email, () => app.post('/api/auth/magic-link', { email, sign_up: true }));
    await app.admin('DELETE', `/users/${uid}`);
    await app.follow(link);
    expect(await usersWith(email)).toBe(0);
  });
});

describe('an email code', () => {
  it('for an unknown email is a decoy, whose answer is like any other', async () => {
    const email = newEmail();
    const { email: known } = await invited();
    const [strange, usual] = await Promise.all(
      [email, known].map((each) => app.post('/api/auth/email-code', { email: each, sign_up: true })),
    );
    expect(strange?.status).toBe(200);
    expect(Object.keys(strange?.json)).toEqual(Object.keys(usual?.json));
    const rows = await app.sql('SELECT uid, sign_up FROM one_time_tokens WHERE email = ?', [email]);
    expect(rows.map(({ uid, sign_up }) => [uid, Boolean(sign_up)])).toEqual([[null, false]]);
    const body = { code_token: strange?.json.code_token, code: '000000' };
    expectFailure(await app.post('/api/auth/email-code/verify', body), 'INVALID_CODE');
    expect(mail.emailsTo(email)).toEqual([]);
    expect(await usersWith(email)).toBe(0);
  });

  it('signs in an account', async () => {
    const { uid, email } = await invited();
    const body = await mail.codeAfter(email, () => app.post('/api/auth/email-code', { email, sign_up: true }));
    expect((await app.post('/api/auth/email-code/verify', body)).json.uid).toBe(uid);
  });
});

describe('an external provider', () => {
  it.each([
    ['a new email', async () => googleAccount(newEmail())],
    ['an email that is not proved', async () => unproved(newEmail())],
    ['the email of an account that is not proved', async () => unproved((await invited()).email)],
  ])('refuses an unknown identity with %s, with the same answer and without an email', async (_what, accountOf) => {
    const account = await accountOf();
    const before = await usersWith(account.email as string);
    const answer = await signInWith(app, 'google', account);
    expectFailure(answer, 'SIGN_UP_NOT_ALLOWED');
    expect(await usersWith(account.email as string)).toBe(before);
    expect(mail.emailsTo(account.email as string)).toEqual([]);
  });

  it('refuses an identity with the email of an account whose owner has not proved it', async () => {
    const user = await invited();
    await app.sql('UPDATE users SET email_proved = 0 WHERE uid = ?', [user.uid]);
    expectFailure(await signInWith(app, 'google', googleAccount(user.email)), 'SIGN_UP_NOT_ALLOWED');
    expect(await app.sql('SELECT * FROM identities WHERE uid = ?', [user.uid])).toEqual([]);
  });

  it('links an identity with the proved email of an account, as an open service does', async () => {
    const user = await invited();
    const account = googleAccount(user.email);
    expect((await signInWith(app, 'google', account)).json.uid).toBe(user.uid);
    const [{ identity_id }] = (await app.get('/api/auth/user/identities', { token: user.token })).json.identities;
    expect((await app.delete(`/api/auth/user/identities/${identity_id}`, { token: user.token })).status).toBe(200);
    // What was unlinked comes back by a code, as there.
    const { pending_token } = (await signInWith(app, 'google', account)).json;
    const found = await mail.codeAfter(user.email, () => app.post('/api/auth/external/confirm', { pending_token }));
    expect((await app.post('/api/auth/external/confirm/verify', found)).json.uid).toBe(user.uid);
  });

  it('creates no account by a confirmation that began before', async () => {
    const open = await app.replica({ SIGN_UP: 'open' });
    const account = unproved(newEmail());
    const { code, verifier } = await authorize(app, 'google', account);
    const body = { code, code_verifier: verifier };
    const { pending_token } = (await open.call('POST', '/api/auth/token', { body })).json;
    const confirm = '/api/auth/external/confirm';
    const early = await mail.codeAfter(account.email as string, () =>
      open.call('POST', confirm, { body: { pending_token } }),
    );
    expectFailure(await app.post(`${confirm}/verify`, early), 'SIGN_UP_NOT_ALLOWED');
    expect(await usersWith(account.email as string)).toBe(0);
  });

  it('signs in an identity that the user has linked', async () => {
    const { uid, token } = await invited();
    const account = googleAccount(newEmail());
    const linked = await redeem(app, await authorizeLink(app, 'google', account, token), token);
    expect(linked.json).toEqual({ identity_id: expect.any(String) });
    expect((await signInWith(app, 'google', account)).json.uid).toBe(uid);
  });
});

it('an administrator still creates a user, and a link with sign_up', async () => {
  expect((await invited()).token).toEqual(expect.any(String));
  const email = newEmail();
  const link = (await app.admin('POST', '/links', { type: 'magic_link', email, sign_up: true })).json.link;
  const uid = (await app.follow(link)).parameter('uid');
  expect((await app.admin('GET', `/users/${uid}`)).json.email).toBe(email);
});
