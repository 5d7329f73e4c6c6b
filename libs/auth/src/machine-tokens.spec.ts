import { generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { MachineTokens, TokenRequestFailed } from './machine-tokens.js';

const ISSUER = 'https://auth.example.com';
const ORDERS = 'https://orders.example.com';
const SECRET = { id: 'shop', secret: 'lks_a b' };

/** The requests of a test, and the answer of the issuer to each. */
let requests: { url: string; headers: Headers; body: URLSearchParams }[];
let answer: () => Response | Promise<Response>;
beforeEach(() => {
  jest.useFakeTimers();
  requests = [];
  let count = 0;
  answer = () => Response.json({ access_token: `token ${++count}`, expires_in: 900, token_type: 'Bearer' });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    requests.push({ url: String(url), headers: new Headers(init?.headers), body: init?.body as URLSearchParams });
    return answer();
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const tokensOf = (client: object = SECRET) => new MachineTokens({ issuer: ISSUER, client: client as typeof SECRET });
const refusing =
  (status: number, error: string, headers = {}) =>
  () =>
    Response.json({ error }, { status, headers });

it('MachineTokens makes one request for many callers, with the secret of the client, and keeps the token', async () => {
  const tokens = tokensOf();
  const wish = { audience: ORDERS, scope: 'orders:read' };
  const given = await Promise.all(Array.from({ length: 100 }, () => tokens.get(wish)));
  expect(new Set(given)).toEqual(new Set(['token 1']));
  expect(await tokens.get(wish)).toBe('token 1');
  expect(requests).toHaveLength(1);
  const [{ url, headers, body } = requests[0] as never] = requests;
  expect(url).toBe(`${ISSUER}/oauth2/token`);
  expect(headers.get('authorization')).toBe(`Basic ${Buffer.from('shop:lks_a%20b').toString('base64')}`);
  expect(Object.fromEntries(body)).toEqual({ grant_type: 'client_credentials', ...wish });
});

it('MachineTokens has a token for each audience and scope', async () => {
  const tokens = tokensOf();
  const wishes = [{}, { audience: ORDERS }, { scope: ORDERS }, { audience: ORDERS, scope: 'a' }];
  const given = await Promise.all(wishes.map((wish) => tokens.get(wish)));
  expect(new Set(given).size).toBe(4);
  expect(await Promise.all(wishes.map((wish) => tokens.get(wish)))).toEqual(given);
});

it('MachineTokens renews a token before its end, and lets no caller wait for it', async () => {
  const tokens = tokensOf();
  await tokens.get();
  jest.advanceTimersByTime(674_000);
  expect([await tokens.get(), requests.length]).toEqual(['token 1', 1]);
  jest.advanceTimersByTime(2_000);
  expect(await Promise.all([tokens.get(), tokens.get()])).toEqual(['token 1', 'token 1']);
  await jest.advanceTimersByTimeAsync(0);
  expect([await tokens.get(), requests.length]).toEqual(['token 2', 2]);
});

it('MachineTokens never gives a token after its end', async () => {
  const tokens = tokensOf();
  await tokens.get();
  jest.advanceTimersByTime(900_000);
  expect(await tokens.get()).toBe('token 2');
});

it('MachineTokens keeps a valid token while its renewal fails, and repeats that after longer and longer pauses', async () => {
  const tokens = tokensOf();
  await tokens.get();
  answer = refusing(503, '');
  jest.advanceTimersByTime(700_000);
  for (let second = 0; second < 60; second++) {
    expect(await tokens.get()).toBe('token 1');
    await jest.advanceTimersByTimeAsync(1_000);
  }
  // Three requests each, with pauses of 1, 2, 4, 8, 16 and 32 seconds between them.
  expect(requests.length).toBeGreaterThan(9);
  expect(requests.length).toBeLessThanOrEqual(1 + 3 * 6);
});

it('MachineTokens repeats a request that failed for a moment, for all who wait', async () => {
  const good = answer;
  answer = () => {
    answer = good;
    throw new TypeError('fetch failed');
  };
  const tokens = tokensOf();
  const waiting = Promise.all([tokens.get(), tokens.get()]);
  await jest.advanceTimersByTimeAsync(250);
  expect(await waiting).toEqual(['token 1', 'token 1']);
  expect(requests).toHaveLength(2);
});

it.each([
  [400, 'invalid_scope', {}],
  [401, 'invalid_client', {}],
  [429, 'slow_down', { 'retry-after': '30' }],
])(
  'MachineTokens does not repeat a request that was answered with %d %s, until after a pause',
  async (status, error, headers) => {
    const good = answer;
    answer = refusing(status, error, headers);
    const tokens = tokensOf();
    await expect(tokens.get()).rejects.toMatchObject({ name: 'TokenRequestFailed', error });
    await expect(Promise.all([tokens.get(), tokens.get()])).rejects.toThrow(TokenRequestFailed);
    expect(requests).toHaveLength(1);
    answer = good;
    jest.advanceTimersByTime(status === 429 ? 29_999 : 999);
    await expect(tokens.get()).rejects.toThrow(error);
    jest.advanceTimersByTime(1);
    expect(await tokens.get()).toBe('token 1');
  },
);

it('MachineTokens gets another token after one was refused', async () => {
  const tokens = tokensOf();
  tokens.forget(await tokens.get());
  expect(await tokens.get()).toBe('token 2');
  tokens.forget('token 1');
  expect(await tokens.get()).toBe('token 2');
});

it('MachineTokens makes one request in ten seconds for a service that refuses every token', async () => {
  const tokens = tokensOf();
  for (let times = 0; times < 50; times++) tokens.forget(await tokens.get());
  expect(requests).toHaveLength(2);
  jest.advanceTimersByTime(10_000);
  tokens.forget(await tokens.get());
  expect(await tokens.get()).toBe('token 3');
});

it('MachineTokens keeps the tokens of the last thousand audiences', async () => {
  const tokens = tokensOf();
  const audienceOf = (index: number) => tokens.get({ audience: String(index) });
  for (let index = 0; index < 1_000; index++) await audienceOf(index);
  await audienceOf(0);
  await audienceOf(1_000);
  expect([await audienceOf(0), requests.length]).toEqual(['token 1', 1_001]);
  await audienceOf(1);
  expect(requests).toHaveLength(1_002);
});

describe('MachineTokens with a private key', () => {
  const MAKE: Record<string, () => { publicKey: KeyObject; privateKey: KeyObject }> = {
    ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    RS256: () => generateKeyPairSync('rsa', { modulusLength: 2_048 }),
    EdDSA: () => generateKeyPairSync('ed25519'),
  };

  it.each(Object.entries(MAKE))('signs a new assertion with %s for each request', async (alg, make) => {
    const { publicKey, privateKey } = make();
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    for (const key of [privateKey, pem]) await tokensOf({ id: 'shop', privateKey: key, kid: 'one' }).get();
    const ids = requests.map(({ headers, body }) => {
      const [header = '', payload = '', signature = ''] = (body.get('client_assertion') ?? '').split('.');
      const by = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
      const text = Buffer.from(`${header}.${payload}`);
      expect(verify(alg === 'EdDSA' ? null : 'sha256', text, by, Buffer.from(signature, 'base64url'))).toBe(true);
      const [read, claims] = [header, payload].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
      expect([read.alg, read.kid, headers.has('authorization')]).toEqual([alg, 'one', false]);
      expect(claims).toMatchObject({ iss: 'shop', sub: 'shop', aud: ISSUER, exp: claims.iat + 60 });
      return claims.jti;
    });
    expect(new Set(ids).size).toBe(2);
  });
});

it.each<[string, object]>([
  ['client.id', { id: '', secret: 'x' }],
  ['client.secret', { id: 'shop', secret: '' }],
  ['client.privateKey', { id: 'shop' }],
  ['client.privateKey', { id: 'shop', privateKey: generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey }],
])('MachineTokens refuses a wrong %s', (option, client) => {
  expect(() => tokensOf(client)).toThrow(option);
});

it('MachineTokens needs the option client only when it is used', async () => {
  await expect(new MachineTokens({ issuer: ISSUER }).get()).rejects.toThrow('option client');
});
