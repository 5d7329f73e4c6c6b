import { createClient, type TokenStorage } from '../index.js';
import { readLink } from './magic-link.js';

const AT = `e30.${btoa(JSON.stringify({ iat: 1000, exp: 1900 }))}.`;
const TOKENS = `uid=ada&at=${AT}&rt=refresh&exp=1900`;
const PAGE = 'https://app.example.com/in';

it.each([
  ['nothing else', `${PAGE}?${TOKENS}`, PAGE],
  ['a query before', `${PAGE}?a=1&b=%7E%20x+y|z&&c&${TOKENS}`, `${PAGE}?a=1&b=%7E%20x+y|z&&c`],
  ['a fragment', `${PAGE}?${TOKENS}#/home?uid=1&at=2`, `${PAGE}#/home?uid=1&at=2`],
  ['names that are similar, or mean a failure', `${PAGE}?UID=1&error=e&${TOKENS}`, `${PAGE}?UID=1&error=e`],
])('takes exactly the tokens out of a URL with %s', (_what, url, rest) => {
  expect(readLink(url)).toEqual({
    tokens: { uid: 'ada', access: AT, refresh: 'refresh', life: 900, since: expect.any(Number) },
    rest,
  });
});

it('takes exactly the failure out of a URL', () => {
  const outcome = readLink(`${PAGE}?a=1&error=LINK_EXPIRED&message=This%20link%20has%20expired.#f`);
  expect(outcome).toMatchObject({
    error: { code: 'LINK_EXPIRED', message: 'This link has expired.' },
    rest: `${PAGE}?a=1#f`,
  });
});

it.each([
  '',
  PAGE,
  `${PAGE}#${TOKENS}`,
  `${PAGE}?uid=ada&at=${AT}&exp=1`,
  `${PAGE}?uid=&at=${AT}&rt=refresh&exp=1`,
  `${PAGE}?error=access_denied&message=x`,
  `${PAGE}?error=LINK_EXPIRED`,
])('finds nothing in %j', (url) => {
  expect(readLink(url)).toBeUndefined();
});

describe('in a browser', () => {
  const replaceState = jest.fn();
  const open = (href: string) => Object.assign(globalThis, { location: { href, origin: 'https://app.example.com' } });
  beforeEach(() => Object.assign(globalThis, { history: { state: { kept: true }, replaceState } }));
  afterEach(() => {
    replaceState.mockReset();
    for (const name of ['location', 'history']) Reflect.deleteProperty(globalThis, name);
  });
  const client = (storage?: TokenStorage) => createClient({ baseUrl: 'http://127.0.0.1:1', storage });

  it('signs in, and clears the address bar before anything else', async () => {
    open(`${PAGE}?a=1&${TOKENS}`);
    const latchkey = client();
    const completed = latchkey.completeMagicLink();
    expect(replaceState.mock.calls).toEqual([[{ kept: true }, '', `${PAGE}?a=1`]]);
    expect(await completed).toEqual({ uid: 'ada' });
    expect(await latchkey.accessToken()).toBe(AT);
  });

  it('fails as the link did', async () => {
    open(`${PAGE}?error=LINK_ALREADY_USED&message=Used.`);
    await expect(client().completeMagicLink()).rejects.toMatchObject({ code: 'LINK_ALREADY_USED', message: 'Used.' });
    expect(replaceState.mock.calls).toEqual([[{ kept: true }, '', PAGE]]);
  });

  it('does nothing on a page that no link has opened, nor before it is asked to', async () => {
    const setItem = jest.fn();
    open(`${PAGE}?${TOKENS}`);
    const latchkey = client({ getItem: () => null, setItem });
    expect(await latchkey.accessToken()).toBeUndefined();
    open(`${PAGE}?a=1`);
    expect(await latchkey.completeMagicLink()).toBeUndefined();
    expect([setItem.mock.calls, replaceState.mock.calls]).toEqual([[], []]);
  });

  it('leaves the address bar alone when the URL is from elsewhere', async () => {
    open(PAGE);
    expect(await client().completeMagicLink(`${PAGE}?${TOKENS}`)).toEqual({ uid: 'ada' });
    expect(replaceState).not.toHaveBeenCalled();
  });
});
