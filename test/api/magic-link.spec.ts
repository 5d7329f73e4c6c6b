import { expectNothing } from '../support/http/expect.js';
import type { Answer } from '../support/http/http.js';
import { newEmail } from '../support/service/app.js';
import { linkIn, tokenIn } from '../support/service/mail-server.js';
import { useMail } from '../support/service/use-mail.js';

const APP_URL = 'https://app.example.com/start';
const VERIFY = '/api/auth/magic-link/verify';
const MINE = 'https://app.example.com/in';

const { app, mail } = useMail({ APP_URL, REDIRECT_ALLOWLIST: 'https://app.example.com' });

const ask = (body: unknown) => app.post('/api/auth/magic-link', body);

/** Asks for a link and reads it from the letter. */
const mailed = (email: string, more: Record<string, unknown> = {}) =>
  mail.linkAfter(email, () => ask({ email, next_url: MINE, ...more }));

const messagesTo = (email: string) => app.sql('SELECT id FROM messages WHERE recipient = ?', [email]);
const usersOf = (email: string) => app.sql('SELECT * FROM users WHERE email = ?', [email]);
const read = async (token: string | null) => (await app.get('/api/auth/user', { token: token ?? '' })).json;

function expectError(answer: Answer, code: string): void {
  expect(answer.status).toBe(302);
  expect(answer.location.startsWith(`${MINE}?error=${code}&message=`)).toBe(true);
  expect(answer.parameter('message')).toMatch(/\w/);
  expect(answer.parameter('at')).toBeNull();
}

describe('a request for a magic link', () => {
  it('has an empty answer, and mails a link', async () => {
    const { email } = await app.signUp();
    const answer = await ask({ email: ` ${email.toUpperCase()} `, next_url: MINE });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(linkIn(await mail.letterTo(email))).toMatch(
      /^http:\/\/localhost:\d+\/api\/auth\/magic-link\/verify\?token=/,
    );
  });

  it.each([
    ['no email', { email: undefined }, 'INVALID_EMAIL'],
    ['null for an email', { email: null }, 'INVALID_EMAIL'],
    ['a number for an email', { email: 1 }, 'INVALID_EMAIL'],
    ['a value that is not an address', { email: 'ada' }, 'INVALID_EMAIL'],
    ['letters outside ASCII', { email: 'ada@exämple.com', sign_up: true }, 'INVALID_EMAIL'],
    ['an unknown address', {}, 'USER_NOT_FOUND'],
    ['an unknown address and sign_up false', { sign_up: false }, 'USER_NOT_FOUND'],
    ['a text for sign_up', { sign_up: 'true' }, 'INVALID_REQUEST'],
    ['null for sign_up', { sign_up: null }, 'INVALID_REQUEST'],
    ['a target that is not allowed', { sign_up: true, next_url: 'https://evil.example' }, 'INVALID_REDIRECT_URL'],
    ['null for a target', { sign_up: true, next_url: null }, 'INVALID_REDIRECT_URL'],
    ['a number for a target', { sign_up: true, next_url: 1 }, 'INVALID_REDIRECT_URL'],
  ])('is refused and mails nothing with %s', async (_what, body, code) => {
    const email = newEmail();
    const answer = await ask({ email, ...body });
    expect([answer.status, answer.code]).toEqual([400, code]);
    expect(await messagesTo(email)).toEqual([]);
  });

  it('has the same answer for a disabled user as for an active one, and mails nothing', async () => {
    const { uid, email } = await app.signUp();
    await app.disable(uid);
    for (const sign_up of [true, false]) expectNothing(await ask({ email, sign_up }));
    expect(await messagesTo(email)).toEqual([]);
  });
});

describe('following a magic link', () => {
  it.each([
    ['no target, and uses APP_URL', undefined, `${APP_URL}?`, ''],
    ['a bare origin', 'https://app.example.com', 'https://app.example.com?', ''],
    ['a query', `${MINE}?a=1&b=%7E%20x+y|z&&c`, `${MINE}?a=1&b=%7E%20x+y|z&&c&`, ''],
    ['a fragment', `${MINE}#/home?uid=1&at=2`, `${MINE}?`, '#/home?uid=1&at=2'],
    ['an empty query and fragment', `${MINE}?#`, `${MINE}?`, '#'],
    ['parameters of the same names', `${MINE}?uid=1&b=2&%61t=3&rt&exp=4&UID=5#f`, `${MINE}?b=2&UID=5&`, '#f'],
  ])('redirects with the tokens appended to a target: %s', async (_what, next_url, before, after) => {
    const { email, uid } = await app.signUp();
    const answer = await app.follow(await mailed(email, { next_url }));
    expect(answer.status).toBe(302);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [at, rt, exp] = ['at', 'rt', 'exp'].map((name) => answer.parameter(name));
    expect(exp).toMatch(/^\d{10}$/);
    expect(answer.location).toBe(`${before}uid=${uid}&at=${at}&rt=${rt}&exp=${exp}${after}`);
  });

  it('signs the user in', async () => {
    const { email, uid } = await app.signUp();
    const answer = await app.follow(await mailed(email));
    const token = answer.parameter('at') ?? '';
    expect(await read(token)).toMatchObject({ uid, email, email_verified: true });
    const { sessions } = (await app.get('/api/auth/user/sessions', { token })).json;
    expect(sessions).toMatchObject([{ method: 'magic_link', current: true }]);
    expect((await app.refresh(answer.parameter('rt'))).status).toBe(200);
  });

  it('creates a new user at that moment, without a password', async () => {
    const email = newEmail();
    const link = await mailed(email, { sign_up: true });
    expect(await usersOf(email)).toEqual([]);
    const answer = await app.follow(link);
    expect(await read(answer.parameter('at'))).toMatchObject({
      uid: answer.parameter('uid'),
      email,
      email_verified: true,
      last_login: expect.any(Number),
      metadata: '{}',
    });
    expect(await usersOf(email)).toMatchObject([{ password_hash: null }]);
  });

  it('does not use the link up by HEAD', async () => {
    const { email } = await app.signUp();
    const link = await mailed(email);
    expect((await app.follow(link, 'HEAD')).status).toBe(200);
    expect((await app.follow(link)).parameter('at')).not.toBeNull();
  });

  it('succeeds once only', async () => {
    const { email } = await app.signUp();
    const link = await mailed(email);
    await app.follow(link);
    expectError(await app.follow(link), 'LINK_ALREADY_USED');
  });

  it('fails after 15 minutes', async () => {
    const { email } = await app.signUp();
    const link = await mailed(email);
    await app.advance(901);
    expectError(await app.follow(link), 'LINK_EXPIRED');
  });

  it('succeeds with an earlier link when a newer one was requested', async () => {
    const { email, uid } = await app.signUp();
    await app.prove(uid);
    const links = [await mailed(email), await mailed(email)];
    for (const link of links) expect((await app.follow(link)).parameter('at')).not.toBeNull();
  });

  it.each([
    ['unknown', '?token=unknown'],
    ['empty', '?token='],
    ['missing', ''],
    ['given twice', '?token=a&token=b'],
    ['wrongly percent-encoded', '?token=%ff'],
    ['very long', `?token=${'x'.repeat(8_000)}`],
  ])('fails with INVALID_LINK, without a redirect, for a token that is %s', async (_what, query) => {
    for (const method of ['GET', 'POST']) {
      const answer = await app.service.call(method, VERIFY + query);
      expect([answer.status, answer.json]).toEqual([400, { code: 'INVALID_LINK', message: expect.any(String) }]);
    }
  });

  it('fails with INVALID_LINK for the token of another kind of link', async () => {
    const { email, token } = await app.signUp();
    await app.post('/api/auth/user/verify-email', {}, { token });
    await app.post('/api/auth/reset-password', { email });
    for (const number of [1, 2]) {
      const other = tokenIn(await mail.letterTo(email, number));
      expect((await app.get(`${VERIFY}?token=${other}`)).code).toBe('INVALID_LINK');
    }
  });
});
