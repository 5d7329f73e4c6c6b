import { codeAt, codeOf, type Fenced, fence, fencedUser, nowOf } from '../support/factors/factors.js';
import { about, expectFailure, expectNothing, readToken } from '../support/http/http.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { SECRET, type Service } from '../support/service/service.js';

const app = useApp({ SMTP_URL: 'none' });
// With a running clock, a step of 30 seconds could end between two lines of a test.
beforeAll(() => app.service.freeze());

describe('second factors', () => {
  const MFA = '/api/auth/user/mfa';

  const decode = (token: string) => readToken(token).claims;

  /** The first step of a sign-in. */
  async function challenge({ email }: Pick<Fenced, 'email'>) {
    const answer = await app.login(email, PASSWORD);
    expectFailure(answer, 'MFA_REQUIRED');
    return answer.json;
  }

  const verify = (body: object) => app.post('/api/auth/mfa/verify', body);

  describe('a login of a user with an authenticator app', () => {
    it('answers MFA_REQUIRED with a token, its expiry and the methods, and opens no session', async () => {
      const user = await fencedUser(app);
      const before = (await app.admin('GET', `/users/${user.uid}`)).json;
      const demand = await challenge(user);
      expect(demand).toEqual({
        code: 'MFA_REQUIRED',
        message: expect.any(String),
        mfa_token: expect.stringMatching(/^[\w-]{43}$/),
        expiry: expect.any(Number),
        methods: ['totp', 'recovery_code'],
      });
      expect((await app.admin('GET', `/users/${user.uid}`)).json).toEqual(before);
      expect((await app.events(user.uid)).at(-1)).toMatchObject({ type: 'mfa.challenged' });
    });

    it('does not mention the factor when the password is wrong', async () => {
      const user = await fencedUser(app);
      expectFailure(await app.login(user.email, 'not the password'), 'INVALID_CREDENTIALS');
    });

    it('succeeds with the code of the next step, as a session of both factors', async () => {
      const user = await fencedUser(app);
      const { mfa_token } = await challenge(user);
      const answer = await verify({ mfa_token, code: await codeOf(app, user.secret, 1) });
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.json).sort()).toEqual(
        ['uid', 'token', 'expiry', 'refresh_token', 'email_verified', 'metadata'].sort(),
      );
      const claims = decode(answer.json.token);
      expect(claims).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], acr: 'aal2', auth_time: about(claims.iat) });
      const refreshed = decode((await app.refresh(answer.json.refresh_token)).json.access_token);
      expect(refreshed).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], acr: 'aal2', auth_time: claims.auth_time });
    });

    it('ignores blanks in the code', async () => {
      const user = await fencedUser(app);
      const { mfa_token } = await challenge(user);
      const code = await codeOf(app, user.secret, 1);
      expect((await verify({ mfa_token, code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })).status).toBe(200);
    });

    it('refuses the code that confirmed the app, and any code of an older step', async () => {
      const user = await fencedUser(app);
      const { mfa_token } = await challenge(user);
      for (const steps of [0, -1])
        expectFailure(await verify({ mfa_token, code: await codeOf(app, user.secret, steps) }), 'INVALID_CODE');
      expect((await verify({ mfa_token, code: await codeOf(app, user.secret, 1) })).status).toBe(200);
    });

    it.each([
      ['too old', -2],
      ['too new', 2],
    ])('refuses a code that is %s', async (_how, steps) => {
      const user = await fencedUser(app);
      const { mfa_token } = await challenge(user);
      expectFailure(await verify({ mfa_token, code: await codeOf(app, user.secret, steps) }), 'INVALID_CODE');
    });

    it('refuses the token after five wrong codes, also with a right one', async () => {
      const user = await fencedUser(app);
      const { mfa_token } = await challenge(user);
      for (let tries = 0; tries < 5; tries++)
        expectFailure(await verify({ mfa_token, code: 'abcdef' }), 'INVALID_CODE');
      expectFailure(await verify({ mfa_token, code: await codeOf(app, user.secret, 1) }), 'INVALID_MFA_TOKEN');
    });

    it('refuses the token after five minutes', async () => {
      const user = await fencedUser(app);
      const { mfa_token } = await challenge(user);
      await app.advance(300);
      expectFailure(await verify({ mfa_token, code: await codeOf(app, user.secret) }), 'INVALID_MFA_TOKEN');
    });

    it.each([
      ['missing', undefined],
      ['unknown', 'x'.repeat(43)],
      ['not a string', 7],
    ])('refuses a token that is %s', async (_how, mfa_token) => {
      expectFailure(await verify({ mfa_token, code: '123456' }), 'INVALID_MFA_TOKEN');
    });

    it('counts no try without a factor', async () => {
      const user = await fencedUser(app);
      const { mfa_token } = await challenge(user);
      for (let tries = 0; tries < 6; tries++) expectFailure(await verify({ mfa_token }), 'INVALID_REQUEST');
      expect((await verify({ mfa_token, code: await codeOf(app, user.secret, 1) })).status).toBe(200);
    });

    it('refuses the token after a change of the password', async () => {
      const user = await fencedUser(app);
      const { mfa_token } = await challenge(user);
      await app.admin('PATCH', `/users/${user.uid}`, { password: 'another horse, another battery' });
      expectFailure(await verify({ mfa_token, code: await codeOf(app, user.secret, 1) }), 'INVALID_MFA_TOKEN');
    });

    it('answers USER_DISABLED when the user was disabled between the two steps', async () => {
      const user = await fencedUser(app);
      const { mfa_token } = await challenge(user);
      await app.disable(user.uid);
      expectFailure(await verify({ mfa_token, code: await codeOf(app, user.secret, 1) }), 'USER_DISABLED');
    });
  });

  describe('a recovery code', () => {
    it('signs in once, in any case and with any dashes', async () => {
      const user = await fencedUser(app);
      expect(user.recoveryCodes).toHaveLength(10);
      const [code = ''] = user.recoveryCodes;
      const written = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
      const { mfa_token } = await challenge(user);
      const answer = await verify({ mfa_token, recovery_code: written });
      expect(answer.status).toBe(200);
      expect(decode(answer.json.token)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], acr: 'aal2' });
      const again = await challenge(user);
      expectFailure(await verify({ mfa_token: again.mfa_token, recovery_code: code }), 'INVALID_CODE');
      expect((await app.get(MFA, { token: answer.json.token })).json).toMatchObject({ recovery_codes_left: 9 });
    });

    it('of another user is refused', async () => {
      const [one, other] = [await fencedUser(app), await fencedUser(app)];
      const { mfa_token } = await challenge(one);
      expectFailure(await verify({ mfa_token, recovery_code: other.recoveryCodes[0] }), 'INVALID_CODE');
    });
  });

  describe('the factors of a user', () => {
    it('are listed without secrets', async () => {
      const user = await fencedUser(app);
      const answer = await app.get(MFA, { token: user.token });
      expect(answer.json).toEqual({
        enabled: true,
        required: false,
        recovery_codes_left: 10,
        factors: [
          {
            factor_id: user.factorId,
            type: 'totp',
            name: 'Phone',
            created_at: expect.any(Number),
            last_used_at: expect.any(Number),
          },
        ],
      });
    });

    it('are none for a new user, whose login answers as without factors', async () => {
      const user = await app.signUp();
      const expected = { enabled: false, required: false, recovery_codes_left: 0, factors: [] };
      expect((await app.get(MFA, { token: user.token })).json).toEqual(expected);
      expect((await app.login(user.email, PASSWORD)).status).toBe(200);
    });

    it('end every other session when the first one is confirmed, and make the own session aal2', async () => {
      const user = await app.signUp();
      const other = (await app.login(user.email, PASSWORD)).json;
      const fenced = await fence(app, user);
      expectFailure(await app.refresh(other.refresh_token), 'INVALID_REFRESH_TOKEN');
      const refreshed = (await app.refresh(fenced.refresh_token)).json;
      expect(decode(refreshed.access_token)).toMatchObject({ acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] });
    });

    it('are switched off when the last one is removed, and recovery codes with them', async () => {
      const user = await fencedUser(app);
      const { token } = user;
      expectNothing(await app.delete(`${MFA}/totp/${user.factorId}`, { token }));
      expect((await app.get(MFA, { token })).json).toMatchObject({
        enabled: false,
        recovery_codes_left: 0,
        factors: [],
      });
      expect((await app.login(user.email, PASSWORD)).status).toBe(200);
    });

    it('can be renamed and switched off and on, and keep their recovery codes', async () => {
      const user = await fencedUser(app);
      const { token } = user;
      expectNothing(await app.patch(`${MFA}/totp/${user.factorId}`, { name: 'Tablet' }, { token }));
      expectNothing(await app.put(MFA, { enabled: false }, { token }));
      expect((await app.login(user.email, PASSWORD)).status).toBe(200);
      expectNothing(await app.put(MFA, { enabled: true }, { token }));
      const { enabled, recovery_codes_left, factors } = (await app.get(MFA, { token })).json;
      expect({ enabled, recovery_codes_left, name: factors[0].name }).toEqual({
        enabled: true,
        recovery_codes_left: 10,
        name: 'Tablet',
      });
      await challenge(user);
    });

    it('cannot be switched on without one', async () => {
      const { token } = await app.signUp();
      expectFailure(await app.put(MFA, { enabled: true }, { token }), 'FACTOR_NOT_FOUND');
      expectFailure(await app.post(`${MFA}/recovery-codes`, {}, { token }), 'MFA_NOT_ENABLED');
    });

    it('are at most five', async () => {
      const user = await fencedUser(app);
      const { token } = user;
      for (let count = 2; count <= 5; count++) {
        const { factor_id, secret } = (await app.post(`${MFA}/totp`, {}, { token })).json;
        const code = await codeOf(app, secret);
        expectNothing(await app.post(`${MFA}/totp/${factor_id}/confirm`, { code }, { token }));
      }
      expectFailure(await app.post(`${MFA}/totp`, {}, { token }), 'FACTOR_LIMIT_REACHED');
    });

    it('of another user are not found', async () => {
      const [one, other] = [await fencedUser(app), await fencedUser(app)];
      const path = `${MFA}/totp/${other.factorId}`;
      expectFailure(await app.delete(path, { token: one.token }), 'FACTOR_NOT_FOUND');
      expectFailure(await app.patch(path, { name: 'x' }, { token: one.token }), 'FACTOR_NOT_FOUND');
      expectFailure(await app.post(`${path}/confirm`, { code: '123456' }, { token: one.token }), 'FACTOR_NOT_FOUND');
    });

    it('are not changed by an app that is added and not confirmed', async () => {
      const user = await fencedUser(app);
      const { token } = user;
      const pending = (await app.post(`${MFA}/totp`, {}, { token })).json;
      expect((await app.get(MFA, { token })).json.factors).toHaveLength(1);
      expectFailure(await app.delete(`${MFA}/totp/${pending.factor_id}`, { token }), 'FACTOR_NOT_FOUND');
      const { mfa_token } = await challenge(user);
      expectFailure(await verify({ mfa_token, code: await codeOf(app, pending.secret, 1) }), 'INVALID_CODE');
      expect((await verify({ mfa_token, code: await codeOf(app, user.secret, 1) })).status).toBe(200);
    });

    it('cannot be confirmed after ten minutes', async () => {
      const user = await app.signUp();
      await app.prove(user.uid);
      const { factor_id, secret } = (await app.post(`${MFA}/totp`, {}, { token: user.token })).json;
      await app.advance(600);
      const code = await codeOf(app, secret);
      const confirm = app.post(`${MFA}/totp/${factor_id}/confirm`, { code }, { token: user.token });
      expectFailure(await confirm, 'FACTOR_NOT_FOUND');
    });
  });

  describe('a magic link of a user with an authenticator app', () => {
    it('leads to its target with MFA_REQUIRED and without tokens', async () => {
      const user = await fencedUser(app);
      const next_url = 'https://app.example.com/in?x=1';
      const { link } = (await app.admin('POST', '/links', { type: 'magic_link', email: user.email, next_url })).json;
      const answer = await app.follow(link);
      expect(answer.status).toBe(302);
      const { searchParams } = new URL(answer.headers.get('location') ?? '');
      expect([...searchParams.keys()].sort()).toEqual(['error', 'exp', 'message', 'methods', 'mfa_token', 'x'].sort());
      expect(searchParams.get('error')).toBe('MFA_REQUIRED');
      expect(searchParams.get('methods')).toBe('totp,recovery_code');
      const mfa_token = searchParams.get('mfa_token');
      const signedIn = await verify({ mfa_token, code: await codeOf(app, user.secret, 1) });
      expect(decode(signedIn.json.token)).toMatchObject({ amr: ['otp', 'mfa'], acr: 'aal2' });
    });

    it('proves the address with the factor, and not before', async () => {
      const user = await fencedUser(app);
      const email = newEmail();
      await app.admin('PATCH', `/users/${user.uid}`, { email });
      const verified = async () => (await app.admin('GET', `/users/${user.uid}`)).json.email_verified;
      const { link } = (await app.admin('POST', '/links', { type: 'magic_link', email })).json;
      const mfa_token = (await app.follow(link)).parameter('mfa_token');
      expect(await verified()).toBe(false);
      expect((await verify({ mfa_token, code: await codeOf(app, user.secret, 1) })).status).toBe(200);
      expect(await verified()).toBe(true);
    });
  });

  describe('a new proof', () => {
    const reauthenticate = (token: string, body: object) => app.post('/api/auth/user/reauthenticate', body, { token });

    it('of the password makes an older session recent again', async () => {
      const user = await app.signUp();
      await app.advance(601);
      const { access_token: token } = (await app.refresh(user.refresh_token)).json;
      expectFailure(
        await app.put('/api/auth/user', { email: `x${user.email}` }, { token }),
        'REAUTHENTICATION_REQUIRED',
      );
      const answer = await reauthenticate(token, { password: PASSWORD });
      expect(Object.keys(answer.json).sort()).toEqual(['access_token', 'expiry', 'uid']);
      const claims = decode(answer.json.access_token);
      expect(claims).toMatchObject({ acr: 'aal1', amr: ['pwd'], auth_time: about(claims.iat) });
      expectNothing(await app.put('/api/auth/user', { email: `x${user.email}` }, { token: answer.json.access_token }));
    });

    it('of the password alone is refused for a user who has an authenticator app', async () => {
      const user = await app.signUp();
      await fence(app, user);
      await app.sql("UPDATE sessions SET acr = 'aal1' WHERE uid = ?", [user.uid]);
      const refused = await app.put(
        '/api/auth/user',
        { email: `y${user.email}`, password: PASSWORD },
        { token: user.token },
      );
      expectFailure(refused, 'REAUTHENTICATION_REQUIRED');
      expect(refused.json).toMatchObject({
        max_age: 600,
        acr: 'aal2',
        methods: ['totp', 'recovery_code'],
      });
      for (const password of [PASSWORD, 'not the password']) {
        expectFailure(await reauthenticate(user.token, { password }), 'REAUTHENTICATION_REQUIRED');
      }
      expectFailure(await app.delete('/api/auth/user', { token: user.token }), 'REAUTHENTICATION_REQUIRED');
    });

    it('of the second factor raises the session to aal2', async () => {
      const user = await fencedUser(app);
      await app.sql("UPDATE sessions SET acr = 'aal1', amr = 'pwd' WHERE uid = ?", [user.uid]);
      const answer = await reauthenticate(user.token, { code: await codeOf(app, user.secret, 1) });
      expect(decode(answer.json.access_token)).toMatchObject({ acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] });
      expectNothing(await app.delete('/api/auth/user', { token: user.token }));
    });

    it.each([
      ['a wrong code', { code: '000000' }, 'INVALID_CODE'],
      ['a wrong recovery code', { recovery_code: 'AAAAAA' }, 'INVALID_CODE'],
      ['nothing', {}, 'INVALID_REQUEST'],
    ])('is refused with %s', async (_what, body, code) => {
      const user = await fencedUser(app);
      expectFailure(await reauthenticate(user.token, body), code);
    });

    it('is refused for a session that has ended', async () => {
      const user = await app.signUp();
      await app.post('/api/auth/user/logout', {}, { token: user.token });
      expectFailure(await reauthenticate(user.token, { password: PASSWORD }), 'NOT_AUTHENTICATED');
    });
  });

  it('a change of the password by the old one needs the second factor of a user who has one', async () => {
    const user = await fencedUser(app);
    await app.sql("UPDATE sessions SET acr = 'aal1' WHERE uid = ?", [user.uid]);
    const body = { old_password: PASSWORD, new_password: 'another horse, another battery' };
    const change = () => app.patch('/api/auth/user/change-password', body, { token: user.token });
    expectFailure(await change(), 'REAUTHENTICATION_REQUIRED');
    const code = await codeOf(app, user.secret, 1);
    await app.post('/api/auth/user/reauthenticate', { code }, { token: user.token });
    expectNothing(await change());
  });

  it('names of factors, reasons of resets and names of admin tokens are measured in the characters that the database counts', async () => {
    const user = await fencedUser(app);
    const call = { token: user.token };
    const text = (length: number) => 'a\uFE0F'.repeat(length / 2);
    const rename = (name: string) => app.patch(`/api/auth/user/mfa/totp/${user.factorId}`, { name }, call);
    const reset = (reason: string) => app.admin('POST', `/users/${user.uid}/factors/reset`, { reason });
    const token = (name: string) => app.admin('POST', '/tokens', { name, scopes: ['read'] });
    expectNothing(await rename(text(100)));
    expectFailure(await rename(text(102)), 'INVALID_REQUEST');
    expectFailure(await app.post('/api/auth/user/mfa/totp', { name: text(102) }, call), 'INVALID_REQUEST');
    expectFailure(await token(text(102)), 'INVALID_REQUEST');
    expectFailure(await reset(text(502)), 'INVALID_REQUEST');
    expect((await reset(text(500))).status).toBe(200);
  });
});

describe('authenticator codes', () => {
  const HOUR = 3_600;
  const PERIOD = 30;

  const post = (at: Service, path: string, body: object) => at.call('POST', `/api/auth/${path}`, { body });

  /** Moves the clock to the start of a later time step, so that the step lasts for the whole test. Returns the time. */
  async function toLaterStep(): Promise<number> {
    await app.advance(5 * PERIOD - ((await nowOf(app)) % PERIOD));
    return nowOf(app);
  }

  /** Both steps of a sign-in. */
  async function signIn({ email }: Fenced, factor: object, at = app.service) {
    const { mfa_token } = (await post(at, 'user/login', { email, password: PASSWORD })).json;
    return post(at, 'mfa/verify', { mfa_token, ...factor });
  }

  describe('the codes of an app', () => {
    it('of the window are accepted once each, in their order', async () => {
      const user = await fencedUser(app);
      const now = await toLaterStep();
      for (const steps of [-1, 0, 1]) {
        const code = codeAt(user.secret, now + steps * PERIOD);
        expect((await signIn(user, { code })).status).toBe(200);
        expectFailure(await signIn(user, { code }), 'INVALID_CODE');
      }
    });

    it.each([
      [1, [0, -1]],
      [0, [-1]],
    ])(
      'of an older step are refused after one %d steps ahead, although they were never used',
      async (newest, older) => {
        const user = await fencedUser(app);
        const now = await toLaterStep();
        const codeIn = (steps: number) => codeAt(user.secret, now + steps * PERIOD);
        expect((await signIn(user, { code: codeIn(newest) })).status).toBe(200);
        for (const steps of older) expectFailure(await signIn(user, { code: codeIn(steps) }), 'INVALID_CODE');
      },
    );

    it('follow a clock that goes one hour forward, and none of the hour before is accepted', async () => {
      const user = await fencedUser(app);
      const before = await codeOf(app, user.secret, 1);
      await app.advance(HOUR);
      expectFailure(await signIn(user, { code: before }), 'INVALID_CODE');
      expect((await signIn(user, { code: await codeOf(app, user.secret) })).status).toBe(200);
    });

    it('are refused after a clock went one hour back, until it has passed the last accepted code', async () => {
      const user = await fencedUser(app);
      await app.advance(HOUR);
      const used = await codeOf(app, user.secret);
      expect((await signIn(user, { code: used })).status).toBe(200);
      await app.advance(-HOUR);
      for (const steps of [-1, 0, 1])
        expectFailure(await signIn(user, { code: await codeOf(app, user.secret, steps) }), 'INVALID_CODE');
      const [recovery_code] = user.recoveryCodes;
      expect((await signIn(user, { recovery_code })).status).toBe(200);
      await app.advance(HOUR);
      expectFailure(await signIn(user, { code: used }), 'INVALID_CODE');
      expect((await signIn(user, { code: await codeOf(app, user.secret, 1) })).status).toBe(200);
    });

    it('of another app of the same user are spent apart', async () => {
      const user = await fencedUser(app);
      const token = user.token;
      const { factor_id, secret } = (await app.post('/api/auth/user/mfa/totp', {}, { token })).json;
      const confirm = { code: await codeOf(app, secret) };
      expect((await app.post(`/api/auth/user/mfa/totp/${factor_id}/confirm`, confirm, { token })).status).toBe(200);
      for (const own of [user.secret, secret])
        expect((await signIn(user, { code: await codeOf(app, own, 1) })).status).toBe(200);
    });
  });

  describe('the secret of an app', () => {
    const sealedOf = async ({ factorId }: Fenced) =>
      (await app.sql('SELECT secret_sealed FROM totp_factors WHERE factor_id = ?', [factorId]))[0]?.secret_sealed;

    it('is sealed anew by a sign-in after AUTH_SECRET was replaced, and then opens without the previous one', async () => {
      const NEW_SECRET = 'another secret for tests, as long as the old';
      const [used, unused] = [await fencedUser(app), await fencedUser(app)];
      // The first one seals the signing keys anew, without which the second one does not start.
      const between = await app.replica({ AUTH_SECRET: NEW_SECRET, AUTH_SECRET_PREVIOUS: SECRET });
      const after = await app.replica({ AUTH_SECRET: NEW_SECRET });
      const now = await toLaterStep();
      // Replicas start with the real clock.
      for (const service of [between, after]) await service.advance(now - Math.floor(Date.now() / 1_000));
      const old = await sealedOf(used);

      expect((await signIn(used, { code: codeAt(used.secret, now - PERIOD) }, between)).status).toBe(200);
      expect(await sealedOf(used)).not.toBe(old);
      expect((await signIn(used, { code: codeAt(used.secret, now + PERIOD) }, after)).status).toBe(200);

      const code = codeAt(unused.secret, now);
      expectFailure(await signIn(unused, { code }, after), 'INVALID_CODE');
      expect((await signIn(unused, { recovery_code: unused.recoveryCodes[0] }, after)).status).toBe(200);
      expect((await signIn(unused, { code }, between)).status).toBe(200);
    });

    it('does not open for another user or another app', async () => {
      const [one, other] = [await fencedUser(app), await fencedUser(app)];
      await app.sql('UPDATE totp_factors SET secret_sealed = ? WHERE factor_id = ?', [
        await sealedOf(one),
        other.factorId,
      ]);
      for (const { secret } of [one, other])
        expectFailure(await signIn(other, { code: await codeOf(app, secret, 1) }), 'INVALID_CODE');
    });
  });
});
