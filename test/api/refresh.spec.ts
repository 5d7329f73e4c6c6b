import { type Answer, about, expectFailure, sendPipelined } from '../support/http/http.js';
import { PASSWORD, type SignedUp, useApp } from '../support/service/app.js';

const app = useApp();

describe('a replay', () => {
  const GRACE_SECONDS = 10;
  const REFRESH = '/api/auth/user/refresh';

  const refreshTogether = (...tokens: string[]): Promise<Answer[]> =>
    sendPipelined(
      app.service.url,
      tokens.map((refresh_token) => ({ path: REFRESH, body: { refresh_token } })),
    );

  /** The refresh tokens of one session, from the first to the newest. */
  async function generations(count: number): Promise<string[]> {
    const tokens = [(await app.signUp()).refresh_token];
    for (let made = 1; made < count; made++) tokens.push((await app.refresh(tokens.at(-1))).json.refresh_token);
    return tokens;
  }

  describe('two tabs that refresh one session at the same moment', () => {
    it('can refresh after the grace period with the token of the last answer', async () => {
      const [previous = '', current = ''] = await generations(2);
      const answers = await refreshTogether(previous, current);
      await app.advance(GRACE_SECONDS + 2);
      expect((await app.refresh(answers.at(-1)?.json.refresh_token)).status).toBe(200);
    });
  });

  it('a session that was ended after a theft is refused, and its user can sign in again', async () => {
    const [old = '', , newest = ''] = await generations(3);
    expect((await app.refresh(old)).code).toBe('INVALID_REFRESH_TOKEN');
    expect((await app.refresh(newest)).code).toBe('INVALID_REFRESH_TOKEN');
    const [row] = await app.sql(
      'SELECT u.email, s.end_reason FROM users u JOIN sessions s ON s.uid = u.uid WHERE s.session_id = ?',
      [JSON.parse(Buffer.from(old.split('.')[1] ?? '', 'base64url').toString()).sid],
    );
    expect(row?.end_reason).toBe('stolen');
    expect((await app.login(String(row?.email), PASSWORD)).status).toBe(200);
  });
});

describe('a rotation', () => {
  const DAY = 86_400;

  const rotate = async (refresh_token: string): Promise<string> => {
    const answer = await app.refresh(refresh_token);
    expect(answer.status).toBe(200);
    return answer.json.refresh_token;
  };
  const expectRevoked = async (refresh_token: string) =>
    expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
  const signIn = async ({ email }: SignedUp): Promise<SignedUp> => (await app.login(email, PASSWORD)).json;
  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());

  describe('a refresh', () => {
    it('answers with new tokens of the same session', async () => {
      const user = await app.signUp({ metadata: '[1]' });
      await app.advance(60);
      const answer = await app.refresh(user.refresh_token);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.json).toEqual({
        uid: user.uid,
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        expiry: about(user.expiry + 60),
      });
      expect(answer.json.refresh_token).not.toBe(user.refresh_token);
      expect(claimsOf(answer.json.access_token)).toMatchObject({
        sub: user.uid,
        sid: claimsOf(user.token).sid,
        exp: answer.json.expiry,
      });
      const record = await app.get('/api/auth/user', { token: answer.json.access_token });
      expect(record.json).toMatchObject({ uid: user.uid });
    });

    it('changes neither updated_at nor last_login', async () => {
      const user = await app.signUp();
      const before = (await app.get('/api/auth/user', { token: user.token })).json;
      await app.advance(60);
      const { access_token } = (await app.refresh(user.refresh_token)).json;
      expect((await app.get('/api/auth/user', { token: access_token })).json).toEqual(before);
    });

    it('needs no access token, and ignores an invalid one', async () => {
      const { refresh_token } = await app.signUp();
      const answer = await app.post('/api/auth/user/refresh', { refresh_token }, { token: 'garbage' });
      expect(answer.status).toBe(200);
    });

    it('extends the session: each new refresh token is valid for 30 days', async () => {
      let { refresh_token } = await app.signUp();
      for (let i = 0; i < 3; i++) {
        await app.advance(20 * DAY);
        refresh_token = await rotate(refresh_token);
        const { iat, exp } = claimsOf(refresh_token);
        expect(exp - iat).toEqual(about(30 * DAY));
      }
      await app.advance(30 * DAY + 1);
      expectFailure(await app.refresh(refresh_token), 'EXPIRED_JWT');
    });
  });

  describe('the refresh token before the newest', () => {
    it('is accepted within the grace period, and returns tokens of the current generation', async () => {
      const { refresh_token: first } = await app.signUp();
      const second = await rotate(first);
      await app.advance(8);
      const again = await rotate(first);
      const third = await rotate(again);
      expect(await rotate(second)).toEqual(expect.any(String));
      expect(await rotate(third)).toEqual(expect.any(String));
    });

    it('does not extend its own grace period', async () => {
      const { refresh_token: first } = await app.signUp();
      const second = await rotate(first);
      await app.advance(8);
      await rotate(first);
      await app.advance(8);
      await expectRevoked(first);
      await expectRevoked(second);
    });

    it('counts as stolen after the grace period: it ends its whole session, and no other', async () => {
      const user = await app.signUp();
      const other = await signIn(user);
      const second = await rotate(user.refresh_token);
      await app.advance(12);
      await expectRevoked(user.refresh_token);
      await expectRevoked(second);
      await rotate(other.refresh_token);
    });
  });

  it('an older refresh token counts as stolen within the grace period, too', async () => {
    const user = await app.signUp();
    const other = await signIn(user);
    const second = await rotate(user.refresh_token);
    const third = await rotate(second);
    await expectRevoked(user.refresh_token);
    await expectRevoked(third);
    await expectRevoked(second);
    await rotate(other.refresh_token);
  });

  describe('an expired refresh token', () => {
    it.each<[string, (user: SignedUp) => Promise<unknown>]>([
      ['an active session', async () => undefined],
      ['a session that was revoked', ({ token }) => app.post('/api/auth/user/logout', {}, { token })],
      ['a token that was replaced', ({ refresh_token }) => rotate(refresh_token)],
      ['a user who was deleted', ({ token }) => app.delete('/api/auth/user', { token })],
      ['a user who was disabled', ({ uid }) => app.disable(uid)],
    ])('fails with EXPIRED_JWT for %s', async (_title, change) => {
      const user = await app.signUp();
      await change(user);
      await app.advance(30 * DAY + 1);
      expectFailure(await app.refresh(user.refresh_token), 'EXPIRED_JWT');
    });

    it('ends no session when it was replaced before it expired', async () => {
      const { refresh_token } = await app.signUp();
      await app.advance(20 * DAY);
      const second = await rotate(refresh_token);
      await app.advance(11 * DAY);
      expectFailure(await app.refresh(refresh_token), 'EXPIRED_JWT');
      await rotate(second);
    });
  });

  describe('a refresh with an invalid token', () => {
    it.each<[string, (user: SignedUp) => Promise<unknown>]>([
      ['of a disabled user', ({ uid }) => app.disable(uid)],
      ['of a deleted user', ({ token }) => app.delete('/api/auth/user', { token })],
      ['of a session that was revoked', ({ token }) => app.post('/api/auth/user/logout', {}, { token })],
    ])('fails with INVALID_REFRESH_TOKEN for a token %s', async (_title, change) => {
      const user = await app.signUp();
      await change(user);
      await expectRevoked(user.refresh_token);
    });

    const flip = (token: string, part: number, change: (text: string) => string) =>
      token
        .split('.')
        .map((text, i) => (i === part ? change(text) : text))
        .join('.');
    const recode = (edit: (json: Record<string, unknown>) => object) => (text: string) =>
      Buffer.from(JSON.stringify(edit(JSON.parse(Buffer.from(text, 'base64url').toString())))).toString('base64url');

    it.each<[string, (user: SignedUp) => string]>([
      ['an empty text', () => ''],
      ['a space', () => ' '],
      ['plain words', () => 'not a token'],
      ['two dots', () => '..'],
      ['an access token', ({ token }) => token],
      ['a token cut short', ({ refresh_token }) => refresh_token.slice(0, -2)],
      ['a token without its signature', ({ refresh_token }) => flip(refresh_token, 2, () => '')],
      [
        'a token with the algorithm none',
        ({ refresh_token }) =>
          flip(
            flip(
              refresh_token,
              0,
              recode((header) => ({ ...header, alg: 'none' })),
            ),
            2,
            () => '',
          ),
      ],
      [
        'a token with a later expiry',
        ({ refresh_token }) =>
          flip(
            refresh_token,
            1,
            recode((claims) => ({ ...claims, exp: Number(claims.exp) + 1 })),
          ),
      ],
      [
        'a token of another generation',
        ({ refresh_token }) =>
          flip(
            refresh_token,
            1,
            recode((claims) => ({ ...claims, gen: 1 })),
          ),
      ],
      ['Bearer before the token', ({ refresh_token }) => `Bearer ${refresh_token}`],
      ['a token of 60,000 characters', () => `${'a'.repeat(20_000)}.${'b'.repeat(20_000)}.${'c'.repeat(20_000)}`],
    ])('fails with INVALID_REFRESH_TOKEN for %s', async (_title, spoil) => {
      const user = await app.signUp();
      await expectRevoked(spoil(user));
      await rotate(user.refresh_token);
    });
  });

  it('REFRESH_TOKEN_TTL sets the lifetime of a refresh token', async () => {
    const service = await app.replica({ REFRESH_TOKEN_TTL: '100' });
    try {
      const { email } = await app.signUp();
      const { json } = await service.call('POST', '/api/auth/user/login', { body: { email, password: PASSWORD } });
      const refresh = () =>
        service.call('POST', '/api/auth/user/refresh', { body: { refresh_token: json.refresh_token } });
      await service.advance(90);
      expect((await refresh()).status).toBe(200);
      await service.advance(11);
      expectFailure(await refresh(), 'EXPIRED_JWT');
    } finally {
      await service.stop();
    }
  });
});
