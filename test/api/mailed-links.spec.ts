import { type Answer, expectNothing } from '../support/http/http.js';
import { newEmail, type SignedUp } from '../support/service/app.js';
import { linkIn, tokenIn, useMail } from '../support/service/mail.js';

const APP_URL = 'https://app.example.com/start';
const { app, mail } = useMail({ APP_URL, REDIRECT_ALLOWLIST: 'https://app.example.com' });

describe('a reset link', () => {
  const ORIGIN = 'https://app.example.com';
  let user: SignedUp;
  beforeEach(async () => {
    user = await app.signUp();
  });

  const ask = (body: unknown) => app.post('/api/auth/reset-password', body);

  /** Asks for a link and reads it from the email. */
  const mailed = (reset_url?: string) => mail.linkAfter(user.email, () => ask({ email: user.email, reset_url }));

  it('reset-password has an empty answer, and mails a link', async () => {
    const answer = await ask({ email: ` ${user.email.toUpperCase()} `, reset_url: `${ORIGIN}/reset` });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(linkIn(await mail.emailTo(user.email))).toMatch(/^https:\/\/app\.example\.com\/reset\?token=[\w-]{43}$/);
  });

  it.each([
    ['no value, and uses APP_URL', undefined, `${APP_URL}?`, ''],
    ['a bare origin', ORIGIN, `${ORIGIN}?`, ''],
    ['a query and a fragment', `${ORIGIN}/r?a=1&&b=%7e|#/x?token=1`, `${ORIGIN}/r?a=1&&b=%7e|&`, '#/x?token=1'],
    ['a token parameter of its own', `${ORIGIN}/r?token=1&a=2&%74oken=3&Token=4`, `${ORIGIN}/r?a=2&Token=4&`, ''],
  ])('reset-password appends the token to a reset_url with %s', async (_what, reset_url, before, after) => {
    const link = await mailed(reset_url);
    const token = new URL(link).searchParams.get('token');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(link).toBe(`${before}token=${token}${after}`);
  });

  it.each([
    ['an unknown address', () => newEmail()],
    ['a value that is not an address', () => 'ada'],
    ['an empty text', () => ''],
    ['letters outside ASCII', () => 'ädä@example.com'],
    ['a list of addresses', () => `${user.email},${newEmail()}`],
    ['an address with a line break', () => `${user.email}\r\nBcc: ${newEmail()}`],
  ])('reset-password answers %s like a known address, and mails nothing', async (_what, email) => {
    const answer = await ask({ email: email() });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(await app.sql("SELECT id FROM messages WHERE status <> 'decoy' AND recipient = ?", [user.email])).toEqual(
      [],
    );
  });

  it('reset-password answers a disabled user like an unknown one, and mails nothing', async () => {
    await app.disable(user.uid);
    const answer = await ask({ email: user.email });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(await app.sql('SELECT id FROM messages WHERE recipient = ?', [user.email])).toEqual([]);
  });

  it('reset-password has equal answers for known and unknown addresses', async () => {
    const answers = await Promise.all([user.email, newEmail()].map((email) => ask({ email })));
    const [known, unknown] = answers.map(({ headers }) =>
      [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
    );
    expect(unknown).toEqual(known);
  });

  it.each([
    ['no email', {}, 'INVALID_REQUEST'],
    ['null for an email', { email: null }, 'INVALID_REQUEST'],
    ['a number for an email', { email: 1 }, 'INVALID_REQUEST'],
    ['a list for an email', { email: ['ada@example.com'] }, 'INVALID_REQUEST'],
    [
      'a target that is not allowed',
      { email: 'ada@example.com', reset_url: 'https://evil.example' },
      'INVALID_REDIRECT_URL',
    ],
    ['null for a target', { email: 'ada@example.com', reset_url: null }, 'INVALID_REDIRECT_URL'],
  ])('reset-password refuses %s', async (_what, body, code) => {
    const answer = await ask(body);
    expect([answer.status, answer.code]).toEqual([400, code]);
  });

  it('reset-password refuses a target that is not allowed for known and unknown addresses', async () => {
    const answer = await ask({ email: user.email, reset_url: 'https://evil.example' });
    expect(answer.code).toBe('INVALID_REDIRECT_URL');
    expect(await app.sql('SELECT id FROM messages WHERE recipient = ?', [user.email])).toEqual([]);
  });

  it('a reset sets the first password of a user without one', async () => {
    const email = newEmail();
    await app.post('/api/auth/magic-link', { email, sign_up: true });
    await app.follow(linkIn(await mail.emailTo(email)));
    await ask({ email });
    const old_password = tokenIn(await mail.emailTo(email, 2));
    await app.patch('/api/auth/user/change-password', { old_password, new_password: user.password });
    expect((await app.login(email, user.password)).status).toBe(200);
  });
});

describe('a magic link', () => {
  const VERIFY = '/api/auth/magic-link/verify';
  const MINE = 'https://app.example.com/in';

  const ask = (body: unknown) => app.post('/api/auth/magic-link', body);

  /** Asks for a link and reads it from the email. */
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
      expect(linkIn(await mail.emailTo(email))).toMatch(
        /^http:\/\/localhost:\d+\/api\/auth\/magic-link\/verify\?token=/,
      );
    });

    it.each([
      ['no email', { email: undefined }, 'INVALID_EMAIL'],
      ['null for an email', { email: null }, 'INVALID_EMAIL'],
      ['a number for an email', { email: 1 }, 'INVALID_EMAIL'],
      ['a value that is not an address', { email: 'ada' }, 'INVALID_EMAIL'],
      ['letters outside ASCII before the @', { email: 'adä@example.com', sign_up: true }, 'INVALID_EMAIL'],
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
        const other = tokenIn(await mail.emailTo(email, number));
        expect((await app.get(`${VERIFY}?token=${other}`)).code).toBe('INVALID_LINK');
      }
    });
  });
});

describe('a verification link', () => {
  const NEXT_URL = 'https://app.example.com/done?a=1&&uid=2|%7e#/part';
  const CONFIRM = '/api/auth/user/verify-email/confirm';
  let user: SignedUp;
  beforeEach(async () => {
    user = await app.signUp();
  });

  const ask = (body: unknown = {}, token = user.token) => app.post('/api/auth/user/verify-email', body, { token });
  const isVerified = async () => (await app.get('/api/auth/user', { token: user.token })).json.email_verified;

  /** Asks for a link and reads it from the email. */
  const mailed = (body: unknown = { next_url: NEXT_URL }) => mail.linkAfter(user.email, () => ask(body));

  async function expectError(link: string, code: string): Promise<void> {
    const answer = await app.follow(link);
    expect([answer.status, answer.parameter('error')]).toEqual([302, code]);
    expect(answer.location).toMatch(
      /^https:\/\/app\.example\.com\/done\?a=1&&uid=2\|%7e&error=\w+&message=\w.+#\/part$/,
    );
  }

  describe('a request for a verification', () => {
    it('has an empty answer, and mails a link to the address of the user', async () => {
      const answer = await ask({ email: newEmail() });
      expect([answer.status, answer.text]).toEqual([200, '']);
      const link = linkIn(await mail.emailTo(user.email));
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
        const other = tokenIn(await mail.emailTo(user.email, number));
        expect((await app.get(`${CONFIRM}?token=${other}`)).code).toBe('INVALID_LINK');
      }
      expect(await isVerified()).toBe(false);
    });
  });
});
