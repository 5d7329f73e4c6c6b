import { cookieOf, fromPages, originOf } from '../support/http/clients.js';
import { type Answer, expectFailure } from '../support/http/http.js';
import { pkce } from '../support/idp/providers.js';
import { App, newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const LIVE = { NODE_ENV: 'production', BASE_URL: 'https://auth.example.com', APP_NAME: 'Acme' };
const NEW_PASSWORD = 'glacier-tandem-quilt-7';

const { app, mail } = useMail({ LINK_CONFIRM: 'page', APP_NAME: 'Acme' });
let live: App;
beforeAll(async () => {
  live = await App.start(LIVE);
});
afterAll(() => live.stop());
let user: SignedUp;
beforeEach(async () => {
  user = await app.signUp();
});

const open = (path: string, accept = BROWSER, method = 'GET') =>
  app.service.call(method, path, { headers: { accept } });
const pathOf = (link: string) => new URL(link).pathname + new URL(link).search;
const titleOf = ({ text }: Answer) => /<h1>(.*)<\/h1>/.exec(text)?.[1];

/** The path of a reset link that leads to the page of the service. */
async function resetPath(): Promise<string> {
  return pathOf(await mail.linkAfter(user.email, () => app.post('/api/auth/reset-password', { email: user.email })));
}

const tokenIn = (path: string) => new URL(path, 'http://x').searchParams.get('token') ?? '';

describe('the page at the root', () => {
  it('says what the service is and leads to its documentation, without a version', async () => {
    const answer = await open('/');
    expect([answer.status, titleOf(answer)]).toEqual([200, 'The service is running']);
    expect(answer.text).toContain('<a href="/docs">');
    expect(answer.text).toContain('<a href="/openapi.json">');
    expect(answer.text).not.toMatch(/\d+\.\d+\.\d+/);
    for (const path of ['/docs', '/openapi.json']) expect((await app.get(path)).status).toBe(200);
  });

  it('tells nothing in production except the name of the product', async () => {
    const answer = await live.get('/', { headers: { accept: BROWSER } });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<header>Acme</header>');
    expect(answer.text).not.toMatch(/href|docs|openapi|latchkey|emails|\d+\.\d+\.\d+|is running/i);
  });

  it('names in production what is on: the sign-in pages, the console, and links in emails', async () => {
    const own = await App.start({ ...LIVE, CONSOLE: 'on', HOSTED_PAGES: 'on', SMTP_URL: 'smtp://127.0.0.1:1' });
    const { text } = await own.get('/', { headers: { accept: BROWSER } });
    expect(text).toContain('<a href="/sign-in">Sign in</a>');
    expect(text).not.toContain('Nothing to see');
    expect(text).toContain('<a href="/console">Console</a>');
    expect(text).toContain('Links in emails from Acme');
    await own.stop();
  });

  it.each([
    '*/*',
    '',
    'application/json',
    'application/json, text/html',
    'application/json, text/html;q=0.9',
    'text/html;q=0',
    'text/html;q=x',
    'text/*',
  ])('is NOT_FOUND for a program that accepts "%s"', async (accept) => {
    expectFailure(await open('/', accept), 'NOT_FOUND', 404);
  });

  it.each(['text/html', 'TEXT/HTML', 'application/json;q=0.5, text/html;q=0.6', BROWSER])(
    'is a page for a browser that accepts "%s"',
    async (accept) => {
      expect((await open('/', accept)).status).toBe(200);
    },
  );

  it.each([
    ['LINK_EXPIRED', 'This link has expired'],
    ['LINK_ALREADY_USED', 'This link has been used'],
    ['USER_DISABLED', 'This account is disabled'],
    ['EMAIL_ALREADY_IN_USE', 'This address is in use'],
  ])('explains the error %s of a link without a target of its own', async (code, title) => {
    for (const service of [app, live]) {
      const answer = await service.get(`/?error=${code}&message=<b>Call+us</b>`, { headers: { accept: BROWSER } });
      expect(titleOf(answer)).toBe(title);
      expect(answer.text).not.toContain('Call');
    }
  });

  it.each(['WHATEVER', '<script>', '__proto__', 'constructor', 'a&error=b'])(
    'ignores the unknown error %s',
    async (code) => {
      expect(titleOf(await open(`/?error=${code}`))).toBe('The service is running');
    },
  );

  it('says that a followed link worked, and shows no token', async () => {
    const link = await mail.linkAfter(user.email, () => app.post('/api/auth/magic-link', { email: user.email }));
    const { location } = await open(pathOf(link), BROWSER, 'POST');
    const answer = await open(pathOf(location));
    expect(titleOf(answer)).toBe('You are signed in');
    expect(answer.text).not.toContain(new URL(location).searchParams.get('rt') ?? '-');
  });
});

describe('a page', () => {
  it('loads and runs nothing, cannot be framed, and is not stored', async () => {
    for (const path of ['/', '/?error=LINK_EXPIRED', '/api/auth/magic-link/verify?token=x']) {
      const { headers, text } = await open(path);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(text).not.toMatch(/<script|\son\w+=|javascript:|<img|<link|style="/i);
    }
  });
});

describe('a link that fails, opened by a browser', () => {
  const MAGIC = '/api/auth/magic-link/verify?token=';

  it('says that it is unknown, and to a program the code', async () => {
    const answer = await open(`${MAGIC}%22%3E%3Cscript%3E`);
    expect([answer.status, titleOf(answer)]).toEqual([400, 'This link is not valid']);
    expect(answer.text).not.toContain('<script');
    expectFailure(await open(`${MAGIC}x`, '*/*'), 'INVALID_LINK');
  });
});

describe('a reset link', () => {
  const read = (token: unknown) => app.post('/api/auth/ui/link', { token });

  it('leads without reset_url and APP_URL to the page for a new password, which can name the account and the request', async () => {
    const path = await resetPath();
    expect(path).toMatch(/^\/reset-password\?token=[\w-]{43}$/);
    const { status, json } = await read(tokenIn(path));
    expect(status).toBe(200);
    const facts = { email: user.email, asked_at: expect.any(Number), browser: '', system: '' };
    expect(json).toEqual(facts);
  });

  it('leads to a reset_url', async () => {
    const reset_url = `${app.service.url}/new`;
    const { email } = user;
    const link = await mail.linkAfter(email, () => app.post('/api/auth/reset-password', { email, reset_url }));
    expect(link.startsWith(`${reset_url}?token=`)).toBe(true);
  });

  it('leads to the root in production without the sign-in pages, and there is no page for it', async () => {
    const { email } = await live.signUp();
    const { link, token } = (await live.admin('POST', '/links', { type: 'reset_password', email })).json;
    expect(link).toBe(`https://auth.example.com/?token=${token}`);
    expectFailure(await live.get(`/reset-password?token=${token}`), 'NOT_FOUND', 404);
  });

  it('is not used up when a mail scanner opens it, or a page reads it', async () => {
    const path = await resetPath();
    for (const method of ['GET', 'HEAD', 'GET']) expect((await open(path, BROWSER, method)).status).toBe(200);
    const token = tokenIn(path);
    await read(token);
    const body = { old_password: token, new_password: NEW_PASSWORD };
    expect((await app.patch('/api/auth/user/change-password', body)).status).toBe(200);
    expectFailure(await read(token), 'LINK_ALREADY_USED');
  });

  it('that no longer works says why to its page', async () => {
    const [expired, disabled] = [tokenIn(await resetPath()), tokenIn(await resetPath())];
    await app.disable(user.uid);
    expectFailure(await read(disabled), 'USER_DISABLED');
    await app.admin('PATCH', `/users/${user.uid}`, { active: true });
    expectFailure(await read(expired), 'LINK_EXPIRED');
    expectFailure(await read('x'), 'INVALID_LINK');
    const { token } = (await app.admin('POST', '/links', { type: 'verify_email', email: user.email })).json;
    expectFailure(await read(token), 'INVALID_LINK');
  });
});

describe('a magic link of the sign-in pages', () => {
  const LOGIN = '/api/auth/magic-link/login';

  /** The path of a link that leads to the sign-in page, or to a product, and the verifier of the browser that has asked. */
  async function asked(next_url = `${originOf(app)}/sign-in?a=1`): Promise<{ path: string; verifier: string }> {
    const { verifier, challenge } = pkce();
    const body = { email: user.email, next_url, code_challenge: challenge };
    return { path: pathOf(await mail.linkAfter(user.email, () => app.post('/api/auth/magic-link', body))), verifier };
  }

  const login = (body: object, headers = fromPages(app)) => app.post(LOGIN, body, { headers });

  it('leads to its screen however it is opened, which alone uses it up', async () => {
    const { path } = await asked();
    expect((await open(path, BROWSER, 'HEAD')).status).toBe(200);
    for (const method of ['GET', 'POST']) {
      const { status, location } = await open(path, BROWSER, method);
      expect([status, location]).toEqual([302, `${originOf(app)}/sign-in?a=1&arrival=link&token=${tokenIn(path)}`]);
    }
    const answer = await login({ token: tokenIn(path) });
    expect([answer.status, answer.json.uid]).toEqual([200, user.uid]);
    expect(answer.json).not.toHaveProperty('refresh_token');
    expect(cookieOf(answer)?.pair).toMatch(/^latchkey-pages=/);
    expectFailure(await login({ token: tokenIn(path) }), 'LINK_ALREADY_USED');
    const { location } = await open(path);
    expect(location).toMatch(/\/sign-in\?a=1&error=LINK_ALREADY_USED&/);
  });

  it('goes on by itself only with the verifier of the browser that has asked, and stays usable else', async () => {
    const [one, other] = [await asked(), await asked()];
    const token = tokenIn(one.path);
    expectFailure(await login({ token, code_verifier: other.verifier }), 'INVALID_CODE');
    expect((await login({ token, code_verifier: one.verifier })).json.uid).toBe(user.uid);
  });

  it.each([
    ['without the header of the pages', {}],
    ['from another origin', { 'x-latchkey-session': 'pages', origin: 'https://app.example.com' }],
    ['from a product', { 'x-latchkey-session': 'cookie', origin: 'https://app.example.com' }],
  ])('does nothing %s', async (_title, headers) => {
    const { path } = await asked();
    expectFailure(await login({ token: tokenIn(path) }, headers as never), 'NOT_AUTHENTICATED');
    expect((await login({ token: tokenIn(path) })).status).toBe(200);
  });

  it.each(['/sign-in-other', '/account', '/', '/sign-in/x'])('is none with the target %s', async (target) => {
    const { path } = await asked(`${originOf(app)}${target}`);
    expectFailure(await login({ token: tokenIn(path) }), 'INVALID_LINK');
    expect(titleOf(await open(path))).toBe('Sign in');
  });
});

describe('what users enter', () => {
  it.each(["o'neil&co", '{{app}}', "'&=`|{}$"])('is escaped in the pages for the address %s', async (start) => {
    const email = `${start}${newEmail()}`;
    const agent = '"><script>alert(1)</script>{{app}} Firefox/1 Windows';
    const metadata = JSON.stringify('</title><script>alert(1)</script>');
    const headers = { 'user-agent': agent };
    await app.post('/api/auth/user/create', { email, password: PASSWORD, metadata });
    const escaped = email
      .replaceAll('&', '&amp;')
      .replaceAll("'", '&#x27;')
      .replaceAll('=', '&#x3D;')
      .replaceAll('`', '&#x60;');
    const body = { email };
    const ask = () => app.service.call('POST', '/api/auth/magic-link', { body, headers });
    const { text } = await open(pathOf(await mail.linkAfter(email, ask)));
    expect(text).toContain(escaped);
    expect(text).toContain('from Firefox on Windows.');
    expect(text).not.toMatch(/<script|alert/);
  });
});

it('without BRANDING_DIR the stylesheet of the theme is empty, and there is no logo', async () => {
  const { status, text, headers } = await app.get('/branding/theme.css');
  expect([status, text, headers.get('content-type')]).toEqual([200, '', 'text/css; charset=utf-8']);
  expectFailure(await app.get('/branding/logo.svg'), 'NOT_FOUND', 404);
});
