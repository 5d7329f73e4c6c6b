import { createHash } from 'node:crypto';
import { FakeService, failure } from '../test/fake-service.js';
import { createExternal, EmailConfirmationError, type External } from './external.js';
import { createClient, type LatchkeyClient, MfaError } from './index.js';

const START = 'POST /api/auth/external/google/start';
const LINK = 'POST /api/auth/user/identities/google/start';
const TOKEN = 'POST /api/auth/token';
const CONFIRM = 'POST /api/auth/external/confirm';
const PAGE = 'https://app.example.com/in';
const BEGUN = { body: { url: 'https://accounts.example.com/authorize?state=s', expiry: 1 } };

let service: FakeService;
let client: LatchkeyClient;
let external: External;
const assign = jest.fn();
const replaceState = jest.fn();
const stored = new Map<string, string>();

beforeEach(async () => {
  jest.resetAllMocks();
  stored.clear();
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
  Object.defineProperty(globalThis, 'sessionStorage', { value: sessionStorage, configurable: true });
  open(PAGE);
  service = await FakeService.start();
  client = createClient({ baseUrl: service.url });
  external = createExternal(client);
  service.next(START, BEGUN);
  service.next(LINK, BEGUN);
});
afterEach(async () => {
  for (const name of ['location', 'history', 'sessionStorage']) Reflect.deleteProperty(globalThis, name);
  await service.stop();
});

function open(href: string): void {
  Object.assign(globalThis, {
    location: { href, origin: PAGE, assign },
    history: { state: { kept: true }, replaceState },
  });
}
const sent = (endpoint: string) => JSON.parse(service.asked[endpoint]?.[0]?.body ?? '');
const signedIn = (more: object = {}) => ({ body: { uid: 'ada', ...service.tokens(), expiry: 1, ...more } });
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/** Comes back from the provider, as the service leads the browser. */
async function comeBack(query: string): Promise<unknown> {
  open(`${PAGE}?${query}`);
  return external.completeSignIn();
}

describe('External.signInWith()', () => {
  it('leaves for the URL of the provider, and keeps the verifier of the challenge in this tab', async () => {
    await external.signInWith('google', { nextUrl: PAGE, signUp: false, loginHint: 'ada@example.com', maxAge: 60 });
    expect(assign.mock.calls).toEqual([[BEGUN.body.url]]);
    const { verifier } = JSON.parse([...stored.values()][0] ?? '');
    expect(verifier).toMatch(/^[\w-]{43}$/);
    expect(sent(START)).toEqual({
      next_url: PAGE,
      sign_up: false,
      login_hint: 'ada@example.com',
      max_age: 60,
      code_challenge: challengeOf(verifier),
    });
  });

  it('sends only what it was given, and another challenge each time', async () => {
    service.next(START, BEGUN);
    await external.signInWith('google');
    await external.signInWith('google');
    const [first, second] = (service.asked[START] ?? []).map(({ body }) => JSON.parse(body));
    expect(Object.keys(first)).toEqual(['code_challenge']);
    expect(first).not.toEqual(second);
  });

  it('stays on the page when the service refuses', async () => {
    const refused = 'POST /api/auth/external/myspace/start';
    service.next(refused, failure('PROVIDER_NOT_FOUND'));
    await expect(external.signInWith('myspace')).rejects.toMatchObject({ code: 'PROVIDER_NOT_FOUND' });
    expect([assign.mock.calls, stored.size]).toEqual([[], 0]);
  });
});

describe('External.completeSignIn()', () => {
  beforeEach(() => external.signInWith('google'));

  it('clears the address bar, and signs in with the code and the verifier', async () => {
    const { verifier } = JSON.parse([...stored.values()][0] ?? '');
    service.next(TOKEN, signedIn());
    expect(await comeBack('a=1&code=c1#f')).toEqual({ uid: 'ada' });
    expect(replaceState.mock.calls).toEqual([[{ kept: true }, '', `${PAGE}?a=1#f`]]);
    expect(sent(TOKEN)).toEqual({ code: 'c1', code_verifier: verifier });
    expect(service.asked[TOKEN]?.[0]).not.toHaveProperty('authorization');
    expect([await client.accessToken(), stored.size]).toEqual([expect.any(String), 0]);
  });

  it('uses the verifier once', async () => {
    service.next(TOKEN, signedIn());
    await comeBack('code=c1');
    expect(await comeBack('code=c1')).toBeUndefined();
    expect(service.count(TOKEN)).toBe(1);
  });

  it.each(['ACCESS_DENIED', 'PROVIDER_ERROR'])('fails with the error %s of the URL, and removes it', async (code) => {
    const completed = comeBack(`error=${code}&message=No%20sign-in.&b=2`);
    await expect(completed).rejects.toMatchObject({ code, message: 'No sign-in.', status: 0 });
    expect(replaceState.mock.calls).toEqual([[{ kept: true }, '', `${PAGE}?b=2`]]);
    expect([service.count(TOKEN), stored.size]).toEqual([0, 0]);
  });

  it('does nothing on a page without an answer, and keeps what has begun', async () => {
    expect(await comeBack('a=1')).toBeUndefined();
    expect([replaceState.mock.calls, stored.size]).toEqual([[], 1]);
  });

  it.each(['code=c1', 'error=ACCESS_DENIED&message=x'])('ignores %s when this tab has begun nothing', async (query) => {
    stored.clear();
    expect(await comeBack(query)).toBeUndefined();
    expect([service.count(TOKEN), replaceState.mock.calls]).toEqual([0, []]);
  });

  it('does nothing outside of browsers', async () => {
    Reflect.deleteProperty(globalThis, 'location');
    expect(await external.completeSignIn()).toBeUndefined();
  });

  it('fails with an MfaError when the user has a second factor', async () => {
    const body = { code: 'MFA_REQUIRED', message: 'x', mfa_token: 'mfa-1', methods: ['totp'], expiry: 5 };
    service.next(TOKEN, { status: 400, body });
    const error = await comeBack('code=c1').catch((failed: unknown) => failed);
    expect(error).toBeInstanceOf(MfaError);
    expect(error).toMatchObject({ mfaToken: 'mfa-1', methods: ['totp'] });
  });

  it.each([
    ['the address of the provider', 'ada@example.com'],
    ['no address', undefined],
  ])('fails with what the confirmation needs, with %s', async (_what, email) => {
    const body = { code: 'EMAIL_CONFIRMATION_REQUIRED', message: 'Confirm.', pending_token: 'p1', email };
    service.next(TOKEN, { status: 400, body });
    const error = await comeBack('code=c1').catch((failed: unknown) => failed);
    expect(error).toBeInstanceOf(EmailConfirmationError);
    expect(error).toMatchObject({ code: body.code, message: 'Confirm.', status: 400, pendingToken: 'p1', email });
    expect(await client.accessToken()).toBeUndefined();
  });
});

describe('the confirmation of an address', () => {
  it.each([
    ['the address of the provider', undefined, {}],
    ['another address', 'ada@example.com', { email: 'ada@example.com' }],
  ])('mails a code to %s, and signs in with it', async (_what, email, more) => {
    service.next(CONFIRM, { body: { code_token: 'ct', expiry: 5 } });
    service.next(`${CONFIRM}/verify`, signedIn());
    const { code_token } = await external.requestConfirmation('p1', email);
    expect(await external.confirm(code_token, '123456')).toEqual({ uid: 'ada' });
    expect(sent(CONFIRM)).toEqual({ pending_token: 'p1', ...more });
    expect(sent(`${CONFIRM}/verify`)).toEqual({ code_token: 'ct', code: '123456' });
    expect(await client.accessToken()).toBeDefined();
  });
});

describe('the identities of a user', () => {
  beforeEach(() => client.signIn('ada@example.com', 'x'));

  it('are linked as the signed-in user, whose session stays', async () => {
    const token = await client.accessToken();
    await external.linkIdentity('google', { nextUrl: PAGE });
    expect(assign).toHaveBeenCalledWith(BEGUN.body.url);
    expect(sent(LINK)).toEqual({ next_url: PAGE, code_challenge: expect.stringMatching(/^[\w-]{43}$/) });
    service.next(TOKEN, { body: { identity_id: 'i1' } });
    expect(await comeBack('code=c1')).toEqual({ identity_id: 'i1' });
    const bearers = [LINK, TOKEN].map((endpoint) => service.asked[endpoint]?.[0]?.authorization);
    expect(bearers).toEqual([`Bearer ${token}`, `Bearer ${token}`]);
    expect(await client.accessToken()).toBe(token);
  });

  it('are listed and unlinked', async () => {
    const identities = [{ identity_id: 'i1', provider: 'google' }];
    service.next('GET /api/auth/user/identities', { body: { identities } });
    expect(await external.identities()).toEqual(identities);
    await external.unlinkIdentity('i1');
    expect(service.count('DELETE /api/auth/user/identities/i1')).toBe(1);
  });

  it('begin with the list of providers', async () => {
    const providers = [{ id: 'google', kind: 'google', name: 'Google' }];
    service.next('GET /api/auth/external/providers', { body: { providers } });
    expect(await external.providers()).toEqual(providers);
  });
});
