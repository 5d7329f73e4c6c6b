import type { App } from '../support/app.js';
import { expectNothing } from '../support/expect.js';
import { tokenIn } from '../support/mail-server.js';
import { addPasskey, ORIGIN, passkeyLogin, passkeyUser, RP_ID } from '../support/passkeys.js';
import { useMail } from '../support/use-mail.js';

const { app, mail } = useMail({ PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN });

/** The account of a stranger with the address of another person, from a time when the service had no mail server. */
async function squatted() {
  const user = await passkeyUser(app);
  await app.sql('UPDATE users SET email_proved = 0 WHERE uid = ?', [user.uid]);
  return user;
}

async function followMagicLink(at: App, email: string): Promise<URLSearchParams> {
  const { link } = (await at.admin('POST', '/links', { type: 'magic_link', email })).json;
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
  const token = tokenIn(await mail.letterAbout(user.email, /password/i));
  const body = { old_password: token, new_password: 'another horse, another battery' };
  expectNothing(await app.patch('/api/auth/user/change-password', body));
  expect((await passkeyLogin(app, user.passkey)).code).toBe('PASSKEY_NOT_FOUND');
});

it('the first proof of an address keeps a passkey that is a second factor', async () => {
  const user = await squatted();
  await app.put('/api/auth/user/mfa', { enabled: true }, { token: user.token });
  expect((await followMagicLink(app, user.email)).get('error')).toBe('MFA_REQUIRED');
  expect((await passkeyLogin(app, user.passkey)).status).toBe(200);
});

it('a later proof of an address keeps the passkeys', async () => {
  const user = await passkeyUser(app);
  await followMagicLink(app, user.email);
  expect((await passkeyLogin(app, user.passkey)).status).toBe(200);
});

it('an undone change of address removes the passkeys that were added since the change, and keeps the older ones', async () => {
  const user = await passkeyUser(app);
  await app.advance(1);
  const { token } = (await app.login(user.email, user.password)).json;
  expect((await app.put('/api/auth/user', { email: `thief.${user.email}` }, { token })).status).toBe(200);
  await app.prove(user.uid);
  const thief = await addPasskey(app, token);
  const letter = await mail.letterAbout(user.email, /address|email/i);
  const [link = ''] = /http\S+undo\S+/.exec(letter.text ?? '') ?? [];
  expect((await app.follow(link, 'POST')).status).toBe(302);
  expect((await passkeyLogin(app, thief.passkey)).code).toBe('PASSKEY_NOT_FOUND');
  expect((await passkeyLogin(app, user.passkey)).status).toBe(200);
});
