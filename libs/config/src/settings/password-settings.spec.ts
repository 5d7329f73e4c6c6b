import { Env } from '../env.js';
import type { SettingsError } from '../settings-reader.js';

const NEEDED = { AUTH_SECRET: 'a secret for tests, long enough to be one', BASE_URL: 'https://auth.example.com' };

/** The settings, or the variables with problems. */
function read(settings: Record<string, string>, nodeEnv = 'test'): Env | string[] {
  try {
    return new Env({ ...NEEDED, NODE_ENV: nodeEnv, ...settings });
  } catch (error) {
    return (error as SettingsError).problems.map(({ variable }) => variable);
  }
}

it.each([
  ['off', undefined],
  ['https://api.pwnedpasswords.com/range/', { kind: 'url', url: 'https://api.pwnedpasswords.com/range/' }],
  ['https://mirror.example.com/?prefix=', { kind: 'url', url: 'https://mirror.example.com/?prefix=' }],
  ['http://localhost:8080/range/', { kind: 'url', url: 'http://localhost:8080/range/' }],
  ['http://127.0.0.1:8080/', { kind: 'url', url: 'http://127.0.0.1:8080/' }],
  ['file:/var/lib/pwned', { kind: 'folder', path: '/var/lib/pwned' }],
  ['file:///var/lib/pwned', { kind: 'folder', path: '/var/lib/pwned' }],
  ['file:./pwned', { kind: 'folder', path: './pwned' }],
])('PASSWORD_BREACH=%s is read', (PASSWORD_BREACH, source) => {
  expect(read({ PASSWORD_BREACH })).toMatchObject({ breach: { source, min: 1, strict: false } });
});

it.each([
  'on',
  'http://mirror.example.com/range/',
  'http://localhost.example.com/',
  'https://user:secret@mirror.example.com/',
  'https://mirror.example.com/#',
  'ftp://localhost/',
  'file:',
  'file://host/share',
  '/var/lib/pwned',
])('PASSWORD_BREACH=%s is rejected', (PASSWORD_BREACH) => {
  expect(read({ PASSWORD_BREACH })).toEqual(['PASSWORD_BREACH']);
});

it('PASSWORD_BREACH over http is rejected in production, also for localhost', () => {
  expect(read({ PASSWORD_BREACH: 'http://localhost:8080/' }, 'production')).toEqual(['PASSWORD_BREACH']);
  expect(read({ PASSWORD_BREACH: 'https://localhost:8080/' }, 'production')).toBeInstanceOf(Env);
});

it.each([
  ['PASSWORD_BREACH_MIN', '0'],
  ['PASSWORD_BREACH_STRICT', 'yes'],
  ['PASSWORD_HASH', 'argon2i'],
  ['ARGON2_MEMORY', '7167'],
  ['ARGON2_MEMORY', '1048577'],
  ['ARGON2_PASSES', '0'],
  ['ARGON2_PASSES', '11'],
])('%s=%s is rejected', (variable, value) => {
  expect(read({ [variable]: value })).toEqual([variable]);
});

it('new hashes are of bcrypt by default, and of argon2id with the parameters that OWASP recommends', () => {
  const defaults = { passwordHash: 'bcrypt', argon2: { memory: 19_456, passes: 2 } };
  expect(read({})).toMatchObject(defaults);
  const bounds = { PASSWORD_HASH: 'argon2id', ARGON2_MEMORY: '1048576', ARGON2_PASSES: '10' };
  expect(read(bounds)).toMatchObject({ passwordHash: 'argon2id', argon2: { memory: 1_048_576, passes: 10 } });
});
