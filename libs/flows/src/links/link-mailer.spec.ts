import { Env } from '@app/config';
import { OneTimeTokens, SecureLinks } from '@app/tokens';
import { appendParameters, LinkMaker } from './link-mailer.js';

const BASE_URL = 'https://auth.example.com/base';
const AUTH_SECRET = 'a secret for tests, long enough to be one';

const store: OneTimeTokens = Object.assign(Object.create(OneTimeTokens.prototype), {
  create: async () => ({ token: 'T', expiresAt: 1 }),
});

async function resetLink(settings: Record<string, string>, target?: string, locale?: string): Promise<string> {
  const env = new Env({ NODE_ENV: 'test', AUTH_SECRET, BASE_URL, ...settings });
  const maker = new LinkMaker(env, store, Object.create(SecureLinks.prototype));
  const request = { purpose: 'reset_password' as const, uid: 'u', email: 'a@example.com', livesIn: 'nothing' as const };
  return (await maker.make({ ...request, target: target ?? maker.defaultTarget }, locale)).link;
}

it.each([
  ['without APP_URL', {}, undefined],
  ['with APP_URL equal to BASE_URL', { APP_URL: BASE_URL }, undefined],
  ['with a reset_url equal to BASE_URL', { APP_URL: 'https://app.example.com' }, BASE_URL],
  ['with a slash after BASE_URL', {}, `${BASE_URL}/`],
  ['in production with HOSTED_PAGES=on', { NODE_ENV: 'production', HOSTED_PAGES: 'on' }, undefined],
])('a reset link leads to the sign-in pages %s', async (_what, settings, target) => {
  expect(await resetLink(settings, target)).toBe(`${BASE_URL}/reset-password?token=T`);
});

it.each([
  ['with APP_URL', { APP_URL: 'https://app.example.com/a' }, undefined, 'https://app.example.com/a?token=T'],
  ['with APP_URL below BASE_URL', { APP_URL: `${BASE_URL}/a` }, undefined, `${BASE_URL}/a?token=T`],
  ['with reset_url', {}, `${BASE_URL}?a=1`, `${BASE_URL}?a=1&token=T`],
  ['with HOSTED_PAGES=off', { HOSTED_PAGES: 'off' }, undefined, `${BASE_URL}?token=T`],
  ['in production', { NODE_ENV: 'production' }, undefined, `${BASE_URL}?token=T`],
])('a reset link leads to its target %s', async (_what, settings, target, link) => {
  expect(await resetLink(settings, target)).toBe(link);
});

it('a reset link to a page of the service has the language of its request, and one to a product has not', async () => {
  expect(await resetLink({}, undefined, 'de-AT')).toBe(`${BASE_URL}/reset-password?token=T&locale=de`);
  expect(await resetLink({}, `${BASE_URL}/reset-password?state=1`, 'de')).toContain('state=1&token=T&locale=de');
  const [product, neighbour] = ['https://app.example.com/a', `${BASE_URL}-app/a`];
  for (const target of [product, neighbour]) expect(await resetLink({}, target, 'de')).toBe(`${target}?token=T`);
});

const BASE = 'https://app.example.com/in';

it.each([
  ['a bare origin', 'https://app.example.com', 'https://app.example.com?uid=1&at=a.b'],
  ['a path', BASE, `${BASE}?uid=1&at=a.b`],
  ['an empty query', `${BASE}?`, `${BASE}?uid=1&at=a.b`],
  ['a query', `${BASE}?a=1`, `${BASE}?a=1&uid=1&at=a.b`],
  ['a fragment', `${BASE}#/home?uid=2`, `${BASE}?uid=1&at=a.b#/home?uid=2`],
  ['a query and a fragment', `${BASE}?a=1#f`, `${BASE}?a=1&uid=1&at=a.b#f`],
  ['an empty fragment', `${BASE}#`, `${BASE}?uid=1&at=a.b#`],
  ['bytes that could be written in another way', `${BASE}?a=%7E+%20|&b`, `${BASE}?a=%7E+%20|&b&uid=1&at=a.b`],
  ['empty pairs', `${BASE}?a=1&&b=2&`, `${BASE}?a=1&&b=2&&uid=1&at=a.b`],
  ['broken escapes', `${BASE}?%=1&%zz`, `${BASE}?%=1&%zz&uid=1&at=a.b`],
  ['a parameter of the same name', `${BASE}?uid=2&a=1`, `${BASE}?a=1&uid=1&at=a.b`],
  ['several of them', `${BASE}?uid=2&a=1&at=3&uid=4&at`, `${BASE}?a=1&uid=1&at=a.b`],
  ['one of them, escaped', `${BASE}?%75id=2&a=1`, `${BASE}?a=1&uid=1&at=a.b`],
  ['a name in another case', `${BASE}?UID=2`, `${BASE}?UID=2&uid=1&at=a.b`],
  ['a name with a question mark before it', `${BASE}??uid=2`, `${BASE}??uid=2&uid=1&at=a.b`],
  ['names that every object has', `${BASE}?toString=1&__proto__=2`, `${BASE}?toString=1&__proto__=2&uid=1&at=a.b`],
])('appendParameters() appends to a URL with %s', (_what, url, expected) => {
  expect(appendParameters(url, { uid: 1, at: 'a.b' })).toBe(expected);
});

it('appendParameters() escapes the appended values', () => {
  expect(appendParameters(BASE, { message: 'a&b=c #d+ü' })).toBe(`${BASE}?message=a%26b%3Dc%20%23d%2B%C3%BC`);
});
