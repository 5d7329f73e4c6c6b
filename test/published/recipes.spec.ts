import { DOCUMENTS, endpointsCalledIn, RECIPES } from '../support/docs/documents.js';
import { type Failure, failuresOf, whileFailing } from '../support/docs/failures.js';
import { RecipeProject } from '../support/docs/recipe.js';
import { App, newEmail, PASSWORD } from '../support/service/app.js';
import { linkIn, MailServer } from '../support/service/mail.js';

type Handler = (request: Request) => Promise<Response>;

const ORIGIN = 'https://app.example.com';
const GRACE_SECONDS = 300;

let mail: MailServer;
let app: App;
let project: RecipeProject;
beforeAll(async () => {
  mail = await MailServer.start();
  app = await App.start({
    SMTP_URL: mail.url,
    REFRESH_GRACE: String(GRACE_SECONDS),
    RATE_LIMIT: 'on',
    TRUST_PROXY: '1',
    RATE_LIMIT_REQUESTS: '1000',
  });
  process.env.AUTH_URL = app.service.url;
  project = new RecipeProject(DOCUMENTS.filter((document) => document.startsWith(RECIPES)));
});
afterAll(async () => {
  delete process.env.AUTH_URL;
  project.remove();
  await app.stop();
  await mail.stop();
});

it('all recipes compile', () => {
  expect(project.typeErrors()).toEqual([]);
}, 120_000);

describe('the recipe for Next.js', () => {
  let session: { POST: Handler; DELETE: Handler };
  let refreshing: { GET: Handler };
  let user: { uid: string; email: string };
  beforeAll(() => {
    session = require(project.bundle(['nextjs/src/app/session/route']));
    refreshing = require(project.bundle(['nextjs/src/app/session/refresh/route']));
  });
  beforeEach(async () => {
    user = await app.signUp();
  });

  /** The cookies that a response sets: name -> value, and the attributes of all of them. */
  function cookiesOf(response: Response): { values: Record<string, string>; attributes: string[] } {
    const cookies = response.headers.getSetCookie().map((text) => text.split('; '));
    const values = Object.fromEntries(cookies.map(([pair = '']) => pair.split('=') as [string, string]));
    return { values, attributes: cookies.map(([, ...attributes]) => attributes.join('; ')) };
  }

  function request(method: string, path: string, cookies: Record<string, string> = {}, body?: object, more = {}) {
    const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
    const headers = { cookie: cookie.join('; '), 'sec-fetch-site': 'same-origin', ...more };
    return new Request(ORIGIN + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  }

  const signIn = (password = PASSWORD, more = {}) =>
    session.POST(request('POST', '/session', {}, { email: user.email, password }, more));
  const refresh = (cookies: Record<string, string>, next = '/account') =>
    refreshing.GET(request('GET', `/session/refresh?next=${encodeURIComponent(next)}`, cookies));
  const userOf = async (access = '') => (await app.get('/api/auth/user', { token: access })).json;

  it('signs in, and no script can read the tokens', async () => {
    const response = await signIn();
    expect([response.status, await response.json()]).toEqual([200, { uid: user.uid }]);
    const { values, attributes } = cookiesOf(response);
    expect(await userOf(values.access)).toMatchObject({ uid: user.uid });
    expect(attributes).toEqual([
      expect.stringMatching(/^Max-Age=8[67]\d; Path=\/; HttpOnly; SameSite=Lax$/),
      'Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
    ]);
  });

  it.each([960, -960])(
    'keeps an access token as long as it lives where the clock is %i seconds ahead',
    async (seconds) => {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + seconds * 1_000);
      const signedIn = cookiesOf(await signIn());
      const refreshed = cookiesOf(await refresh(signedIn.values));
      clock.mockRestore();
      for (const { attributes } of [signedIn, refreshed]) expect(attributes[0]).toMatch(/^Max-Age=870; /);
    },
  );

  it('sends cookies only over https in production', async () => {
    const { NODE_ENV } = process.env;
    Object.assign(process.env, { NODE_ENV: 'production' });
    try {
      jest.isolateModules(() => {
        const { setSession } = require(project.bundle(['nextjs/src/session']));
        const response = new Response();
        setSession(response.headers, { access: 'a.e30.c', refresh: 'b' });
        const { values, attributes } = cookiesOf(response);
        expect(values).toEqual({ '__Host-access': 'a.e30.c', '__Host-refresh': 'b' });
        expect(attributes.every((text) => text.endsWith('Path=/; HttpOnly; SameSite=Lax; Secure'))).toBe(true);
      });
    } finally {
      Object.assign(process.env, { NODE_ENV });
    }
  });

  it('answers a wrong password and a malformed body with the code of the service, and sets no cookie', async () => {
    const malformed = session.POST(new Request(`${ORIGIN}/session`, { method: 'POST', body: '{', headers: OWN }));
    for (const response of [await signIn('wrong'), await malformed]) {
      const { code } = (await response.json()) as { code: string };
      expect([response.status, code]).toEqual([400, 'INVALID_CREDENTIALS']);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });

  it.each(['cross-site', 'same-site', 'none'])('refuses a sign-in and a sign-out of a %s request', async (site) => {
    const foreign = { 'sec-fetch-site': site };
    expect((await signIn(PASSWORD, foreign)).status).toBe(403);
    expect((await session.DELETE(request('DELETE', '/session', {}, undefined, foreign))).status).toBe(403);
  });

  it('refreshes, and returns to the page', async () => {
    const { refresh: old } = cookiesOf(await signIn()).values;
    const response = await refresh({ refresh: old ?? '' }, '/account?tab=2');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/account?tab=2']);
    const { values } = cookiesOf(response);
    expect(values.refresh).not.toBe(old);
    expect(await userOf(values.access)).toMatchObject({ uid: user.uid });
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'http://',
    '',
  ])('returns to its own start page for the target %j', async (next) => {
    const { values } = cookiesOf(await signIn());
    expect((await refresh(values, next)).headers.get('location')).toBe('/');
  });

  it('leads to the sign-in page and removes the cookies without a session and after its end', async () => {
    const { values } = cookiesOf(await signIn());
    await app.admin('DELETE', `/users/${user.uid}/sessions`);
    for (const response of [await refresh({}), await refresh(values)]) {
      expect(response.headers.get('location')).toBe('/sign-in');
      expect(cookiesOf(response).values).toEqual({ access: '', refresh: '' });
      expect(cookiesOf(response).attributes.every((text) => text.startsWith('Max-Age=0;'))).toBe(true);
    }
  });

  it('ends the session at the service at a sign-out, also without an access token', async () => {
    const { values } = cookiesOf(await signIn());
    const response = await session.DELETE(request('DELETE', '/session', { refresh: values.refresh ?? '' }));
    expect([response.status, cookiesOf(response).values]).toEqual([204, { access: '', refresh: '' }]);
    expect((await app.refresh(values.refresh)).json.code).toBe('INVALID_REFRESH_TOKEN');
  });

  it('forwards the address of the visitor, by which the service counts', async () => {
    const visitor = (address: string) => ({ 'x-forwarded-for': address });
    for (let count = 0; count < 10; count++) await signIn('wrong', visitor('198.51.100.7'));
    expect((await signIn(PASSWORD, visitor('198.51.100.7'))).status).toBe(429);
    expect((await signIn(PASSWORD, visitor('198.51.100.8'))).status).toBe(200);
  });

  it('reads the user of an access token, and none of an invalid one', async () => {
    const { readUser } = require(project.bundle(['nextjs/src/session']));
    const { access } = cookiesOf(await signIn()).values;
    expect(await readUser(access, new Headers())).toMatchObject({ email: user.email });
    expect(await readUser(`${access}x`, new Headers())).toBeUndefined();
  });

  const LOGIN = 'post /api/auth/user/login';
  const signedIn = async () => cookiesOf(await signIn()).values;
  const textOf = async (response: Response) => [response.status, await response.text()];
  const read = async () => {
    const { readUser } = require(project.bundle(['nextjs/src/session']));
    return readUser((await app.signUp()).token, new Headers());
  };
  /** What a call returns for a failure, and what the visitor gets. */
  const CALLS: Record<string, (failed: Failure) => Promise<[outcome: unknown, wanted: unknown]>> = {
    [LOGIN]: async ({ status, body }) => [await textOf(await signIn()), [status, JSON.stringify(body)]],
    'post /api/auth/mfa/verify': async ({ status, body }) => {
      const answer = await session.POST(request('POST', '/session', {}, { mfa_token: 't', code: '000000' }));
      return [await textOf(answer), [status, JSON.stringify(body)]];
    },
    'get /api/auth/user': async ({ body: { code, message } }) => {
      const outcome = await read().catch((error: Error) => error.message);
      return [outcome, ['NOT_AUTHENTICATED', 'USER_NOT_FOUND'].includes(code) ? undefined : message];
    },
    'post /api/auth/user/refresh': async ({ body: { code, message } }) => {
      const response = await refresh(await signedIn());
      if (['INVALID_REFRESH_TOKEN', 'EXPIRED_JWT'].includes(code))
        return [
          [response.headers.get('location'), cookiesOf(response).values.refresh],
          ['/sign-in', ''],
        ];
      const shown = [...(await textOf(response)), response.headers.getSetCookie()];
      return [shown, [503, `${message} Please reload this page.`, []]];
    },
    'post /api/auth/user/logout': async () => {
      const log = jest.spyOn(console, 'error').mockImplementation();
      const response = await session.DELETE(request('DELETE', '/session', await signedIn()));
      log.mockRestore();
      return [
        [response.status, cookiesOf(response).values],
        [204, { access: '', refresh: '' }],
      ];
    },
  };

  it.each(endpointsCalledIn('docs/recipes/nextjs.md'))('passes each code of %s to the visitor', async (endpoint) => {
    for (const failed of await failuresOf(app, endpoint)) {
      const [outcome, wanted] = (await whileFailing(endpoint, failed, async () => CALLS[endpoint]?.(failed))) ?? [];
      expect({ [failed.body.code]: outcome }).toEqual({ [failed.body.code]: wanted });
    }
  });

  it('says that the service is out of reach', async () => {
    const unreachable = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
    const response = await signIn().finally(() => unreachable.mockRestore());
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
  });
});

const OWN = { 'sec-fetch-site': 'same-origin' };

describe('the recipe for mobile apps', () => {
  const KEY = /^[\w.-]+$/;
  const MOST_BYTES = 2_048;
  const { timeout } = AbortSignal;
  const { setTimeout: later } = globalThis;
  let createAuth: (store: object, options: object) => Record<string, (...parameters: unknown[]) => Promise<unknown>>;
  let stored: Map<string, string>;
  let lost: number;
  beforeAll(() => {
    // React Native has none.
    Object.assign(AbortSignal, { timeout: undefined });
    // The timers of the polyfill must not keep the test alive.
    Object.assign(globalThis, { setTimeout: (...given: Parameters<typeof later>) => later(...given).unref() });
    ({ createAuth } = require(project.bundle(['mobile/src/auth'])));
  });
  afterAll(() => {
    Object.assign(AbortSignal, { timeout });
    Object.assign(globalThis, { setTimeout: later });
  });
  beforeEach(() => {
    stored = new Map();
    lost = 0;
  });

  /** Accepts what `expo-secure-store` accepts. */
  const store = {
    getItemAsync: async (key: string) => {
      if (!KEY.test(key)) throw new Error(`Invalid key: ${key}`);
      return stored.get(key) ?? null;
    },
    setItemAsync: async (key: string, value: string) => {
      if (!KEY.test(key) || Buffer.byteLength(value) > MOST_BYTES) throw new Error('Too long, or an invalid key.');
      stored.set(key, value);
    },
  };
  const endings: string[] = [];
  const start = () =>
    createAuth(store, {
      baseUrl: app.service.url,
      onSignedOut: (reason: string) => endings.push(reason),
      fetch: async (request: Request) => {
        const answer = await fetch(request);
        if (!request.url.endsWith('/refresh') || lost === 0) return answer;
        lost -= 1;
        throw new TypeError('The response was lost.');
      },
    });

  /** A signed-in app, whose access token must be refreshed. */
  async function signedIn() {
    const { email, uid } = await app.signUp();
    const auth = start();
    expect(await auth.signIn?.(email, PASSWORD)).toEqual({ uid });
    const [[key = '', text = '']] = [...stored] as [[string, string]];
    const session = JSON.parse(text);
    // As if the app had slept since then.
    stored.set(key, JSON.stringify({ ...session, since: 0 }));
    return { uid, session };
  }

  it('keeps the session in the secure storage over a restart of the app', async () => {
    const { uid, session } = await signedIn();
    expect(Buffer.byteLength(JSON.stringify(session))).toBeLessThan(MOST_BYTES * 0.75);
    const restarted = start();
    expect(await restarted.user?.()).toMatchObject({ uid });
    expect(AbortSignal.timeout(1).aborted).toBe(false);
  });

  it('stays signed in when all responses were lost until shortly before the end of the grace period', async () => {
    const { uid } = await signedIn();
    lost = 2;
    await expect(start().user?.()).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
    await app.advance(GRACE_SECONDS - 60);
    expect(await start().user?.()).toMatchObject({ uid });
  });

  it('is signed out when the responses were lost for longer', async () => {
    await signedIn();
    lost = 2;
    await expect(start().user?.()).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
    await app.advance(GRACE_SECONDS + 60);
    await expect(start().user?.()).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' });
    expect(endings.at(-1)).toBe('revoked');
  });

  it.each(endpointsCalledIn('docs/recipes/mobile.md'))(
    'says why for each code of %s, and keeps the tokens of a session that may live',
    async (endpoint) => {
      for (const failed of await failuresOf(app, endpoint)) {
        await signedIn();
        const before = [...stored.values()];
        endings.length = 0;
        const { code, message } = failed.body;
        const error = await whileFailing(endpoint, failed, async () =>
          start()
            .user?.()
            .catch((reason) => reason),
        );
        const ended = { INVALID_REFRESH_TOKEN: 'revoked', EXPIRED_JWT: 'expired' }[code];
        if (ended) expect([code, endings]).toEqual([code, [ended]]);
        else expect([error, [...stored.values()]]).toMatchObject([{ code, message }, before]);
      }
    },
  );
});

describe('the recipe for the pages of links', () => {
  interface Pages {
    createAuth(store: object, options: object): typeof auth;
    verificationFailure(url: string): string | undefined;
    arrive(auth: unknown, url: string): Promise<string | undefined>;
    choosePassword(auth: unknown, url: string, password: string): Promise<string | undefined>;
  }
  let pages: Pages;
  let auth: { user(): Promise<unknown>; signIn(email: string, password: string): Promise<unknown> };
  beforeAll(() => {
    // One bundle: both use the error class of the client.
    pages = require(project.bundle(['mobile/src/auth', 'pages/src/link-pages']));
  });
  beforeEach(() => {
    const stored = new Map<string, string>();
    const getItemAsync = async (key: string) => stored.get(key) ?? null;
    const setItemAsync = async (key: string, value: string) => void stored.set(key, value);
    auth = pages.createAuth({ getItemAsync, setItemAsync }, { baseUrl: app.service.url });
  });

  const target = `${ORIGIN}/page`;
  /** The URL of the page to which a link leads. */
  const arriveBy = async (link: string) => (await app.follow(link)).headers.get('location') ?? '';
  const EXPIRED = 'This link has expired. Please ask for a new one.';
  const USED = 'This link was used before. Please ask for a new one.';

  it('shows the result of a verification: once, used again and expired', async () => {
    const { token, email } = await app.signUp();
    await app.post('/api/auth/user/verify-email', { next_url: target }, { token });
    const link = linkIn(await mail.emailTo(email));
    expect(pages.verificationFailure(await arriveBy(link))).toBeUndefined();
    expect(pages.verificationFailure(await arriveBy(link))).toBe(USED);
    const other = await app.signUp();
    await app.post('/api/auth/user/verify-email', { next_url: target }, { token: other.token });
    const late = linkIn(await mail.emailTo(other.email));
    await app.advance(86_401);
    expect(pages.verificationFailure(await arriveBy(late))).toBe(EXPIRED);
  });

  it('signs in by a magic link, once, and shows why not', async () => {
    const email = newEmail();
    await app.post('/api/auth/magic-link', { email, sign_up: true, next_url: target });
    const link = linkIn(await mail.emailTo(email));
    expect(await pages.arrive(auth, await arriveBy(link))).toBeUndefined();
    expect(await auth.user()).toMatchObject({ email, email_verified: true });
    expect(await pages.arrive(auth, await arriveBy(link))).toBe(USED);
    const disabled = await app.signUp();
    await app.post('/api/auth/magic-link', { email: disabled.email, next_url: target });
    const refused = linkIn(await mail.emailTo(disabled.email));
    await app.disable(disabled.uid);
    expect(await pages.arrive(auth, await arriveBy(refused))).toMatch('This account is disabled');
  });

  it('shows its own text for an error that a prepared link brings, and for a visit without a link', async () => {
    const forged = `${target}?error=CALL_US&message=Call%20555`;
    expect(pages.verificationFailure(forged)).toBe('This link does not work. Please ask for a new one.');
    expect(await pages.arrive(auth, forged)).toBe('This link does not work. Please ask for a new one.');
    expect(await pages.arrive(auth, target)).toBe('This link does not work. Please ask for a new one.');
  });

  it('sets a new password by a reset link: after a weak one, and once', async () => {
    const { email } = await app.signUp();
    await app.post('/api/auth/reset-password', { email, reset_url: target });
    const link = linkIn(await mail.emailTo(email));
    expect(await pages.choosePassword(auth, link, 'short')).toMatch(/password/i);
    expect(await pages.choosePassword(auth, link, `${PASSWORD} 2`)).toBeUndefined();
    await auth.signIn(email, `${PASSWORD} 2`);
    expect(await auth.user()).toMatchObject({ email });
    const again = await pages.choosePassword(auth, link, `${PASSWORD} 3`);
    expect(again).toBe('This link does not work. Please ask for a new one.');
  });

  it('passes an MfaError on, for the second step', async () => {
    const step = `${target}?error=MFA_REQUIRED&message=m&mfa_token=t&methods=totp&exp=4000000000`;
    await expect(pages.arrive(auth, step)).rejects.toMatchObject({ code: 'MFA_REQUIRED', mfaToken: 't' });
  });

  it.each(endpointsCalledIn('docs/recipes/pages.md'))('shows a message for each code of %s', async (endpoint) => {
    for (const failed of await failuresOf(app, endpoint)) {
      const { code, message } = failed.body;
      const shown = await whileFailing(endpoint, failed, () =>
        pages.choosePassword(auth, `${target}?token=t`, PASSWORD),
      );
      const isUsed = ['INVALID_PASSWORD', 'NOT_AUTHENTICATED'].includes(code);
      const wanted = isUsed ? 'This link does not work. Please ask for a new one.' : message;
      expect({ [code]: shown }).toEqual({ [code]: wanted });
    }
  });
});
