import { Env } from './env.js';
import { SettingsError } from './settings-reader.js';

const AUTH_SECRET = 'a secret for tests, long enough to be one';
const BASE_URL = 'https://auth.example.com';

/** The problems of these settings, in the form `VARIABLE: what is wrong`. */
function problemsOf(settings: Record<string, string>): string[] {
  try {
    new Env({ AUTH_SECRET, BASE_URL, ...settings });
    return [];
  } catch (error) {
    const { problems, message } = error as SettingsError;
    expect(error).toBeInstanceOf(SettingsError);
    for (const variable of ['AUTH_SECRET', 'ADMIN_TOKEN']) {
      if (settings[variable]) expect(message).not.toContain(settings[variable]);
    }
    return problems.map(({ variable, wrong }) => `${variable}: ${wrong}`);
  }
}

it.each([
  ['http://auth.example.com', 'no-reply@auth.example.com'],
  ['http://[::1]:3000', 'no-reply@localhost'],
  ['http://auth_service:3000', 'no-reply@localhost'],
])('with the BASE_URL %s the default sender of emails is %s', (BASE_URL, address) => {
  expect(new Env({ AUTH_SECRET, BASE_URL }).mailFrom).toEqual({ name: 'Latchkey', address });
});

it('Env treats a missing NODE_ENV as production, which requires AUTH_SECRET and BASE_URL', () => {
  expect(new Env({ AUTH_SECRET, BASE_URL }).production).toBe(true);
  expect(problemsOf({ AUTH_SECRET: '', BASE_URL: '' }).map((problem) => problem.split(',')[0])).toEqual([
    'BASE_URL: it is not set',
    'AUTH_SECRET: it is not set',
  ]);
});

const STRICT = {
  linkConfirm: 'page',
  emailChange: 'confirm',
  sessionMaxTtl: 2_592_000,
  signupEmailVerified: 'ignore',
  passwordMinScore: 2,
  passwordHash: 'argon2id',
};

it('SECURITY_PROFILE=strict changes some defaults, and each setting can still be set', () => {
  const SECURITY_PROFILE = 'strict';
  expect(new Env({ AUTH_SECRET, BASE_URL })).toMatchObject({
    securityProfile: 'spec',
    linkConfirm: 'none',
    emailChange: 'immediate',
    sessionMaxTtl: 0,
    signupEmailVerified: 'client',
    passwordMinScore: 1,
    passwordHash: 'bcrypt',
  });
  expect(new Env({ AUTH_SECRET, BASE_URL, SECURITY_PROFILE })).toMatchObject(STRICT);
  const own = { LINK_CONFIRM: 'none', SESSION_MAX_TTL: '0', PASSWORD_MIN_SCORE: '0', PASSWORD_HASH: 'bcrypt' };
  expect(new Env({ AUTH_SECRET, BASE_URL, SECURITY_PROFILE, ...own })).toMatchObject({
    ...STRICT,
    linkConfirm: 'none',
    sessionMaxTtl: 0,
    passwordMinScore: 0,
    passwordHash: 'bcrypt',
  });
});

it.each([
  ['production', {}, 5],
  ['production', { SHUTDOWN_DELAY: '0' }, 0],
  ['development', {}, 0],
])('in %s with %j the delay of the shutdown is %s seconds', (NODE_ENV, settings, shutdownDelay) => {
  expect(new Env({ AUTH_SECRET, BASE_URL, NODE_ENV, ...settings })).toMatchObject({ shutdownDelay });
});

it('Env does not require BASE_URL in development', () => {
  expect(new Env({ NODE_ENV: 'development', AUTH_SECRET, PORT: '8080' }).baseUrl).toBe('http://localhost:8080');
});

const TOKEN = 'adm_first-token-of-the-tests-0123456789';

it.each([
  ['31 characters', { AUTH_SECRET: 'abcdefghijklmnopqrstuvwxyz01234' }, ['AUTH_SECRET: it has only 31 characters']],
  ['one repeated character', { AUTH_SECRET: 'x'.repeat(64) }, ['AUTH_SECRET: it has only 1 different characters']],
  ['9 different ones', { AUTH_SECRET: '123456789'.repeat(5) }, ['AUTH_SECRET: it has only 9 different characters']],
  ['10 different ones', { AUTH_SECRET: '0123456789'.repeat(4) }, []],
  ['ADMIN_TOKEN', { AUTH_SECRET: TOKEN, ADMIN_TOKEN: TOKEN }, ['AUTH_SECRET: it is the same as ADMIN_TOKEN']],
])('Env checks an AUTH_SECRET of %s, without the value in its message', (_what, settings, problems) => {
  expect(problemsOf(settings)).toEqual(problems);
});

it('Env accepts a weak AUTH_SECRET_PREVIOUS, so that it can be replaced', () => {
  expect(problemsOf({ AUTH_SECRET_PREVIOUS: 'x'.repeat(32) })).toEqual([]);
  expect(problemsOf({ AUTH_SECRET_PREVIOUS: TOKEN, ADMIN_TOKEN: TOKEN })).toEqual([]);
});

it.each(['api', 'https://api.example.com', 'urn:example:api', 'a'.repeat(255)])(
  'Env accepts the audience %s',
  (ACCESS_TOKEN_AUDIENCE) => {
    expect(new Env({ AUTH_SECRET, BASE_URL, ACCESS_TOKEN_AUDIENCE }).accessTokenAudience).toBe(ACCESS_TOKEN_AUDIENCE);
  },
);

it.each(['two words', 'https://', ':api', 'a\0b', 'ä', 'a'.repeat(256)])(
  'Env rejects the audience %j, which is neither a name nor a URI',
  (ACCESS_TOKEN_AUDIENCE) => {
    expect(problemsOf({ ACCESS_TOKEN_AUDIENCE })).toEqual(['ACCESS_TOKEN_AUDIENCE: this value cannot be used']);
  },
);

it('Env has no audience by default', () => {
  expect(new Env({ AUTH_SECRET, BASE_URL }).accessTokenAudience).toBeUndefined();
});

it.each([
  ['', ['https://app.example.com', 'https://auth.example.com']],
  ['none', ['https://auth.example.com']],
  ['https://shop.example.com, https://auth.example.com', ['https://shop.example.com', 'https://auth.example.com']],
  ['https://Shop.Example.com:443', ['https://shop.example.com', 'https://auth.example.com']],
  ['https://bücher.example:8443', ['https://xn--bcher-kva.example:8443', 'https://auth.example.com']],
])('COOKIE_ORIGINS=%s means the origins %j, of which that of BASE_URL always is one', (COOKIE_ORIGINS, origins) => {
  const urls = { BASE_URL: 'https://auth.example.com/v1', APP_URL: 'https://app.example.com/welcome' };
  expect(new Env({ AUTH_SECRET, ...urls, COOKIE_ORIGINS }).cookieOrigins).toEqual(origins);
});

it.each([
  ['BASE_URL', 'https://a;b.example.com'],
  ['APP_URL', "https://a'b.example.com"],
  ['CORS_ORIGINS', 'https://a,b.example.com'],
  ['CORS_ORIGINS', 'https://a;b.example.com'],
  ['COOKIE_ORIGINS', 'https://a;b.example.com'],
  ['REDIRECT_ALLOWLIST', 'https://a;b.example.com'],
  ['REDIRECT_ALLOWLIST', 'https://*.a;b.example.com'],
  ['BASE_URL', 'https:auth.example.com'],
  ['BASE_URL', 'https://auth.example.com\\v1'],
  ['APP_URL', 'https:/app.example.com'],
  ['APP_URL', 'https://app.example.com/a b'],
  ['APP_URL', 'https://@app.example.com'],
  ['CORS_ORIGINS', 'https://app.example.com/'],
  ['CORS_ORIGINS', 'https:\\\\app.example.com'],
  ['CORS_ORIGINS', 'https://127.1'],
  ['CORS_ORIGINS', 'https://app.example.com:'],
  ['COOKIE_ORIGINS', 'https://app.exa\tmple.com'],
  ['REDIRECT_ALLOWLIST', 'https:///app.example.com'],
  ['REDIRECT_ALLOWLIST', 'https://app.exa\tmple.com'],
])('Env rejects %s with a host that is not a plain host name, or in another notation: %s', (variable, value) => {
  expect(problemsOf({ [variable]: value })).toEqual([`${variable}: this value cannot be used`]);
});
