import { FakeService, failure } from '../../test/fake-service.js';
import { createClient } from '../index.js';

const API = 'POST /things';
const REFRESH = 'POST /api/auth/user/refresh';
const LOGIN = 'POST /api/auth/user/login';
const USER = 'GET /api/auth/user';

let service: FakeService;
let api: FakeService;
beforeEach(async () => {
  service = await FakeService.start();
  api = await FakeService.start();
});
afterEach(async () => {
  await service.stop();
  await api.stop();
});

async function signedIn() {
  const client = createClient({ baseUrl: service.url, apiOrigins: [api.url] });
  await client.signIn('ada@example.com', 'x');
  return client;
}

/** The client of Ada, and a function with which Grace signs in in another tab. */
async function shared() {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key),
    setItem: (key: string, value: string) => entries.set(key, value),
  };
  const tab = () => createClient({ baseUrl: service.url, apiOrigins: [api.url], storage });
  const [client, other] = [tab(), tab()];
  await client.signIn('ada@example.com', 'x');
  const graceSignsIn = async () => {
    service.next(LOGIN, { body: { uid: 'grace', ...service.tokens(), expiry: 1 } });
    await other.signOut();
    await other.signIn('grace@example.com', 'x');
  };
  return { client, graceSignsIn };
}
const thing = { method: 'POST', body: 'a thing' };

it('fetch() sends the access token', async () => {
  const client = await signedIn();
  expect((await client.fetch(`${api.url}/things`, thing)).status).toBe(200);
  expect(api.asked[API]).toEqual([{ authorization: `Bearer ${await client.accessToken()}`, body: 'a thing' }]);
});

it.each([
  ['401', { status: 401 }],
  ['NOT_AUTHENTICATED', failure('NOT_AUTHENTICATED')],
])('fetch() retries once after %s, with a new token and the same body', async (_what, refusal) => {
  const client = await signedIn();
  api.next(API, refusal, refusal);
  const answer = await client.fetch(new Request(`${api.url}/things`, thing));
  expect(answer.status).toBe(refusal.status);
  const [first, second, ...more] = api.asked[API] ?? [];
  expect([first?.body, second?.body, more]).toEqual(['a thing', 'a thing', []]);
  expect(second?.authorization).not.toBe(first?.authorization);
});

it('fetch() receives the token with the new claims when a service refuses the one with the earlier claims', async () => {
  const client = await signedIn();
  const earlier = await client.accessToken();
  api.next(API, { status: 401, body: { code: 'NOT_AUTHENTICATED', message: 'The token is void.' } });
  const answers = await Promise.all([1, 2, 3].map(() => client.fetch(`${api.url}/things`, thing)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(service.asked[REFRESH]).toHaveLength(1);
  expect(await client.accessToken()).not.toBe(earlier);
});

it.each([
  ['another failure', failure('INVALID_EMAIL')],
  ['a failure without JSON', { status: 400, body: 'No.' }],
  ['403', { status: 403 }],
])('fetch() returns %s without a retry and with a readable body', async (_what, reply) => {
  const client = await signedIn();
  api.next(API, reply);
  const answer = await client.fetch(`${api.url}/things`, thing);
  expect([answer.status, api.count(API), service.count(REFRESH)]).toEqual([reply.status, 1, 0]);
  await expect(answer.text()).resolves.toBeDefined();
});

it('fetch() does not refresh when a service wants a new proof of the user', async () => {
  const client = await signedIn();
  api.next(API, failure('REAUTHENTICATION_REQUIRED', 401));
  expect(await (await client.fetch(`${api.url}/things`, thing)).json()).toMatchObject({
    code: 'REAUTHENTICATION_REQUIRED',
  });
  expect([api.count(API), service.count(REFRESH)]).toEqual([1, 0]);
});

it('fetch() returns the refusal when the session has ended', async () => {
  const client = await signedIn();
  api.next(API, { status: 401, body: 'Who are you?' });
  service.next(REFRESH, failure('EXPIRED_JWT'));
  expect(await (await client.fetch(`${api.url}/things`, thing)).text()).toBe('Who are you?');
});

it('fetch() does not retry with the token of another user', async () => {
  const { client, graceSignsIn } = await shared();
  api.next(API, async () => {
    await graceSignsIn();
    return { status: 401, body: 'Who are you?' };
  });
  expect(await (await client.fetch(`${api.url}/things`, thing)).text()).toBe('Who are you?');
  expect(api.count(API)).toBe(1);
});

it('user() does not retry with the token of another user', async () => {
  const { client, graceSignsIn } = await shared();
  service.next(USER, async () => {
    await graceSignsIn();
    return failure('NOT_AUTHENTICATED');
  });
  await expect(client.user()).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED', status: 400 });
  expect(service.count(USER)).toBe(1);
});

it('fetch() sends no token if another user signs in during the refresh', async () => {
  service.life = 0;
  const { client, graceSignsIn } = await shared();
  service.life = 900;
  service.next(REFRESH, async () => {
    await graceSignsIn();
    return failure('INVALID_REFRESH_TOKEN');
  });
  await client.fetch(`${api.url}/things`, thing);
  expect(api.asked[API]?.map(({ authorization }) => authorization)).toEqual([undefined]);
});

it('fetch() sends no token without a signed-in user', async () => {
  const client = createClient({ baseUrl: service.url, apiOrigins: [api.url] });
  await client.fetch(`${api.url}/things`, thing);
  expect(api.asked[API]?.[0]).not.toHaveProperty('authorization');
});

it('fetch() rejects for an origin that is not in apiOrigins', async () => {
  const client = createClient({ baseUrl: service.url });
  await expect(client.fetch(`${api.url}/things`, thing)).rejects.toThrow(`${api.url} is not among the apiOrigins`);
  expect(api.count(API)).toBe(0);
  expect((await client.fetch(`${service.url}/things`, thing)).status).toBe(200);
});
