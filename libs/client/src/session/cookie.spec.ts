import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FakeService, failure } from '../../test/fake-service.js';
import { FakeTabs, withoutPauses } from '../../test/fake-tabs.js';
import { createClient, type LatchkeyClient, type SignedIn, type SignedOutReason } from '../index.js';

const LOGIN = 'POST /api/auth/user/login';
const REFRESH = 'POST /api/auth/user/refresh';
const LOGOUT = 'POST /api/auth/user/logout';
const USER = 'GET /api/auth/user';
const NO_SESSION = failure('INVALID_REFRESH_TOKEN');

let service: FakeService;
let tabs: FakeTabs;
let reasons: SignedOutReason[];
beforeEach(async () => {
  service = await FakeService.start();
  tabs = new FakeTabs();
  reasons = [];
});
afterEach(async () => {
  tabs.close();
  jest.restoreAllMocks();
  await service.stop();
});

const tab = (): LatchkeyClient =>
  createClient({ baseUrl: service.url, sessions: 'cookie', onSignedOut: (reason) => reasons.push(reason) });
const signIn = (client: LatchkeyClient) => client.signIn('ada@example.com', 'x');
/** Until the tabs have their messages. */
const delivered = () => new Promise((next) => setTimeout(next, 5));

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await delivered();
}

/** The states of which a tab notifies its listener. */
function statesOf(client: LatchkeyClient): (string | null)[] {
  const states: (string | null)[] = [];
  client.subscribe((state: SignedIn) => states.push(state?.uid ?? null));
  return states;
}

/** A tab whose access token has expired. */
async function expired(): Promise<LatchkeyClient> {
  service.life = 0;
  const client = tab();
  await signIn(client);
  service.life = 900;
  return client;
}

async function graceSignsIn(client: LatchkeyClient): Promise<void> {
  service.next(LOGIN, { body: { uid: 'grace', ...service.tokens(), expiry: 1 } });
  await client.signIn('grace@example.com', 'x');
  await delivered();
}

/** Holds the next answer of an endpoint back. */
function hold(endpoint: string, body: () => object) {
  let [answer, ask] = [() => {}, () => {}];
  const [answered, asked] = [new Promise<void>((next) => (answer = next)), new Promise<void>((next) => (ask = next))];
  service.next(endpoint, async () => {
    ask();
    await answered;
    return { body: body() };
  });
  return { answer, asked };
}
const refreshed = () => ({ uid: 'ada', access_token: service.tokens().token, expiry: 1 });

describe('a client with its session in a cookie', () => {
  it('starts by a refresh without a token, and only when it is used', async () => {
    const client = tab();
    await delivered();
    expect(service.count(REFRESH)).toBe(0);
    expect(await client.user()).toMatchObject({ uid: 'ada' });
    expect(service.asked[REFRESH]).toEqual([{ session: 'cookie', body: '{}' }]);
    expect(await client.accessToken()).toBeDefined();
    expect(service.count(REFRESH)).toBe(1);
  });

  it('is signed out when the cookie has no session, which is no error', async () => {
    service.next(REFRESH, NO_SESSION);
    const client = tab();
    const states = statesOf(client);
    expect(await client.accessToken()).toBeUndefined();
    await expect(client.user()).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED', status: 0 });
    await delivered();
    expect([states, reasons, service.count(REFRESH), service.count(USER)]).toEqual([[null], [], 1, 0]);
  });

  it('sends the header with a sign-in, and stores nothing', async () => {
    const client = tab();
    await signIn(client);
    await client.user();
    expect(service.asked[LOGIN]?.[0]).toMatchObject({ session: 'cookie' });
    expect(service.asked[USER]?.[0]).not.toHaveProperty('session');
    expect([service.count(REFRESH), tabs.stored.size]).toEqual([0, 0]);
  });

  it('signs in with the cookie of a sign-in that an error has interrupted', async () => {
    service.next(LOGIN, failure('INVALID_CREDENTIALS'));
    const client = tab();
    await expect(signIn(client)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(await client.accessToken()).toBeDefined();
  });

  it('sends nothing on a server, where no user is signed in', async () => {
    tabs.close();
    const client = tab();
    const states = statesOf(client);
    expect(await client.accessToken()).toBeUndefined();
    await delivered();
    expect([states, service.asked]).toEqual([[null], {}]);
  });

  it('fails with the error of the service until the start succeeds, and then notifies its listeners', async () => {
    const pauses = withoutPauses();
    service.next(REFRESH, ...Array(2).fill(failure('TOO_MANY_REQUESTS', 429)));
    const client = tab();
    await expect(client.user()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const states = statesOf(client);
    await until(() => states.length > 0);
    expect([states, reasons, service.count(REFRESH)]).toEqual([['ada'], [], 3]);
    expect(pauses).toContain(1_000);
  });

  it('repeats a refresh whose answer is lost', async () => {
    withoutPauses();
    const client = await expired();
    service.next(REFRESH, () => 'hang up');
    expect(await client.user()).toMatchObject({ uid: 'ada' });
    expect(service.asked[REFRESH]).toEqual(Array(2).fill({ session: 'cookie', body: '{}' }));
  });
});

describe('tabs that share a cookie', () => {
  it('make one refresh when ten start at once', async () => {
    const clients = Array.from({ length: 10 }, tab);
    const tokens = await Promise.all(clients.map((client) => client.accessToken()));
    expect([new Set(tokens).size, service.count(REFRESH)]).toEqual([1, 1]);
  });

  it('make one refresh when ten start at once without a session', async () => {
    service.next(REFRESH, NO_SESSION);
    const tokens = await Promise.all(Array.from({ length: 10 }, () => tab().accessToken()));
    expect([...new Set(tokens), service.count(REFRESH)]).toEqual([undefined, 1]);
  });

  it('make one refresh when the access token of ten has expired', async () => {
    const clients = [await expired(), ...Array.from({ length: 9 }, tab)];
    await Promise.all(clients.map((client) => client.accessToken()));
    await delivered();
    expect(service.count(REFRESH)).toBe(1);
  });

  it('give their access token to a tab that opens later', async () => {
    const first = tab();
    await signIn(first);
    expect(await tab().accessToken()).toBe(await first.accessToken());
    expect(service.count(REFRESH)).toBe(0);
  });

  it('do not decide for a tab that opens after a sign-out', async () => {
    const first = tab();
    await signIn(first);
    await first.signOut();
    expect(await tab().accessToken()).toBeDefined();
    expect(service.count(REFRESH)).toBe(1);
  });

  it('refresh each for itself in browsers without locks', async () => {
    tabs.close();
    tabs = new FakeTabs(null);
    await Promise.all([tab().user(), tab().user()]);
    expect(service.count(REFRESH)).toBe(2);
  });

  it('all follow a sign-in, a sign-in of another user, and a sign-out', async () => {
    const [one, other] = [tab(), tab()];
    const states = statesOf(other);
    await signIn(one);
    await delivered();
    await graceSignsIn(one);
    await one.signOut();
    await delivered();
    expect([states, reasons]).toEqual([
      ['ada', 'grace', null],
      ['signed_out', 'signed_out'],
    ]);
    expect(await other.accessToken()).toBeUndefined();
  });

  it('sign out when a refresh of one of them is refused', async () => {
    const [one, other] = [await expired(), tab()];
    const states = statesOf(other);
    await delivered();
    service.next(REFRESH, failure('EXPIRED_JWT'));
    await expect(one.user()).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' });
    await delivered();
    expect([states, reasons]).toEqual([
      ['ada', null],
      ['expired', 'expired'],
    ]);
  });

  it('stay signed out when a refresh in one of them ends after the sign-out', async () => {
    const [one, other] = [await expired(), tab()];
    const states = statesOf(other);
    await delivered();
    const { answer, asked } = hold(REFRESH, refreshed);
    const late = one.accessToken();
    await asked;
    tabs.held = [];
    const signedOut = other.signOut();
    answer();
    expect(await late).toBeDefined();
    tabs.deliver();
    await signedOut;
    await delivered();
    expect([await one.accessToken(), await other.accessToken(), states]).toEqual([undefined, undefined, ['ada', null]]);
  });

  it('sign in only after the refresh of another one has stored its cookie', async () => {
    const [one, other] = [await expired(), tab()];
    const { answer, asked } = hold(REFRESH, refreshed);
    const late = one.accessToken();
    await asked;
    const signedIn = graceSignsIn(other);
    await delivered();
    expect(service.count(LOGIN)).toBe(1);
    answer();
    await Promise.all([late, signedIn]);
    expect(service.count(LOGIN)).toBe(2);
    expect(await one.accessToken()).toBe(await other.accessToken());
  });

  it('keep a sign-in when the message about an earlier refresh comes later', async () => {
    const [one, other] = [await expired(), tab()];
    const states = statesOf(other);
    await delivered();
    tabs.held = [];
    await one.accessToken();
    await delivered();
    await graceSignsIn(other);
    tabs.deliver();
    await delivered();
    expect(states).toEqual(['ada', 'grace']);
    expect(await one.accessToken()).toBe(await other.accessToken());
  });

  it('keep a sign-in when the message about an earlier refresh, which was refused, comes later', async () => {
    const [one, other] = [await expired(), tab()];
    tabs.held = [];
    service.next(REFRESH, failure('EXPIRED_JWT'));
    await expect(one.user()).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' });
    await graceSignsIn(other);
    const states = statesOf(other);
    tabs.deliver();
    await delivered();
    expect(states).toEqual(['grace']);
    expect(await one.accessToken()).toBe(await other.accessToken());
  });

  it('wait no longer than a while for a sign-in that gets no answer', async () => {
    const client = await expired();
    const { answer, asked } = hold(LOGIN, () => ({ uid: 'ada', ...service.tokens(), expiry: 1 }));
    const pauses = withoutPauses();
    const late = signIn(tab());
    await asked;
    expect(await client.accessToken()).toBeDefined();
    expect(pauses).toContain(30_000);
    answer();
    expect(await late).toEqual({ uid: 'ada' });
  });

  it('ask again after they were in the back/forward cache', async () => {
    const client = tab();
    await signIn(client);
    const states = statesOf(client);
    tabs.fire('pagehide', {});
    service.next(REFRESH, NO_SESSION);
    tabs.fire('pageshow', { persisted: false });
    expect(await client.accessToken()).toBeDefined();
    tabs.fire('pageshow', { persisted: true });
    await until(() => states.at(-1) === null);
    expect([states, service.count(REFRESH)]).toEqual([['ada', null], 1]);
  });
});

describe('a client of the sign-in pages', () => {
  it('names the cookie of the pages, and shows it to the call for a code', async () => {
    const client = createClient({ baseUrl: service.url, sessions: 'pages' });
    await client.accessToken();
    await signIn(client);
    service.next('POST /api/auth/user/code', { body: { code: 'x', expiry: 1 } });
    await client.createPageCode({ next_url: 'https://app.example.com', code_challenge: 'c' });
    expect([service.asked[REFRESH]?.[0]?.session, service.asked['POST /api/auth/user/code']?.[0]?.session]).toEqual([
      'pages',
      'pages',
    ]);
  });

  it.each([
    [false, 0, undefined],
    [true, 1, 'ada'],
    // A service whose answer came from a cache.
    [undefined, 1, 'ada'],
  ])('refreshes after signed_in %s so often: %i', async (signed_in, count, uid) => {
    service.next('GET /api/auth/ui', { body: { signed_in } });
    const client = createClient({
      baseUrl: service.url,
      sessions: 'pages',
      onSignedOut: (reason) => reasons.push(reason),
    });
    const state = await new Promise((next) => client.subscribe(next));
    expect([state, await client.accessToken().then(Boolean)]).toEqual([uid && { uid }, uid !== undefined]);
    expect([service.count(REFRESH), reasons]).toEqual([count, []]);
  });

  it('asks once for all that want to know what the service offers', async () => {
    const client = createClient({ baseUrl: service.url, sessions: 'pages' });
    const [facts] = await Promise.all([client.ui(), client.ui(), client.accessToken()]);
    expect([facts.app_name, service.count('GET /api/auth/ui')]).toEqual(['Acme', 1]);
    await client.ui();
    expect(service.count('GET /api/auth/ui')).toBe(2);
  });

  it('asks again where the service was out of reach', async () => {
    service.next('GET /api/auth/ui', () => 'hang up');
    const client = createClient({ baseUrl: service.url, sessions: 'pages' });
    await expect(client.accessToken()).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
    expect(await client.accessToken()).toBeDefined();
  });

  it('asks for no code of a user who is no longer the signed-in one', async () => {
    const client = createClient({ baseUrl: service.url, sessions: 'pages' });
    await client.accessToken();
    await signIn(client);
    const body = { next_url: 'https://app.example.com', code_challenge: 'c' };
    await expect(client.createPageCode(body, 'grace')).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' });
    expect(service.count('POST /api/auth/user/code')).toBe(0);
  });
});

describe('a sign-out with the session in a cookie', () => {
  it.each([
    [{}, '{}'],
    [{ pages: true }, '{"parent":true}'],
    [{ everywhere: true }, '{"all":true}'],
  ])('with %j sends %s, and no access token', async (extent, body) => {
    const client = tab();
    await signIn(client);
    await client.signOut(extent);
    expect(service.asked[LOGOUT]).toEqual([{ session: 'cookie', body }]);
  });

  it('rejects when the service is out of reach, and can be repeated', async () => {
    const client = tab();
    await signIn(client);
    service.next(LOGOUT, () => 'hang up');
    await expect(client.signOut()).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
    expect(await client.accessToken()).toBeUndefined();
    await client.signOut();
    expect([service.count(LOGOUT), service.count(REFRESH), reasons]).toEqual([2, 0, ['signed_out']]);
  });
});

it('the header goes with exactly the calls that the OpenAPI document describes with it', async () => {
  const schema = readFileSync(join(__dirname, '../schema.ts'), 'utf8');
  const [routes = '', operations = ''] = schema.split('export interface operations {');
  const described = [...operations.matchAll(/^ {4}(\w+): \{(.*?)^ {4}\};/gms)]
    .filter(([, , text = '']) => /"X-Latchkey-Session"\??: .*"pages"/.test(text))
    .map(([, name = '']) => name);
  expect(described.length).toBeGreaterThan(10);
  const posts = [...routes.matchAll(/^ {4}"(\/api\/[^"]+)": \{(.*?)^ {4}\};/gms)].flatMap(([, path = '', text = '']) =>
    [...text.matchAll(/^ {8}(\w+): operations\["(\w+)"\]/gm)].map(([, method = '', name = '']) => ({
      path,
      method,
      name,
    })),
  );
  const seen: string[] = [];
  const send = async (request: Request) => {
    if (request.headers.get('x-latchkey-session') === 'pages') seen.push(request.credentials);
    return new Response('{}');
  };
  const { withCookie } = await import('./exchange.js');
  const wrong: string[] = [];
  for (const { path, method, name } of posts) {
    seen.length = 0;
    await withCookie(send, 'pages')(new Request(`https://auth.example.com${path}`, { method: method.toUpperCase() }));
    if (seen.length !== (described.includes(name) ? 1 : 0)) wrong.push(`${method} ${path}`);
  }
  expect([wrong, posts.length > 50]).toEqual([[], true]);
});
