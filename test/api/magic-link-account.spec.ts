import { newEmail, PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/use-mail.js';

const { app, mail } = useMail();

/** Asks for a magic link and reads it from the letter. */
const mailed = (email: string, sign_up = false) =>
  mail.linkAfter(email, () => app.post('/api/auth/magic-link', { email, sign_up }));
const resetToken = (email: string) => mail.tokenAfter(email, () => app.post('/api/auth/reset-password', { email }));

const change = (old_password: string, token?: string) =>
  app.patch('/api/auth/user/change-password', { old_password, new_password: `${PASSWORD} 2` }, { token });

describe('an address without a proof', () => {
  it('belongs to the person who follows a magic link, and a stranger who registered it loses the account', async () => {
    const squatter = await app.signUp();
    const reset = await resetToken(squatter.email);
    const answer = await app.follow(await mailed(squatter.email));
    const token = answer.parameter('at') ?? '';
    expect(answer.parameter('uid')).toBe(squatter.uid);
    expect((await app.get('/api/auth/user', { token })).json.email_verified).toBe(true);
    expect((await app.login(squatter.email, PASSWORD)).code).toBe('INVALID_CREDENTIALS');
    expect((await app.refresh(squatter.refresh_token)).code).toBe('INVALID_REFRESH_TOKEN');
    expect((await change(PASSWORD, squatter.token)).code).toBe('NOT_AUTHENTICATED');
    expect((await change(reset)).code).toBe('INVALID_PASSWORD');
    expect((await app.get('/api/auth/user/sessions', { token })).json.sessions).toHaveLength(1);
  });

  it('can get a new password from its owner by a reset', async () => {
    const { email } = await app.signUp();
    await app.follow(await mailed(email));
    expect((await change(await resetToken(email))).status).toBe(200);
    expect((await app.login(email, `${PASSWORD} 2`)).status).toBe(200);
  });
});

it('a magic link to a proved address keeps the password, the sessions and the reset links', async () => {
  const user = await app.signUp();
  await app.admin('PATCH', `/users/${user.uid}`, { email_verified: true });
  const reset = await resetToken(user.email);
  await app.follow(await mailed(user.email));
  expect((await app.login(user.email, PASSWORD)).status).toBe(200);
  expect((await app.refresh(user.refresh_token)).status).toBe(200);
  expect((await change(reset)).status).toBe(200);
});

describe('a magic link', () => {
  it('is void after the address was changed', async () => {
    const user = await app.signUp();
    const link = await mailed(user.email);
    const email = newEmail();
    expect((await app.put('/api/auth/user', { email }, { token: user.token })).status).toBe(200);
    expect((await app.follow(link)).parameter('error')).toBe('LINK_EXPIRED');
    expect((await app.follow(await mailed(email))).parameter('uid')).toBe(user.uid);
  });

  it('stays valid when the same address was set again', async () => {
    const user = await app.signUp();
    const link = await mailed(user.email);
    await app.put('/api/auth/user', { email: user.email.toUpperCase() }, { token: user.token });
    expect((await app.follow(link)).parameter('uid')).toBe(user.uid);
  });

  it('is void after the user was deleted', async () => {
    const user = await app.signUp();
    const link = await mailed(user.email, true);
    await app.delete('/api/auth/user', { token: user.token });
    expect((await app.follow(link)).code).toBe('INVALID_LINK');
  });

  it.each([
    ['changed', (token: string) => app.put('/api/auth/user', { email: newEmail() }, { token })],
    ['deleted', (token: string) => app.delete('/api/auth/user', { token })],
  ])('is void after the address was %s, also when the link is older than the account', async (_what, act) => {
    const email = newEmail();
    const [first, second] = [await mailed(email, true), await mailed(email, true)];
    await act((await app.follow(first)).parameter('at') ?? '');
    expect((await app.follow(second)).parameter('error')).toBe('LINK_EXPIRED');
    expect(await app.sql('SELECT uid FROM users WHERE email = ?', [email])).toEqual([]);
  });
});

it('a magic link to a disabled user fails, and stays void when the user is enabled again', async () => {
  const { uid, email } = await app.signUp();
  const link = await mailed(email);
  await app.disable(uid);
  expect((await app.follow(link)).parameter('error')).toBe('USER_DISABLED');
  await app.enable(uid);
  expect((await app.follow(link)).parameter('error')).toBe('LINK_EXPIRED');
});

describe('two magic links for one new address', () => {
  it('sign in to an account that was created with that address in the meantime', async () => {
    const email = newEmail();
    const link = await mailed(email, true);
    const { json } = await app.post('/api/auth/user/create', { email, password: PASSWORD });
    expect((await app.follow(link)).parameter('uid')).toBe(json.uid);
    expect((await app.login(email, PASSWORD)).code).toBe('INVALID_CREDENTIALS');
  });
});
