import { createHash } from 'node:crypto';
import { FakeService, failure } from '../../test/fake-service.js';
import { FakeTabs } from '../../test/fake-tabs.js';
import { type ClientOptions, createClient, LatchkeyError, MfaError } from '../index.js';

const ASK = 'POST /api/auth/magic-link';
const TOKEN = 'POST /api/auth/token';
const PAGE = 'https://app.example.com/in';
const AT = `e30.${btoa(JSON.stringify({ iat: 1000, exp: 1900 }))}.`;
const BODY = { email: 'ada@example.com', next_url: PAGE };

let service: FakeService;
let tabs: FakeTabs;
let replaced: string[];
beforeEach(async () => {
  service = await FakeService.start();
  tabs = new FakeTabs();
  replaced = [];
  tabs.define('history', {
    state: null,
    replaceState: (_state: null, _title: string, url: string) => replaced.push(url),
  });
});
afterEach(async () => {
  tabs.close();
  jest.restoreAllMocks();
  await service.stop();
});

const tab = (options: Partial<ClientOptions> = {}) => createClient({ baseUrl: service.url, ...options });
const asked = () => (service.asked[ASK] ?? []).map(({ body }) => JSON.parse(body));
const verifiers = () => [...tabs.stored.values()].filter((text) => text.includes('verifier'));
const codeOf = (error: unknown) => (error instanceof LatchkeyError ? error.code : error);

/** Opens a page in a new tab, as a followed link does. */
function follow(query: string, options: Partial<ClientOptions> = {}) {
  tabs.define('location', { href: `${PAGE}?${query}`, origin: new URL(PAGE).origin });
  return tab(options);
}

describe.each<[string, Partial<ClientOptions>]>([
  ['in cookie mode', { sessions: 'cookie' }],
  ['with tokens', {}],
])('signInWithLink() %s', (_title, options) => {
  it('sends a challenge, and the tab of the link exchanges the code with its verifier', async () => {
    await tab(options).signInWithLink(BODY);
    const { code_challenge, ...rest } = asked()[0];
    expect(rest).toEqual(BODY);
    const opened = follow('a=1&code=c1#f', options);
    expect(await opened.completeMagicLink()).toEqual({ uid: 'ada' });
    expect(replaced).toEqual([`${PAGE}?a=1#f`]);
    const { code, code_verifier } = JSON.parse(service.asked[TOKEN]?.[0]?.body ?? '');
    expect([code, createHash('sha256').update(code_verifier).digest('base64url')]).toEqual(['c1', code_challenge]);
    expect(service.asked[TOKEN]?.[0]?.session).toBe(options.sessions);
    expect(await opened.accessToken()).toBeDefined();
    expect(service.count('POST /api/auth/user/refresh')).toBe(0);
  });

  it('forgets the verifier before its only use', async () => {
    await tab(options).signInWithLink(BODY);
    service.next(TOKEN, () => {
      expect(verifiers()).toEqual([]);
      return failure('INVALID_CODE');
    });
    const opened = follow('code=c1', options);
    expect(await opened.completeMagicLink().catch(codeOf)).toBe('INVALID_CODE');
    expect(service.count(TOKEN)).toBe(1);
  });

  it('fails with an MfaError when the user has a second factor', async () => {
    await tab(options).signInWithLink(BODY);
    const body = { code: 'MFA_REQUIRED', message: 'x', mfa_token: 'mfa-1', methods: ['totp'], expiry: 5 };
    service.next(TOKEN, { status: 400, body });
    const error = await follow('code=c1', options)
      .completeMagicLink()
      .catch((failed: unknown) => failed);
    expect(error).toBeInstanceOf(MfaError);
    expect(error).toMatchObject({ mfaToken: 'mfa-1' });
  });

  it('has the same challenge for each link that can still be followed', async () => {
    const now = jest.spyOn(Date, 'now');
    const client = tab(options);
    await client.signInWithLink(BODY);
    await tab(options).signInWithLink(BODY);
    now.mockReturnValue(Date.now() + 86_400_000);
    await client.signInWithLink(BODY);
    const [first, second, late] = asked().map(({ code_challenge }) => code_challenge);
    expect(second).toBe(first);
    expect(late).not.toBe(first);
  });
});

describe.each<[string, Partial<ClientOptions>]>([
  ['in cookie mode', { sessions: 'cookie' }],
  ['with linkCodes', { linkCodes: true }],
])('a client %s', (_title, options) => {
  it('asks for links with a code by requestMagicLink(), too', async () => {
    await tab(options).requestMagicLink({ ...BODY, with_code: true });
    expect(asked()).toEqual([{ ...BODY, with_code: true, code_challenge: expect.stringMatching(/^[\w-]{43}$/) }]);
  });

  it.each([
    ['the code of a link that another browser has asked for', 'code=c1'],
    ['tokens', `uid=ada&at=${AT}&rt=refresh&exp=1900`],
  ])('refuses %s, and removes it from the address bar at once', async (_what, query) => {
    const opened = follow(`a=1&${query}`, options);
    const completed = opened.completeMagicLink().catch(codeOf);
    expect(replaced).toEqual([`${PAGE}?a=1`]);
    expect(await completed).toBe('LINK_NOT_REQUESTED');
    expect(service.count(TOKEN)).toBe(0);
  });

  it('passes the error of a link on', async () => {
    const opened = follow('error=LINK_EXPIRED&message=Late.', options);
    await expect(opened.completeMagicLink()).rejects.toMatchObject({ code: 'LINK_EXPIRED', message: 'Late.' });
  });
});

describe('signInUrl()', () => {
  it('names the strength and the age of the proof that the page must have', async () => {
    const { searchParams } = new URL(await tab().signInUrl({ nextUrl: PAGE, acr: 'aal2', maxAge: 0 }));
    expect([searchParams.get('acr'), searchParams.get('max_age'), searchParams.has('maxAge')]).toEqual([
      'aal2',
      '0',
      false,
    ]);
  });

  it('leads to the sign-in page, which brings back a code for this browser alone', async () => {
    const { searchParams, pathname } = new URL(
      await tab().signInUrl({ nextUrl: PAGE, loginHint: 'a+b@example.com', screen: 'reset' }),
    );
    const challenge = searchParams.get('code_challenge');
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/sign-in',
      { next_url: PAGE, code_challenge: challenge, login_hint: 'a+b@example.com', screen: 'reset' },
    ]);
    expect(await follow('code=c1').completeSignIn()).toEqual({ uid: 'ada' });
    const { code_verifier: verifier } = JSON.parse(service.asked[TOKEN]?.[0]?.body ?? '');
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(challenge);
    service.next('POST /api/auth/user/refresh', failure('INVALID_REFRESH_TOKEN'));
    expect(await follow('code=c2', { sessions: 'cookie' }).completeSignIn().catch(codeOf)).toBe('LINK_NOT_REQUESTED');
  });

  it('lets a second tab of this browser come back, which is signed in already', async () => {
    const first = tab({ sessions: 'cookie' });
    await first.signInUrl({ nextUrl: PAGE });
    expect(await follow('code=c1', { sessions: 'cookie' }).completeSignIn()).toEqual({ uid: 'ada' });
    expect(await follow('code=c2', { sessions: 'cookie' }).completeSignIn()).toEqual({ uid: 'ada' });
    expect(service.count(TOKEN)).toBe(1);
    service.next('POST /api/auth/user/refresh', { status: 503, body: {} }, { status: 503, body: {} });
    expect(await follow('code=c3', { sessions: 'cookie' }).completeSignIn().catch(codeOf)).not.toBe(
      'LINK_NOT_REQUESTED',
    );
  });
});

describe('a client with tokens', () => {
  it('asks for links with tokens by requestMagicLink()', async () => {
    await tab().requestMagicLink(BODY);
    expect([asked(), tabs.stored.size]).toEqual([[BODY], 0]);
  });

  it('leaves the code of another program in the URL', async () => {
    expect(await follow('code=c1').completeMagicLink()).toBeUndefined();
    expect([replaced, service.count(TOKEN)]).toEqual([[], 0]);
  });

  it('signs in with the tokens of a link, also after it has asked for one with a code', async () => {
    await tab().signInWithLink(BODY);
    const opened = follow(`uid=ada&at=${AT}&rt=refresh&exp=1900`);
    expect(await opened.completeMagicLink()).toEqual({ uid: 'ada' });
    expect(await opened.accessToken()).toBe(AT);
  });
});
