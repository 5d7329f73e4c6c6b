import { about, type Call, expectFailure, expectNothing } from '../support/http/http.js';
import { newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';

const app = useApp();

describe('an access token', () => {
  let user: SignedUp;
  beforeAll(async () => {
    user = await app.signUp();
  });

  const READING = [
    ['GET', '/api/auth/user'],
    ['GET', '/api/auth/get-user'],
    ['GET', '/api/auth/user/sessions'],
    ['GET', '/api/auth/user/api-keys'],
  ] as const;
  const WRITING = [
    ['PUT', '/api/auth/user'],
    ['DELETE', '/api/auth/user'],
    ['PATCH', '/api/auth/user/change-password'],
    ['POST', '/api/auth/user/logout'],
    ['DELETE', '/api/auth/user/sessions/0193e0a0-0000-7000-8000-000000000000'],
    ['POST', '/api/auth/user/api-keys'],
    ['DELETE', '/api/auth/user/api-keys/x'],
  ] as const;

  const json = { 'content-type': 'application/json' };
  const TEN_MB = Buffer.alloc(10 * 1024 * 1024, 'x');

  describe.each([...READING, ...WRITING])('%s %s without a valid access token', (method, path) => {
    it.each<[string, () => Call]>([
      ['no token', () => ({})],
      ['garbage', () => ({ token: 'garbage' })],
      ['a refresh token', () => ({ token: user.refresh_token })],
      ['a token that is cut short', () => ({ token: user.token.slice(0, -3) })],
    ])('fails with NOT_AUTHENTICATED for %s', async (_title, call) => {
      expectFailure(await app.service.call(method, path, call()), 'NOT_AUTHENTICATED');
    });
  });

  describe.each(WRITING)('%s %s without a valid access token', (method, path) => {
    it.each<[string, Call]>([
      ['of 10 MB', { raw: TEN_MB, headers: json }],
      ['of 10 MB of another type', { raw: TEN_MB, headers: { 'content-type': 'text/plain' } }],
      ['of another type', { raw: '<xml/>', headers: { 'content-type': 'application/xml' } }],
      ['of a malformed type', { raw: '{}', headers: { 'content-type': 'nonsense' } }],
      ['without a type', { raw: '{}' }],
      ['that is compressed', { raw: 'x', headers: { ...json, 'content-encoding': 'gzip' } }],
      ['of malformed JSON', { raw: '{"a":', headers: json }],
      ['that is not an object', { raw: '[]', headers: json }],
      ['with fields of wrong types', { body: { email: 1, metadata: 1, refresh_token: null, old_password: 1 } }],
    ])('fails with NOT_AUTHENTICATED before it reads a body %s', async (_title, call) => {
      expectFailure(await app.service.call(method, path, call), 'NOT_AUTHENTICATED');
      expectFailure(await app.service.call(method, path, { ...call, token: 'garbage' }), 'NOT_AUTHENTICATED');
    });

    it('fails with NOT_AUTHENTICATED for the token of a deleted user, before it reads the body', async () => {
      const { token } = await app.signUp();
      await app.delete('/api/auth/user', { token });
      const call = { token, raw: TEN_MB, headers: { 'content-type': 'text/plain' } };
      expectFailure(await app.service.call(method, path, call), 'NOT_AUTHENTICATED');
    });
  });

  it('the refused requests of this file have not changed the user', async () => {
    expect((await app.get('/api/auth/user', { token: user.token })).json).toMatchObject({ uid: user.uid });
    expect((await app.refresh(user.refresh_token)).status).toBe(200);
  });
});

describe('a password of a user', () => {
  const NEW_PASSWORD = 'quite another secret';

  const change = ({ token }: Pick<SignedUp, 'token'>, body: unknown) =>
    app.patch('/api/auth/user/change-password', body, { token });
  const signIn = async ({ email }: SignedUp): Promise<SignedUp> => (await app.login(email, PASSWORD)).json;

  describe('change-password', () => {
    it('replaces the password', async () => {
      const user = await app.signUp();
      expectNothing(await change(user, { old_password: PASSWORD, new_password: NEW_PASSWORD }));
      expectFailure(await app.login(user.email, PASSWORD), 'INVALID_CREDENTIALS');
      expect((await app.login(user.email, NEW_PASSWORD)).json).toMatchObject({ uid: user.uid });
    });

    it('ends every other session, and keeps the current one', async () => {
      const [user, stranger] = [await app.signUp(), await app.signUp()];
      const others = [await signIn(user), await signIn(user)];
      expectNothing(await change(user, { old_password: PASSWORD, new_password: NEW_PASSWORD }));
      for (const { refresh_token } of others) expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
      expect((await app.get('/api/auth/user/sessions', { token: user.token })).json.sessions).toMatchObject([
        { current: true },
      ]);
      expect((await app.refresh(user.refresh_token)).status).toBe(200);
      expect((await app.refresh(stranger.refresh_token)).status).toBe(200);
    });

    it('accepts the old password as the new one, and still ends the other sessions', async () => {
      const user = await app.signUp();
      const other = await signIn(user);
      expectNothing(await change(user, { old_password: PASSWORD, new_password: PASSWORD }));
      expectFailure(await app.refresh(other.refresh_token), 'INVALID_REFRESH_TOKEN');
      expect((await app.login(user.email, PASSWORD)).status).toBe(200);
    });

    it.each([
      ['INVALID_PASSWORD', 'another old password', { old_password: `${PASSWORD}.`, new_password: NEW_PASSWORD }],
      ['INVALID_PASSWORD', 'an empty old password', { old_password: '', new_password: NEW_PASSWORD }],
      [
        'INVALID_PASSWORD',
        'an old password in another case',
        { old_password: PASSWORD.toUpperCase(), new_password: NEW_PASSWORD },
      ],
      ['INVALID_PASSWORD', 'no old password', { new_password: NEW_PASSWORD }],
      ['WEAK_PASSWORD', 'a short new password', { old_password: PASSWORD, new_password: 'kV9#qL2' }],
      ['WEAK_PASSWORD', 'a well-known new password', { old_password: PASSWORD, new_password: 'password1' }],
      ['WEAK_PASSWORD', 'an empty new password', { old_password: PASSWORD, new_password: '' }],
      ['WEAK_PASSWORD', 'no new password', { old_password: PASSWORD }],
    ])('fails with %s for %s, and changes nothing', async (code, _title, body) => {
      const user = await app.signUp();
      const other = await signIn(user);
      expectFailure(await change(user, body), code);
      expect((await app.refresh(other.refresh_token)).status).toBe(200);
      expect((await app.login(user.email, PASSWORD)).status).toBe(200);
    });
  });

  describe('a password', () => {
    it.each([
      ['spaces around it', `  ${PASSWORD} `, PASSWORD],
      ['two spaces inside', PASSWORD.replace(' ', '  '), PASSWORD],
      ['upper case', 'Correct horse', 'correct horse'],
      ['a NUL inside', `${PASSWORD}\0tail`, `${PASSWORD}\0other`],
      ['a NUL at the start', `\0${PASSWORD}`, `\0another ${PASSWORD}`],
      ['a NUL at the end', `${PASSWORD}\0`, PASSWORD],
      ['the bytes after the 72nd', `${'maple kettle '.repeat(8)}1`, `${'maple kettle '.repeat(8)}2`],
      ['72 bytes and no more', 'maple kettle '.repeat(8).slice(0, 72), 'maple kettle '.repeat(8).slice(0, 73)],
      ['73 bytes and not just 72', 'maple kettle '.repeat(8).slice(0, 73), 'maple kettle '.repeat(8).slice(0, 72)],
      [
        'emoji after the 72nd byte',
        `${'\u{1F422}\u{1F41D}'.repeat(9)}maple\u{1F600}`,
        `${'\u{1F422}\u{1F41D}'.repeat(9)}maple\u{1F601}`,
      ],
      ['a byte order mark', `\uFEFF${PASSWORD}`, PASSWORD],
    ])('is compared exactly as typed: %s', async (_title, password, other) => {
      const { email } = await app.signUp({ password });
      expect((await app.login(email, password)).status).toBe(200);
      expectFailure(await app.login(email, other), 'INVALID_CREDENTIALS');
      const opposite = await app.signUp({ password: other });
      expect((await app.login(opposite.email, other)).status).toBe(200);
      expectFailure(await app.login(opposite.email, password), 'INVALID_CREDENTIALS');
    });
  });

  it('a password is stored as a bcrypt hash only, and is in no answer or log line', async () => {
    const password = 'never to be seen again';
    const { uid, email, token } = await app.signUp({ password });
    await app.login(email, password);
    expectFailure(await app.login(email, `${password}!`), 'INVALID_CREDENTIALS');
    const [row] = await app.sql('SELECT * FROM users WHERE uid = ?', [uid]);
    expect(row?.password_hash).toMatch(/^\$2b\$04\$[./A-Za-z0-9]{53}$/);
    expect(JSON.stringify(row)).not.toContain(password);
    expect(app.service.log).not.toContain(password);
    expect((await app.get('/api/auth/user', { token })).text).not.toMatch(/\$2b\$|password/);
  });

  it('two users with the same password have different hashes', async () => {
    const users = [await app.signUp(), await app.signUp()];
    const hashes = await Promise.all(
      users.map(async ({ uid }) => (await app.sql('SELECT password_hash FROM users WHERE uid = ?', [uid]))[0]),
    );
    expect(hashes[0]).not.toEqual(hashes[1]);
  });

  it('a sign-up with a weak password creates no account', async () => {
    const email = newEmail();
    expectFailure(await app.post('/api/auth/user/create', { email, password: 'password1' }), 'WEAK_PASSWORD');
    expect(await app.sql('SELECT * FROM users WHERE email = ?', [email])).toEqual([]);
  });
});

describe('a session', () => {
  const THIRTY_DAYS = 30 * 86_400;

  const logout = (token: string, body?: unknown) => app.post('/api/auth/user/logout', body, { token });
  const sessions = async (token: string) => (await app.get('/api/auth/user/sessions', { token })).json.sessions;
  const isAlive = async (refresh_token: string) => (await app.refresh(refresh_token)).status === 200;
  /** Signs the user in to one more session. */
  const signIn = async ({ email }: SignedUp): Promise<SignedUp> => (await app.login(email, PASSWORD)).json;
  const sidOf = ({ token }: Pick<SignedUp, 'token'>) =>
    JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()).sid;

  describe.each(['/api/auth/user/login', '/api/auth/login'])('POST %s', (path) => {
    const login = (body: unknown, query = '') => app.post(path + query, body);

    it('answers with tokens, the metadata and email_verified', async () => {
      const { uid, email } = await app.signUp({ metadata: ' [1]', email_verified: true });
      const answer = await login({ email: `  ${email.toUpperCase()}\n`, password: PASSWORD });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.json).toEqual({
        uid,
        token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        expiry: expect.any(Number),
        refresh_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        email_verified: true,
        metadata: ' [1]',
      });
      const { last_login } = (await app.get('/api/auth/user', { token: answer.json.token })).json;
      expect(answer.json.expiry).toEqual(about(last_login + 900));
    });

    it.each<[string, (email: string) => Record<string, unknown>]>([
      ['an unknown email', () => ({ email: newEmail(), password: PASSWORD })],
      ['another password', (email) => ({ email, password: `${PASSWORD}.` })],
      ['the password in another case', (email) => ({ email, password: PASSWORD.toUpperCase() })],
      ['a space after the password', (email) => ({ email, password: `${PASSWORD} ` })],
      ['an empty password', (email) => ({ email, password: '' })],
      ['an empty email', () => ({ email: '', password: PASSWORD })],
      ['no email', () => ({ password: PASSWORD })],
      ['no password', (email) => ({ email })],
      [
        'a letter that a Unicode case mapping would turn into the email',
        (email) => ({ email: email.replace('e', '\u212F'), password: PASSWORD }),
      ],
      ['a wildcard as the email', () => ({ email: '%', password: PASSWORD })],
    ])('fails with INVALID_CREDENTIALS for %s', async (_title, body) => {
      const { email } = await app.signUp();
      expectFailure(await login(body(email)), 'INVALID_CREDENTIALS');
    });

    it.each<[string, (email: string) => unknown]>([
      ['no body', () => undefined],
      ['an empty object', () => ({})],
      ['an empty password', (email) => ({ email, password: '' })],
      ['an empty email', () => ({ email: '', password: PASSWORD })],
      ['no email', () => ({ password: PASSWORD })],
    ])('never reads credentials from the query string, with %s', async (_title, body) => {
      const { email } = await app.signUp();
      const query = `?${new URLSearchParams({ email, password: PASSWORD })}`;
      expectFailure(await login(body(email), query), 'INVALID_CREDENTIALS');
    });

    it('answers USER_DISABLED only with the right password', async () => {
      const { uid, email } = await app.signUp();
      await app.disable(uid);
      expectFailure(await login({ email, password: PASSWORD }), 'USER_DISABLED');
      expectFailure(await login({ email, password: 'quite another secret' }), 'INVALID_CREDENTIALS');
    });
  });

  it('each sign-in changes the row of the user, also two in one second, so that a cluster detects conflicts', async () => {
    const user = await app.signUp();
    const signIns = async () =>
      Number((await app.sql('SELECT sign_ins FROM users WHERE uid = ?', [user.uid]))[0]?.sign_ins);
    const before = await signIns();
    await Promise.all([signIn(user), signIn(user)]);
    expect(await signIns()).toBe(before + 2);
  });

  describe('logout', () => {
    it.each<[string, (token: string) => ReturnType<typeof logout>]>([
      ['no body and no content type', (token) => logout(token)],
      [
        'no body and a JSON content type',
        (token) =>
          app.post('/api/auth/user/logout', undefined, {
            token,
            raw: '',
            headers: { 'content-type': 'application/json' },
          }),
      ],
      ['an empty object', (token) => logout(token, {})],
      ['an unknown field', (token) => logout(token, { refreshToken: 'x' })],
    ])('ends all sessions of the user with %s', async (_title, request) => {
      const [user, other] = [await app.signUp(), await app.signUp()];
      const second = await signIn(user);
      expectNothing(await request(user.token));
      expectFailure(await app.refresh(user.refresh_token), 'INVALID_REFRESH_TOKEN');
      expectFailure(await app.refresh(second.refresh_token), 'INVALID_REFRESH_TOKEN');
      expect(await isAlive(other.refresh_token)).toBe(true);
    });

    it('ends only the session of the given refresh token', async () => {
      const user = await app.signUp();
      const second = await signIn(user);
      expectNothing(await logout(user.token, { refresh_token: second.refresh_token }));
      expectFailure(await app.refresh(second.refresh_token), 'INVALID_REFRESH_TOKEN');
      expect(await isAlive(user.refresh_token)).toBe(true);
    });

    it('keeps the access token valid', async () => {
      const { token } = await app.signUp();
      expectNothing(await logout(token));
      expect((await app.get('/api/auth/user', { token })).status).toBe(200);
      expect(await sessions(token)).toEqual([]);
      expectNothing(await logout(token));
    });

    it('accepts a refresh token that has been replaced', async () => {
      const user = await app.signUp();
      const { refresh_token } = (await app.refresh(user.refresh_token)).json;
      expectNothing(await logout(user.token, { refresh_token: user.refresh_token }));
      expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
    });

    it('accepts a refresh token that has been revoked already', async () => {
      const user = await app.signUp();
      const second = await signIn(user);
      for (const _ of [1, 2]) expectNothing(await logout(user.token, { refresh_token: second.refresh_token }));
      expect(await isAlive(user.refresh_token)).toBe(true);
    });

    it('accepts a refresh token that has expired', async () => {
      const user = await app.signUp();
      await app.advance(THIRTY_DAYS + 1);
      const fresh = await signIn(user);
      expectNothing(await logout(fresh.token, { refresh_token: user.refresh_token }));
      expect(await isAlive(fresh.refresh_token)).toBe(true);
    });

    it.each<[string, (user: SignedUp, other: SignedUp) => unknown]>([
      ['of another user', (_user, other) => other.refresh_token],
      ['that is an access token', ({ token }) => token],
      ['that is malformed', () => 'garbage'],
      ['that is empty', () => ''],
      ['that is cut short', ({ refresh_token }) => refresh_token.slice(0, -4)],
      ['with a space after it', ({ refresh_token }) => `${refresh_token} `],
      ['that is null', () => null],
      ['that is a number', () => 1],
      ['that is false', () => false],
      ['in an array', ({ refresh_token }) => [refresh_token]],
      ['in an object', ({ refresh_token }) => ({ refresh_token })],
    ])('ends no session with a refresh token %s', async (_title, pick) => {
      const [user, other] = [await app.signUp(), await app.signUp()];
      const refresh_token = pick(user, other);
      expectFailure(await logout(user.token, { refresh_token }), 'INVALID_REFRESH_TOKEN');
      expect(await isAlive(user.refresh_token)).toBe(true);
      expect(await isAlive(other.refresh_token)).toBe(true);
    });
  });

  /** The full minute before a time; the request may be a few seconds later than the time. */
  const minuteOf = (seconds: number) => ({
    asymmetricMatch: (value: number) => value % 60 === 0 && Math.abs(value - (seconds - (seconds % 60))) <= 60,
    toString: () => `the full minute before ${seconds}`,
  });

  describe('the list of sessions', () => {
    it('shows each sign-in, newest first, and no token', async () => {
      const email = newEmail();
      const headers = { 'user-agent': 'Browser/1.0' };
      const credentials = { email, password: PASSWORD };
      const first = await app.post('/api/auth/user/create', { ...credentials, login: true }, { headers });
      await app.advance(60);
      const second = await app.post('/api/auth/user/login', credentials, { headers: { 'user-agent': 'App/2.0' } });
      await app.advance(60);
      const third = (await app.refresh(first.json.refresh_token)).json;
      const answer = await app.get('/api/auth/user/sessions', { token: third.access_token });
      const at = first.json.expiry - 900;
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        sessions: [
          {
            session_id: sidOf(second.json),
            created_at: about(at + 60),
            last_used_at: minuteOf(at + 60),
            expiry: about(at + 60 + THIRTY_DAYS),
            ip: '127.0.0.1',
            user_agent: 'App/2.0',
            method: 'password',
            parent_id: null,
            current: false,
          },
          {
            session_id: sidOf(first.json),
            created_at: about(at),
            last_used_at: minuteOf(at + 120),
            expiry: about(at + 120 + THIRTY_DAYS),
            ip: '127.0.0.1',
            user_agent: 'Browser/1.0',
            method: 'sign_up',
            parent_id: null,
            current: true,
          },
        ],
      });
      expect(answer.text).not.toContain('eyJ');
    });

    it('is sorted newest first also within a second', async () => {
      const user = await app.signUp();
      const ids = [sidOf(user)];
      for (let i = 0; i < 4; i++) ids.unshift(sidOf(await signIn(user)));
      expect((await sessions(user.token)).map(({ session_id }: { session_id: string }) => session_id)).toEqual(ids);
    });

    it('has no expired sessions and no sessions of other users', async () => {
      const user = await app.signUp();
      await app.advance(THIRTY_DAYS + 1);
      await app.signUp();
      const fresh = await signIn(user);
      expect(await sessions(fresh.token)).toMatchObject([{ session_id: sidOf(fresh), current: true }]);
    });

    it('shortens an overlong user agent', async () => {
      const { email } = await app.signUp();
      const credentials = { email, password: PASSWORD };
      const { json } = await app.post('/api/auth/user/login', credentials, {
        headers: { 'user-agent': 'x'.repeat(5_000) },
      });
      const [{ user_agent }] = await sessions(json.token);
      expect(user_agent).toMatch(/^x{100,1000}$/);
    });
  });

  describe('the end of a session by its id', () => {
    const end = (token: string, id: string) => app.delete(`/api/auth/user/sessions/${id}`, { token });

    it('revokes its refresh token, and no other', async () => {
      const user = await app.signUp();
      const second = await signIn(user);
      expectNothing(await end(user.token, sidOf(second)));
      expectFailure(await app.refresh(second.refresh_token), 'INVALID_REFRESH_TOKEN');
      expect(await sessions(user.token)).toMatchObject([{ session_id: sidOf(user) }]);
      expect(await isAlive(user.refresh_token)).toBe(true);
      expectFailure(await end(user.token, sidOf(second)), 'SESSION_NOT_FOUND');
    });

    it('is also possible for the current session, whose access token stays valid', async () => {
      const user = await app.signUp();
      expectNothing(await end(user.token, sidOf(user)));
      expectFailure(await app.refresh(user.refresh_token), 'INVALID_REFRESH_TOKEN');
      expect((await app.get('/api/auth/user', { token: user.token })).status).toBe(200);
    });

    it('fails with SESSION_NOT_FOUND for an expired session', async () => {
      const user = await app.signUp();
      await app.advance(THIRTY_DAYS + 1);
      const fresh = await signIn(user);
      expectFailure(await end(fresh.token, sidOf(user)), 'SESSION_NOT_FOUND');
    });

    it('fails with SESSION_NOT_FOUND for the session of another user', async () => {
      const [user, other] = [await app.signUp(), await app.signUp()];
      expectFailure(await end(user.token, sidOf(other)), 'SESSION_NOT_FOUND');
      expect(await isAlive(other.refresh_token)).toBe(true);
    });

    it.each([
      '0',
      'x',
      'null',
      '%00',
      '%27',
      '%25',
      '%F0%9F%98%80',
      `${'0'.repeat(80)}`,
      '0193e0a0-0000-7000-8000-000000000000',
    ])('fails with SESSION_NOT_FOUND for the id %s', async (id) => {
      const user = await app.signUp();
      expectFailure(await end(user.token, id), 'SESSION_NOT_FOUND');
      expect(await isAlive(user.refresh_token)).toBe(true);
    });
  });
});
