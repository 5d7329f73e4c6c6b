import {
  addPasskey,
  codeOf,
  type Fenced,
  fence,
  fencedUser,
  ORIGIN,
  passkeyLogin,
  passkeyUser,
  RP_ID,
} from '../support/factors/factors.js';
import { expectFailure, expectNothing } from '../support/http/http.js';
import { type App, newEmail, type SignedUp } from '../support/service/app.js';
import { linkIn, tokenIn, useMail } from '../support/service/mail.js';

const { app, mail } = useMail({ PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN });

/** The account of a stranger with the address of another person, from a time when the service had no mail server. */
async function squatted() {
  const user = await passkeyUser(app);
  await app.sql('UPDATE users SET email_proved = 0 WHERE uid = ?', [user.uid]);
  return user;
}

const mfaOf = async (token: string) => (await app.get('/api/auth/user/mfa', { token })).json;

/** Two days later a thief signs in, gives the account an own address and proves it. Returns the session of the thief. */
async function steal(user: SignedUp & Partial<Fenced>): Promise<SignedUp> {
  await app.advance(2 * 86_400);
  const first = await app.login(user.email, user.password);
  const code = user.secret && (await codeOf(app, user.secret));
  const { mfa_token } = first.json;
  const { token } = (mfa_token ? await app.post('/api/auth/mfa/verify', { mfa_token, code }) : first).json;
  const email = newEmail();
  expectNothing(await app.put('/api/auth/user', { email }, { token }));
  const { email_pending } = (await app.admin('GET', `/users/${user.uid}`)).json;
  if (email_pending === null) await app.prove(user.uid);
  else await app.follow(linkIn(await mail.emailWith(email, /email\/confirm/)), 'POST');
  return { ...user, email, token };
}

async function answer({ email }: SignedUp): Promise<void> {
  const link = linkIn(await mail.emailAbout(email, /^Your address/));
  expect((await app.follow(link, 'POST')).linkError).toBeNull();
}

async function followMagicLink(at: App, email: string): Promise<URLSearchParams> {
  await at.post('/api/auth/magic-link', { email });
  const link = linkIn(await mail.emailWith(email, /magic-link\/verify/));
  return new URL((await at.follow(link)).location).searchParams;
}

it('the first proof of an address by a magic link removes the passkeys of a stranger', async () => {
  const user = await squatted();
  expect((await followMagicLink(app, user.email)).get('at')).toMatch(/\S/);
  expect((await passkeyLogin(app, user.passkey)).code).toBe('PASSKEY_NOT_FOUND');
});

it('the first proof of an address by a reset token removes the passkeys of a stranger', async () => {
  const user = await squatted();
  await app.post('/api/auth/reset-password', { email: user.email });
  const token = tokenIn(await mail.emailAbout(user.email, /password/i));
  const body = { old_password: token, new_password: 'another horse, another battery' };
  expectNothing(await app.patch('/api/auth/user/change-password', body));
  expect((await passkeyLogin(app, user.passkey)).code).toBe('PASSKEY_NOT_FOUND');
});

it('the first proof of an address keeps a passkey that is a second factor', async () => {
  const user = await squatted();
  // As an import may leave it: sign-ins need a factor only at a proved address.
  await app.sql('UPDATE users SET mfa_enabled = 1 WHERE uid = ?', [user.uid]);
  expect((await followMagicLink(app, user.email)).get('error')).toBe('MFA_REQUIRED');
  expect((await passkeyLogin(app, user.passkey)).status).toBe(200);
});

it('a later proof of an address keeps the passkeys', async () => {
  const user = await passkeyUser(app);
  await followMagicLink(app, user.email);
  expect((await passkeyLogin(app, user.passkey)).status).toBe(200);
});

it('a change of address that is taken back removes the passkeys that were added since, and keeps the older ones', async () => {
  const user = await passkeyUser(app);
  const { token } = await steal(user);
  const thief = await addPasskey(app, token);
  await answer(user);
  expect((await passkeyLogin(app, thief.passkey)).code).toBe('PASSKEY_NOT_FOUND');
  expect((await passkeyLogin(app, user.passkey)).status).toBe(200);
});

it('a change of address that is taken back removes an app of the thief that is switched off, and its recovery codes', async () => {
  const user = await passkeyUser(app);
  const thief = await steal(user);
  await fence(app, thief);
  expectNothing(await app.put('/api/auth/user/mfa', { enabled: false }, { token: thief.token }));
  await answer(user);
  const { token } = (await app.login(user.email, user.password)).json;
  const factors = [expect.objectContaining({ factor_id: user.passkeyId, type: 'passkey' })];
  expect(await mfaOf(token)).toEqual({ enabled: false, required: false, recovery_codes_left: 0, factors });
  expect((await mail.emailAbout(user.email, /factor .* was removed/)).recipient).toBe(user.email);
});

it('a change of address that is taken back leaves an app in use, and what was added beside it', async () => {
  const user = await fencedUser(app);
  await app.sql('UPDATE users SET mfa_enabled_at = mfa_enabled_at - 172800 WHERE uid = ?', [user.uid]);
  const { token: stolen } = await steal(user);
  const { passkey } = await addPasskey(app, stolen);
  await answer(user);
  expect((await passkeyLogin(app, passkey)).status).toBe(200);
  expectFailure(await app.login(user.email, user.password), 'MFA_REQUIRED');
});

it('a change of address that is taken back removes the only factor if it is newer, and then no sign-in asks for one', async () => {
  const user = await app.signUp();
  await app.prove(user.uid);
  await fence(app, await steal(user));
  await answer(user);
  expect((await app.login(user.email, user.password)).status).toBe(200);
});

it('the reader of a mailbox who does not know an account removes its passkeys', async () => {
  const user = await squatted();
  await app.sql('UPDATE users SET email_verified = 0 WHERE uid = ?', [user.uid]);
  const ask = () => app.post('/api/auth/user/verify-email', {}, { token: user.token });
  const link = await mail.linkAfter(user.email, ask);
  expect((await app.follow(link.replace('/confirm', '/refuse'), 'POST')).status).toBe(302);
  expect((await passkeyLogin(app, user.passkey)).code).toBe('PASSKEY_NOT_FOUND');
});
