import { Env } from '../env.js';
import type { SettingsError } from '../settings-reader.js';

const NEEDED = { AUTH_SECRET: 'a secret for tests, long enough to be one', BASE_URL: 'https://auth.example.com' };

function variablesWithProblems(settings: Record<string, string>): string[] {
  try {
    new Env({ ...NEEDED, ...settings });
    return [];
  } catch (error) {
    return (error as SettingsError).problems.map(({ variable }) => variable);
  }
}

it('passkeys belong to the host and the origin of APP_URL by default', () => {
  const env = new Env({ ...NEEDED, APP_URL: 'https://app.example.com:8443/in' });
  expect([env.passkeys.rpId, env.passkeys.origins]).toEqual(['app.example.com', ['https://app.example.com:8443']]);
  expect(env.passkeys.relatedOrigins).toEqual([]);
});

it.each(['http://192.0.2.1', 'http://[::1]:3000', 'http://intranet:3000'])(
  'a service with the APP_URL %s starts, although browsers refuse passkeys there',
  (APP_URL) => {
    expect(variablesWithProblems({ APP_URL })).toEqual([]);
  },
);

it.each(['example.com', 'localhost', 'xn--mnchen-3ya.example', 'a-b.example.co.uk'])(
  'PASSKEY_RP_ID can be %s',
  (id) => {
    expect(variablesWithProblems({ PASSKEY_RP_ID: id })).toEqual([]);
  },
);

it.each([
  'https://example.com',
  'example.com:443',
  'Example.com',
  '192.0.2.1',
  '*.example.com',
  '.example.com',
  'example..com',
  '-example.com',
  'a b',
  `${'a'.repeat(64)}.com`,
])('PASSKEY_RP_ID cannot be %s', (id) => {
  expect(variablesWithProblems({ PASSKEY_RP_ID: id })).toEqual(['PASSKEY_RP_ID']);
});

const APP = 'android:apk-key-hash:VKvnqHbAuDZr9sjT_Jzw0gLfWC9u6iF6sKw-zyh4Tk4';

it.each([
  'https://app.example.com',
  'https://a.example.com, https://b.example.net:8443',
  'http://localhost:5173',
  'https://App.Example.com:443, https://bücher.example',
  APP,
  `https://app.example.com, ${APP}`,
])('PASSKEY_ORIGINS can be %s', (origins) => {
  expect(variablesWithProblems({ PASSKEY_ORIGINS: origins })).toEqual([]);
});

it.each([
  'none',
  'app.example.com',
  'http://app.example.com',
  'https://app.example.com/',
  'https://*.example.com',
  ',',
  `${APP},none`,
  `${APP}=`,
  `${APP.slice(0, -1)}5`,
  APP.slice(0, -1),
  APP.replace('_', '/'),
  APP.toUpperCase(),
  'android:apk-key-hash-sha256:VKvnqHbAuDZr9sjT_Jzw0gLfWC9u6iF6sKw-zyh4Tk4',
  'android:apk-key-hash:',
  'ios:bundle-id:com.example.app',
])('PASSKEY_ORIGINS cannot be %s', (origins) => {
  expect(variablesWithProblems({ PASSKEY_ORIGINS: origins })).toEqual(['PASSKEY_ORIGINS']);
});

it('an origin is related if its host is neither the domain of the passkeys nor below it', () => {
  const origins =
    'https://example.com,https://app.example.com:8443,https://badexample.com,https://example.com.evil.net';
  const env = new Env({ ...NEEDED, PASSKEY_RP_ID: 'example.com', PASSKEY_ORIGINS: origins });
  expect(env.passkeys.relatedOrigins).toEqual(['https://badexample.com', 'https://example.com.evil.net']);
});

it('an app for Android is an origin, and no related one, which browsers would look up', () => {
  const env = new Env({ ...NEEDED, PASSKEY_RP_ID: 'example.com', PASSKEY_ORIGINS: `${APP},https://example.net` });
  expect(env.passkeys).toMatchObject({
    origins: [APP, 'https://example.net'],
    relatedOrigins: ['https://example.net'],
  });
});

describe('with the sign-in pages', () => {
  const ON = { HOSTED_PAGES: 'on' };
  const PRODUCT = { APP_URL: 'https://app.example.com' };

  it('their origin is one of passkeys, if the domain contains its host', () => {
    const origins = ['https://app.example.com', 'https://auth.example.com'];
    expect(new Env({ ...NEEDED, ...ON, ...PRODUCT, PASSKEY_RP_ID: 'example.com' }).passkeys).toMatchObject({ origins });
    expect(new Env({ ...NEEDED, ...ON }).passkeys.origins).toEqual(['https://auth.example.com']);
    expect(new Env({ ...NEEDED, ...PRODUCT, PASSKEY_RP_ID: 'example.com' }).passkeys.origins).toEqual([origins[0]]);
  });

  it.each<Record<string, string>>([{}, { PASSKEY_RP_ID: 'app.example.com' }, { PASSKEY_RP_ID: 'uth.example.com' }])(
    'a domain that does not contain their host stops the start: %j',
    (more) => {
      expect(variablesWithProblems({ ...ON, ...PRODUCT, ...more })).toEqual(['PASSKEY_RP_ID']);
    },
  );

  it('PASSKEY_ORIGINS decides alone where it is set', () => {
    for (const PASSKEY_ORIGINS of ['https://app.example.com', 'https://app.example.com,https://auth.example.com']) {
      const env = new Env({ ...NEEDED, ...ON, ...PRODUCT, PASSKEY_ORIGINS });
      expect(env.passkeys.origins).toEqual(PASSKEY_ORIGINS.split(','));
    }
  });

  it('that are on only because it is no production, the start goes on without passkeys there', () => {
    const env = new Env({ ...NEEDED, ...PRODUCT, NODE_ENV: 'development' });
    expect([env.pages.on, env.passkeys.origins]).toEqual([true, ['https://app.example.com']]);
    const local = new Env({
      ...NEEDED,
      BASE_URL: 'http://localhost:3000',
      APP_URL: 'http://localhost:5173',
      NODE_ENV: 'test',
    });
    expect(local.passkeys.origins).toEqual(['http://localhost:5173', 'http://localhost:3000']);
  });
});
