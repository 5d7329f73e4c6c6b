import { Env } from '@app/config';
import type { RecordReader } from '../input/records.js';
import type { DoctorContext } from './check.js';
import { relatedOrigins } from './web-checks.js';

const NEEDED = { AUTH_SECRET: 'a secret for tests, long enough to be one', BASE_URL: 'https://auth.example.com' };
const RELATED = { PASSKEY_RP_ID: 'example.com', PASSKEY_ORIGINS: 'https://app.example.com,https://example.net' };
const JSON_TYPE = { headers: { 'content-type': 'application/json' } };

const context = (settings: Record<string, string>): DoctorContext => ({
  env: new Env({ ...NEEDED, ...settings }),
  problems: [],
  misspelt: [],
  secretKnown: true,
  nodeEnvSet: true,
  hasSchema: false,
  records: {} as RecordReader,
});

/** The finding when the host of the passkeys answers in this way, and the requests to it. */
async function findingFor(answer: () => Promise<Response>, settings: Record<string, string> = RELATED) {
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(answer);
  const [finding] = await relatedOrigins(context(settings));
  const requested = fetched.mock.calls.map(([url]) => url);
  fetched.mockRestore();
  return { finding, requested };
}

it('the doctor check of passkeys loads the file of related origins', async () => {
  const file = JSON.stringify({ origins: ['https://example.net', 'https://example.org'] });
  const { finding, requested } = await findingFor(async () => new Response(file, JSON_TYPE));
  expect(requested).toEqual(['https://example.com/.well-known/webauthn']);
  expect(finding).toEqual({ status: 'ok', found: 'https://example.com/.well-known/webauthn lists all origins' });
});

it.each<[string, () => Promise<Response>, string]>([
  ['does not exist', async () => new Response('', { status: 404 }), 'answers 404'],
  ['is a page', async () => new Response('<p>', { headers: { 'content-type': 'text/html' } }), 'answers 200 text/html'],
  [
    'lists other origins',
    async () => Response.json({ origins: ['https://example.org'] }),
    'does not list https://example.net',
  ],
  ['has no list', async () => Response.json({ origins: 'https://example.net' }), 'does not list https://example.net'],
  ['is no JSON', async () => new Response('{', JSON_TYPE), 'cannot be read'],
  ['is null', async () => new Response('null', JSON_TYPE), 'cannot be read'],
  ['is very long', async () => new Response('x'.repeat(100_000), JSON_TYPE), 'it is too long'],
  ['cannot be reached', () => Promise.reject(new Error('no route')), 'no route'],
])('the doctor check of passkeys warns, with the file to serve, when the file %s', async (_how, answer, found) => {
  const { finding } = await findingFor(answer);
  expect(finding).toMatchObject({ status: 'warn', found: expect.stringContaining(found) });
  expect(finding?.cure).toContain('{"origins":["https://example.net"]}');
});

it('the doctor check of passkeys sends no request without related origins', async () => {
  const { finding, requested } = await findingFor(async () => new Response(''), {});
  expect(requested).toEqual([]);
  expect(finding).toEqual({ status: 'ok', found: 'all origins of passkeys are at auth.example.com or below it' });
});

it.each([
  ['without their origin', { PASSKEY_ORIGINS: 'https://app.example.com', PASSKEY_RP_ID: 'example.com' }],
  ['that are on in development alone', { APP_URL: 'https://app.example.com', HOSTED_PAGES: '', NODE_ENV: 'test' }],
])('the doctor check of passkeys warns of sign-in pages %s', async (_how, settings) => {
  const given = Object.fromEntries(Object.entries({ HOSTED_PAGES: 'on', ...settings }).filter(([, text]) => text));
  const { finding } = await findingFor(async () => new Response(''), given);
  expect(finding).toMatchObject({ status: 'warn', found: expect.stringContaining('https://auth.example.com take no') });
  expect(finding?.cure).toContain('PASSKEY_RP_ID');
});
