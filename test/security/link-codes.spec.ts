import { fencedUser } from '../support/factors/factors.js';
import { cookieOf, fromPage, PAGE, refreshByCookie } from '../support/http/clients.js';
import { countOutcomes, expectFailure } from '../support/http/http.js';
import { useIdp, walkToCallback } from '../support/idp/idp.js';
import { addProvider, googleAccount, pkce } from '../support/idp/providers.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { linkIn, useMail } from '../support/service/mail.js';

const { app, mail } = useMail({ APP_URL: `${PAGE}/` });
const idp = useIdp();
beforeAll(() => addProvider(app, idp, 'google', { id: 'google' }));

const next_url = `${PAGE}/in?tab=2&code=old#part`;

/** A link that the browser with this verifier has asked for. */
async function linkFor(email: string, more: object = {}) {
  const { verifier, challenge } = pkce();
  const body = { email, next_url, code_challenge: challenge, ...more };
  await app.post('/api/auth/magic-link', body);
  return { verifier, link: linkIn(await mail.emailWith(email, /magic-link\/verify/)) };
}

/** The code of a followed link. */
async function codeFor(email: string, more: object = {}) {
  const { verifier: code_verifier, link } = await linkFor(email, more);
  const answer = await app.follow(link);
  if (answer.parameter('code') === null) throw new Error(`the link led to ${answer.location}`);
  return { code: answer.parameter('code'), code_verifier };
}

const exchange = (body: object, path = 'token') => app.post(`/api/auth/${path}`, body);
const living = async (uid: string) =>
  (await app.sql('SELECT session_id FROM sessions WHERE uid = ? AND ended_at IS NULL', [uid])).length;

it('a link with a code_challenge from before the account existed is dead after an event of the account', async () => {
  const email = newEmail();
  const { link } = await linkFor(email, { sign_up: true });
  const created = await app.signUp({ email });
  await app.post('/api/auth/user/logout', {}, { token: created.token });
  expect((await app.follow(link)).linkError).toBe('LINK_EXPIRED');
});

describe('a link with a code_challenge', () => {
  it('appends a code alone, which replaces one of next_url, and opens no session', async () => {
    const { uid, email } = await app.signUp();
    const { link } = await linkFor(email);
    const { status, location } = await app.follow(link);
    expect(status).toBe(302);
    expect(location).toMatch(/^https:\/\/app\.example\.com\/in\?tab=2&code=[\w-]{43}#part$/);
    expect(await living(uid)).toBe(1);
    expect((await app.events(uid)).at(-1)).toMatchObject({ type: 'link.used', actor: `user:${uid}` });
    expect((await app.follow(link)).parameter('error')).toBe('LINK_ALREADY_USED');
  });

  it.each(['token', 'external/token'])(
    'gives a code that /api/auth/%s exchanges for what a login answers',
    async (path) => {
      const user = await app.signUp({ metadata: '[1]' });
      const { status, json } = await exchange(await codeFor(user.email), path);
      expect(status).toBe(200);
      const tokens = { token: expect.any(String), refresh_token: expect.any(String), expiry: expect.any(Number) };
      expect(json).toEqual({ uid: user.uid, ...tokens, email_verified: true, metadata: '[1]' });
      const { sessions } = (await app.get('/api/auth/user/sessions', { token: json.token })).json;
      expect(sessions[0]).toMatchObject({ method: 'magic_link', current: true });
    },
  );

  it('gives a code that a page can exchange for a session in a cookie', async () => {
    const { email } = await app.signUp();
    const answer = await app.post('/api/auth/token', await codeFor(email), { headers: fromPage() });
    expect(answer.json).not.toHaveProperty('refresh_token');
    expect((await refreshByCookie(app, cookieOf(answer)?.pair ?? '')).status).toBe(200);
  });

  it('creates the account of a new email at the exchange, and not before', async () => {
    const email = newEmail();
    const body = await codeFor(email, { sign_up: true });
    expect(await app.sql('SELECT uid FROM users WHERE email = ?', [email])).toEqual([]);
    const { uid } = (await exchange(body)).json;
    expect(await app.sql('SELECT uid, email_proved FROM users WHERE email = ?', [email])).toEqual([
      { uid, email_proved: 1 },
    ]);
  });

  it('proves nothing until the exchange, which takes an earlier password away', async () => {
    const { email, refresh_token } = await app.signUp();
    const body = await codeFor(email);
    expect((await app.login(email, PASSWORD)).status).toBe(200);
    expect((await exchange(body)).status).toBe(200);
    expectFailure(await app.login(email, PASSWORD), 'INVALID_CREDENTIALS');
    expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
  });

  it('of a disabled user leads to USER_DISABLED, without the code of next_url', async () => {
    const { uid, email } = await app.signUp();
    const { link } = await linkFor(email);
    await app.disable(uid);
    const answer = await app.follow(link);
    expect([answer.parameter('error'), answer.parameter('code')]).toEqual(['USER_DISABLED', null]);
  });

  it('shows MFA_REQUIRED at the exchange only, so that the URL has nothing that signs in', async () => {
    const { email } = await fencedUser(app);
    expectFailure(await exchange(await codeFor(email)), 'MFA_REQUIRED');
  });

  it.each(['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}=`, 1, null])(
    'is refused with the challenge %j',
    async (code_challenge) => {
      const { email } = await app.signUp();
      expectFailure(await app.post('/api/auth/magic-link', { email, code_challenge }), 'INVALID_REQUEST');
    },
  );
});

describe('a code of a followed link', () => {
  it('is used up by a wrong verifier, which ends no session', async () => {
    const { uid, email } = await app.signUp();
    await app.prove(uid);
    const { code, code_verifier } = await codeFor(email);
    expectFailure(await exchange({ code, code_verifier: pkce().verifier }), 'INVALID_CODE');
    expectFailure(await exchange({ code, code_verifier }), 'INVALID_CODE');
    expect(await living(uid)).toBe(1);
  });

  it('ends the session of its first use when it comes again with the right verifier, and not with a wrong one', async () => {
    const { uid, email } = await app.signUp();
    await app.prove(uid);
    const body = await codeFor(email);
    const { refresh_token } = (await exchange(body)).json;
    expectFailure(await exchange({ ...body, code_verifier: pkce().verifier }), 'INVALID_CODE');
    expect(await living(uid)).toBe(2);
    expectFailure(await exchange(body), 'INVALID_CODE');
    expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
    expect(await living(uid)).toBe(1);
  });

  it('works 60 seconds', async () => {
    const [user, late] = [await app.signUp(), await app.signUp()];
    const [first, second] = [await codeFor(user.email), await codeFor(late.email)];
    await app.advance(57);
    expect((await exchange(first)).status).toBe(200);
    await app.advance(4);
    expectFailure(await exchange(second), 'INVALID_CODE');
  });

  it.each<[string, (user: { uid: string; token: string }) => Promise<unknown>]>([
    [
      'the user changes the password',
      ({ token }) =>
        app.patch(
          '/api/auth/user/change-password',
          { old_password: PASSWORD, new_password: `${PASSWORD} 2` },
          { token },
        ),
    ],
    ['an administrator disables the user', ({ uid }) => app.disable(uid)],
    ['the user logs out everywhere', ({ token }) => app.post('/api/auth/user/logout', {}, { token })],
    ['the user is deleted', ({ token }) => app.delete('/api/auth/user', { token })],
  ])('ends when %s', async (_title, change) => {
    const user = await app.signUp();
    const body = await codeFor(user.email);
    await change(user);
    expectFailure(await exchange(body), 'INVALID_CODE');
  });

  it('from before the account existed does not open it', async () => {
    const email = newEmail();
    const body = await codeFor(email, { sign_up: true });
    const { uid } = (await app.post('/api/auth/user/create', { email, password: PASSWORD, login: true })).json;
    expectFailure(await exchange(body), 'INVALID_CODE');
    expect(await living(uid)).toBe(1);
  });

  it.each([
    {},
    { code: 'x' },
    { code_verifier: 'x' },
    { code: 1, code_verifier: 'x' },
    { code: 'x', code_verifier: 'x' },
  ])('is needed with its verifier: %j fails with INVALID_CODE', async (body) => {
    expectFailure(await exchange(body), 'INVALID_CODE');
  });

  it('is no token of another kind, and a token of another kind is no code', async () => {
    const { email, secret } = await fencedUser(app);
    expect(secret).toMatch(/\S/);
    const { mfa_token } = (await app.login(email, PASSWORD)).json;
    const { code_token } = (await app.post('/api/auth/email-code', { email })).json;
    const { verifier: code_verifier, challenge: code_challenge } = pkce();
    const started = await app.post('/api/auth/external/google/start', { code_challenge, next_url });
    const state = new URL(started.json.url).searchParams.get('state');
    for (const code of [mfa_token, code_token, state])
      expectFailure(await exchange({ code, code_verifier }), 'INVALID_CODE');
    const { code } = await codeFor((await app.signUp()).email);
    expectFailure(await app.post('/api/auth/mfa/verify', { mfa_token: code, code: '123456' }), 'INVALID_MFA_TOKEN');
  });
});

it('the code of a provider is exchanged at /api/auth/token, too', async () => {
  const { verifier: code_verifier, challenge: code_challenge } = pkce();
  const started = await app.post('/api/auth/external/google/start', { code_challenge, next_url });
  const { url } = await walkToCallback(started.json.url, googleAccount(newEmail()));
  const code = (await app.follow(url)).parameter('code');
  expect((await exchange({ code, code_verifier })).json).toHaveProperty('refresh_token');
  expect(countOutcomes([await exchange({ code, code_verifier }, 'external/token')])).toEqual({ INVALID_CODE: 1 });
});
