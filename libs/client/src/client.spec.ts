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

describe('LatchkeyClient sign-in', () => {
  it('happens with signUp()', async () => {
    const client = newClient();
    expect(await client.signUp({ email: 'ada@example.com', password: 'x' })).toEqual({ uid: 'ada' });
    expect(await client.accessToken()).toBeDefined();
  });

  it('does not happen with signUp({ login: false })', async () => {
    const client = newClient();
    service.next('POST /api/auth/user/create', { body: { uid: 'ada' } });
    await client.signUp({ email: 'ada@example.com', password: 'x', login: false });
    expect(JSON.parse(service.asked['POST /api/auth/user/create']?.[0]?.body ?? '')).toMatchObject({ login: false });
    expect(await client.accessToken()).toBeUndefined();
  });

  it.each(['5', 'null', '"x"', '{', '{}', ''])('does not happen when the storage contains %j', async (stored) => {
    const client = newClient({ storage: { getItem: () => stored, setItem: () => undefined } });
    expect(await client.accessToken()).toBeUndefined();
  });

  it('is restored from the storage for the same service only', async () => {
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

it('reads each answer to its end, also an empty one, which a browser counts as aborted otherwise', async () => {
  const answers: Response[] = [];
  const client = newClient({
    fetch: async (request) => {
      const answer = await fetch(request);
      answers.push(answer);
      return answer;
    },
  });
  await client.signIn('ada@example.com', 'x');
  await client.changePassword('x', 'y');
  await client.requestPasswordReset({ email: 'ada@example.com' });
  await client.signOut();
  expect(answers.map(({ bodyUsed }) => bodyUsed)).toEqual([true, true, true, true]);
});

describe('LatchkeyClient.signOut()', () => {
  it('ends the session locally and at the service', async () => {
    const client = await signedIn();
    const token = await client.accessToken();
    await client.signOut();
    const body = JSON.stringify({ refresh_token: 'refresh-1' });
    expect(service.asked[LOGOUT]).toEqual([{ authorization: `Bearer ${token}`, body }]);
    expect(await client.accessToken()).toBeUndefined();
    await client.signOut();
    expect([service.count(LOGOUT), reasons]).toEqual([1, ['signed_out']]);
  });

  it('sends the request with keepalive', async () => {
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

  it('sends no refresh token with everywhere: true', async () => {
    await (await signedIn()).signOut({ everywhere: true });
    expect(service.asked[LOGOUT]?.[0]?.body).toBe('{}');
  });

  it('ends the session of the sign-in pages with pages: true, unless all end', async () => {
    await (await signedIn()).signOut({ pages: true });
    await (await signedIn()).signOut({ pages: true, everywhere: true });
    expect(service.asked[LOGOUT]?.map(({ body }) => body)).toEqual(['{"parent":true}', '{}']);
  });

  it('refreshes an expired access token first', async () => {
    const client = await signedIn();
    service.next(LOGOUT, failure('NOT_AUTHENTICATED'));
    await client.signOut();
    expect(service.asked[LOGOUT]?.[1]?.body).toContain('refresh-2');
  });

  it.each(['INVALID_REFRESH_TOKEN', 'EXPIRED_JWT'])('resolves when the refresh fails with %s', async (code) => {
    const client = await signedIn();
    service.next(LOGOUT, failure('NOT_AUTHENTICATED'));
    service.next(REFRESH, failure(code));
    await client.signOut();
    expect(reasons).toEqual(['signed_out']);
  });

  it.each([{ everywhere: true }, { pages: true }])(
    'with %j rejects when the refresh fails, since other sessions are not ended',
    async (extent) => {
      const client = await signedIn();
      service.next(LOGOUT, failure('NOT_AUTHENTICATED'));
      service.next(REFRESH, failure('EXPIRED_JWT'));
      await expect(client.signOut(extent)).rejects.toMatchObject({ code: 'EXPIRED_JWT' });
    },
  );

  it('ends the session locally and rejects when the service is unreachable', async () => {
    const client = await signedIn();
    service.next(LOGOUT, () => 'hang up');
    await expect(client.signOut()).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
    expect(await client.accessToken()).toBeUndefined();
  });

  it('is implied by deleteUser()', async () => {
    const client = await signedIn();
    await client.deleteUser();
    expect(await client.accessToken()).toBeUndefined();
    expect(reasons).toEqual(['deleted']);
  });

  it('is not implied by deleteUser() after another user has signed in', async () => {
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

  it('is implied by deleteUser() after the same user has signed in again', async () => {
    const client = await signedIn();
    service.next(DELETE, async () => {
      await client.signIn('ada@example.com', 'x');
      return {};
    });
    await client.deleteUser();
    expect(reasons).toEqual(['deleted']);
  });

  it('is not implied by a failed deleteUser()', async () => {
    const client = await signedIn();
    service.next(DELETE, failure('UNAVAILABLE', 503));
    await expect(client.deleteUser()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await client.accessToken()).toBeDefined();
  });
});

describe('LatchkeyClient.subscribe()', () => {
  it('calls the listener with the current user and after each change, but not after a refresh', async () => {
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

  it('does not call the listener after it was removed', async () => {
    const told: SignedIn[] = [];
    const client = newClient();
    client.subscribe((state) => told.push(state))();
    await client.accessToken();
    expect(told).toEqual([]);
  });
});
