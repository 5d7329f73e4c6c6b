import { createClient, MfaError, type TokenStorage } from '../index.js';
import { linkOutcome } from './links.js';

const AT = `e30.${btoa(JSON.stringify({ iat: 1000, exp: 1900 }))}.`;
const TOKENS = `uid=ada&at=${AT}&rt=refresh&exp=1900`;
const PAGE = 'https://app.example.com/in';

it.each([
  ['nothing else', `${PAGE}?${TOKENS}`, PAGE],
  ['a query before', `${PAGE}?a=1&b=%7E%20x+y|z&&c&${TOKENS}`, `${PAGE}?a=1&b=%7E%20x+y|z&&c`],
  ['a fragment', `${PAGE}?${TOKENS}#/home?uid=1&at=2`, `${PAGE}#/home?uid=1&at=2`],
  ['similar names and an error', `${PAGE}?UID=1&error=e&${TOKENS}`, `${PAGE}?UID=1&error=e`],
])('linkOutcome() removes exactly the tokens from a URL with %s', (_what, url, rest) => {
  expect(linkOutcome(url)).toEqual({
    tokens: { uid: 'ada', access: AT, refresh: 'refresh', life: 900, since: expect.any(Number) },
    rest,
  });
});

it('linkOutcome() removes exactly the error from a URL', () => {
  const outcome = linkOutcome(`${PAGE}?a=1&error=LINK_EXPIRED&message=This%20link%20has%20expired.#f`);
  expect(outcome).toMatchObject({
    error: { code: 'LINK_EXPIRED', message: 'This link has expired.' },
    rest: `${PAGE}?a=1#f`,
  });
});

it('linkOutcome() reads the second step of a sign-in, and removes its parameters', () => {
  const step = 'error=MFA_REQUIRED&message=Needed.&mfa_token=t&methods=totp%2Crecovery_code&exp=1900';
  const outcome = linkOutcome(`${PAGE}?a=1&${step}#f`);
  expect(outcome?.error).toBeInstanceOf(MfaError);
  expect(outcome).toMatchObject({
    error: { code: 'MFA_REQUIRED', mfaToken: 't', methods: ['totp', 'recovery_code'], expiry: 1900 },
    rest: `${PAGE}?a=1#f`,
  });
});

it('linkOutcome() ignores the token of a second step beside another error', () => {
  const outcome = linkOutcome(`${PAGE}?error=LINK_EXPIRED&message=x&mfa_token=t&methods=totp&exp=1900`);
  expect(outcome?.error).not.toBeInstanceOf(MfaError);
  expect(outcome?.rest).toBe(`${PAGE}?mfa_token=t&methods=totp&exp=1900`);
});

it.each([
  '',
  PAGE,
  `${PAGE}#${TOKENS}`,
  `${PAGE}?uid=ada&at=${AT}&exp=1`,
  `${PAGE}?uid=&at=${AT}&rt=refresh&exp=1`,
  `${PAGE}?error=access_denied&message=x`,
  `${PAGE}?error=LINK_EXPIRED`,
])('linkOutcome(%j) returns undefined', (url) => {
  expect(linkOutcome(url)).toBeUndefined();
});

describe('completeMagicLink() in a browser', () => {
  const replaceState = jest.fn();
  const open = (href: string) => Object.assign(globalThis, { location: { href, origin: 'https://app.example.com' } });
  beforeEach(() => Object.assign(globalThis, { history: { state: { kept: true }, replaceState } }));
  afterEach(() => {
    replaceState.mockReset();
    for (const name of ['location', 'history']) Reflect.deleteProperty(globalThis, name);
  });
  const client = (storage?: TokenStorage) => createClient({ baseUrl: 'http://127.0.0.1:1', storage });

  it('clears the address bar first, then signs in', async () => {
    open(`${PAGE}?a=1&${TOKENS}`);
    const latchkey = client();
    const completed = latchkey.completeMagicLink();
    expect(replaceState.mock.calls).toEqual([[{ kept: true }, '', `${PAGE}?a=1`]]);
    expect(await completed).toEqual({ uid: 'ada' });
    expect(await latchkey.accessToken()).toBe(AT);
  });

  it('rejects with the error of the link', async () => {
    open(`${PAGE}?error=LINK_ALREADY_USED&message=Used.`);
    await expect(client().completeMagicLink()).rejects.toMatchObject({ code: 'LINK_ALREADY_USED', message: 'Used.' });
    expect(replaceState.mock.calls).toEqual([[{ kept: true }, '', PAGE]]);
  });

  it('does nothing on other pages, and the client does nothing before the call', async () => {
    const setItem = jest.fn();
    open(`${PAGE}?${TOKENS}`);
    const latchkey = client({ getItem: () => null, setItem });
    expect(await latchkey.accessToken()).toBeUndefined();
    open(`${PAGE}?a=1`);
    expect(await latchkey.completeMagicLink()).toBeUndefined();
    expect([setItem.mock.calls, replaceState.mock.calls]).toEqual([[], []]);
  });

  it('does not change the address bar for the URL of another page', async () => {
    open(PAGE);
    expect(await client().completeMagicLink(`${PAGE}?${TOKENS}`)).toEqual({ uid: 'ada' });
    expect(replaceState).not.toHaveBeenCalled();
  });
});
