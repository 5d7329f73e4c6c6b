import { App, newEmail, type SignedUp } from '../support/service/app.js';
import { MailServer } from '../support/service/mail.js';
import { SECRET, Service } from '../support/service/service.js';

const APP_URL = 'https://app.example.com/start';
const ALLOWLIST =
  'https://shop.example.com, https://*.example.org, http://dev.example.net:8080, https://münchen.example, https://[2001:db8::1]';
const LONG = `https://app.example.com/${'x'.repeat(2_048 - 'https://app.example.com/'.length)}`;

let mail: MailServer;
beforeAll(async () => {
  mail = await MailServer.start();
});
afterAll(() => mail.stop());

/** Starts the service with some settings. Returns the codes of its three endpoints that accept a redirect target. */
function serve(settings: () => Record<string, string>) {
  const at = {} as { app: App; user: SignedUp };
  beforeAll(async () => {
    at.app = await App.start({ SMTP_URL: mail.url, APP_URL, ...settings() });
    at.user = await at.app.signUp();
  });
  afterAll(() => at.app.stop());
  const codes = async (url: string) => {
    const { app, user } = at;
    const answers = await Promise.all([
      app.post('/api/auth/magic-link', { email: user.email, next_url: url }),
      app.post('/api/auth/user/verify-email', { next_url: url }, { token: user.token }),
      app.post('/api/auth/reset-password', { email: user.email, reset_url: url }),
      app.post('/api/auth/reset-password', { email: newEmail(), reset_url: url }),
    ]);
    return [...new Set(answers.map(({ code }) => code ?? 'allowed'))].join();
  };
  return { at, codes };
}

describe('with a list of allowed origins', () => {
  const { at, codes } = serve(() => ({ REDIRECT_ALLOWLIST: ALLOWLIST }));

  it.each([
    'https://app.example.com',
    'https://app.example.com/',
    'https://app.example.com?a=1',
    'https://app.example.com#f',
    'https://shop.example.com/a/b?c=d#e',
    'https://shop.example.com/?to=https://evil.example/',
    'https://shop.example.com/@evil.example',
    'https://shop.example.com//evil.example',
    'https://shop.example.com/%C3%BC%0d%0a',
    'https://a.example.org',
    'https://a.b.example.org/x',
    'http://dev.example.net:8080/',
    'https://xn--mnchen-3ya.example/',
    'https://[2001:db8::1]/x',
    'HTTPS://SHOP.example.com/',
    'https://SHOP.example.com:443/',
    'https://münchen.example/',
    'https://MÜNCHEN.example:443/ü?ö#ä',
    'https://mu\u0308nchen.example',
    'https://shop。example.com/',
    'https://ｓhop.example.com/',
    'https://shop%2eexample.com/',
    'https://%73hop.example.com',
    'https://shop.example.com/%7Euser',
    'https://shop.example.com/ü',
    'https://shop.example.com/"<>',
    'https://ä.example.org/x',
    LONG,
  ])('the redirect target %s is allowed', async (url) => {
    expect(await codes(url)).toBe('allowed');
  });

  it('a link leads to the normal form of its target', async () => {
    const { app } = at;
    // The link proves the address, and so ends all earlier sessions.
    const user = await app.signUp();
    const send = () =>
      app.post('/api/auth/magic-link', { email: user.email, next_url: 'HTTPS://MÜNCHEN.example:443/ü?x=ö#ä' });
    const link = new URL(await mail.linkAfter(user.email, send));
    const followed = await app.get(`/api/auth/magic-link/verify${link.search}`);
    expect(followed.headers.get('location')).toMatch(/^https:\/\/xn--mnchen-3ya\.example\/%C3%BC\?x=%C3%B6&.*#%C3%A4$/);
  });

  it('the address of the service itself is allowed as a redirect target', async () => {
    expect(await codes(at.app.service.url.replace('127.0.0.1', 'localhost'))).toBe('allowed');
    expect(await codes(at.app.service.url)).toBe('INVALID_REDIRECT_URL');
  });

  it.each([
    '/api/auth/external/corp/callback?state=x',
    '/auth/api/auth/external/corp/callback',
    '/%61pi/auth/external/corp/callback',
    '/api/auth/%2565xternal/corp/callback',
    '/api//auth/external/corp%2Fcallback',
    '/API/auth/external/corp/callback/',
    '/%C3%BC/%2561pi/auth/external/corp/callback',
    '/api/auth/x/%252e%252e/external/corp/callback',
    '/api/auth/user%2f%252e%252e%2fexternal/corp/callback',
    '/api/auth/external/corp%250a/callback',
    '/api/auth/external;x/corp/callback',
    '/%252525252561pi/auth/external/corp/callback',
    '/%2525252525252525252561',
  ])('a callback for providers is refused as a redirect target: %s', async (path) => {
    expect(await codes(`${at.app.service.url.replace('127.0.0.1', 'localhost')}${path}`)).toBe('INVALID_REDIRECT_URL');
    expect(await codes(`https://shop.example.com${path}`)).toBe('INVALID_REDIRECT_URL');
  });

  it.each([
    ['not a URL', ['', ' ', '?a', '#f', '.', 'x', 'null', 'http://', 'https://', 'https://?']],
    ['relative', ['/path', 'path', '//shop.example.com/', '///shop.example.com/', '\\\\shop.example.com\\']],
    [
      'of a scheme that runs code',
      ['javascript:alert(1)', 'JavaScript:alert(1)', 'java\tscript:alert(1)', 'vbscript:x'],
    ],
    ['of a scheme that contains data', ['data:text/html,x', 'blob:https://shop.example.com/x', 'about:blank']],
    ['of another scheme', ['ftp://shop.example.com/', 'file:///etc/passwd', 'mailto:a@example.com', 'app://x']],
    ['of the other one of http and https', ['http://shop.example.com/', 'https://dev.example.net:8080/']],
    ['with credentials', ['https://user@shop.example.com/', 'https://u:p@shop.example.com/']],
    ['with empty credentials', ['https://@shop.example.com/', 'https://:@shop.example.com/']],
    [
      'with a host as credentials',
      ['https://shop.example.com@evil.example/', 'https://shop.example.com:x@evil.example'],
    ],
    [
      'with backslashes',
      ['https:\\\\shop.example.com', 'https:/\\shop.example.com', 'https://evil.example\\@shop.example.com'],
    ],
    ['with a backslash in its path', ['https://shop.example.com\\a', 'https://shop.example.com/a\\b']],
    [
      'with tabs and line breaks',
      ['https://shop.example.com/\tx', 'https://shop.exa\nmple.com/', 'https://shop.example.com/\r\n'],
    ],
    [
      'with spaces around it',
      [' https://shop.example.com/', 'https://shop.example.com/ ', '\u0000https://shop.example.com/'],
    ],
    ['with spaces inside', ['https://shop.example.com/a b', 'https://shop .example.com/']],
    [
      'with another port',
      ['https://shop.example.com:8443/', 'http://dev.example.net/', 'http://dev.example.net:80801/'],
    ],
    [
      'with a port in another notation',
      [
        'https://shop.example.com:0443/',
        'https://shop.example.com:/',
        'https://shop.example.com:80/',
        'http://dev.example.net:08080/',
      ],
    ],
    [
      'of another host, when its percent-encoding is read',
      [
        'https://evil.example%2f.example.org/',
        'https://evil.example%40shop.example.com/',
        'https://shop.example.com%2f@evil.example/',
      ],
    ],
    [
      'of another host, when its Unicode is read',
      [
        'https://evil.example／.example.org/',
        'https://shop.example.com＠evil.example/',
        'https://munchen.example/',
        'https://mün\u200dchen.example/',
      ],
    ],
    [
      'of the parent domain of a wildcard',
      ['https://example.org/', 'https://.example.org/', 'https://a..example.org/'],
    ],
    [
      'of a host with an allowed host at its end',
      ['https://evilexample.org/', 'https://evilshop.example.com/', 'https://a.shop.example.com/'],
    ],
    [
      'of a host with an allowed host at its start',
      ['https://a.example.org.evil.com/', 'https://shop.example.com.evil.com/'],
    ],
    ['of a host with a trailing dot', ['https://shop.example.com./', 'https://a.example.org./']],
    [
      'of a host that would inject a directive into a header',
      ['https://a;b.example.org/', "https://a'b.example.org/", 'https://a,b.example.org/', 'https://*.example.org/'],
    ],
    ['of a wildcard with a port', ['https://a.example.org:8443/', 'http://a.example.org/']],
    ['without slashes', ['https:evil.example', 'https:shop.example.com', 'https:/shop.example.com']],
    ['with many slashes', ['https:///shop.example.com/', 'https:////evil.example/']],
    [
      'with dots in its path',
      ['https://shop.example.com/a/../b', 'https://shop.example.com/%2e%2e/b', 'https://shop.example.com/./b'],
    ],
    ['with half of a character', ['https://shop.example.com/\ud800']],
    ['longer than allowed in its normal form', [`https://shop.example.com/${'ü'.repeat(1_000)}`]],
    ['of another IPv6 address', ['https://[2001:db8::2]/', 'https://[2001:0db8::1]/', 'https://[::ffff:127.0.0.1]/']],
    ['with a number as its host', ['http://2130706433/', 'http://0x7f.1/', 'http://127.1/', 'http://１２７.0.0.1/']],
    ['too long', [`${LONG}x`, `https://shop.example.com/${'x'.repeat(60_000)}`]],
  ])('a redirect target that is %s is refused', async (_what, urls) => {
    for (const url of urls) expect([url, await codes(url)]).toEqual([url, 'INVALID_REDIRECT_URL']);
  });
});

const ANY_ORIGIN = ['https://anything.example/x', 'http://127.0.0.1:8080/', 'https://[::1]/'];
const INVALID_TARGETS = [
  'https://a;script-src.example/',
  'javascript:alert(1)',
  'https://u:p@anything.example/',
  'https:anything.example',
  '//a.example',
];

describe('without a list, in production', () => {
  const { codes } = serve(() => ({
    NODE_ENV: 'production',
    BASE_URL: 'https://auth.example.com/base',
    REDIRECT_ALLOWLIST: '',
  }));

  it.each(['https://app.example.com/other', 'https://auth.example.com/'])(
    'the redirect target %s is allowed',
    async (url) => {
      expect(await codes(url)).toBe('allowed');
    },
  );

  it.each([...ANY_ORIGIN, ...INVALID_TARGETS, 'https://x.app.example.com/', 'http://app.example.com/'])(
    'the redirect target %s is refused',
    async (url) => {
      expect(await codes(url)).toBe('INVALID_REDIRECT_URL');
    },
  );
});

describe('without a list, in development', () => {
  const { at, codes } = serve(() => ({}));

  it('every http and https URL is allowed as a redirect target, and the log warns of it once', async () => {
    for (const url of ANY_ORIGIN) expect(await codes(url)).toBe('allowed');
    await at.app.service.logged('REDIRECT_ALLOWLIST');
    expect(at.app.service.log.match(/REDIRECT_ALLOWLIST/g)).toHaveLength(1);
  });

  it.each(INVALID_TARGETS)('the redirect target %s is refused', async (url) => {
    expect(await codes(url)).toBe('INVALID_REDIRECT_URL');
  });
});

it('the service does not start with a REDIRECT_ALLOWLIST that is malformed', async () => {
  const service = await Service.launch({ AUTH_SECRET: SECRET, REDIRECT_ALLOWLIST: 'https://a.example,b.example' });
  expect(await service.exited()).toBe(1);
  expect(service.log).toMatch(/REDIRECT_ALLOWLIST: .+; allowed: origins separated by commas/);
  await service.stop();
});

it('a link does not lead to an origin that was taken from the list since it was made, but to APP_URL', async () => {
  const app = await App.start({ SMTP_URL: mail.url, APP_URL, REDIRECT_ALLOWLIST: ALLOWLIST });
  try {
    const { email } = await app.signUp();
    const ask = () => app.post('/api/auth/magic-link', { email, next_url: 'https://shop.example.com/in' });
    const link = new URL(await mail.linkAfter(email, ask));
    const later = await app.replica({ REDIRECT_ALLOWLIST: 'https://a.example.org' });
    const followed = await later.call('GET', link.pathname + link.search, {});
    expect(followed.location).toMatch(/^https:\/\/app\.example\.com\/start\?uid=/);
  } finally {
    await app.stop();
  }
});
