import { FakeService, failure, type Reply } from '../../test/fake-service.js';
import { createClient, type SignedOutReason } from '../index.js';

const REFRESH = 'POST /api/auth/user/refresh';
const USER = 'GET /api/auth/user';
const GONE = failure('INVALID_REFRESH_TOKEN');

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

/** A client as one tab has it: all of them use the same storage. */
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

/** Something to wait for, and how to let it happen. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const later = (ms: number) => jest.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);
const newTokens = (): Reply => {
  const { token, refresh_token } = service.tokens();
  return { body: { uid: 'ada', access_token: token, refresh_token, expiry: 1 } };
};

it('refreshes once for all who ask at once', async () => {
  const client = await signedIn(0);
  await Promise.all(Array.from({ length: 10 }, () => client.user()));
  expect([service.count(REFRESH), service.count(USER)]).toEqual([1, 10]);
});

it('takes over what another tab has refreshed meanwhile', async () => {
  const [one, other] = [await signedIn(0), tab()];
  const token = await one.accessToken();
  expect(await other.accessToken()).toBe(token);
  expect(service.count(REFRESH)).toBe(1);
});

it('refreshes shortly before the token expires, and not earlier', async () => {
  const client = await signedIn();
  const token = await client.accessToken();
  later(860_000);
  expect(await client.accessToken()).toBe(token);
  later(15_000);
  expect(await client.accessToken()).not.toBe(token);
});

it.each([-1, 1])('works with a clock that is wrong by %i years', async (years) => {
  service.ahead = years * 31_536_000;
  const client = await signedIn();
  await client.user();
  expect(service.count(REFRESH)).toBe(0);
});

it('refreshes when another tab has received the token in the future', async () => {
  await signedIn();
  later(-3_600_000);
  await tab().user();
  expect(service.count(REFRESH)).toBe(1);
});

it('tries again once with a new token when the service refuses the old one', async () => {
  const client = await signedIn();
  service.next(USER, failure('NOT_AUTHENTICATED'));
  expect(await client.user()).toMatchObject({ uid: 'ada' });
  service.next(USER, failure('NOT_AUTHENTICATED'), failure('NOT_AUTHENTICATED'));
  await expect(client.user()).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' });
  expect([service.count(USER), service.count(REFRESH), reasons]).toEqual([4, 2, []]);
});

it.each([
  ['EXPIRED_JWT', 'expired', failure('EXPIRED_JWT'), []],
  ['INVALID_REFRESH_TOKEN', 'revoked', GONE, []],
  ['INVALID_REFRESH_TOKEN of a disabled user', 'disabled', GONE, [{ body: { active: false } }]],
  ['INVALID_REFRESH_TOKEN of a deleted user', 'deleted', GONE, [failure('USER_NOT_FOUND')]],
  ['INVALID_REFRESH_TOKEN and no more', 'revoked', GONE, [failure('NOT_AUTHENTICATED')]],
])('ends the session on %s: %s', async (_what, reason, refusal, user) => {
  const client = await signedIn(0);
  service.next(REFRESH, refusal);
  service.next(USER, ...user);
  expect(await client.accessToken()).toBeUndefined();
  await expect(client.user()).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED', status: 0 });
  expect(reasons).toEqual([reason]);
});

it.each([
  ['503', failure('UNAVAILABLE', 503), 'UNAVAILABLE', 2],
  ['a page of a proxy', { status: 502, body: '<html>' }, 'UNEXPECTED_ANSWER', 2],
  ['429', failure('TOO_MANY_REQUESTS', 429), 'TOO_MANY_REQUESTS', 1],
  ['no answer', () => 'hang up' as const, 'NETWORK_ERROR', 2],
])('keeps the session on %s', async (_what, reply, code, tries) => {
  const client = await signedIn(0);
  service.next(REFRESH, ...Array(tries).fill(reply));
  await expect(client.user()).rejects.toMatchObject({ code });
  expect(service.count(REFRESH)).toBe(tries);
  expect(await client.user()).toMatchObject({ uid: 'ada' });
  expect(reasons).toEqual([]);
});

it('goes on with a token that has not expired while the service cannot refresh it', async () => {
  const client = await signedIn();
  later(880_000);
  service.next(REFRESH, failure('TOO_MANY_REQUESTS', 429));
  expect(await client.user()).toMatchObject({ uid: 'ada' });
});

it.each([
  ['a sign-out', (other: ReturnType<typeof tab>) => other.signOut(), undefined],
  ['a newer sign-in', (other: ReturnType<typeof tab>) => other.signIn('grace@example.com', 'x'), 'newer'],
])('does not undo %s that came while it was under way', async (_what, meanwhile, expected) => {
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
