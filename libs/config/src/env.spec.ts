import { Env } from './env.js';
import { SettingsError } from './settings-reader.js';

const AUTH_SECRET = 'a secret for tests, long enough to be one';
const BASE_URL = 'https://auth.example.com';

/** The problems of these settings, as `VARIABLE: what is wrong`. */
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
])('letters from the service at %s come from %s, unless MAIL_FROM says otherwise', (BASE_URL, address) => {
  expect(new Env({ AUTH_SECRET, BASE_URL }).mailFrom).toEqual({ name: 'Latchkey', address });
});

it('treats a missing NODE_ENV as production, which needs AUTH_SECRET and BASE_URL', () => {
  expect(new Env({ AUTH_SECRET, BASE_URL }).production).toBe(true);
  expect(problemsOf({ AUTH_SECRET: '', BASE_URL: '' }).map((problem) => problem.split(',')[0])).toEqual([
    'BASE_URL: it is not set',
    'AUTH_SECRET: it is not set',
  ]);
});

it('does not need BASE_URL in development', () => {
  expect(new Env({ NODE_ENV: 'development', AUTH_SECRET, PORT: '8080' }).baseUrl).toBe('http://localhost:8080');
});

const TOKEN = 'adm_first-token-of-the-tests-0123456789';

it.each([
  ['31 characters', { AUTH_SECRET: 'abcdefghijklmnopqrstuvwxyz01234' }, ['AUTH_SECRET: it has only 31 characters']],
  ['one repeated character', { AUTH_SECRET: 'x'.repeat(64) }, ['AUTH_SECRET: it has only 1 different characters']],
  ['9 different ones', { AUTH_SECRET: '123456789'.repeat(5) }, ['AUTH_SECRET: it has only 9 different characters']],
  ['10 different ones', { AUTH_SECRET: '0123456789'.repeat(4) }, []],
  ['ADMIN_TOKEN', { AUTH_SECRET: TOKEN, ADMIN_TOKEN: TOKEN }, ['AUTH_SECRET: it is the same as ADMIN_TOKEN']],
])('judges an AUTH_SECRET of %s, and never repeats it', (_what, settings, problems) => {
  expect(problemsOf(settings)).toEqual(problems);
});

it('accepts a weak AUTH_SECRET_PREVIOUS, so that it can be replaced', () => {
  expect(problemsOf({ AUTH_SECRET_PREVIOUS: 'x'.repeat(32) })).toEqual([]);
  expect(problemsOf({ AUTH_SECRET_PREVIOUS: TOKEN, ADMIN_TOKEN: TOKEN })).toEqual([]);
});

it('names the new name of a setting that was renamed', () => {
  expect(problemsOf({ MAGIC_LINK_CONFIRM: 'page' })).toEqual(['MAGIC_LINK_CONFIRM: it is called LINK_CONFIRM now']);
});

it.each([
  ['BASE_URL', 'https://a;b.example.com'],
  ['APP_URL', "https://a'b.example.com"],
  ['CORS_ORIGINS', 'https://a,b.example.com'],
  ['CORS_ORIGINS', 'https://a;b.example.com'],
  ['REDIRECT_ALLOWLIST', 'https://a;b.example.com'],
  ['REDIRECT_ALLOWLIST', 'https://*.a;b.example.com'],
])('refuses %s with a host that is no plain name: %s', (variable, value) => {
  expect(problemsOf({ [variable]: value })).toEqual([`${variable}: this value cannot be used`]);
});
