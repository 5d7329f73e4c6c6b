import { type Algorithm, SoftPasskey } from '../support/factors/authenticator.js';
import {
  addPasskey,
  creation,
  fence,
  loginOptions,
  ORIGIN,
  PASSKEYS,
  passkeyLogin,
  passkeyUser,
  RP_ID,
} from '../support/factors/factors.js';
import { about, expectFailure, expectNothing, readToken } from '../support/http/http.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';

const app = useApp({
  PASSKEY_RP_ID: RP_ID,
  PASSKEY_ORIGINS: `${ORIGIN},https://app.example.net`,
});

describe('the settings of passkeys', () => {
  const NEW_RP_ID = 'example.org';

  describe('after a change of PASSKEY_RP_ID, passkeys', () => {
    let changed: Service;
    let user: Awaited<ReturnType<typeof passkeyUser>>;
    beforeAll(async () => {
      user = await passkeyUser(app);
      await app.put('/api/auth/user/mfa', { enabled: true }, { token: user.token });
      changed = await app.replica({ PASSKEY_RP_ID: NEW_RP_ID, PASSKEY_ORIGINS: `https://${NEW_RP_ID}`, MFA: 'off' });
    });

    it('of the old domain are counted in a warning at start', async () => {
      await changed.logged(`1 passkeys belong to another domain than PASSKEY_RP_ID=${NEW_RP_ID}`);
      expect(app.service.log).not.toContain('belong to another domain');
    });

    it('of the old domain do not sign in', async () => {
      const { challenge_id, options } = (await changed.call('POST', '/api/auth/passkey/options')).json;
      expect(options.rpId).toBe(NEW_RP_ID);
      for (const rpId of [RP_ID, NEW_RP_ID]) {
        const credential = user.passkey.get(options, { origin: `https://${NEW_RP_ID}`, rpId });
        const body = { challenge_id, credential };
        const { status } = await changed.call('POST', '/api/auth/passkey/login', { body });
        expect(status).toBe(400);
      }
      expect((await passkeyLogin(app, user.passkey)).status).toBe(200);
    });

    it('of the old domain are no longer among the methods, but recovery codes are', async () => {
      const body = { email: user.email, password: PASSWORD };
      const answer = await changed.call('POST', '/api/auth/user/login', { body });
      expectFailure(answer, 'MFA_REQUIRED');
      expect(answer.json.methods).toEqual(['recovery_code']);
      const { mfa_token } = answer.json;
      const options = await changed.call('POST', '/api/auth/mfa/passkey/options', { body: { mfa_token } });
      expectFailure(options, 'FACTOR_NOT_FOUND');
    });

    it('cannot be added while MFA is off', async () => {
      const body = { email: newEmail(), password: PASSWORD, login: true };
      const { token } = (await changed.call('POST', '/api/auth/user/create', { body })).json;
      expectFailure(await changed.call('POST', `${PASSKEYS}/options`, { token }), 'MFA_DISABLED');
    });
  });

  it('a start with related origins prints the file for the browsers', async () => {
    const file = JSON.stringify(JSON.stringify({ origins: ['https://app.example.net'] })).slice(1, -1);
    await app.service.logged(`https://${RP_ID}/.well-known/webauthn: ${file}`);
  });

  describe('with an app for Android in PASSKEY_ORIGINS, passkeys', () => {
    const ANDROID = 'android:apk-key-hash:VKvnqHbAuDZr9sjT_Jzw0gLfWC9u6iF6sKw-zyh4Tk4';
    const OTHER = 'android:apk-key-hash:AAvnqHbAuDZr9sjT_Jzw0gLfWC9u6iF6sKw-zyh4Tk4';

    it('of that app can be added and used, and of no other', async () => {
      const service = await app.replica({ PASSKEY_ORIGINS: `${ORIGIN},${ANDROID}` });
      expect(service.log).not.toContain('.well-known/webauthn');
      const account = { email: newEmail(), password: PASSWORD, login: true };
      const { token } = (await service.call('POST', '/api/auth/user/create', { body: account })).json;
      const add = async (passkey: SoftPasskey) => {
        const created = (await service.call('POST', `${PASSKEYS}/options`, { token })).json;
        const body = { challenge_id: created.challenge_id, credential: passkey.create(created.options) };
        return service.call('POST', PASSKEYS, { token, body });
      };
      expectFailure(await add(new SoftPasskey(OTHER)), 'INVALID_PASSKEY');
      const passkey = new SoftPasskey(ANDROID);
      expect((await add(passkey)).status).toBe(200);
      const login = async (origin: string) => {
        const { challenge_id, options } = (await service.call('POST', '/api/auth/passkey/options')).json;
        const body = { challenge_id, credential: passkey.get(options, { origin }) };
        return (await service.call('POST', '/api/auth/passkey/login', { body })).status;
      };
      expect([await login(ANDROID), await login(OTHER), await login(`${ANDROID}=`)]).toEqual([200, 400, 400]);
    });
  });

  it('passkeys of the default settings belong to the host of APP_URL', async () => {
    const service = await app.replica({ PASSKEY_RP_ID: '', PASSKEY_ORIGINS: '', APP_URL: 'https://my.example.com/in' });
    const { options } = (await service.call('POST', '/api/auth/passkey/options')).json;
    expect(options.rpId).toBe('my.example.com');
    expect(service.log).not.toContain('.well-known/webauthn');
    const account = { email: newEmail(), password: PASSWORD, login: true };
    const { token } = (await service.call('POST', '/api/auth/user/create', { body: account })).json;
    const created = (await service.call('POST', `${PASSKEYS}/options`, { token })).json;
    const credential = new SoftPasskey('https://my.example.com').create(created.options);
    const body = { challenge_id: created.challenge_id, credential };
    expect((await service.call('POST', PASSKEYS, { token, body })).status).toBe(200);
  });
});

describe('a passkey', () => {
  const LOGIN = '/api/auth/passkey/login';

  const decode = (token: string) => readToken(token).claims;
  const typesOf = async (uid: string) => (await app.events(uid)).map(({ type }) => type);
  const list = async (token: string) => (await app.get(PASSKEYS, { token })).json;

  describe('a new passkey', () => {
    it('is asked for with the options that the rules demand', async () => {
      const user = await passkeyUser(app);
      const { options, expiry } = await creation(app, user.token);
      expect(options).toMatchObject({
        rp: { id: RP_ID, name: 'Latchkey' },
        user: { name: user.email, displayName: user.email },
        attestation: 'none',
        timeout: 300_000,
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        excludeCredentials: [{ id: user.passkey.id, type: 'public-key', transports: ['hybrid', 'internal'] }],
      });
      expect(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-7, -8, -257]);
      expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
      expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
      expect(options.user.id).toBe(user.passkey.handle);
      expect(expiry - decode(user.token).iat).toBeGreaterThanOrEqual(300);
    });

    it('is listed with what the signals of the browser need', async () => {
      const user = await passkeyUser(app);
      expect(await list(user.token)).toEqual({
        rp_id: RP_ID,
        user_handle: user.passkey.handle,
        passkeys: [
          {
            passkey_id: user.passkeyId,
            credential_id: user.passkey.id,
            name: 'Phone',
            synced: true,
            transports: ['hybrid', 'internal'],
            created_at: expect.any(Number),
            last_used_at: null,
          },
        ],
      });
      const factor = { factor_id: user.passkeyId, type: 'passkey', name: 'Phone' };
      expect((await app.get('/api/auth/user/mfa', { token: user.token })).json).toMatchObject({
        enabled: false,
        factors: [factor],
      });
      expect(await typesOf(user.uid)).toContain('passkey.added');
    });

    it('ends no session and does not ask for a second factor from now on', async () => {
      const user = await app.signUp();
      await app.prove(user.uid);
      const other = (await app.login(user.email, user.password)).json;
      await addPasskey(app, user.token);
      expect((await app.refresh(other.refresh_token)).status).toBe(200);
      expect((await app.login(user.email, user.password)).status).toBe(200);
    });

    it.each([
      ['its authenticator', { aaguid: 'd548826e-79b4-db40-a3d8-11116f7e8349' }, 'Bitwarden'],
      ['the browser', {}, 'Firefox on Linux'],
    ])('has the name of %s without a name of its own', async (_what, behaviour, name) => {
      const { token } = await app.signUp();
      const { challenge_id, options } = await creation(app, token);
      const credential = new SoftPasskey(ORIGIN).create(options, behaviour);
      const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
      const answer = await app.post(PASSKEYS, { challenge_id, credential }, { token, headers });
      expect(answer.json).toEqual({ passkey_id: expect.any(String), name });
    });

    it('may have an id of 1,023 bytes, and no longer one', async () => {
      const user = await passkeyUser(app, {}, 1_023);
      expect((await passkeyLogin(app, user.passkey)).status).toBe(200);
      const { challenge_id, options } = await creation(app, user.token);
      const credential = new SoftPasskey(ORIGIN, 1_024).create(options);
      expectFailure(await app.post(PASSKEYS, { challenge_id, credential }, { token: user.token }), 'INVALID_PASSKEY');
    });

    it.each<[Algorithm, number]>([
      ['ES256', 200],
      ['EdDSA', 200],
      ['RS256', 200],
      ['ES384', 400],
    ])('with a key for %s is answered with the status %d, and signs in if accepted', async (algorithm, status) => {
      const { token } = await app.signUp();
      const { challenge_id, options } = await creation(app, token);
      const passkey = new SoftPasskey(ORIGIN, 32, algorithm);
      const answer = await app.post(PASSKEYS, { challenge_id, credential: passkey.create(options) }, { token });
      expect(answer.status).toBe(status);
      expect((await passkeyLogin(app, passkey)).status).toBe(status);
      if (status === 200) expectFailure(await passkeyLogin(app, passkey, { wrongKey: true }), 'INVALID_PASSKEY');
    });

    it.each([
      ['thousands of nested lists', Buffer.alloc(11_000, 0x81)],
      ['a list that claims to be endless', Buffer.from('9affffffff', 'hex')],
      ['a map that claims to be endless', Buffer.from('baffffffff', 'hex')],
      ['a text that claims to be long', Buffer.from('7affffffff00', 'hex')],
      ['nothing but a number', Buffer.from('00', 'hex')],
    ])('with %s in its attestation is refused', async (_what, bytes) => {
      const { token } = await app.signUp();
      const { challenge_id, options } = await creation(app, token);
      const credential = new SoftPasskey(ORIGIN).create(options);
      const response = { ...(credential.response as object), attestationObject: bytes.toString('base64url') };
      const body = { challenge_id, credential: { ...credential, response } };
      expectFailure(await app.post(PASSKEYS, body, { token }), 'INVALID_PASSKEY');
    });

    it('may come from a related origin', async () => {
      const { token } = await app.signUp();
      await addPasskey(app, token, { origin: 'https://app.example.net' });
    });

    it.each([
      ['of another origin', { origin: 'https://app.example.org' }],
      ['of another domain', { rpId: 'example.org' }],
      ['of another challenge', { challenge: 'x'.repeat(43) }],
      ['without presence', { up: false }],
      ['without verification of the user', { uv: false }],
      ['copied, but not eligible for it', { be: false, bs: true }],
      ['that is the use of one', { type: 'webauthn.get' }],
      ['from a frame of another site', { crossOrigin: true }],
      ['with certificates', { format: 'packed', statement: { alg: -7, sig: Buffer.alloc(8), x5c: [Buffer.alloc(9)] } }],
      [
        'with an attestation of a phone',
        { format: 'android-safetynet', statement: { ver: '1', response: Buffer.alloc(8) } },
      ],
      ['with a wrong attestation of its own', { format: 'packed', statement: { alg: -7, sig: Buffer.alloc(8) } }],
    ])('%s is refused, and uses its challenge up', async (_what, behaviour) => {
      const { token } = await app.signUp();
      const { challenge_id, options } = await creation(app, token);
      const passkey = new SoftPasskey(ORIGIN);
      const send = (credential: unknown) => app.post(PASSKEYS, { challenge_id, credential }, { token });
      expectFailure(await send(passkey.create(options, behaviour)), 'INVALID_PASSKEY');
      expectFailure(await send(passkey.create(options)), 'INVALID_CHALLENGE');
      expect((await list(token)).passkeys).toEqual([]);
    });

    it('that is known already is refused, also for another user', async () => {
      const [one, other] = [await passkeyUser(app), await passkeyUser(app)];
      for (const { token } of [one, other]) {
        const { challenge_id, options } = await creation(app, token);
        const credential = one.passkey.create(options);
        expectFailure(await app.post(PASSKEYS, { challenge_id, credential }, { token }), 'PASSKEY_EXISTS');
      }
    });

    it('needs a challenge of its user and of this purpose', async () => {
      const [one, other] = [await passkeyUser(app), await passkeyUser(app)];
      for (const challenge of [await creation(app, other.token), await loginOptions(app)]) {
        const { challenge_id } = challenge;
        const options = { ...(await creation(app, one.token)).options, challenge: challenge.options.challenge };
        const credential = new SoftPasskey(ORIGIN).create(options);
        expectFailure(
          await app.post(PASSKEYS, { challenge_id, credential }, { token: one.token }),
          'INVALID_CHALLENGE',
        );
      }
    });

    it.each([
      ['no challenge', { credential: {} }, 'INVALID_CHALLENGE'],
      ['a number as challenge', { challenge_id: 7, credential: {} }, 'INVALID_CHALLENGE'],
      ['an unknown challenge', { challenge_id: 'x', credential: {} }, 'INVALID_CHALLENGE'],
      ['no credential', { challenge_id: 'x' }, 'INVALID_PASSKEY'],
      ['a text as credential', { challenge_id: 'x', credential: 'x' }, 'INVALID_PASSKEY'],
      ['a list as credential', { challenge_id: 'x', credential: [{}] }, 'INVALID_PASSKEY'],
      ['an empty name', { challenge_id: 'x', credential: {}, name: '' }, 'INVALID_REQUEST'],
    ])('with %s is refused', async (_what, body, code) => {
      const { token } = await app.signUp();
      expectFailure(await app.post(PASSKEYS, body, { token }), code);
    });

    it('needs a recent sign-in', async () => {
      const user = await app.signUp();
      await app.advance(601);
      const { access_token: token } = (await app.refresh(user.refresh_token)).json;
      expectFailure(await app.post(`${PASSKEYS}/options`, {}, { token }), 'REAUTHENTICATION_REQUIRED');
    });

    it('is the last of twenty', async () => {
      const { token } = await app.signUp();
      const waiting = await creation(app, token);
      for (let count = 0; count < 20; count++) await addPasskey(app, token);
      expectFailure(await app.post(`${PASSKEYS}/options`, {}, { token }), 'FACTOR_LIMIT_REACHED');
      const credential = new SoftPasskey(ORIGIN).create(waiting.options);
      const body = { challenge_id: waiting.challenge_id, credential };
      // A challenge ends with each change of the factors.
      expectFailure(await app.post(PASSKEYS, body, { token }), 'INVALID_CHALLENGE');
    });
  });

  describe('a sign-in by a passkey', () => {
    it('needs no email and verifies the user', async () => {
      const { options } = await loginOptions(app);
      expect(options).toMatchObject({ rpId: RP_ID, userVerification: 'required', allowCredentials: [] });
      expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    });

    it.each([
      ['synced', true, 'swk'],
      ['device-bound', false, 'hwk'],
    ])('with a %s one answers like a login, with both factors proved', async (_kind, be, key) => {
      const user = await passkeyUser(app, { be });
      const answer = await passkeyLogin(app, user.passkey, { be });
      expect(Object.keys(answer.json).sort()).toEqual(
        ['uid', 'token', 'expiry', 'refresh_token', 'email_verified', 'metadata'].sort(),
      );
      const claims = decode(answer.json.token);
      expect(claims).toMatchObject({
        sub: user.uid,
        amr: [key, 'user', 'mfa'],
        acr: 'aal2',
        auth_time: about(claims.iat),
      });
      const { sessions } = (await app.get('/api/auth/user/sessions', { token: answer.json.token })).json;
      expect(sessions[0]).toMatchObject({ method: 'passkey', current: true });
      expect((await list(user.token)).passkeys[0]).toMatchObject({ synced: be, last_used_at: expect.any(Number) });
    });

    it('asks a user with a second factor for nothing more', async () => {
      const user = await passkeyUser(app);
      await fence(app, user);
      expect((await passkeyLogin(app, user.passkey)).status).toBe(200);
    });

    it.each([
      ['of another origin', { origin: 'https://app.example.org' }],
      ['of another domain', { rpId: 'example.org' }],
      ['of another challenge', { challenge: 'x'.repeat(43) }],
      ['without presence', { up: false }],
      ['without verification of the user', { uv: false }],
      ['whose eligibility for copies has changed', { be: false }],
      ['with a wrong signature', { wrongKey: true }],
      ['that is a creation', { type: 'webauthn.create' }],
      ['from a frame of another site', { crossOrigin: true }],
      ['with the handle of another user', { handle: 'x'.repeat(43) }],
      ['without a handle', { handle: null }],
    ])('%s is refused, and uses its challenge up', async (_what, behaviour) => {
      const { passkey, uid } = await passkeyUser(app);
      const { challenge_id, options } = await loginOptions(app);
      const send = (credential: unknown) => app.post(LOGIN, { challenge_id, credential });
      expectFailure(await send(passkey.get(options, behaviour)), 'INVALID_PASSKEY');
      expectFailure(await send(passkey.get(options)), 'INVALID_CHALLENGE');
      expect(await typesOf(uid)).not.toContain('passkey.counter_regressed');
    });

    it.each([
      ['empty', {}],
      ['without a response', { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }],
      ['with two ids', { id: 'AAAA', rawId: 'AAAB', type: 'public-key', response: {} }],
      ['with an id that is no text', { id: { a: 1 }, rawId: { a: 1 }, type: 'public-key', response: {} }],
    ])('with a credential that is %s is refused, and uses its challenge up', async (_what, credential) => {
      const { challenge_id } = await loginOptions(app);
      expectFailure(await app.post(LOGIN, { challenge_id, credential }), 'INVALID_PASSKEY');
      expectFailure(await app.post(LOGIN, { challenge_id, credential }), 'INVALID_CHALLENGE');
    });

    it('with an unknown passkey says so before it checks the challenge', async () => {
      const user = await passkeyUser(app);
      const { options } = await creation(app, user.token);
      const stranger = new SoftPasskey(ORIGIN);
      stranger.create(options);
      expectFailure(await passkeyLogin(app, stranger), 'PASSKEY_NOT_FOUND');
      const login = await loginOptions(app);
      const credential = stranger.get(login.options);
      expectFailure(await app.post(LOGIN, { challenge_id: 'x', credential }), 'PASSKEY_NOT_FOUND');
    });

    it('is refused after five minutes', async () => {
      const { passkey } = await passkeyUser(app);
      const { challenge_id, options } = await loginOptions(app);
      await app.advance(300);
      expectFailure(await app.post(LOGIN, { challenge_id, credential: passkey.get(options) }), 'INVALID_CHALLENGE');
    });

    it('is refused for a disabled user, and recorded', async () => {
      const { passkey, uid } = await passkeyUser(app);
      await app.disable(uid);
      expectFailure(await passkeyLogin(app, passkey), 'USER_DISABLED');
      expect(await app.events(uid)).toContainEqual(
        expect.objectContaining({ type: 'login.failed', data: { reason: 'disabled', method: 'passkey' } }),
      );
    });

    it.each([
      ['greater', [1, 2], 2, 0],
      ['the same', [5, 5], 5, 1],
      ['less', [5, 3], 5, 1],
      ['always zero', [0, 0], 0, 0],
    ])('stands with a counter that is %s, and keeps the greatest', async (_how, counters, kept, regressions) => {
      const { passkey, uid } = await passkeyUser(app);
      for (const counter of counters) expect((await passkeyLogin(app, passkey, { counter })).status).toBe(200);
      const [row] = await app.sql('SELECT counter FROM passkeys WHERE uid = ?', [uid]);
      expect(Number(row?.counter)).toBe(kept);
      const regressed = (await typesOf(uid)).filter((type) => type === 'passkey.counter_regressed');
      expect(regressed).toHaveLength(regressions);
    });
  });

  describe('the passkeys of a user', () => {
    it('can be renamed, and are not found for another user', async () => {
      const [one, other] = [await passkeyUser(app), await passkeyUser(app)];
      const path = `${PASSKEYS}/${one.passkeyId}`;
      expectNothing(await app.patch(path, { name: 'Key' }, { token: one.token }));
      expect((await list(one.token)).passkeys[0].name).toBe('Key');
      expectFailure(await app.patch(path, { name: 'Mine' }, { token: other.token }), 'PASSKEY_NOT_FOUND');
      expectFailure(await app.delete(path, { token: other.token }), 'PASSKEY_NOT_FOUND');
      expectFailure(await app.delete(`${PASSKEYS}/x`, { token: other.token }), 'PASSKEY_NOT_FOUND');
      expectFailure(await app.patch(path, { name: '' }, { token: one.token }), 'INVALID_REQUEST');
    });

    it('end the other sessions when one is removed, which then is unknown', async () => {
      const user = await passkeyUser(app);
      const other = (await app.login(user.email, user.password)).json;
      expectNothing(await app.delete(`${PASSKEYS}/${user.passkeyId}`, { token: user.token }));
      expectFailure(await app.refresh(other.refresh_token), 'INVALID_REFRESH_TOKEN');
      expect((await app.refresh(user.refresh_token)).status).toBe(200);
      expectFailure(await passkeyLogin(app, user.passkey), 'PASSKEY_NOT_FOUND');
      expect(await typesOf(user.uid)).toEqual(expect.arrayContaining(['passkey.removed', 'mfa.factor_removed']));
    });

    it('cannot all be removed without another way to sign in', async () => {
      const user = await passkeyUser(app);
      await app.sql('UPDATE users SET password_hash = NULL WHERE uid = ?', [user.uid]);
      const remove = (passkeyId: string) => app.delete(`${PASSKEYS}/${passkeyId}`, { token: user.token });
      expectFailure(await remove(user.passkeyId), 'LAST_SIGN_IN_METHOD');
      expect((await passkeyLogin(app, user.passkey)).status).toBe(200);
      await addPasskey(app, user.token);
      expectNothing(await remove(user.passkeyId));
    });

    it('cannot all be removed while a second factor is required', async () => {
      const user = await passkeyUser(app);
      await app.sql("UPDATE users SET mfa = 'required' WHERE uid = ?", [user.uid]);
      const path = `${PASSKEYS}/${user.passkeyId}`;
      expectFailure(await app.delete(path, { token: user.token }), 'REAUTHENTICATION_REQUIRED');
      const { token } = (await passkeyLogin(app, user.passkey)).json;
      expectFailure(await app.delete(path, { token }), 'MFA_IS_REQUIRED');
      expect((await list(user.token)).passkeys).toHaveLength(1);
    });

    it('switch second factors off when the last one is removed', async () => {
      const user = await passkeyUser(app);
      const { recovery_codes } = (await app.put('/api/auth/user/mfa', { enabled: true }, { token: user.token })).json;
      expect(recovery_codes).toHaveLength(10);
      const { token } = (await passkeyLogin(app, user.passkey)).json;
      expectNothing(await app.delete(`${PASSKEYS}/${user.passkeyId}`, { token }));
      expect((await app.login(user.email, user.password)).status).toBe(200);
    });

    it('are listed and removed by administrators, also the last one', async () => {
      const user = await passkeyUser(app);
      await app.sql("UPDATE users SET mfa = 'required', password_hash = NULL WHERE uid = ?", [user.uid]);
      const path = `/users/${user.uid}/passkeys`;
      expect((await app.admin('GET', path)).json).toEqual({ passkeys: (await list(user.token)).passkeys });
      expectNothing(await app.admin('DELETE', `${path}/${user.passkeyId}`));
      expectFailure(await app.admin('DELETE', `${path}/${user.passkeyId}`), 'PASSKEY_NOT_FOUND');
      expectFailure(await app.admin('GET', '/users/x/passkeys'), 'USER_NOT_FOUND');
      expectFailure(await app.refresh(user.refresh_token), 'INVALID_REFRESH_TOKEN');
      const { token } = await app.adminToken(['read']);
      expectFailure(await app.admin('DELETE', `${path}/${user.passkeyId}`, undefined, token), 'NOT_AUTHORIZED');
    });
  });
});
