import { Env } from '@app/config';
import { adviceFor } from './unknown-pages.js';

const SHOP = 'https://shop.example.com';
const BASE = {
  NODE_ENV: 'production',
  AUTH_SECRET: 'a secret for tests, long enough to be one',
  BASE_URL: 'https://auth.example.com',
};
const APP = { APP_URL: 'https://app.example.com' };
const BOTH = String.raw`COOKIE_ORIGINS \(or to CORS_ORIGINS, if its pages keep their tokens themselves\)`;

it.each([
  [
    'call',
    SHOP,
    {},
    `^set APP_URL to its address: .*For a second product, add it to ${BOTH}, and to REDIRECT_ALLOWLIST if`,
  ],
  ['call', SHOP, { COOKIE_ORIGINS: 'none' }, `^set APP_URL to its address, and add it to ${BOTH}\\. For a second`],
  ['call', SHOP, APP, `^add it to ${BOTH}, and to REDIRECT_ALLOWLIST if links or sign-ins lead there$`],
  ['call', SHOP, { ...APP, REDIRECT_ALLOWLIST: SHOP }, `^add it to ${BOTH}$`],
  ['call', 'https://shop.example', APP, '^add it to CORS_ORIGINS, and to REDIRECT_ALLOWLIST if'],
  ['call', 'capacitor://localhost', APP, '^serve its pages by http or https'],
  ['target', SHOP, APP, `^add it to REDIRECT_ALLOWLIST, and to ${BOTH} if its pages call the service$`],
  ['target', SHOP, { ...APP, CORS_ORIGINS: SHOP }, '^add it to REDIRECT_ALLOWLIST$'],
  [
    'target',
    SHOP,
    { COOKIE_ORIGINS: SHOP },
    '^set APP_URL to its address: .*second product, add it to REDIRECT_ALLOWLIST$',
  ],
  [
    'cookie',
    SHOP,
    { ...APP, CORS_ORIGINS: SHOP, REDIRECT_ALLOWLIST: SHOP },
    '^add it to COOKIE_ORIGINS, since the page',
  ],
  ['cookie', 'https://shop.example', APP, '^let its pages keep their tokens themselves'],
] as const)('a page that lacks "%s" at %s gets the right advice with %j', (need, origin, settings, advice) => {
  expect(adviceFor(new Env({ ...BASE, ...settings }), origin, need)).toMatch(new RegExp(advice));
});
