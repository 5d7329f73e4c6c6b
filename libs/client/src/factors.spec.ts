import { FakeService, failure } from '../test/fake-service.js';
import { createClient, type LatchkeyClient, MfaError } from './index.js';

const LOGIN = 'POST /api/auth/user/login';
const VERIFY = 'POST /api/auth/mfa/verify';
const REFRESH = 'POST /api/auth/user/refresh';
const REAUTHENTICATE = 'POST /api/auth/user/reauthenticate';
const TOTP = 'POST /api/auth/user/mfa/totp';
const CONFIRM = 'POST /api/auth/user/mfa/totp/f1/confirm';
const STEP = { mfa_token: 'mfa-1', expiry: 1_800_000_000, methods: ['totp', 'recovery_code'] };
const WANTED = { status: 400, body: { code: 'MFA_REQUIRED', message: 'A second factor is needed.', ...STEP } };
const ENROLMENT = { code: 'MFA_ENROLMENT_REQUIRED', message: 'Add one.', ...STEP, methods: ['totp', 'passkey'] };

let service: FakeService;
let client: LatchkeyClient;
beforeEach(async () => {
  service = await FakeService.start();
  client = createClient({ baseUrl: service.url });
});
afterEach(() => service.stop());

const sent = (endpoint: string, index = 0) => JSON.parse(service.asked[endpoint]?.[index]?.body ?? '');
const authorizationOf = (endpoint: string) => service.asked[endpoint]?.[0]?.authorization;
const signedIn = (more: object = {}) => ({ body: { uid: 'ada', ...service.tokens(), expiry: 1, ...more } });
const signIn = () => client.signIn('ada@example.com', 'x');

describe('a sign-in that needs a second factor', () => {
  it('fails with what the second step needs, and signs no user in', async () => {
    service.next(LOGIN, WANTED);
    const error = await signIn().catch((failed: unknown) => failed);
    expect(error).toBeInstanceOf(MfaError);
    expect(error).toMatchObject({
      code: 'MFA_REQUIRED',
      message: 'A second factor is needed.',
      status: 400,
      mfaToken: 'mfa-1',
      methods: ['totp', 'recovery_code'],
      expiry: 1_800_000_000,
    });
    expect(await client.accessToken()).toBeUndefined();
  });

  it('names the new user when signUp() must add a factor', async () => {
    service.next('POST /api/auth/user/create', { status: 400, body: { ...ENROLMENT, uid: 'ada' } });
    await expect(client.signUp({ email: 'ada@example.com', password: 'x' })).rejects.toMatchObject({
      code: 'MFA_ENROLMENT_REQUIRED',
      uid: 'ada',
      methods: ['totp', 'passkey'],
    });
  });

  it.each<[string, () => Promise<unknown>, object]>([
    ['verifyTotp', () => client.verifyTotp('mfa-1', '123 456'), { code: '123 456' }],
    ['useRecoveryCode', () => client.useRecoveryCode('mfa-1', 'ABCD'), { recovery_code: 'ABCD' }],
  ])('is completed by %s()', async (_name, verify, proof) => {
    service.next(VERIFY, signedIn());
    expect(await verify()).toEqual({ uid: 'ada' });
    expect(sent(VERIFY)).toEqual({ mfa_token: 'mfa-1', ...proof });
    expect(await client.accessToken()).toBeDefined();
  });

  it('returns the recovery codes of an imported user', async () => {
    service.next(VERIFY, signedIn({ recovery_codes: ['A', 'B'] }));
    expect(await client.verifyTotp('mfa-1', '123456')).toEqual({ uid: 'ada', recovery_codes: ['A', 'B'] });
  });

  it('is not completed by a wrong code', async () => {
    service.next(VERIFY, failure('INVALID_CODE'));
    await expect(client.verifyTotp('mfa-1', '000000')).rejects.toMatchObject({ code: 'INVALID_CODE', methods: [] });
    expect(await client.accessToken()).toBeUndefined();
  });
});

describe('the enrolment of an authenticator app', () => {
  const NEW = { factor_id: 'f1', secret: 'S', uri: 'otpauth://totp/x', expiry: 1 };

  it('uses the token of MFA_ENROLMENT_REQUIRED in place of an access token, and signs in', async () => {
    service.next(TOTP, { body: NEW });
    service.next(CONFIRM, signedIn({ recovery_codes: ['A'] }));
    expect(await client.factors.addTotp('Phone', 'mfa-1')).toEqual(NEW);
    expect(await client.factors.confirmTotp('f1', '123456', 'mfa-1')).toEqual({ uid: 'ada', recovery_codes: ['A'] });
    expect([authorizationOf(TOTP), authorizationOf(CONFIRM)]).toEqual(['Bearer mfa-1', 'Bearer mfa-1']);
    expect([sent(TOTP), sent(CONFIRM)]).toEqual([{ name: 'Phone' }, { code: '123456' }]);
    expect([await client.accessToken(), service.count(REFRESH)]).toEqual([expect.any(String), 0]);
  });

  it('of a signed-in user fetches an access token that has the new factor', async () => {
    await signIn();
    const before = await client.accessToken();
    service.next(CONFIRM, { body: { recovery_codes: ['A'] } });
    expect(await client.factors.confirmTotp('f1', '123456')).toEqual({ recovery_codes: ['A'] });
    expect(authorizationOf(CONFIRM)).toBe(`Bearer ${before}`);
    expect(await client.accessToken()).not.toBe(before);
  });

  it('returns the recovery codes also when that access token cannot be fetched', async () => {
    await signIn();
    service.next(CONFIRM, { body: { recovery_codes: ['A'] } });
    service.next(REFRESH, failure('TOO_MANY_REQUESTS', 429));
    expect(await client.factors.confirmTotp('f1', '123456')).toEqual({ recovery_codes: ['A'] });
  });

  it('of a further factor returns nothing', async () => {
    await signIn();
    expect(await client.factors.confirmTotp('f1', '123456')).toEqual({});
  });
});

describe('SecondFactors', () => {
  beforeEach(signIn);

  it.each<[string, () => Promise<unknown>, string, unknown]>([
    ['list', () => client.factors.list(), 'GET /api/auth/user/mfa', ''],
    ['renameTotp', () => client.factors.renameTotp('f1', 'New'), 'PATCH /api/auth/user/mfa/totp/f1', { name: 'New' }],
    ['removeTotp', () => client.factors.removeTotp('f1'), 'DELETE /api/auth/user/mfa/totp/f1', ''],
    ['setEnabled', () => client.factors.setEnabled(false), 'PUT /api/auth/user/mfa', { enabled: false }],
  ])('sends the request of %s() as the user', async (_name, call, endpoint, body) => {
    await call();
    expect(authorizationOf(endpoint)).toBe(`Bearer ${await client.accessToken()}`);
    expect(body === '' ? service.asked[endpoint]?.[0]?.body : sent(endpoint)).toEqual(body);
  });

  it('returns new recovery codes', async () => {
    service.next('POST /api/auth/user/mfa/recovery-codes', { body: { recovery_codes: ['A'] } });
    service.next('PUT /api/auth/user/mfa', { body: { recovery_codes: ['B'] } });
    expect([await client.factors.renewRecoveryCodes(), await client.factors.setEnabled(true)]).toEqual([['A'], ['B']]);
  });
});

describe('LatchkeyClient.reauthenticate()', () => {
  const renewed = () => ({ body: { uid: 'ada', access_token: service.tokens().token, expiry: 1 } });
  const stored = new Map<string, string>();
  beforeEach(async () => {
    stored.clear();
    const storage = {
      getItem: (key: string) => stored.get(key),
      setItem: (key: string, text: string) => stored.set(key, text),
    };
    client = createClient({ baseUrl: service.url, storage });
    await signIn();
  });
  const tokens = () => JSON.parse([...stored.values()][0] ?? '');

  it('is what REAUTHENTICATION_REQUIRED asks for', async () => {
    const body = { code: 'REAUTHENTICATION_REQUIRED', message: 'x', methods: ['password'], max_age: 600, acr: 'aal1' };
    service.next('DELETE /api/auth/user', { status: 400, body });
    await expect(client.deleteUser()).rejects.toMatchObject({
      code: 'REAUTHENTICATION_REQUIRED',
      methods: ['password'],
    });
  });

  it('replaces the access token, and keeps the refresh token', async () => {
    const before = tokens();
    service.next(REAUTHENTICATE, renewed());
    await client.reauthenticate({ password: 'x' });
    expect(sent(REAUTHENTICATE)).toEqual({ password: 'x' });
    expect(tokens()).toMatchObject({ uid: 'ada', refresh: before.refresh });
    expect(tokens().access).not.toBe(before.access);
  });

  it('refreshes once more if another tab has refreshed meanwhile, and keeps the newer refresh token', async () => {
    service.next(REAUTHENTICATE, async () => {
      const { token, refresh_token } = service.tokens();
      const [key = ''] = stored.keys();
      stored.set(key, JSON.stringify({ ...tokens(), access: token, refresh: refresh_token }));
      return renewed();
    });
    await client.reauthenticate({ code: '123456' });
    expect(service.count(REFRESH)).toBe(1);
    expect(sent(REFRESH)).toEqual({ refresh_token: 'refresh-2' });
    expect(tokens().refresh).toBe('refresh-4');
  });

  it('does not touch another user who has signed in meanwhile', async () => {
    service.next(REAUTHENTICATE, async () => {
      service.next(LOGIN, { body: { uid: 'grace', ...service.tokens(), expiry: 1 } });
      await client.signIn('grace@example.com', 'x');
      return renewed();
    });
    await client.reauthenticate({ code: '123456' });
    expect([tokens().uid, tokens().refresh, service.count(REFRESH)]).toEqual(['grace', 'refresh-2', 0]);
  });

  it('can use an email code', async () => {
    service.next(`${REAUTHENTICATE}/options`, { body: { code_token: 'c', expiry: 5 } });
    expect(await client.requestReauthenticationCode()).toEqual({ code_token: 'c', expiry: 5 });
    expect(sent(`${REAUTHENTICATE}/options`)).toEqual({ method: 'email_code' });
  });
});

describe('email codes', () => {
  const CODE = 'POST /api/auth/email-code';

  it('sign in with the token of the browser that asked for the code', async () => {
    service.next(CODE, { body: { code_token: 'c', expiry: 5 } });
    service.next(`${CODE}/verify`, signedIn());
    const { code_token } = await client.requestCode({ email: 'ada@example.com', sign_up: true });
    expect(await client.signInWithCode(code_token, '123456')).toEqual({ uid: 'ada' });
    expect(sent(`${CODE}/verify`)).toEqual({ code_token: 'c', code: '123456' });
    expect(await client.accessToken()).toBeDefined();
  });

  it('prove the address during an enrolment, which goes on with a new token', async () => {
    service.next(`${CODE}/verify`, { status: 400, body: { ...ENROLMENT, mfa_token: 'mfa-2' } });
    await expect(client.signInWithCode('c', '123456', 'mfa-1')).rejects.toMatchObject({ mfaToken: 'mfa-2' });
    expect(sent(`${CODE}/verify`)).toEqual({ code_token: 'c', code: '123456', mfa_token: 'mfa-1' });
  });

  it('can be part of the email with a magic link', async () => {
    service.next('POST /api/auth/magic-link', { body: { code_token: 'c', expiry: 5 } });
    const { code_token } = await client.requestMagicLink({ email: 'ada@example.com', with_code: true });
    expect(code_token).toBe('c');
  });
});
