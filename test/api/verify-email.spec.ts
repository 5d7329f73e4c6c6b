import { newEmail, type SignedUp } from '../support/service/app.js';
import { linkIn, tokenIn } from '../support/service/mail-server.js';
import { useMail } from '../support/service/use-mail.js';

const APP_URL = 'https://app.example.com/start';
const NEXT_URL = 'https://app.example.com/done?a=1&&uid=2|%7e#/part';
const CONFIRM = '/api/auth/user/verify-email/confirm';

const { app, mail } = useMail({ APP_URL, REDIRECT_ALLOWLIST: 'https://app.example.com' });
let user: SignedUp;
beforeEach(async () => {
  user = await app.signUp();
});

const ask = (body: unknown = {}, token = user.token) => app.post('/api/auth/user/verify-email', body, { token });
const isVerified = async () => (await app.get('/api/auth/user', { token: user.token })).json.email_verified;

/** Asks for a link and reads it from the letter. */
const mailed = (body: unknown = { next_url: NEXT_URL }) => mail.linkAfter(user.email, () => ask(body));

async function expectError(link: string, code: string): Promise<void> {
  const answer = await app.follow(link);
  expect([answer.status, answer.parameter('error')]).toEqual([302, code]);
  expect(answer.location).toMatch(/^https:\/\/app\.example\.com\/done\?a=1&&uid=2\|%7e&error=\w+&message=\w.+#\/part$/);
}

describe('a request for a verification', () => {
  it('has an empty answer, and mails a link to the address of the user', async () => {
    const answer = await ask({ email: newEmail() });
    expect([answer.status, answer.text]).toEqual([200, '']);
    const link = linkIn(await mail.letterTo(user.email));
    expect(link).toMatch(/^http:\/\/localhost:\d+\/api\/auth\/user\/verify-email\/confirm\?token=[\w-]{43}$/);
  });

  it('needs no body', async () => {
    const answer = await app.post('/api/auth/user/verify-email', undefined, { token: user.token });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });

  it.each([
    ['a target that is not allowed', { next_url: 'https://evil.example/' }, 'INVALID_REDIRECT_URL'],
    ['null for a target', { next_url: null }, 'INVALID_REDIRECT_URL'],
    ['a list for a target', { next_url: ['https://app.example.com'] }, 'INVALID_REDIRECT_URL'],
    ['a body that is not an object', [], 'INVALID_REQUEST'],
  ])('is refused and mails nothing with %s', async (_what, body, code) => {
    expect((await ask(body)).code).toBe(code);
    expect(await app.sql('SELECT id FROM messages WHERE recipient = ?', [user.email])).toEqual([]);
  });

  it.each([
    ['a refresh token', () => user.refresh_token],
    ['no token', () => ''],
  ])('fails with NOT_AUTHENTICATED with %s, for any body', async (_what, token) => {
    const headers = { 'content-type': 'text/xml' };
    const answer = await app.post('/api/auth/user/verify-email', undefined, { token: token(), raw: '<a/>', headers });
    expect(answer.code).toBe('NOT_AUTHENTICATED');
  });

  it('fails with USER_NOT_FOUND for a deleted user', async () => {
    await app.delete('/api/auth/user', { token: user.token });
    expect((await ask()).code).toBe('USER_NOT_FOUND');
  });

  it('fails with NOT_AUTHENTICATED for a disabled user', async () => {
    await app.disable(user.uid);
    expect((await ask()).code).toBe('NOT_AUTHENTICATED');
  });

  it('fails with EMAIL_ALREADY_VERIFIED for a verified address', async () => {
    user = await app.signUp({ email_verified: true });
    const answer = await ask();
    expect([answer.status, answer.code]).toEqual([400, 'EMAIL_ALREADY_VERIFIED']);
  });
});

describe('following a verification link', () => {
  it.each([
    ['exactly its target', { next_url: NEXT_URL }, NEXT_URL],
    ['a bare origin', { next_url: 'https://app.example.com' }, 'https://app.example.com'],
    ['APP_URL without a target', {}, APP_URL],
  ])('verifies the email and redirects to %s', async (_what, body, target) => {
    const answer = await app.follow(await mailed(body));
    expect([answer.status, answer.location]).toEqual([302, target]);
    expect(await isVerified()).toBe(true);
  });

  it('opens no session, and ends none', async () => {
    user = await app.signUp({ login: false });
    const { json } = await app.login(user.email, user.password);
    user = { ...user, ...json };
    const before = (await app.get('/api/auth/user', { token: user.token })).json.last_login;
    const link = await mailed();
    await app.advance(60);
    await app.follow(link);
    expect((await app.get('/api/auth/user', { token: user.token })).json.last_login).toBe(before);
    expect((await app.get('/api/auth/user/sessions', { token: user.token })).json.sessions).toHaveLength(1);
  });

  it('keeps the password and the sessions', async () => {
    await app.follow(await mailed());
    expect((await app.login(user.email, user.password)).status).toBe(200);
    expect((await app.refresh(user.refresh_token)).status).toBe(200);
  });

  it('does not use the link up by HEAD', async () => {
    const link = await mailed();
    expect((await app.follow(link, 'HEAD')).status).toBe(200);
    expect(await isVerified()).toBe(false);
    expect((await app.follow(link)).location).toBe(NEXT_URL);
  });

  it('succeeds once only', async () => {
    const link = await mailed();
    await app.follow(link);
    await expectError(link, 'LINK_ALREADY_USED');
  });

  it('fails after a day', async () => {
    const [early, late] = [await mailed(), await mailed()];
    await app.advance(86_400 - 600);
    expect((await app.follow(early)).location).toBe(NEXT_URL);
    await app.advance(601);
    await expectError(late, 'LINK_EXPIRED');
  });

  it('succeeds with an earlier link when a newer one was requested', async () => {
    for (const link of [await mailed(), await mailed()]) expect((await app.follow(link)).location).toBe(NEXT_URL);
  });

  it('fails after the address was changed, and does not verify the new address', async () => {
    const link = await mailed();
    await app.put('/api/auth/user', { email: newEmail() }, { token: user.token });
    await expectError(link, 'LINK_EXPIRED');
    expect(await isVerified()).toBe(false);
  });

  it('fails after the address was changed and changed back', async () => {
    const link = await mailed();
    for (const email of [newEmail(), user.email]) await app.put('/api/auth/user', { email }, { token: user.token });
    await expectError(link, 'LINK_EXPIRED');
  });

  it('fails after the user was deleted', async () => {
    const link = await mailed();
    await app.delete('/api/auth/user', { token: user.token });
    expect((await app.follow(link)).code).toBe('INVALID_LINK');
  });

  it('fails for a disabled user, and the link stays void when the user is enabled again', async () => {
    const link = await mailed();
    await app.disable(user.uid);
    await expectError(link, 'USER_DISABLED');
    await app.enable(user.uid);
    await expectError(link, 'LINK_EXPIRED');
  });

  it.each([
    ['unknown', '?token=unknown'],
    ['empty', '?token='],
    ['missing', ''],
    ['given twice', '?token=a&token=b'],
    ['wrongly percent-encoded', '?token=%ff'],
    ['very long', `?token=${'x'.repeat(8_000)}`],
  ])('fails with INVALID_LINK, without a redirect, for a token that is %s', async (_what, query) => {
    const answer = await app.get(CONFIRM + query);
    expect([answer.status, answer.json]).toEqual([400, { code: 'INVALID_LINK', message: expect.any(String) }]);
  });

  it('fails with INVALID_LINK for the token of another kind of link', async () => {
    await app.post('/api/auth/magic-link', { email: user.email });
    await app.post('/api/auth/reset-password', { email: user.email });
    for (const number of [1, 2]) {
      const other = tokenIn(await mail.letterTo(user.email, number));
      expect((await app.get(`${CONFIRM}?token=${other}`)).code).toBe('INVALID_LINK');
    }
    expect(await isVerified()).toBe(false);
  });
});
