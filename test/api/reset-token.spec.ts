import type { Call } from '../support/http/http.js';
import { newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { tokenIn, useMail } from '../support/service/mail.js';

const { app, mail } = useMail();

describe('the account of a magic link', () => {
  /** Asks for a magic link and reads it from the email. */
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
});

describe('a reset token', () => {
  const CHANGE = '/api/auth/user/change-password';
  const NEW_PASSWORD = 'another horse another battery';
  let user: SignedUp;
  beforeEach(async () => {
    user = await app.signUp();
  });

  const change = (old_password: unknown, call: Call = {}, new_password = NEW_PASSWORD) =>
    app.patch(CHANGE, { old_password, new_password }, call);

  const mailedToken = () =>
    mail.tokenAfter(user.email, () => app.post('/api/auth/reset-password', { email: user.email }));

  const sessions = () => app.sql('SELECT session_id FROM sessions WHERE uid = ? AND ended_at IS NULL', [user.uid]);

  it('a reset token is void when its address was changed, also when the change happens while the token is created', async () => {
    const token = await mailedToken();
    // As if the address had changed between the reading of the user and the writing of the link.
    await app.sql('UPDATE users SET email = ? WHERE uid = ?', [newEmail(), user.uid]);
    expect((await change(token)).code).toBe('INVALID_PASSWORD');
  });

  describe('a valid reset token', () => {
    it('is accepted without an access token, and ends all sessions', async () => {
      const answer = await change(await mailedToken());
      expect([answer.status, answer.text]).toEqual([200, '']);
      expect(await sessions()).toEqual([]);
      expect((await app.refresh(user.refresh_token)).code).toBe('INVALID_REFRESH_TOKEN');
      expect((await app.login(user.email, PASSWORD)).code).toBe('INVALID_CREDENTIALS');
      expect((await app.login(user.email, NEW_PASSWORD)).status).toBe(200);
    });

    it('is accepted with the access token of its owner, and ends that session, too', async () => {
      expect((await change(await mailedToken(), { token: user.token })).status).toBe(200);
      expect(await sessions()).toEqual([]);
    });

    it.each([
      ['no token', 'Bearer'],
      ['another scheme', 'Basic YTpi'],
      ['a malformed token', 'Bearer x'],
      ['a refresh token', () => `Bearer ${user.refresh_token}`],
    ])('is accepted with an Authorization header that has %s', async (_what, header) => {
      const authorization = typeof header === 'string' ? header : header();
      expect((await change(await mailedToken(), { headers: { authorization } })).status).toBe(200);
    });

    it('is accepted with an expired access token of its owner', async () => {
      await app.advance(901);
      expect((await change(await mailedToken(), { token: user.token })).status).toBe(200);
    });

    it('is accepted with the access token of a deleted user', async () => {
      const gone = await app.signUp();
      await app.delete('/api/auth/user', { token: gone.token });
      expect((await change(await mailedToken(), { token: gone.token })).status).toBe(200);
    });

    it('fails with INVALID_PASSWORD with the access token of another user, and stays valid', async () => {
      const [token, other] = [await mailedToken(), await app.signUp()];
      expect((await change(token, { token: other.token })).code).toBe('INVALID_PASSWORD');
      expect((await app.login(other.email, PASSWORD)).status).toBe(200);
      expect((await change(token)).status).toBe(200);
    });

    it.each([['short'], [''], [undefined], [null], [12345678]])(
      'is not used up by the invalid new password %p',
      async (weak) => {
        const token = await mailedToken();
        expect((await app.patch(CHANGE, { old_password: token, new_password: weak })).code).toBe('WEAK_PASSWORD');
        expect((await app.patch(CHANGE, { old_password: token, new_password: user.email })).code).toBe('WEAK_PASSWORD');
        expect((await change(token)).status).toBe(200);
      },
    );

    it('can set the same password as before', async () => {
      expect((await change(await mailedToken(), {}, PASSWORD)).status).toBe(200);
      expect((await app.login(user.email, PASSWORD)).status).toBe(200);
    });

    it('stays valid when a newer one was requested, and makes the newer one void', async () => {
      const [earlier, newer] = [await mailedToken(), await mailedToken()];
      expect((await change(earlier)).status).toBe(200);
      expect((await change(newer)).code).toBe('INVALID_PASSWORD');
    });

    it('verifies the email', async () => {
      await change(await mailedToken());
      expect((await app.get('/api/auth/user', { token: user.token })).json.email_verified).toBe(true);
    });
  });

  describe('a reset token that is no longer valid', () => {
    it.each<[string, (token: string) => Promise<unknown>]>([
      ['used', (token) => change(token)],
      ['expired', () => app.advance(3_601)],
      ['void after a changed password', () => change(PASSWORD, { token: user.token })],
      ['void after a changed address', () => app.put('/api/auth/user', { email: newEmail() }, { token: user.token })],
      ['of a disabled user', () => app.disable(user.uid)],
      [
        'void after its account was disabled and enabled again',
        async () => {
          await app.disable(user.uid);
          await app.enable(user.uid);
        },
      ],
    ])('fails with INVALID_PASSWORD when it is %s', async (_what, spoil) => {
      const token = await mailedToken();
      await spoil(token);
      const again = `${NEW_PASSWORD}!`;
      for (const call of [{}, { token: user.refresh_token }]) {
        const answer = await change(token, call, again);
        expect([answer.status, answer.code]).toEqual([400, 'INVALID_PASSWORD']);
      }
      expect((await app.login(user.email, again)).code).toBe('INVALID_CREDENTIALS');
    });

    it('fails with INVALID_PASSWORD with a valid access token, too', async () => {
      const token = await mailedToken();
      await change(token);
      const { json } = await app.login(user.email, NEW_PASSWORD);
      expect((await change(token, { token: json.token }, PASSWORD)).code).toBe('INVALID_PASSWORD');
    });

    it('still fails with INVALID_PASSWORD six days later', async () => {
      const token = await mailedToken();
      await app.advance(6 * 86_400);
      expect((await change(token)).code).toBe('INVALID_PASSWORD');
    });
  });

  describe('change-password without a valid access token', () => {
    const json = { 'content-type': 'application/json' };

    it.each<[string, Call]>([
      ['the old password', { body: { old_password: PASSWORD, new_password: NEW_PASSWORD } }],
      ['no old_password', { body: { new_password: NEW_PASSWORD } }],
      ['a number', { body: { old_password: 1 } }],
      ['null', { body: { old_password: null } }],
      ['an object', { body: { old_password: { length: 43 } } }],
      ['an unknown token', { body: { old_password: 'A'.repeat(43), new_password: NEW_PASSWORD } }],
      ['a body that is a list', { body: ['old_password'] }],
      ['a body that is null', { body: null }],
      ['no body', {}],
      ['malformed JSON', { headers: json, raw: '{"old_password":' }],
      ['10 MB', { headers: json, raw: JSON.stringify({ old_password: 'x'.repeat(10_000_000) }) }],
      ['another media type', { headers: { 'content-type': 'text/xml' }, raw: '<old_password/>' }],
    ])('fails with NOT_AUTHENTICATED for %s', async (_what, call) => {
      for (const authorization of [undefined, 'Bearer x']) {
        const headers = { ...call.headers, ...(authorization ? { authorization } : {}) };
        const answer = await app.service.call('PATCH', CHANGE, { ...call, headers });
        expect([answer.status, answer.code]).toEqual([400, 'NOT_AUTHENTICATED']);
      }
    });

    it('fails with NOT_AUTHENTICATED for a token of another kind of link', async () => {
      await app.post('/api/auth/magic-link', { email: user.email });
      await app.post('/api/auth/user/verify-email', {}, { token: user.token });
      for (const number of [1, 2]) {
        const token = tokenIn(await mail.emailTo(user.email, number));
        expect((await change(token)).code).toBe('NOT_AUTHENTICATED');
      }
    });
  });
});
