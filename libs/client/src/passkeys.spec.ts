import { FakeService, failure } from '../test/fake-service.js';
import { createClient, type LatchkeyClient } from './index.js';
import { createPasskeys, type Passkeys, supportsAutofill, supportsPasskeys } from './passkeys.js';

const OPTIONS = 'POST /api/auth/passkey/options';
const LOGIN = 'POST /api/auth/passkey/login';
const PASSKEYS = '/api/auth/user/passkeys';
const OWN = { rp_id: 'example.com', user_handle: 'aGFuZGxl', passkeys: [{ credential_id: 'c1' }] };
const ACCEPTED = { rpId: 'example.com', userId: 'aGFuZGxl', allAcceptedCredentialIds: ['c1'] };

/** What the browser was asked for. */
interface Asked {
  publicKey: object;
  mediation?: string;
  signal: AbortSignal;
}

const credential = { toJSON: () => ({ id: 'c1', type: 'public-key' }) };
const named = (name: string) => Object.assign(new Error(name), { name });
const waiting = ({ signal }: Asked) =>
  new Promise((_done, fail) => signal.addEventListener('abort', () => fail(signal.reason)));

const browser = { create: jest.fn(), get: jest.fn() };
const platform = {
  parseCreationOptionsFromJSON: (options: object) => ({ parsed: options }),
  parseRequestOptionsFromJSON: (options: object) => ({ parsed: options }),
  isConditionalMediationAvailable: async () => true,
  signalUnknownCredential: jest.fn(),
  signalAllAcceptedCredentials: jest.fn(),
  signalCurrentUserDetails: jest.fn(),
};

let service: FakeService;
let client: LatchkeyClient;
let passkeys: Passkeys;
beforeEach(async () => {
  jest.resetAllMocks();
  browser.create.mockResolvedValue(credential);
  browser.get.mockResolvedValue(credential);
  Object.defineProperty(globalThis, 'navigator', { value: { credentials: browser }, configurable: true });
  Object.assign(globalThis, { PublicKeyCredential: platform });
  service = await FakeService.start();
  client = createClient({ baseUrl: service.url });
  passkeys = createPasskeys(client);
});
afterEach(async () => {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  await service.stop();
});

const challenge = (options: object = { rpId: 'example.com' }) => ({ body: { challenge_id: 'ch', options, expiry: 1 } });
const sent = (endpoint: string) => JSON.parse(service.asked[endpoint]?.[0]?.body ?? '');
const signIn = () => client.signIn('ada@example.com', 'x');

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((next) => setTimeout(next, 5));
}

describe('Passkeys.signIn()', () => {
  it('signs in by a passkey, and signals the passkeys of the user', async () => {
    service.next(OPTIONS, challenge());
    service.next(`GET ${PASSKEYS}`, { body: OWN });
    expect(await passkeys.signIn()).toEqual({ uid: 'ada' });
    const [asked] = browser.get.mock.calls[0] as [Asked];
    expect([asked.publicKey, asked.mediation]).toEqual([{ parsed: { rpId: 'example.com' } }, undefined]);
    expect(sent(LOGIN)).toEqual({ challenge_id: 'ch', credential: { id: 'c1', type: 'public-key' } });
    expect(await client.accessToken()).toBeDefined();
    await until(() => platform.signalAllAcceptedCredentials.mock.calls.length > 0);
    expect(platform.signalAllAcceptedCredentials).toHaveBeenCalledWith(ACCEPTED);
  });

  it.each(['works', 'fails', 'throws'])(
    'signals a passkey that the service does not know, if the signal %s',
    async (how) => {
      if (how === 'fails') platform.signalUnknownCredential.mockRejectedValue(new TypeError('no'));
      if (how === 'throws') {
        platform.signalUnknownCredential.mockImplementation(() => {
          throw new TypeError('no');
        });
      }
      service.next(OPTIONS, challenge());
      service.next(LOGIN, failure('PASSKEY_NOT_FOUND'));
      await expect(passkeys.signIn()).rejects.toMatchObject({ code: 'PASSKEY_NOT_FOUND' });
      expect(platform.signalUnknownCredential).toHaveBeenCalledWith({ rpId: 'example.com', credentialId: 'c1' });
    },
  );

  it('signals nothing after another failure', async () => {
    service.next(OPTIONS, challenge());
    service.next(LOGIN, failure('INVALID_PASSKEY'));
    await expect(passkeys.signIn()).rejects.toMatchObject({ code: 'INVALID_PASSKEY' });
    expect(platform.signalUnknownCredential).not.toHaveBeenCalled();
  });

  it.each([
    ['NotAllowedError', 'PASSKEY_CANCELLED'],
    ['AbortError', 'PASSKEY_CANCELLED'],
    ['SecurityError', 'PASSKEY_FAILED'],
    ['InvalidStateError', 'PASSKEY_EXISTS'],
  ])('fails after the %s of the browser with %s', async (name, code) => {
    service.next(OPTIONS, challenge());
    browser.get.mockRejectedValue(named(name));
    await expect(passkeys.signIn()).rejects.toMatchObject({ code, status: 0, cause: { name } });
    expect(service.count(LOGIN)).toBe(0);
  });

  it('with autofill asks for a new challenge before the old one expires', async () => {
    service.next(OPTIONS, challenge({ timeout: 20 }), challenge({ timeout: 60_000 }));
    browser.get.mockImplementationOnce(waiting);
    expect(await passkeys.signIn({ autofill: true })).toEqual({ uid: 'ada' });
    expect(browser.get.mock.calls.map(([{ mediation }]) => mediation)).toEqual(['conditional', 'conditional']);
    expect(service.count(OPTIONS)).toBe(2);
  });

  it('with autofill ends when the page says so', async () => {
    service.next(OPTIONS, challenge({ timeout: 60_000 }));
    browser.get.mockImplementation(waiting);
    const page = new AbortController();
    const result = passkeys.signIn({ autofill: true, signal: page.signal });
    const expected = expect(result).rejects.toMatchObject({ code: 'PASSKEY_CANCELLED' });
    await until(() => browser.get.mock.calls.length > 0);
    page.abort();
    await expected;
    expect(service.count(OPTIONS)).toBe(1);
  });

  it('with autofill ends when another dialog begins', async () => {
    service.next(OPTIONS, challenge({ timeout: 60_000 }), challenge());
    browser.get.mockImplementationOnce(waiting);
    const expected = expect(passkeys.signIn({ autofill: true })).rejects.toMatchObject({ code: 'PASSKEY_CANCELLED' });
    await until(() => browser.get.mock.calls.length > 0);
    expect(await passkeys.signIn()).toEqual({ uid: 'ada' });
    await expected;
  });
});

describe('Passkeys.create()', () => {
  const options = { rp: { id: 'example.com' } };
  beforeEach(() => service.next(`POST ${PASSKEYS}/options`, challenge(options)));

  it('adds a passkey to the signed-in user', async () => {
    await signIn();
    service.next(`POST ${PASSKEYS}`, { body: { passkey_id: 'p1', name: 'Phone' } });
    expect(await passkeys.create('Phone')).toEqual({ passkey_id: 'p1', name: 'Phone' });
    expect(browser.create.mock.calls[0]?.[0]).toMatchObject({ publicKey: { parsed: options } });
    expect(sent(`POST ${PASSKEYS}`)).toMatchObject({ challenge_id: 'ch', credential: { id: 'c1' }, name: 'Phone' });
  });

  it('signs in with the token of MFA_ENROLMENT_REQUIRED, and returns recovery codes', async () => {
    const added = { passkey_id: 'p1', name: 'Phone', uid: 'ada', ...service.tokens(), recovery_codes: ['A'] };
    service.next(`POST ${PASSKEYS}`, { body: added });
    expect(await passkeys.create(undefined, 'mfa-1')).toEqual({
      passkey_id: 'p1',
      name: 'Phone',
      uid: 'ada',
      recovery_codes: ['A'],
    });
    expect(service.asked[`POST ${PASSKEYS}/options`]?.[0]?.authorization).toBe('Bearer mfa-1');
    expect(await client.accessToken()).toBeDefined();
  });

  it.each([
    ['INVALID_PASSKEY', 400, 1],
    ['PASSKEY_EXISTS', 400, 0],
    ['UNAVAILABLE', 503, 0],
  ])('signals after %s (%s) %s passkeys as unknown', async (code, status, signals) => {
    await signIn();
    service.next(`POST ${PASSKEYS}`, failure(code, status));
    await expect(passkeys.create()).rejects.toMatchObject({ code });
    expect(platform.signalUnknownCredential).toHaveBeenCalledTimes(signals);
  });
});

describe('Passkeys', () => {
  it('completes a sign-in as the second factor', async () => {
    service.next('POST /api/auth/mfa/passkey/options', challenge());
    service.next('POST /api/auth/mfa/verify', { body: { uid: 'ada', ...service.tokens() } });
    expect(await passkeys.verify('mfa-1')).toEqual({ uid: 'ada' });
    expect(sent('POST /api/auth/mfa/passkey/options')).toEqual({ mfa_token: 'mfa-1' });
    expect(sent('POST /api/auth/mfa/verify')).toMatchObject({ mfa_token: 'mfa-1', challenge_id: 'ch' });
  });

  it('reauthenticates', async () => {
    await signIn();
    const before = await client.accessToken();
    service.next('POST /api/auth/user/reauthenticate/options', challenge());
    const access_token = service.tokens().token;
    service.next('POST /api/auth/user/reauthenticate', { body: { uid: 'ada', access_token } });
    await passkeys.reauthenticate();
    expect(sent('POST /api/auth/user/reauthenticate')).toMatchObject({ challenge_id: 'ch', credential: { id: 'c1' } });
    expect([before, await client.accessToken()]).toEqual([expect.any(String), access_token]);
  });

  it('renames a passkey, and signals the other ones after a removal', async () => {
    await signIn();
    service.next(`GET ${PASSKEYS}`, { body: OWN });
    await passkeys.rename('p1', 'New');
    await passkeys.remove('p2');
    expect(sent(`PATCH ${PASSKEYS}/p1`)).toEqual({ name: 'New' });
    expect(service.count(`DELETE ${PASSKEYS}/p2`)).toBe(1);
    expect(platform.signalAllAcceptedCredentials).toHaveBeenCalledWith(ACCEPTED);
  });

  it('removes a passkey also when the signal fails', async () => {
    await signIn();
    service.next(`GET ${PASSKEYS}`, failure('UNAVAILABLE', 503));
    await passkeys.remove('p2');
    expect(platform.signalAllAcceptedCredentials).not.toHaveBeenCalled();
  });

  it('signals a changed email, and no other change', async () => {
    await signIn();
    service.next(`GET ${PASSKEYS}`, { body: OWN });
    service.next('GET /api/auth/user', { body: { uid: 'ada', email: 'new@example.com' } });
    await client.updateUser({ metadata: '{}' });
    await client.updateUser({ email: 'new@example.com' });
    await until(() => platform.signalCurrentUserDetails.mock.calls.length > 0);
    expect(platform.signalCurrentUserDetails.mock.calls).toEqual([
      [{ rpId: 'example.com', userId: 'aGFuZGxl', name: 'new@example.com', displayName: 'new@example.com' }],
    ]);
  });

  it('sends no request for a signal that the browser lacks', async () => {
    Object.assign(globalThis, { PublicKeyCredential: { ...platform, signalAllAcceptedCredentials: undefined } });
    await signIn();
    await passkeys.remove('p1');
    expect(service.count(`GET ${PASSKEYS}`)).toBe(0);
  });

  it('are supported where the browser parses their options', async () => {
    expect([supportsPasskeys(), await supportsAutofill()]).toEqual([true, true]);
    Object.assign(globalThis, { PublicKeyCredential: { ...platform, isConditionalMediationAvailable: undefined } });
    expect([supportsPasskeys(), await supportsAutofill()]).toEqual([true, false]);
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    expect([supportsPasskeys(), await supportsAutofill()]).toEqual([false, false]);
  });
});
