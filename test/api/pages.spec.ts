import { expectFailure } from '../support/http/expect.js';
import type { Answer } from '../support/http/http.js';
import { App, newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { useMail } from '../support/service/use-mail.js';

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

function submit(path: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
  const type = 'application/x-www-form-urlencoded';
  const raw = new URLSearchParams(form).toString();
  return app.service.call('POST', path, { raw, headers: { accept: BROWSER, 'content-type': type, ...headers } });
}

const twice = (password: string) => ({ password, repeated: password });

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

  it('names in production what is on: the console, and links in emails', async () => {
    const own = await App.start({ ...LIVE, CONSOLE: 'on', SMTP_URL: 'smtp://127.0.0.1:1' });
    const { text } = await own.get('/', { headers: { accept: BROWSER } });
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
    for (const path of ['/', await resetPath(), '/api/auth/magic-link/verify?token=x']) {
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
  const RESET = '/api/auth/reset-password/page?token=';

  it('says that it is unknown', async () => {
    const answer = await open(`${RESET}%22%3E%3Cscript%3E`);
    expect([answer.status, titleOf(answer)]).toEqual([400, 'This link is not valid']);
    expect(answer.text).not.toContain('<script');
  });

  it('says that it was used, has expired, or belongs to a disabled account', async () => {
    const [used, expired, ended] = [await resetPath(), await resetPath(), await resetPath()];
    const other = await app.signUp();
    await submit(used, twice(NEW_PASSWORD));
    expect(titleOf(await open(used))).toBe('This link has been used');
    expect(titleOf(await open(expired))).toBe('This link has expired');
    user = other;
    const disabled = await resetPath();
    await app.disable(other.uid);
    expect(titleOf(await open(disabled))).toBe('This account is disabled');
    expect(titleOf(await submit(ended, twice(NEW_PASSWORD)))).toBe('This link has expired');
  });

  it('is answered with the code for a program', async () => {
    const used = await resetPath();
    await submit(used, twice(NEW_PASSWORD));
    expectFailure(await open(`${RESET}x`, '*/*'), 'INVALID_LINK');
    expectFailure(await open(used, 'application/json'), 'LINK_ALREADY_USED');
  });
});

describe('the page for a new password', () => {
  it('is where a reset link leads without reset_url and APP_URL, and names the account and the request', async () => {
    const path = await resetPath();
    expect(path).toMatch(/^\/api\/auth\/reset-password\/page\?token=[\w-]{43}$/);
    const { text } = await open(path);
    expect(text).toContain(`autocomplete="username" value="${user.email}" readonly>`);
    expect(text.match(/type="password" autocomplete="new-password" required/g)).toHaveLength(2);
    expect(text).toMatch(/requested on \d+ \w+ \d{4} at \d\d:\d\d UTC from an unknown program/);
  });

  it('is not where a reset link with a reset_url leads', async () => {
    const reset_url = `${app.service.url}/new`;
    const { email } = user;
    const link = await mail.linkAfter(email, () => app.post('/api/auth/reset-password', { email, reset_url }));
    expect(link.startsWith(`${reset_url}?token=`)).toBe(true);
  });

  it('is off in production, also for a valid token', async () => {
    const { email } = await live.signUp();
    const { link, token } = (await live.admin('POST', '/links', { type: 'reset_password', email })).json;
    expect(link).toBe(`https://auth.example.com/?token=${token}`);
    for (const method of ['GET', 'POST']) {
      const path = `/api/auth/reset-password/page?token=${token}`;
      const headers = { accept: BROWSER, 'content-type': 'application/x-www-form-urlencoded' };
      expectFailure(await live.service.call(method, path, { headers }), 'NOT_FOUND', 404);
    }
  });

  it('sets the password, ends the sessions and mails a notice', async () => {
    const answer = await submit(await resetPath(), twice(NEW_PASSWORD));
    expect([answer.status, titleOf(answer)]).toEqual([200, 'Your new password is set']);
    expect((await app.login(user.email, PASSWORD)).code).toBe('INVALID_CREDENTIALS');
    expect((await app.login(user.email, NEW_PASSWORD)).status).toBe(200);
    expect((await app.refresh(user.refresh_token)).code).toBe('INVALID_REFRESH_TOKEN');
    await mail.emailAbout(user.email, /password for Acme was changed/);
    const types = (await app.events(user.uid)).map(({ type, actor }) => `${type} ${actor}`);
    expect(types).toContain(`user.password_reset user:${user.uid}`);
  });

  it.each([
    ['a weak password', twice('password1'), /too easy to guess/],
    ['a short password', twice('x'), /at least 8 characters/],
    ['two passwords', { password: NEW_PASSWORD, repeated: `${NEW_PASSWORD}!` }, /not the same/],
    ['one password', { password: NEW_PASSWORD }, /not the same/],
    ['no password', {}, /enter a new password/],
    ['a password of other fields', { new_password: NEW_PASSWORD, __proto__: 'x' }, /enter a new password/],
  ])('shows the reason for refusing %s, keeps the link usable and repeats no password', async (_what, form, reason) => {
    const path = await resetPath();
    const answer = await submit(path, form as Record<string, string>);
    expect([answer.status, titleOf(answer)]).toEqual([200, 'Choose another password']);
    expect(/role="alert">(.*)<\/p>/.exec(answer.text)?.[1]).toMatch(reason);
    expect(answer.text).toContain('aria-invalid="true" aria-describedby="problem" autofocus>');
    expect(answer.text).not.toContain(NEW_PASSWORD);
    expect(titleOf(await submit(path, twice(NEW_PASSWORD)))).toBe('Your new password is set');
  });

  it('accepts every character of a password as it was typed', async () => {
    const password = ' Ünï &=+%<"\'>\\ 🔑 ';
    expect(titleOf(await submit(await resetPath(), twice(password)))).toBe('Your new password is set');
    expect((await app.login(user.email, password)).status).toBe(200);
  });

  it('lets one of several parallel requests set the password', async () => {
    const path = await resetPath();
    const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => submit(path, twice(`${NEW_PASSWORD}${n}`))));
    const titles = answers.map(titleOf).sort();
    expect(titles).toEqual([...Array(4).fill('This link has been used'), 'Your new password is set']);
  });

  it('sets nothing with the token of another kind of link', async () => {
    const { token } = (await app.admin('POST', '/links', { type: 'magic_link', email: user.email })).json;
    const answer = await submit(`/api/auth/reset-password/page?token=${token}`, twice(NEW_PASSWORD));
    expect([answer.status, titleOf(answer)]).toEqual([400, 'This link is not valid']);
  });

  it.each([
    ['a body of another type', { 'content-type': 'text/plain' }, 'UNSUPPORTED_MEDIA_TYPE', 415],
    ['JSON', { 'content-type': 'application/json' }, 'UNSUPPORTED_MEDIA_TYPE', 415],
    ['a compressed body', { 'content-encoding': 'gzip' }, 'UNSUPPORTED_MEDIA_TYPE', 415],
  ])('refuses %s', async (_what, headers, code, status) => {
    expectFailure(await submit(await resetPath(), twice(NEW_PASSWORD), headers), code, status);
  });

  it('refuses a body of more than 64 KiB', async () => {
    expectFailure(await submit(await resetPath(), twice('x'.repeat(64 * 1024))), 'PAYLOAD_TOO_LARGE', 413);
  });

  it('does not use the link up when a mail scanner opens it', async () => {
    const path = await resetPath();
    for (const method of ['GET', 'HEAD', 'GET']) expect((await open(path, BROWSER, method)).status).toBe(200);
    expect(titleOf(await submit(path, twice(NEW_PASSWORD)))).toBe('Your new password is set');
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
    const asks = ['magic-link', 'reset-password'].map((path) => `/api/auth/${path}`);
    for (const path of asks) {
      const link = await mail.linkAfter(email, () => app.service.call('POST', path, { body: { email }, headers }));
      const { text } = await open(pathOf(link));
      expect(text).toContain(escaped);
      expect(text).toContain('from Firefox on Windows.');
      expect(text).not.toMatch(/<script|alert/);
    }
  });
});

it('without BRANDING_DIR the stylesheet of the theme is empty, and there is no logo', async () => {
  const { status, text, headers } = await app.get('/branding/theme.css');
  expect([status, text, headers.get('content-type')]).toEqual([200, '', 'text/css; charset=utf-8']);
  expectFailure(await app.get('/branding/logo.svg'), 'NOT_FOUND', 404);
});
