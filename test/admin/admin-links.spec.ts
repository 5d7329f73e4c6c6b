import { about, expectFailure } from '../support/http/http.js';
import { newEmail, useApp } from '../support/service/app.js';

const NEXT = 'https://app.example.com/next?a=1#there';
const TYPES = ['magic_link', 'verify_email', 'reset_password'];

const app = useApp({
  BASE_URL: 'https://auth.example.com',
  APP_URL: 'https://home.example.com',
  REDIRECT_ALLOWLIST: 'https://app.example.com',
});

const now = () => Math.floor(Date.now() / 1000);
const make = (body: Record<string, unknown>) => app.admin('POST', '/links', body);

it('a magic link from the admin API signs the user in, and no email is mailed', async () => {
  const user = await app.signUp();
  const answer = await make({ type: 'magic_link', email: user.email.toUpperCase(), next_url: NEXT });
  const { link, token, expiry } = answer.json;
  expect(Object.keys(answer.json).sort()).toEqual(['expiry', 'link', 'token']);
  expect(link).toBe(`https://auth.example.com/api/auth/magic-link/verify?token=${token}`);
  expect(expiry).toEqual(about(now() + 600));
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const followed = await app.follow(link);
  expect(followed.location).toMatch(/^https:\/\/app\.example\.com\/next\?a=1&uid=.*#there$/);
  expect(followed.parameter('uid')).toBe(user.uid);
  expect((await app.refresh(followed.parameter('rt'))).status).toBe(200);
  expect((await app.follow(link)).parameter('error')).toBe('LINK_ALREADY_USED');
  expect(await app.sql('SELECT * FROM messages')).toEqual([]);
});

it('a magic link from the admin API creates the user only with sign_up', async () => {
  const email = newEmail();
  expectFailure(await make({ type: 'magic_link', email }), 'USER_NOT_FOUND');
  expectFailure(await make({ type: 'magic_link', email, sign_up: false }), 'USER_NOT_FOUND');
  const { link } = (await make({ type: 'magic_link', email: email.toUpperCase(), sign_up: true })).json;
  const uid = (await app.follow(link)).parameter('uid');
  expect((await app.admin('GET', `/users/${uid}`)).json).toMatchObject({ email, email_verified: true });
});

it('a verification link from the admin API verifies the email address', async () => {
  const user = await app.signUp();
  const { link, token, expiry } = (await make({ type: 'verify_email', email: user.email, next_url: NEXT })).json;
  expect(link).toBe(`https://auth.example.com/api/auth/user/verify-email/confirm?token=${token}`);
  expect(expiry).toEqual(about(now() + 86_400));
  expect((await app.follow(link)).location).toBe(NEXT);
  expect((await app.admin('GET', `/users/${user.uid}`)).json.email_verified).toBe(true);
  expectFailure(await make({ type: 'verify_email', email: user.email }), 'EMAIL_ALREADY_VERIFIED');
});

it('a reset link from the admin API leads to its reset_url, and its token sets a new password', async () => {
  const user = await app.signUp();
  const { link, token, expiry } = (await make({ type: 'reset_password', email: user.email, reset_url: NEXT })).json;
  expect(link).toBe(`https://app.example.com/next?a=1&token=${token}#there`);
  expect(expiry).toEqual(about(now() + 3600));
  const new_password = 'incorrect donkey capacitor pin';
  const answer = await app.patch('/api/auth/user/change-password', { old_password: token, new_password });
  expect(answer.status).toBe(200);
  expect((await app.login(user.email, new_password)).status).toBe(200);
});

it('a link from the admin API leads to APP_URL when no URL is given', async () => {
  const user = await app.signUp();
  const { link } = (await make({ type: 'reset_password', email: user.email, next_url: NEXT })).json;
  expect(link).toMatch(/^https:\/\/home\.example\.com\/?\?token=/);
  const magic = (await make({ type: 'magic_link', email: user.email, reset_url: NEXT })).json;
  expect((await app.follow(magic.link)).location).toMatch(/^https:\/\/home\.example\.com\/?\?uid=/);
});

it.each(TYPES)(
  'the request for a %s link fails with USER_DISABLED for a disabled user and with USER_NOT_FOUND for an unknown one',
  async (type) => {
    const user = await app.signUp({ email_verified: true });
    await app.disable(user.uid);
    expectFailure(await make({ type, email: user.email, sign_up: true }), 'USER_DISABLED');
    expectFailure(await make({ type, email: newEmail(), sign_up: type !== 'magic_link' }), 'USER_NOT_FOUND');
  },
);

it.each([
  ['no type', { email: 'a@example.com' }, 'INVALID_REQUEST', 'type'],
  ['a type of null', { type: null, email: 'a@example.com' }, 'INVALID_REQUEST', 'type'],
  ['an unknown type', { type: 'login', email: 'a@example.com' }, 'INVALID_REQUEST', 'type'],
  ['a list of types', { type: ['magic_link'], email: 'a@example.com' }, 'INVALID_REQUEST', 'type'],
  ['no email', { type: 'magic_link' }, 'INVALID_EMAIL', ''],
  ['a malformed email', { type: 'reset_password', email: 'x' }, 'INVALID_EMAIL', ''],
  ['sign_up in words', { type: 'magic_link', email: 'a@example.com', sign_up: 'yes' }, 'INVALID_REQUEST', 'sign_up'],
])('a request for a link is refused with %s', async (_what, body, code, named) => {
  const answer = await make(body);
  expectFailure(answer, code);
  expect(answer.json.message).toContain(named);
});

it.each([
  'https://evil.example.com',
  'https://app.example.com.evil.com',
  'https://app.example.com@evil.com',
  'javascript:alert(1)',
  '//app.example.com',
  '',
  null,
  7,
])('a link to %s is refused with INVALID_REDIRECT_URL', async (url) => {
  const { email } = await app.signUp();
  for (const type of TYPES) {
    const answer = await make({ type, email, [type === 'reset_password' ? 'reset_url' : 'next_url']: url });
    expectFailure(answer, 'INVALID_REDIRECT_URL');
  }
});

it.each(TYPES)(
  'the event of a %s link names the admin token that created it, and not the token of the link',
  async (type) => {
    const user = await app.signUp();
    const { id, token: admin } = await app.adminToken(['write']);
    const { token } = (await app.admin('POST', '/links', { type, email: user.email }, admin)).json;
    const rows = await app.sql("SELECT actor, uid, data FROM events WHERE type = 'link.sent' AND actor = ?", [
      `admin:${id}`,
    ]);
    expect(rows.map(({ data, ...row }) => ({ ...row, data: JSON.parse(String(data)) }))).toEqual([
      { actor: `admin:${id}`, uid: user.uid, data: { purpose: type, mailed: false } },
    ]);
    expect(JSON.stringify(await app.sql('SELECT * FROM events'))).not.toContain(token);
    expect(JSON.stringify(await app.sql('SELECT * FROM one_time_tokens'))).not.toContain(token);
    expect(app.service.log).not.toContain(token);
  },
);
