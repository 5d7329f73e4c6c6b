import { addPasskey, fence, ORIGIN, passkeyLogin, RP_ID } from '../support/factors/factors.js';
import { expectFailure, expectNothing } from '../support/http/http.js';
import { PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

// A reset of the factors by an administrator waits: no link of an administrator is a way round it.
const { app } = useMail({ PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN, MFA_RESET_DELAY: '86400' });
const NEW_PASSWORD = `${PASSWORD} 2`;
const linkOf = async (type: string, email: string) => (await app.admin('POST', '/links', { type, email })).json;
const userOf = async (uid: string) => (await app.admin('GET', `/users/${uid}`)).json;

/** A user with a passkey, an app that sign-ins ask for, and an address that is neither verified nor proved. */
async function unproved(demanded = true) {
  const user = await app.signUp();
  await app.prove(user.uid);
  const { passkey } = await addPasskey(app, user.token);
  const fenced = await fence(app, user);
  const values = `email_verified = 0, email_proved = 0, mfa_enabled = ${Number(demanded)}`;
  await app.sql(`UPDATE users SET ${values} WHERE uid = ?`, [user.uid]);
  return { ...fenced, passkey };
}

async function expectFactors(uid: string): Promise<void> {
  const { factors } = (await app.admin('GET', `/users/${uid}/factors`)).json;
  expect(factors.map(({ type }: { type: string }) => type).sort()).toEqual(['passkey', 'totp']);
}

it('a reset link of an administrator sets the password, ends sessions and verifies the address, and leaves the factors', async () => {
  const { uid, email, refresh_token, passkey } = await unproved();
  const { token } = await linkOf('reset_password', email);
  const body = { old_password: token, new_password: NEW_PASSWORD };
  expectNothing(await app.patch('/api/auth/user/change-password', body));
  expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
  expectFailure(await app.login(email, NEW_PASSWORD), 'MFA_REQUIRED');
  expect(await userOf(uid)).toMatchObject({ email_verified: true, email_proved: true, mfa_enabled: true });
  await expectFactors(uid);
  expect((await passkeyLogin(app, passkey)).status).toBe(200);
});

it('a verification link of an administrator proves the address as the word of the administrator', async () => {
  const { uid, email, refresh_token } = await unproved();
  expect((await app.follow((await linkOf('verify_email', email)).link)).status).toBe(302);
  expect(await userOf(uid)).toMatchObject({ email_verified: true, email_proved: true, mfa_enabled: true });
  await expectFactors(uid);
  expect((await app.refresh(refresh_token)).status).toBe(200);
});

it('"this was not me" on the verification link of an administrator ends sessions and the password, and leaves the factors', async () => {
  const { uid, email, refresh_token } = await unproved();
  const { link } = await linkOf('verify_email', email);
  expect((await app.follow(link.replace('/confirm', '/refuse'), 'POST')).status).toBe(302);
  expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
  expect(await userOf(uid)).toMatchObject({ email_proved: false, has_password: false, mfa_enabled: true });
  await expectFactors(uid);
});

it('a magic link of an administrator is a first proof that leaves the factors', async () => {
  const { uid, email, refresh_token } = await unproved(false);
  expect((await app.follow((await linkOf('magic_link', email)).link)).parameter('at')).toMatch(/\S/);
  expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
  expect(await userOf(uid)).toMatchObject({ email_proved: true, has_password: false });
  await expectFactors(uid);
});
