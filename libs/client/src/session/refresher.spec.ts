import { FakeService, failure, type Reply } from '../../test/fake-service.js';
import { createClient, type SignedOutReason } from '../index.js';

const REFRESH = 'POST /api/auth/user/refresh';
const USER = 'GET /api/auth/user';

let service: FakeService;
let entries: Map<string, string>;
let reasons: SignedOutReason[];
beforeEach(async () => {
  service = await FakeService.start();
  entries = new Map();
  reasons = [];
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.stop();
});

/** The client of one tab. All tabs share a storage. */
function tab() {
  const storage = {
    getItem: (key: string) => entries.get(key),
    setItem: (key: string, value: string) => entries.set(key, value),
  };
  return createClient({ baseUrl: service.url, storage, onSignedOut: (reason) => reasons.push(reason) });
}

async function signedIn(life = 900) {
  const client = tab();
  service.life = life;
  await client.signIn('ada@example.com', 'x');
  service.life = 900;
  return client;
}

/** A promise and the function that resolves it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

async function graceSignsIn(client: ReturnType<typeof tab>) {
  service.next('POST /api/auth/user/login', { body: { uid: 'grace', ...service.tokens(), expiry: 1 } });
  await client.signIn('grace@example.com', 'x');
}

const later = (ms: number) => jest.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);
const newTokens = (): Reply => {
  const { token, refresh_token } = service.tokens();
  return { body: { uid: 'ada', access_token: token, refresh_token, expiry: 1 } };
};

it('parallel calls share one refresh', async () => {
  const client = await signedIn(0);
  await Promise.all(Array.from({ length: 10 }, () => client.user()));
  expect([service.count(REFRESH), service.count(USER)]).toEqual([1, 10]);
});

it('parallel calls share one failed refresh', async () => {
  const client = await signedIn(0);
  service.next(REFRESH, ...Array(3).fill(failure('TOO_MANY_REQUESTS', 429)));
  const failed = await Promise.allSettled(Array.from({ length: 3 }, () => client.user()));
  expect(failed.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  expect(service.count(REFRESH)).toBe(1);
});

it('a tab uses the tokens that another tab has refreshed', async () => {
  const [one, other] = [await signedIn(0), tab()];
  const token = await one.accessToken();
  expect(await other.accessToken()).toBe(token);
  expect(service.count(REFRESH)).toBe(1);
});

it('the client refreshes shortly before the token expires, and not earlier', async () => {
  const client = await signedIn();
  const token = await client.accessToken();
  later(860_000);
  expect(await client.accessToken()).toBe(token);
  later(15_000);
  expect(await client.accessToken()).not.toBe(token);
});

it.each([-1, 1])('the client works with a clock that is wrong by %i years', async (years) => {
  service.ahead = years * 31_536_000;
  const client = await signedIn();
  await client.user();
  expect(service.count(REFRESH)).toBe(0);
});

it('the client refreshes a token that was stored with a time in the future', async () => {
  await signedIn();
  later(-3_600_000);
  await tab().user();
  expect(service.count(REFRESH)).toBe(1);
});

it('a call is retried once with a new token when the service refuses the old one', async () => {
  const client = await signedIn();
  service.next(USER, failure('NOT_AUTHENTICATED'));
  expect(await client.user()).toMatchObject({ uid: 'ada' });
  service.next(USER, failure('NOT_AUTHENTICATED'), failure('NOT_AUTHENTICATED'));
  await expect(client.user()).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' });
  expect([service.count(USER), service.count(REFRESH), reasons]).toEqual([4, 2, []]);
});

it('the client uses a token that has not expired while the refresh fails', async () => {
  const client = await signedIn();
  later(880_000);
  service.next(REFRESH, failure('TOO_MANY_REQUESTS', 429));
  expect(await client.user()).toMatchObject({ uid: 'ada' });
});

it.each([
  ['a sign-out', (other: ReturnType<typeof tab>) => other.signOut(), undefined],
  ['an emptied storage', async () => entries.clear(), undefined],
  ['a newer sign-in', (other: ReturnType<typeof tab>) => other.signIn('ada@example.com', 'x'), 'newer'],
  ['a sign-in of another user', graceSignsIn, undefined],
])('a late refresh does not undo %s', async (_what, meanwhile, expected) => {
  const [client, other] = [await signedIn(0), tab()];
  const [asked, answered] = [gate(), gate()];
  service.next(REFRESH, async () => {
    asked.open();
    await answered.opened;
    return newTokens();
  });
  const refreshed = client.accessToken();
  await asked.opened;
  await meanwhile(other);
  const stored = [...entries.values()];
  answered.open();
  expect(await refreshed).toBe(expected && JSON.parse(stored[0] ?? '').access);
  expect([...entries.values()]).toEqual(stored);
});
