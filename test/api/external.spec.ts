import { codeOf, type Fenced, fence } from '../support/factors/factors.js';
import { Answer, about, expectFailure, readToken } from '../support/http/http.js';
import { sendCallback, useIdp, walk, walkToCallback } from '../support/idp/idp.js';
import {
  type AddedProvider,
  addProvider,
  authorize,
  googleAccount,
  NEXT_URL,
  pkce,
  redeem,
  signInWith,
  start,
  unproved,
} from '../support/idp/providers.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

const { app, mail } = useMail();
const idp = useIdp();

let google: AddedProvider;
let manual: AddedProvider;
let closed: AddedProvider;
let trusted: AddedProvider;

beforeAll(async () => {
  google = await addProvider(app, idp, 'google', { id: 'google' });
  manual = await addProvider(app, idp, 'google', { id: 'manual', fields: { linking: 'manual' } });
  closed = await addProvider(app, idp, 'google', { id: 'closed', fields: { sign_up: false } });
  trusted = await addProvider(app, idp, 'google', { id: 'trusted', fields: { trust_mfa: true } });
});

const identitiesOf = async (token: string) => (await app.get('/api/auth/user/identities', { token })).json.identities;
const typesOf = async (uid: string) => (await app.events(uid)).map(({ type }) => type);
const uidsOf = async (email: string) =>
  (await app.sql('SELECT uid FROM users WHERE email = ?', [email])).map(({ uid }) => uid);

/** The answer of EMAIL_CONFIRMATION_REQUIRED, and the code of the email that follows. */
async function confirmation(pending_token: string, email: string, more: object = {}) {
  return mail.codeAfter(email, () => app.post('/api/auth/external/confirm', { pending_token, ...more }));
}
const verify = (body: object) => app.post('/api/auth/external/confirm/verify', body);

describe('the decision about a person whom a provider has authenticated', () => {
  it('creates a user for a proved address that no account has', async () => {
    const account = googleAccount(newEmail());
    const answer = await signInWith(app, google.id, account);
    expect(answer.status).toBe(200);
    const login = await app.signUp();
    const keys = Object.keys((await app.login(login.email, PASSWORD)).json);
    expect(Object.keys(answer.json)).toEqual(keys);
    const { uid, token } = answer.json;
    expect(answer.json).toMatchObject({ email_verified: true, metadata: '{}' });
    const { claims } = readToken(token);
    expect(claims).toMatchObject({ amr: ['fed'], acr: 'aal1', idp: 'google', auth_time: about(claims.iat) });
    const sessions = await app.sql('SELECT method, amr, acr, idp FROM sessions WHERE uid = ?', [uid]);
    expect(sessions).toEqual([{ method: 'external', amr: 'fed', acr: 'aal1', idp: 'google' }]);
    expect((await app.admin('GET', `/users/${uid}`)).json).toMatchObject({
      email: account.email,
      email_proved: true,
      has_password: false,
    });
    const identity = { identity_id: expect.any(String), provider: 'google', email: account.email };
    expect(await identitiesOf(token)).toEqual([
      { ...identity, ...{ created_at: about(claims.iat), last_used_at: about(claims.iat) } },
    ]);
    expect(await typesOf(uid)).toEqual(['user.created', 'user.email_verified', 'identity.linked', 'login.succeeded']);
    expect(mail.emailsTo(account.email)).toEqual([]);
  });

  it('signs in the user of a known identity, and notes only the address of the identity', async () => {
    const account = googleAccount(newEmail());
    const { uid } = (await signInWith(app, google.id, account)).json;
    const moved = { ...account, email: newEmail() };
    const answer = await signInWith(app, google.id, moved, { sign_up: false });
    expect(answer.json.uid).toBe(uid);
    expect((await identitiesOf(answer.json.token)).map(({ email }: { email: string }) => email)).toEqual([moved.email]);
    expect((await app.get('/api/auth/user', { token: answer.json.token })).json.email).toBe(account.email);
    expect(await uidsOf(moved.email)).toEqual([]);
  });

  it('links the identity to the account of a proved address, and sends an email', async () => {
    const user = await app.signUp();
    await app.prove(user.uid);
    const answer = await signInWith(app, google.id, googleAccount(user.email));
    expect(answer.json).toMatchObject({ uid: user.uid, email_verified: true });
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
    expect((await app.refresh(user.refresh_token)).status).toBe(200);
    const message = await mail.emailAbout(user.email, /new way to sign in/);
    expect(message.text).toContain('Test google');
    expect(await app.events(user.uid)).toContainEqual(
      expect.objectContaining({
        type: 'identity.linked',
        actor: `user:${user.uid}`,
        data: { provider: 'google', identity_id: expect.any(String) },
      }),
    );
  });

  it('has the consequences of a magic link for an account whose address was not proved', async () => {
    const squatter = await app.signUp();
    const answer = await signInWith(app, google.id, googleAccount(squatter.email));
    expect(answer.json).toMatchObject({ uid: squatter.uid, email_verified: true });
    expectFailure(await app.login(squatter.email, PASSWORD), 'INVALID_CREDENTIALS');
    expectFailure(await app.refresh(squatter.refresh_token), 'INVALID_REFRESH_TOKEN');
    await mail.emailAbout(squatter.email, /password/i);
  });

  it.each([
    ['the request', () => google.id, { sign_up: false }],
    ['the provider', () => closed.id, {}],
  ])('creates no user when %s allows no sign-up', async (_who, provider, more) => {
    const email = newEmail();
    expectFailure(await signInWith(app, provider(), googleAccount(email), more), 'SIGN_UP_NOT_ALLOWED');
    expect(await uidsOf(email)).toEqual([]);
    const user = await app.signUp();
    expect((await signInWith(app, provider(), googleAccount(user.email), more)).json.uid).toBe(user.uid);
  });

  it('refuses a disabled user, by a known identity and by the address', async () => {
    const account = googleAccount(newEmail());
    const { uid } = (await signInWith(app, google.id, account)).json;
    await app.disable(uid);
    expectFailure(await signInWith(app, google.id, account), 'USER_DISABLED');
    expectFailure(await signInWith(app, google.id, googleAccount(account.email)), 'USER_DISABLED');
    expect(await app.events(uid)).toContainEqual(
      expect.objectContaining({ type: 'login.failed', data: { reason: 'disabled', method: 'external' } }),
    );
  });

  it('creates a user after the code for an address that the provider has not proved', async () => {
    const email = newEmail();
    const refused = await signInWith(app, google.id, unproved(email));
    expectFailure(refused, 'EMAIL_CONFIRMATION_REQUIRED');
    expect(refused.json.email).toBe(email);
    expect(await uidsOf(email)).toEqual([]);
    const found = await confirmation(refused.json.pending_token, email);
    const answer = await verify(found);
    expect(answer.json).toMatchObject({ email_verified: true, refresh_token: expect.any(String) });
    expect(await uidsOf(email)).toEqual([answer.json.uid]);
    expect(readToken(answer.json.token).claims).toMatchObject({ amr: ['fed'], idp: 'google' });
    expectFailure(await verify(found), 'INVALID_CODE');
    expectFailure(
      await app.post('/api/auth/external/confirm', { pending_token: refused.json.pending_token }),
      'INVALID_CODE',
    );
  });

  it('links after the code to the account of an address that the provider has not proved', async () => {
    const user = await app.signUp();
    const account = unproved(user.email);
    const { pending_token } = (await signInWith(app, google.id, account)).json;
    const other = newEmail();
    const found = await confirmation(pending_token, user.email, { email: other });
    expect(mail.emailsTo(other)).toEqual([]);
    expect((await verify(found)).json.uid).toBe(user.uid);
    expectFailure(await app.login(user.email, PASSWORD), 'INVALID_CREDENTIALS');
    expect((await signInWith(app, google.id, account)).json.uid).toBe(user.uid);
  });

  it('asks for the address of a person for whom the provider has none', async () => {
    const { email: _none, ...account } = googleAccount('');
    const refused = await signInWith(app, google.id, account);
    expect(refused.json).toMatchObject({ code: 'EMAIL_CONFIRMATION_REQUIRED', email: null });
    const { pending_token } = refused.json;
    for (const [given, message] of [
      [undefined, 'email is missing.'],
      [7, 'email must be a text.'],
      [null, 'email must be a text.'],
      ['nowhere', 'The email is not a valid address.'],
    ]) {
      const failed = await app.post('/api/auth/external/confirm', { pending_token, email: given });
      expectFailure(failed, 'INVALID_EMAIL');
      expect(failed.json.message).toBe(message);
    }
    const email = newEmail();
    const answer = await verify(await confirmation(pending_token, email, { email: ` ${email} ` }));
    expect((await app.get('/api/auth/user', { token: answer.json.token })).json.email).toBe(email);
  });

  it('refuses an unknown address without sign_up only after its code', async () => {
    const email = newEmail();
    const { pending_token } = (await signInWith(app, google.id, unproved(email), { sign_up: false })).json;
    const found = await confirmation(pending_token, email);
    expectFailure(await verify({ ...found, code: '0000000' }), 'INVALID_CODE');
    expectFailure(await verify(found), 'SIGN_UP_NOT_ALLOWED');
    expectFailure(await verify(found), 'INVALID_CODE');
    expect(await uidsOf(email)).toEqual([]);
  });

  it('with linking: manual asks for the code where an account exists, and not for a new one', async () => {
    const user = await app.signUp();
    const refused = await signInWith(app, manual.id, googleAccount(user.email));
    expectFailure(refused, 'EMAIL_CONFIRMATION_REQUIRED');
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
    const answer = await verify(await confirmation(refused.json.pending_token, user.email));
    expect(answer.json.uid).toBe(user.uid);
    expect((await signInWith(app, manual.id, googleAccount(newEmail()))).status).toBe(200);
  });
});

describe('a user with a second factor', () => {
  it('gets the link and the email only after the factor', async () => {
    const user = await fence(app, await app.signUp());
    const account = googleAccount(user.email);
    const refused = await signInWith(app, google.id, account);
    expectFailure(refused, 'MFA_REQUIRED');
    expect(await app.sql('SELECT * FROM identities WHERE uid = ?', [user.uid])).toEqual([]);
    const code = await codeOf(app, user.secret, 1);
    const answer = await app.post('/api/auth/mfa/verify', { mfa_token: refused.json.mfa_token, code });
    expect(readToken(answer.json.token).claims).toMatchObject({
      amr: ['fed', 'otp', 'mfa'],
      acr: 'aal2',
      idp: 'google',
    });
    expect(await identitiesOf(answer.json.token)).toMatchObject([{ provider: 'google', email: account.email }]);
    await mail.emailAbout(user.email, /new way to sign in/);
    expect((await typesOf(user.uid)).slice(-3)).toEqual(['mfa.challenged', 'identity.linked', 'login.succeeded']);
  });

  it('needs no factor of ours when a trusted provider has just asked the person of a linked identity for one', async () => {
    const user = await fence(app, await app.signUp());
    const account = googleAccount(user.email, { amr: ['pwd', 'mfa'] });
    const first = await signInWith(app, trusted.id, account);
    expectFailure(first, 'MFA_REQUIRED');
    const code = await codeOf(app, user.secret, 1);
    await app.post('/api/auth/mfa/verify', { mfa_token: first.json.mfa_token, code });
    const answer = await signInWith(app, trusted.id, account);
    expect(readToken(answer.json.token).claims).toMatchObject({ amr: ['fed', 'mfa'], acr: 'aal2', idp: 'trusted' });
    expectFailure(await signInWith(app, trusted.id, { ...account, amr: ['pwd'] }), 'MFA_REQUIRED');
  });

  it('needs it for an address that only an email code has proved, whatever a trusted provider has asked for', async () => {
    const user = await fence(app, await app.signUp());
    const account = unproved(user.email, { amr: ['mfa'] });
    const { pending_token } = (await signInWith(app, trusted.id, account)).json;
    const refused = await verify(await confirmation(pending_token, user.email));
    expectFailure(refused, 'MFA_REQUIRED');
    const code = await codeOf(app, user.secret, 1);
    const linked = await app.post('/api/auth/mfa/verify', { mfa_token: refused.json.mfa_token, code });
    expect(linked.json.uid).toBe(user.uid);
    expect((await signInWith(app, trusted.id, account)).json.uid).toBe(user.uid);
  });

  it('gets no session when the provider is switched off before the factor', async () => {
    const provider = await addProvider(app, idp, 'google');
    const user = await fence(app, await app.signUp());
    const { mfa_token } = (await signInWith(app, provider.id, googleAccount(user.email))).json;
    await app.sql('UPDATE providers SET enabled = 0 WHERE id = ?', [provider.id]);
    const code = await codeOf(app, user.secret, 1);
    expectFailure(await app.post('/api/auth/mfa/verify', { mfa_token, code }), 'INVALID_MFA_TOKEN');
    expect(await app.sql("SELECT * FROM sessions WHERE uid = ? AND method = 'external'", [user.uid])).toEqual([]);
  });

  it('that an administrator requires gets the link with the enrolment', async () => {
    const user = await app.signUp();
    await app.prove(user.uid);
    await app.admin('PATCH', `/users/${user.uid}`, { mfa: 'required' });
    const refused = await signInWith(app, google.id, googleAccount(user.email));
    expectFailure(refused, 'MFA_ENROLMENT_REQUIRED');
    expect(await app.sql('SELECT * FROM identities WHERE uid = ?', [user.uid])).toEqual([]);
    const token = refused.json.mfa_token;
    const { factor_id, secret } = (await app.post('/api/auth/user/mfa/totp', {}, { token })).json;
    const code = await codeOf(app, secret);
    const answer = await app.post(`/api/auth/user/mfa/totp/${factor_id}/confirm`, { code }, { token });
    expect(readToken(answer.json.token).claims).toMatchObject({ amr: ['fed', 'otp', 'mfa'], idp: 'google' });
    expect(await identitiesOf(answer.json.token)).toHaveLength(1);
  });
});

describe('a second factor at a trusted provider', () => {
  /** A known identity of a new user at a provider that is trusted and can lie. */
  const trustedLiar = async () => {
    const provider = await addProvider(app, idp, 'liar', {
      fields: { trust_mfa: true, email_domains: ['example.com'] },
    });
    const account = { sub: newEmail(), email: newEmail(), email_verified: true, amr: ['mfa'] };
    await signInWith(app, provider.id, account);
    const acrWith = async (auth_time: number | null) => {
      await provider.idp.lie({ idToken: { claims: { auth_time } } });
      return readToken((await signInWith(app, provider.id, account)).json.token).claims.acr;
    };
    return { provider, account, acrWith };
  };

  it('counts while it is recent, and not where the provider does not say when it was shown', async () => {
    const { acrWith } = await trustedLiar();
    const { iat } = readToken((await app.signUp()).token).claims;
    expect(await acrWith(iat)).toBe('aal2');
    expect(await acrWith(iat - 590)).toBe('aal2');
    expect(await acrWith(iat - 700)).toBe('aal1');
    expect(await acrWith(null)).toBe('aal1');
  });

  describe.each<[string, (id: string) => Promise<Answer>]>([
    ['is trusted no more', (id) => app.admin('PATCH', `/providers/${id}`, { trust_mfa: false })],
    ['was removed', (id) => app.admin('DELETE', `/providers/${id}`)],
  ])('that %s', (_how, distrust) => {
    /** A session that is `aal2` because of a provider. */
    async function vouchedSession() {
      const { provider, account } = await trustedLiar();
      const { iat: auth_time } = readToken((await app.signUp()).token).claims;
      await provider.idp.lie({ idToken: { claims: { auth_time } } });
      const session = (await signInWith(app, provider.id, account)).json;
      expect(readToken(session.token).claims).toMatchObject({ acr: 'aal2', amr: ['fed', 'mfa'] });
      return { ...session, id: provider.id };
    }
    const refreshed = async (refresh_token: string) =>
      readToken((await app.refresh(refresh_token)).json.access_token).claims;

    it('does not count from the next refresh on', async () => {
      const { id, refresh_token } = await vouchedSession();
      await distrust(id);
      expect(await refreshed(refresh_token)).toMatchObject({ acr: 'aal1', amr: ['fed'] });
    });

    it('does not count at a reauthentication without a factor', async () => {
      const { id, uid, token } = await vouchedSession();
      await distrust(id);
      const { email } = (await app.admin('GET', `/users/${uid}`)).json;
      const ask = () => app.post('/api/auth/user/reauthenticate/options', { method: 'email_code' }, { token });
      const { code_token, code } = await mail.codeAfter(email, ask);
      const body = { code_token, email_code: code };
      const answer = await app.post('/api/auth/user/reauthenticate', body, { token });
      expect(readToken(answer.json.access_token).claims).toMatchObject({ acr: 'aal1', amr: ['fed', 'otp'] });
    });

    it('does not save a session whose user must have a factor', async () => {
      const { id, uid, refresh_token } = await vouchedSession();
      await app.admin('PATCH', `/users/${uid}`, { mfa: 'required' });
      await distrust(id);
      expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
    });

    it('is not needed by a session that has shown a factor here', async () => {
      const { id, uid, token, refresh_token } = await vouchedSession();
      await app.advance(1);
      await fence(app, { uid, token, refresh_token } as Fenced);
      await distrust(id);
      expect(await refreshed(refresh_token)).toMatchObject({ acr: 'aal2', amr: ['fed', 'mfa', 'otp'] });
    });
  });

  it('is asked for with max_age, at most that of the request', async () => {
    const { id } = (await trustedLiar()).provider;
    const sent = async (provider: string, more: object) =>
      new URL((await start(app, provider, pkce(), { ...more })).json.url).searchParams.get('max_age');
    expect(await sent(id, {})).toBe('600');
    expect(await sent(id, { max_age: 60 })).toBe('60');
    expect(await sent(id, { max_age: 9_000 })).toBe('600');
    expect(await sent(google.id, {})).toBeNull();
  });
});

describe('the start', () => {
  it('lists the providers that are switched on', async () => {
    const provider = await addProvider(app, idp, 'github');
    const listed = async () => (await app.get('/api/auth/external/providers')).json.providers;
    expect(await listed()).toContainEqual({ id: provider.id, kind: 'github', name: 'Test github' });
    await app.sql('UPDATE providers SET enabled = 0 WHERE id = ?', [provider.id]);
    expect(JSON.stringify(await listed())).not.toContain(provider.id);
    expectFailure(await start(app, provider.id, pkce()), 'PROVIDER_NOT_FOUND');
  });

  it('answers a URL with state, nonce and PKCE, and its expiry', async () => {
    const answer = await start(app, google.id, pkce(), { login_hint: 'ann@example.com', max_age: 60 });
    expect(answer.json).toEqual({ url: expect.any(String), expiry: about(Date.now() / 1_000 + 600) });
    const sent = Object.fromEntries(new URL(answer.json.url).searchParams);
    expect(sent).toMatchObject({ code_challenge_method: 'S256', login_hint: 'ann@example.com', max_age: '60' });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent[name]).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await app.sql('SELECT * FROM one_time_tokens'))).not.toContain(sent.nonce);
  });

  const code_challenge = 'x'.repeat(43);
  it.each<[string, object, string]>([
    ['no code_challenge', {}, 'INVALID_REQUEST'],
    ['a short code_challenge', { code_challenge: 'x'.repeat(42) }, 'INVALID_REQUEST'],
    ['a code_challenge that is no text', { code_challenge: 7 }, 'INVALID_REQUEST'],
    ['a list as code_challenge', { code_challenge: [code_challenge] }, 'INVALID_REQUEST'],
    ['a next_url that is no text', { code_challenge, next_url: 7 }, 'INVALID_REDIRECT_URL'],
    ['a next_url that is no URL', { code_challenge, next_url: 'javascript:alert(1)' }, 'INVALID_REDIRECT_URL'],
    ['a sign_up that is no boolean', { code_challenge, sign_up: 'no' }, 'INVALID_REQUEST'],
    ['an empty login_hint', { code_challenge, login_hint: '' }, 'INVALID_REQUEST'],
    ['a negative max_age', { code_challenge, max_age: -1 }, 'INVALID_REQUEST'],
    ['a max_age that is null', { code_challenge, max_age: null }, 'INVALID_REQUEST'],
  ])('is refused with %s', async (_what, body, code) => {
    expectFailure(await app.post('/api/auth/external/google/start', body), code);
  });

  it.each(['unknown', 'Google', 'a_b', '%00', 'x'.repeat(40)])('is refused for the provider %s', async (id) => {
    expectFailure(await app.post(`/api/auth/external/${id}/start`, { code_challenge }), 'PROVIDER_NOT_FOUND');
  });
});

describe('the callback', () => {
  const begin = async (more: object = {}) => {
    const keys = pkce();
    const { url } = (await start(app, google.id, keys, { ...more })).json;
    return walkToCallback(url, googleAccount(newEmail()));
  };
  const call = async (url: string, init: RequestInit = {}) => {
    const answer = await fetch(url, { redirect: 'manual', ...init });
    return new Answer(answer.status, answer.headers, await answer.text());
  };

  it('redirects with a code, and replaces only the parameters of its own', async () => {
    const next_url = `${NEXT_URL}?code=1&error=2&message=3&tab=4#part`;
    const answer = await sendCallback(await begin({ next_url }));
    expect(answer.status).toBe(302);
    expect(answer.location).toMatch(/^https:\/\/app\.example\.com\/signed-in\?tab=4&code=[\w-]{43}#part$/);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('works once, and a HEAD uses nothing up', async () => {
    const { url } = await begin();
    expect((await call(url, { method: 'HEAD' })).status).toBe(200);
    expect((await call(url)).status).toBe(302);
    expectFailure(await call(url), 'INVALID_STATE');
  });

  it.each([
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['an unknown state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
    ['two states', (url: URL) => url.searchParams.append('state', url.searchParams.get('state') ?? '')],
    [
      'the state of another provider',
      (url: URL) => {
        url.pathname = url.pathname.replace('google', 'manual');
      },
    ],
    [
      'an unknown provider',
      (url: URL) => {
        url.pathname = url.pathname.replace('google', 'nowhere');
      },
    ],
  ])('refuses %s without a redirect', async (_what, change) => {
    const url = new URL((await begin()).url);
    change(url);
    const answer = await call(url.href);
    expect(answer.location).toBe('');
    expectFailure(answer, 'INVALID_STATE');
  });

  it('refuses a state after 600 seconds', async () => {
    const { url } = await begin();
    await app.advance(601);
    expectFailure(await call(url), 'INVALID_STATE');
  });

  it('shows a small page to a browser without a valid state', async () => {
    const answer = await call(`${app.service.url}/api/auth/external/google/callback?state=x`, {
      headers: { accept: 'text/html' },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('begin again');
  });

  it('reports a cancelled sign-in, and uses the state up', async () => {
    const { url } = (await start(app, google.id, pkce(), { next_url: `${NEXT_URL}?error=1&tab=2` })).json;
    const back = await walkToCallback(url, { cancel: true });
    const answer = await sendCallback(back);
    const { searchParams } = new URL(answer.location);
    expect(Object.fromEntries(searchParams)).toEqual({
      tab: '2',
      error: 'ACCESS_DENIED',
      message: expect.stringMatching(/\S/),
    });
    expectFailure(await sendCallback(back), 'INVALID_STATE');
  });

  it('reports any other fault as PROVIDER_ERROR, without the text of the provider', async () => {
    const url = new URL((await begin()).url);
    for (const name of ['code', 'iss']) url.searchParams.delete(name);
    url.searchParams.set('error', 'server_error');
    url.searchParams.set('error_description', 'secret of the provider');
    const answer = await call(url.href);
    expect(answer.location).toContain('error=PROVIDER_ERROR');
    expect(answer.location).not.toMatch(/server_error|secret/);
  });

  it('reports a provider that was switched off since the start, and the exchange answers INVALID_CODE', async () => {
    const provider = await addProvider(app, idp, 'google');
    const { url } = (await start(app, provider.id, pkce())).json;
    const returned = await authorize(app, provider.id, googleAccount(newEmail()));
    await app.sql('UPDATE providers SET enabled = 0 WHERE id = ?', [provider.id]);
    expect((await walk(url, googleAccount(newEmail()))).searchParams.get('error')).toBe('PROVIDER_NOT_FOUND');
    expectFailure(await redeem(app, returned), 'INVALID_CODE');
  });

  const sensible: [string, object][] = [
    ['issuer', { issuer: 'http://localhost:1', client_secret: 'of the new issuer' }],
    ['client_id', { client_id: 'another' }],
    ['tenants', { tenants: ['11111111-2222-4333-8444-555555555555'] }],
    ['email_domains', { email_domains: ['other.example'] }],
    ['linking', { linking: 'manual' }],
    ['trust_mfa', { trust_mfa: true }],
  ];

  it.each([
    ...sensible.map(([what, change]) => [what, [change]] as const),
    ['enabled, off and on again', [{ enabled: false }, { enabled: true }]],
  ] as const)('refuses sign-ins from before a change of the provider at each step: %s', async (_what, patches) => {
    const { id } = await addProvider(app, idp, 'google');
    const user = await fence(app, await app.signUp());
    const email = newEmail();
    const waiting = (await signInWith(app, id, googleAccount(user.email))).json.mfa_token;
    const { pending_token } = (await signInWith(app, id, unproved(email))).json;
    const confirmed = await confirmation((await signInWith(app, id, unproved(email))).json.pending_token, email);
    const returned = await authorize(app, id, googleAccount(newEmail()));
    const back = await walkToCallback((await start(app, id, pkce())).json.url, googleAccount(newEmail()));
    for (const patch of patches) expect((await app.admin('PATCH', `/providers/${id}`, patch)).status).toBe(200);
    expectFailure(await sendCallback(back), 'INVALID_STATE');
    expectFailure(await redeem(app, returned), 'INVALID_CODE');
    expectFailure(await app.post('/api/auth/external/confirm', { pending_token }), 'INVALID_CODE');
    expectFailure(await verify(confirmed), 'INVALID_CODE');
    const code = await codeOf(app, user.secret, 1);
    expectFailure(await app.post('/api/auth/mfa/verify', { mfa_token: waiting, code }), 'INVALID_MFA_TOKEN');
    expect(await app.sql('SELECT session_id FROM sessions WHERE idp = ?', [id])).toEqual([]);
  });

  it('accepts sign-ins from before a change on which they do not rely', async () => {
    const { id } = await addProvider(app, idp, 'google');
    const returned = await authorize(app, id, googleAccount(newEmail()));
    const back = await walkToCallback((await start(app, id, pkce())).json.url, googleAccount(newEmail()));
    await app.admin('PATCH', `/providers/${id}`, { name: 'New', session_max_ttl: 60, linking: 'auto', sign_up: true });
    expect((await sendCallback(back)).location).toContain('code=');
    expect((await redeem(app, returned)).status).toBe(200);
  });

  it('refuses sign-ins from before a provider was removed and added again', async () => {
    const { id, idp: first } = await addProvider(app, idp, 'google');
    const { body } = { body: (await app.admin('GET', `/providers/${id}`)).json };
    const returned = await authorize(app, id, googleAccount(newEmail()));
    const back = await walkToCallback((await start(app, id, pkce())).json.url, googleAccount(newEmail()));
    await app.admin('DELETE', `/providers/${id}`);
    const { kind, name, issuer, client_id } = body;
    const again = { id, kind, name, issuer, client_id, client_secret: first.registration.clientSecret };
    expect((await app.admin('POST', '/providers', again)).status).toBe(200);
    expectFailure(await sendCallback(back), 'INVALID_STATE');
    expectFailure(await redeem(app, returned), 'INVALID_CODE');
  });

  it('accepts a form for apple only', async () => {
    const apple = await addProvider(app, idp, 'apple');
    const account = { sub: `apple-${process.pid}`, email: newEmail(), email_verified: 'true', name: 'Ann Example' };
    const { url } = (await start(app, apple.id, pkce())).json;
    const back = await walkToCallback(url, account);
    expect([...(back.form?.keys() ?? [])]).toEqual(expect.arrayContaining(['code', 'state', 'user']));
    const answer = await sendCallback(back);
    expect(answer.location).toContain('code=');
    expect((await signInWith(app, apple.id, account)).status).toBe(200);
    const form = new URLSearchParams(new URL((await begin()).url).search);
    const other = await call(`${app.service.url}/api/auth/external/google/callback`, { method: 'POST', body: form });
    expectFailure(other, 'NOT_FOUND', 404);
    const huge = new URLSearchParams({ state: 'x'.repeat(70_000) });
    const large = await call(`${app.service.url}/api/auth/external/${apple.id}/callback`, {
      method: 'POST',
      body: huge,
    });
    expectFailure(large, 'PAYLOAD_TOO_LARGE', 413);
  });
});

describe('the exchange', () => {
  it('accepts a code for 60 seconds', async () => {
    const [early, late] = [
      await authorize(app, google.id, googleAccount(newEmail())),
      await authorize(app, google.id, googleAccount(newEmail())),
    ];
    await app.advance(50);
    expect((await redeem(app, early)).status).toBe(200);
    await app.advance(11);
    expectFailure(await redeem(app, late), 'INVALID_CODE');
  });

  it.each([
    ['code', { code_verifier: 'x' }],
    ['code', { code: 7, code_verifier: 'x' }],
    ['code', { code: 'x'.repeat(43), code_verifier: 'x' }],
    ['code_verifier', { code: 'x' }],
    ['code_verifier', { code: 'x', code_verifier: null }],
  ])('answers INVALID_CODE when %s is missing, unknown or no text', async (_field, body) => {
    expectFailure(await app.post('/api/auth/external/token', body), 'INVALID_CODE');
  });

  it.each([
    ['confirm', {}],
    ['confirm', { pending_token: 7 }],
    ['confirm', { pending_token: 'x' }],
    ['confirm/verify', { code: '123456' }],
    ['confirm/verify', { code_token: 'x', code: 7 }],
    ['confirm/verify', { code_token: 'x', code: '123456' }],
  ])('is followed by %s, which answers INVALID_CODE to %j', async (path, body) => {
    expectFailure(await app.post(`/api/auth/external/${path}`, body), 'INVALID_CODE');
  });

  it('leaves a pending sign-in open for 600 seconds, and an email code for its own time', async () => {
    const emails = [newEmail(), newEmail()] as const;
    const [early, late] = [
      await signInWith(app, google.id, unproved(emails[0])),
      await signInWith(app, google.id, unproved(emails[1])),
    ];
    await app.advance(590);
    const found = await confirmation(early.json.pending_token, emails[0]);
    await app.advance(20);
    const { pending_token } = late.json;
    expectFailure(await app.post('/api/auth/external/confirm', { pending_token }), 'INVALID_CODE');
    expectFailure(
      await app.post('/api/auth/external/confirm', { pending_token: early.json.pending_token }),
      'INVALID_CODE',
    );
    await app.advance(500);
    expect((await verify(found)).status).toBe(200);
  });

  it('checks five codes of an email at most', async () => {
    const email = newEmail();
    const { pending_token } = (await signInWith(app, google.id, unproved(email))).json;
    const found = await confirmation(pending_token, email);
    const wrong = String((Number(found.code) + 1) % 1_000_000).padStart(6, '0');
    for (let tries = 0; tries < 5; tries++) expectFailure(await verify({ ...found, code: wrong }), 'INVALID_CODE');
    expectFailure(await verify(found), 'INVALID_CODE');
    expectFailure(await app.post('/api/auth/email-code/verify', found), 'INVALID_CODE');
  });

  it('counts the sign-ins of each provider and its failures', async () => {
    const metrics = (await app.get('/metrics', { token: 'adm_first-token-of-the-tests-0123456789' })).text;
    expect(metrics).toMatch(/latchkey_external_sign_ins_total\{provider="google",result="succeeded"\} \d/);
    expect(metrics).toMatch(/latchkey_external_sign_ins_total\{provider="google",result="ACCESS_DENIED"\} \d/);
    expect(metrics).toMatch(/latchkey_external_sign_ins_total\{provider="closed",result="SIGN_UP_NOT_ALLOWED"\} 1/);
  });
});

describe('a session by a provider', () => {
  const sessionOf = async (token: string) =>
    (await app.sql('SELECT * FROM sessions WHERE session_id = ?', [readToken(token).claims.sid]))[0];
  const domains = { email_domains: ['example.com'] };

  it('began when the provider says that it authenticated the person, and never in the future', async () => {
    const { id } = await addProvider(app, idp, 'liar', { fields: domains });
    const now = Number((await sessionOf((await app.signUp()).token))?.created_at);
    const timeOf = async (auth_time: unknown) => {
      const answer = await signInWith(app, id, { sub: newEmail(), email: newEmail(), email_verified: true, auth_time });
      return readToken(answer.json.token).claims.auth_time;
    };
    expect(await timeOf(now - 30 * 86_400)).toBe(now - 30 * 86_400);
    expect(await timeOf(now + 86_400)).toEqual(about(now));
    expect(await timeOf(undefined)).toEqual(about(now));
  });

  it('began at the callback where the provider names no time, also when the exchange is later', async () => {
    const returned = await authorize(app, google.id, googleAccount(newEmail()));
    await app.advance(50);
    const session = await sessionOf((await redeem(app, returned)).json.token);
    expect(session?.auth_time).toEqual(about(Number(session?.created_at) - 50));
  });

  it('is not recent when the person signed in at the provider long ago', async () => {
    const { id } = await addProvider(app, idp, 'liar', { fields: domains });
    const account = { sub: newEmail(), email: newEmail(), email_verified: true, auth_time: 1_700_000_000 };
    const { token } = (await signInWith(app, id, account)).json;
    const body = { next_url: NEXT_URL, code_challenge: pkce().challenge };
    const link = await app.post('/api/auth/user/identities/google/start', body, { token });
    expect(link.code).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('keeps a hash of the session at the provider', async () => {
    const session = await sessionOf((await signInWith(app, google.id, googleAccount(newEmail()))).json.token);
    expect(session?.idp_sid).toMatch(/^[0-9a-f]{64}$/);
  });

  it('ends after the session_max_ttl of its provider, also when this is set later or lowered', async () => {
    const { id } = await addProvider(app, idp, 'google', { fields: { session_max_ttl: 3_600 } });
    const advance = async (seconds: number) => {
      await app.advance(seconds);
      await idp.advance(seconds);
    };
    const limit = async (session_max_ttl: number) => {
      expect((await app.admin('PATCH', `/providers/${id}`, { session_max_ttl })).status).toBe(200);
    };
    const open = async () => (await signInWith(app, id, googleAccount(newEmail()))).json.refresh_token;
    const other = (await signInWith(app, google.id, googleAccount(newEmail()))).json.refresh_token;
    const limited = await open();
    await advance(1_800);
    await limit(0);
    const refreshed = (await app.refresh(limited)).json.refresh_token;
    await advance(1_900);
    const free = (await app.refresh(refreshed)).json.refresh_token;
    expect(free).toEqual(expect.any(String));
    await limit(60);
    expectFailure(await app.refresh(free), 'INVALID_REFRESH_TOKEN');
    const short = await open();
    await advance(61);
    expectFailure(await app.refresh(short), 'EXPIRED_JWT');
    expect((await app.refresh(other)).status).toBe(200);
  });

  it('of a second step has the session_max_ttl of that time', async () => {
    const { id } = await addProvider(app, idp, 'google');
    const user = await fence(app, await app.signUp());
    const { mfa_token } = (await signInWith(app, id, googleAccount(user.email))).json;
    await app.admin('PATCH', `/providers/${id}`, { session_max_ttl: 60 });
    const code = await codeOf(app, user.secret, 1);
    const { token } = (await app.post('/api/auth/mfa/verify', { mfa_token, code })).json;
    expect((await sessionOf(token))?.max_ttl).toBe(60);
  });
});
