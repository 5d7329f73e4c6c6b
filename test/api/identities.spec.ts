import { fence } from '../support/factors/factors.js';
import { about, expectFailure, expectNothing, readToken } from '../support/http/http.js';
import { useIdp, walk } from '../support/idp/idp.js';
import {
  addProvider,
  authorize,
  authorizeLink,
  googleAccount,
  linkWith,
  pkce,
  redeem,
  signInWith,
  startLink,
  unproved,
} from '../support/idp/providers.js';
import { newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

const { app, mail } = useMail();
const idp = useIdp();
const google = 'google';

beforeAll(async () => {
  await addProvider(app, idp, 'google', { id: google });
});

async function proved(): Promise<SignedUp> {
  const user = await app.signUp();
  await app.prove(user.uid);
  return user;
}
const IDENTITIES = '/api/auth/user/identities';
const list = async (token: string) => (await app.get(IDENTITIES, { token })).json.identities;
const unlink = (id: string, token: string) => app.delete(`${IDENTITIES}/${id}`, { token });
const linksOf = (uid: string) => app.sql('SELECT identity_id FROM identities WHERE uid = ?', [uid]);

// Before the tests that move the clock of only one process.
describe('without mail', () => {
  let silent: Awaited<ReturnType<typeof app.replica>>;
  beforeAll(async () => {
    silent = await app.replica({ SMTP_URL: 'none', BASE_URL: `http://localhost:${new URL(app.service.url).port}` });
  });
  const remove = (id: string, token: string) => silent.call('DELETE', `${IDENTITIES}/${id}`, { token });

  it('the last identity of a user without a password stays, also beside one at a provider that is off', async () => {
    await addProvider(app, idp, 'google', { id: 'second' });
    const account = googleAccount(newEmail());
    const { uid, token } = (await signInWith(app, google, account)).json;
    const second = (await linkWith(app, 'second', googleAccount(newEmail()), token)).json.identity_id;
    const [{ identity_id }] = await list(token);
    await app.sql("UPDATE providers SET enabled = 0 WHERE id = 'second'");
    expectFailure(await remove(identity_id, token), 'LAST_SIGN_IN_METHOD');
    expect(await linksOf(uid)).toHaveLength(2);
    expectNothing(await remove(second, token));
    expectFailure(await remove(identity_id, token), 'LAST_SIGN_IN_METHOD');
    await app.sql("UPDATE providers SET enabled = 1 WHERE id = 'second'");
  });

  it('an identity is linked to no address that is not proved, since a provider could prove it', async () => {
    const stranger = await app.signUp();
    const body = { code_challenge: pkce().challenge, next_url: 'https://app.example.com/' };
    const begin = () => silent.call('POST', `${IDENTITIES}/${google}/start`, { token: stranger.token, body });
    expectFailure(await begin(), 'EMAIL_NOT_VERIFIED');
    await app.prove(stranger.uid);
    expect((await begin()).status).toBe(200);
  });

  it('a person whose address is not proved cannot confirm it', async () => {
    const { pending_token } = (await signInWith(app, google, unproved(newEmail()))).json;
    const answer = await silent.call('POST', '/api/auth/external/confirm', { body: { pending_token } });
    expectFailure(answer, 'EMAIL_NOT_CONFIGURED');
  });
});

describe('a link by a signed-in user', () => {
  it('is made at the exchange, also to an address that the provider has not proved', async () => {
    const user = await proved();
    const account = unproved(newEmail());
    const returned = await authorizeLink(app, google, account, user.token);
    expect(await linksOf(user.uid)).toEqual([]);
    const answer = await redeem(app, returned, user.token);
    expect(answer.json).toEqual({ identity_id: expect.any(String) });
    const { identity_id } = answer.json;
    const identity = { identity_id, provider: google, email: account.email, last_used_at: null };
    expect(await list(user.token)).toEqual([{ ...identity, created_at: about(Date.now() / 1_000) }]);
    expect((await mail.emailAbout(user.email, /new way to sign in/)).text).toContain('Test google');
    expect((await app.events(user.uid)).at(-1)).toMatchObject({
      type: 'identity.linked',
      actor: `user:${user.uid}`,
      data: { provider: google, identity_id },
    });
    expect((await signInWith(app, google, account)).json.uid).toBe(user.uid);
    expect((await list(user.token))[0].last_used_at).toEqual(about(Date.now() / 1_000));
    expect((await app.get('/api/auth/user', { token: user.token })).json.email).toBe(user.email);
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
  });

  it('of an identity that the user has already answers its id', async () => {
    const user = await proved();
    const account = googleAccount(newEmail());
    const first = await linkWith(app, google, account, user.token);
    const again = await linkWith(app, google, account, user.token);
    expect([again.status, again.json]).toEqual([200, first.json]);
    expect(await linksOf(user.uid)).toHaveLength(1);
  });

  it('of an identity of another user is refused, and uses the code up', async () => {
    const [owner, other] = [await proved(), await proved()];
    const account = googleAccount(newEmail());
    await linkWith(app, google, account, owner.token);
    const returned = await authorizeLink(app, google, account, other.token);
    expectFailure(await redeem(app, returned, other.token), 'IDENTITY_ALREADY_LINKED');
    expectFailure(await redeem(app, returned, other.token), 'INVALID_CODE');
    expect(await linksOf(other.uid)).toEqual([]);
  });

  it('needs the access token of the same user, and any other request leaves the code usable', async () => {
    const [user, other] = [await proved(), await proved()];
    const returned = await authorizeLink(app, google, googleAccount(newEmail()), user.token);
    expectFailure(await redeem(app, returned), 'NOT_AUTHENTICATED');
    expectFailure(await redeem(app, { ...returned, verifier: 'x' }), 'NOT_AUTHENTICATED');
    expectFailure(await redeem(app, returned, other.token), 'INVALID_CODE');
    expectFailure(await redeem(app, returned, 'x.y.z'), 'NOT_AUTHENTICATED');
    expect((await redeem(app, returned, user.token)).status).toBe(200);
    expectFailure(await redeem(app, returned, user.token), 'INVALID_CODE');
  });

  it('is refused with a wrong verifier, which uses the code up', async () => {
    const user = await proved();
    const returned = await authorizeLink(app, google, googleAccount(newEmail()), user.token);
    expectFailure(await redeem(app, { ...returned, verifier: pkce().verifier }, user.token), 'INVALID_CODE');
    expectFailure(await redeem(app, returned, user.token), 'INVALID_CODE');
    expect(await linksOf(user.uid)).toEqual([]);
  });

  it('is refused after the session that began it has ended', async () => {
    const user = await proved();
    const returned = await authorizeLink(app, google, googleAccount(newEmail()), user.token);
    const second = (await app.login(user.email, PASSWORD)).json;
    await app.post('/api/auth/user/logout', { refresh_token: user.refresh_token }, { token: user.token });
    for (const { token } of [user, second]) expectFailure(await redeem(app, returned, token), 'INVALID_CODE');
    expect(await linksOf(user.uid)).toEqual([]);
  });

  it('is refused to another session of the user, open or ended, and leaves the code usable', async () => {
    const user = await proved();
    const second = (await app.login(user.email, PASSWORD)).json;
    const returned = await authorizeLink(app, google, googleAccount(newEmail()), second.token);
    expectFailure(await redeem(app, returned, user.token), 'INVALID_CODE');
    await app.post('/api/auth/user/logout', { refresh_token: user.refresh_token }, { token: user.token });
    expectFailure(await redeem(app, returned, user.token), 'INVALID_CODE');
    expect(await linksOf(user.uid)).toEqual([]);
    expect((await redeem(app, returned, second.token)).status).toBe(200);
  });

  it('is refused to an account whose address is not proved, or no longer', async () => {
    const stranger = await app.signUp();
    expectFailure(await startLink(app, google, stranger.token, pkce()), 'EMAIL_NOT_VERIFIED');
    const user = await proved();
    const returned = await authorizeLink(app, google, googleAccount(newEmail()), user.token);
    await app.put('/api/auth/user', { email: newEmail() }, { token: user.token });
    expectFailure(await redeem(app, returned, user.token), 'INVALID_CODE');
    expect(await linksOf(user.uid)).toEqual([]);
  });

  it('needs a recent sign-in, with the second factor of a user who has one', async () => {
    const [late, fenced] = [await proved(), await fence(app, await proved())];
    await app.sql("UPDATE sessions SET acr = 'aal1' WHERE uid = ?", [fenced.uid]);
    expect((await startLink(app, google, fenced.token, pkce())).json).toMatchObject({
      code: 'REAUTHENTICATION_REQUIRED',
      acr: 'aal2',
    });
    await app.advance(601);
    expect((await startLink(app, google, late.token, pkce())).code).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('is refused without a token, and for an unknown provider or target', async () => {
    const { token } = await proved();
    const code_challenge = pkce().challenge;
    const begin = (id: string, body: object, call = {}) => app.post(`${IDENTITIES}/${id}/start`, body, call);
    expectFailure(await begin(google, {}), 'NOT_AUTHENTICATED');
    expectFailure(await begin(google, {}, { token }), 'INVALID_REQUEST');
    expectFailure(await begin('nowhere', { code_challenge }, { token }), 'PROVIDER_NOT_FOUND');
    expectFailure(await begin(google, { code_challenge, next_url: 'x' }, { token }), 'INVALID_REDIRECT_URL');
  });
});

describe('a sign-in code', () => {
  it('signs in, whatever access token comes with it', async () => {
    const other = await proved();
    const account = googleAccount(newEmail());
    const returned = await authorize(app, google, account);
    const answer = await redeem(app, returned, other.token);
    expect((await app.get('/api/auth/user', { token: answer.json.token })).json.email).toBe(account.email);
    expect(await linksOf(other.uid)).toEqual([]);
  });
});

describe('unlinking', () => {
  it('removes the identity, sends an email, and ends the other sessions that the provider has opened', async () => {
    const user = await proved();
    const account = googleAccount(user.email);
    const [first, second] = [await signInWith(app, google, account), await signInWith(app, google, account)];
    const [{ identity_id }] = await list(first.json.token);
    expectNothing(await unlink(identity_id.toUpperCase(), first.json.token));
    expect(await list(user.token)).toEqual([]);
    expectFailure(await app.refresh(second.json.refresh_token), 'INVALID_REFRESH_TOKEN');
    for (const { refresh_token } of [first.json, user]) expect((await app.refresh(refresh_token)).status).toBe(200);
    await mail.emailAbout(user.email, /was removed/);
    const { sid } = readToken(second.json.token).claims;
    const events = (await app.events(user.uid)).slice(-2);
    expect(events).toMatchObject([
      { type: 'identity.unlinked', data: { provider: google, identity_id } },
      { type: 'session.revoked', session_id: sid, data: { reason: 'identity' } },
    ]);
    expectFailure(await unlink(identity_id, user.token), 'IDENTITY_NOT_FOUND');
  });

  it('invalidates a sign-in that waits for its second factor', async () => {
    const user = await fence(app, await proved());
    const account = googleAccount(newEmail());
    const { identity_id } = (await linkWith(app, google, account, user.token)).json;
    const { mfa_token } = (await signInWith(app, google, account)).json;
    expectNothing(await unlink(identity_id, user.token));
    const body = { mfa_token, recovery_code: user.recoveryCodes[0] };
    expectFailure(await app.post('/api/auth/mfa/verify', body), 'INVALID_MFA_TOKEN');
  });

  it('by an administrator ends the sessions of the provider, too', async () => {
    const account = googleAccount(newEmail());
    const { uid, refresh_token, token } = (await signInWith(app, google, account)).json;
    const [{ identity_id }] = await list(token);
    expectNothing(await app.admin('DELETE', `/users/${uid}/identities/${identity_id}`));
    expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
  });

  it('needs a recent sign-in, and refuses an identity of another user or no id', async () => {
    const [user, other] = [await proved(), await proved()];
    const { identity_id } = (await linkWith(app, google, googleAccount(newEmail()), user.token)).json;
    for (const id of [identity_id, 'x', '%00']) expectFailure(await unlink(id, other.token), 'IDENTITY_NOT_FOUND');
    await app.advance(601);
    expect((await unlink(identity_id, user.token)).code).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('sticks: the address alone does not link the identity again, an email code does', async () => {
    const account = googleAccount(newEmail());
    const { uid, token } = (await signInWith(app, google, account)).json;
    const [{ identity_id }] = await list(token);
    expectNothing(await unlink(identity_id, token));
    const refused = await signInWith(app, google, account);
    expectFailure(refused, 'EMAIL_CONFIRMATION_REQUIRED');
    expect(await linksOf(uid)).toEqual([]);
    const { pending_token } = refused.json;
    const found = await mail.codeAfter(account.email, () => app.post('/api/auth/external/confirm', { pending_token }));
    expect((await app.post('/api/auth/external/confirm/verify', found)).json.uid).toBe(uid);
    expect((await signInWith(app, google, account)).json.uid).toBe(uid);
  });

  it('sticks for the provider: another account there with the same address is not linked by it', async () => {
    const user = await proved();
    const account = googleAccount(user.email);
    await signInWith(app, google, account);
    const [{ identity_id }] = await list(user.token);
    expectNothing(await unlink(identity_id, user.token));
    const other = googleAccount(user.email);
    expectFailure(await signInWith(app, google, other), 'EMAIL_CONFIRMATION_REQUIRED');
    expect(await linksOf(user.uid)).toEqual([]);
    // Also once the user has linked one there again.
    expect((await linkWith(app, google, account, user.token)).status).toBe(200);
    expectFailure(await signInWith(app, google, other), 'EMAIL_CONFIRMATION_REQUIRED');
    expect((await signInWith(app, google, account)).json.uid).toBe(user.uid);
  });

  it('sticks until the signed-in user links the identity again, also after an administrator has unlinked it', async () => {
    const user = await proved();
    const account = googleAccount(user.email);
    await signInWith(app, google, account);
    const [{ identity_id }] = await list(user.token);
    expectNothing(await app.admin('DELETE', `/users/${user.uid}/identities/${identity_id}`));
    expectFailure(await signInWith(app, google, account), 'EMAIL_CONFIRMATION_REQUIRED');
    expect((await linkWith(app, google, account, user.token)).status).toBe(200);
    expect((await signInWith(app, google, account)).json.uid).toBe(user.uid);
    const [again] = await list(user.token);
    expectNothing(await unlink(again.identity_id, user.token));
    expectFailure(await signInWith(app, google, account), 'EMAIL_CONFIRMATION_REQUIRED');
  });

  it('leaves the address of other providers as it is', async () => {
    const user = await proved();
    await signInWith(app, google, googleAccount(user.email));
    const [{ identity_id }] = await list(user.token);
    expectNothing(await unlink(identity_id, user.token));
    const { id } = await addProvider(app, idp, 'google');
    expect((await signInWith(app, id, googleAccount(user.email))).json.uid).toBe(user.uid);
  });

  it('invalidates the codes and the links under way of the identity', async () => {
    const user = await proved();
    const account = googleAccount(user.email);
    const { identity_id } = (await linkWith(app, google, account, user.token)).json;
    const known = await authorize(app, google, account);
    const byAddress = await authorize(app, google, googleAccount(user.email));
    const linking = await authorizeLink(app, google, googleAccount(newEmail()), user.token);
    const state = (await startLink(app, google, user.token, pkce())).json.url;
    expectNothing(await unlink(identity_id, user.token));
    for (const returned of [known, byAddress]) expectFailure(await redeem(app, returned), 'INVALID_CODE');
    expectFailure(await redeem(app, linking, user.token), 'INVALID_CODE');
    await expect(walk(state, account)).rejects.toThrow('INVALID_STATE');
    expect(await linksOf(user.uid)).toEqual([]);
  });
});

describe('a deleted or disabled provider', () => {
  it('ends no session, and lets no new one begin', async () => {
    const { id } = await addProvider(app, idp, 'google');
    const account = googleAccount(newEmail());
    const { refresh_token } = (await signInWith(app, id, account)).json;
    await app.admin('PATCH', `/providers/${id}`, { enabled: false });
    expectFailure(await signInWith(app, id, account), 'PROVIDER_NOT_FOUND');
    expect((await app.refresh(refresh_token)).status).toBe(200);
  });
});
