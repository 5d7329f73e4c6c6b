import { FakeService, failure } from '../test/fake-service.js';
import { createClient, type SignedIn, type SignedOutReason } from './index.js';

const DELETE = 'DELETE /api/auth/user';
const LOGOUT = 'POST /api/auth/user/logout';
const REFRESH = 'POST /api/auth/user/refresh';

let service: FakeService;
let reasons: SignedOutReason[];
beforeEach(async () => {
  service = await FakeService.start();
  reasons = [];
});
afterEach(() => service.stop());

function newClient(more: Partial<Parameters<typeof createClient>[0]> = {}) {
  return createClient({ baseUrl: service.url, onSignedOut: (reason) => reasons.push(reason), ...more });
}

async function signedIn(life = 900) {
  const client = newClient();
  service.life = life;
  await client.signIn('ada@example.com', 'x');
  return client;
}

describe('signing in', () => {
  it('is part of signing up', async () => {
    const client = newClient();
    expect(await client.signUp({ email: 'ada@example.com', password: 'x' })).toEqual({ uid: 'ada' });
    expect(await client.accessToken()).toBeDefined();
  });

  it('is no part of signing up where it is not wanted', async () => {
    const client = newClient();
    service.next('POST /api/auth/user/create', { body: { uid: 'ada' } });
    await client.signUp({ email: 'ada@example.com', password: 'x', login: false });
    expect(JSON.parse(service.asked['POST /api/auth/user/create']?.[0]?.body ?? '')).toMatchObject({ login: false });
    expect(await client.accessToken()).toBeUndefined();
  });

  it.each(['5', 'null', '"x"', '{', '{}', ''])('is not what %j in the storage means', async (stored) => {
    const client = newClient({ storage: { getItem: () => stored, setItem: () => undefined } });
    expect(await client.accessToken()).toBeUndefined();
  });

  it('survives in the storage, apart from that of another service', async () => {
    const entries = new Map<string, string>();
    const storage = {
      getItem: async (key: string) => entries.get(key),
      setItem: async (key: string, value: string) => entries.set(key, value),
    };
    await newClient({ storage }).signIn('ada@example.com', 'x');
    expect(await newClient({ storage }).accessToken()).toBeDefined();
    expect(await newClient({ storage, baseUrl: 'http://127.0.0.1:1' }).accessToken()).toBeUndefined();
  });
});

describe('signing out', () => {
  it('ends the session here and at the service', async () => {
    const client = await signedIn();
    const token = await client.accessToken();
    await client.signOut();
    const body = JSON.stringify({ refresh_token: 'refresh-1' });
    expect(service.asked[LOGOUT]).toEqual([{ authorization: `Bearer ${token}`, body }]);
    expect(await client.accessToken()).toBeUndefined();
    await client.signOut();
    expect([service.count(LOGOUT), reasons]).toEqual([1, ['signed_out']]);
  });

  it('is told to the service also when the page is left at once', async () => {
    const sent: Request[] = [];
    const client = newClient({
      fetch: (request) => {
        sent.push(request);
        return fetch(request);
      },
    });
    await client.signIn('ada@example.com', 'x');
    await client.signOut();
    expect(sent.map(({ keepalive }) => keepalive)).toEqual([false, true]);
  });

  it('everywhere names no session', async () => {
    await (await signedIn()).signOut({ everywhere: true });
    expect(service.asked[LOGOUT]?.[0]?.body).toBe('{}');
  });

  it('refreshes an access token that is over first', async () => {
    const client = await signedIn();
    service.next(LOGOUT, failure('NOT_AUTHENTICATED'));
    await client.signOut();
    expect(service.asked[LOGOUT]?.[1]?.body).toContain('refresh-2');
  });

  it.each(['INVALID_REFRESH_TOKEN', 'EXPIRED_JWT'])('is done when the service answers %s', async (code) => {
    const client = await signedIn();
    service.next(LOGOUT, failure('NOT_AUTHENTICATED'));
    service.next(REFRESH, failure(code));
    await client.signOut();
    expect(reasons).toEqual(['signed_out']);
  });

  it('everywhere is not done then: the other sessions live on', async () => {
    const client = await signedIn();
    service.next(LOGOUT, failure('NOT_AUTHENTICATED'));
    service.next(REFRESH, failure('EXPIRED_JWT'));
    await expect(client.signOut({ everywhere: true })).rejects.toMatchObject({ code: 'EXPIRED_JWT' });
  });

  it('works here without the service, and says that it was not told', async () => {
    const client = await signedIn();
    service.next(LOGOUT, () => 'hang up');
    await expect(client.signOut()).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
    expect(await client.accessToken()).toBeUndefined();
  });

  it('comes with deleting the user', async () => {
    const client = await signedIn();
    await client.deleteUser();
    expect(await client.accessToken()).toBeUndefined();
    expect(reasons).toEqual(['deleted']);
  });

  it('does not come with deleting a user after whom another has signed in', async () => {
    const client = await signedIn();
    service.next(DELETE, async () => {
      service.next('POST /api/auth/user/login', { body: { uid: 'grace', ...service.tokens(), expiry: 1 } });
      await client.signIn('grace@example.com', 'x');
      return {};
    });
    await client.deleteUser();
    expect(await client.accessToken()).toBeDefined();
    expect(reasons).toEqual([]);
  });

  it('comes with deleting the user also where the tokens were replaced meanwhile', async () => {
    const client = await signedIn();
    service.next(DELETE, async () => {
      await client.signIn('ada@example.com', 'x');
      return {};
    });
    await client.deleteUser();
    expect(reasons).toEqual(['deleted']);
  });

  it('does not come with a deletion that failed', async () => {
    const client = await signedIn();
    service.next(DELETE, failure('UNAVAILABLE', 503));
    await expect(client.deleteUser()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await client.accessToken()).toBeDefined();
  });
});

describe('subscribing', () => {
  it('tells who is signed in, now and from then on, and not of each refresh', async () => {
    const client = await signedIn(0);
    const told: SignedIn[] = [];
    const stop = client.subscribe((state) => told.push(state));
    await client.accessToken();
    await client.signOut().then(() => client.signIn('ada@example.com', 'x'));
    await client.accessToken();
    stop();
    await client.signOut();
    expect(told).toEqual([{ uid: 'ada' }, undefined, { uid: 'ada' }]);
    expect(service.count(REFRESH)).toBeGreaterThan(0);
  });

  it('tells nothing once it has ended', async () => {
    const told: SignedIn[] = [];
    const client = newClient();
    client.subscribe((state) => told.push(state))();
    await client.accessToken();
    expect(told).toEqual([]);
  });
});
