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

it.each(['https://app.example.com', 'https://a.example.com, https://b.example.net:8443', 'http://localhost:5173'])(
  'PASSKEY_ORIGINS can be %s',
  (origins) => {
    expect(variablesWithProblems({ PASSKEY_ORIGINS: origins })).toEqual([]);
  },
);

it.each([
  'none',
  'app.example.com',
  'http://app.example.com',
  'https://app.example.com/',
  'https://*.example.com',
  ',',
])('PASSKEY_ORIGINS cannot be %s', (origins) => {
  expect(variablesWithProblems({ PASSKEY_ORIGINS: origins })).toEqual(['PASSKEY_ORIGINS']);
});

it('an origin is related if its host is neither the domain of the passkeys nor below it', () => {
  const origins =
    'https://example.com,https://app.example.com:8443,https://badexample.com,https://example.com.evil.net';
  const env = new Env({ ...NEEDED, PASSKEY_RP_ID: 'example.com', PASSKEY_ORIGINS: origins });
  expect(env.passkeys.relatedOrigins).toEqual(['https://badexample.com', 'https://example.com.evil.net']);
});
