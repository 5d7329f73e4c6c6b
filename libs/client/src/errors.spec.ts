import { FakeService, failure } from '../test/fake-service.js';
import { FakeTabs } from '../test/fake-tabs.js';
import { type ClientOptions, createClient, type LatchkeyClient } from './index.js';

const LOGIN = 'POST /api/auth/user/login';

let service: FakeService;
let client: LatchkeyClient;
beforeEach(async () => {
  service = await FakeService.start();
  client = createClient({ baseUrl: service.url });
});
afterEach(() => service.stop());

it('a LatchkeyError has the code, message, status and Retry-After of the answer', async () => {
  const message = 'It is TOO_MANY_REQUESTS.';
  service.next(LOGIN, { ...failure('TOO_MANY_REQUESTS', 429), headers: { 'retry-after': '7' } });
  const failed = client.signIn('ada@example.com', 'x');
  await expect(failed).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', message, status: 429, retryAfter: 7 });
});

it.each([
  ['an HTML page with status 200', { body: '<html>' }, 'UNEXPECTED_ANSWER'],
  ['an HTML page with status 502', { status: 502, body: '<html>' }, 'UNEXPECTED_ANSWER'],
  ['an empty answer with status 500', { status: 500 }, 'UNEXPECTED_ANSWER'],
  ['a closed connection', () => 'hang up' as const, 'NETWORK_ERROR'],
])('a call rejects with a LatchkeyError after %s', async (_what, reply, code) => {
  service.next(LOGIN, reply);
  const failed = client.signIn('ada@example.com', 'x');
  await expect(failed).rejects.toMatchObject({ name: 'LatchkeyError', code, retryAfter: undefined });
});

describe('a request that fails in a browser', () => {
  /** As `fetch` in a browser: fails without a reason that a script could read. */
  const refused = async () => {
    throw new TypeError('Failed to fetch');
  };
  let tabs: FakeTabs;
  beforeEach(() => {
    tabs = new FakeTabs();
  });
  afterEach(() => tabs.close());
  const failureOf = async (options: Partial<ClientOptions>) => {
    const call = createClient({ baseUrl: service.url, ...options }).signIn('ada@example.com', 'x');
    return call.then(
      () => '',
      ({ message }: Error) => message,
    );
  };
  const PROBE = 'GET /health/live';
  const UNREACHABLE = 'The service is out of reach.';

  it('names the origin of the page where the service answers all the same', async () => {
    const message = await failureOf({ fetch: refused });
    expect(message).toMatch(
      /^The service answers.* https:\/\/app\.example\.com: .*APP_URL, COOKIE_ORIGINS and CORS_ORIGINS\.$/,
    );
    expect(service.asked[PROBE]).toEqual([{ body: '' }]);
  });

  it('says that the service is out of reach where nothing answers', async () => {
    expect(await failureOf({ baseUrl: 'http://127.0.0.1:9' })).toBe(UNREACHABLE);
  });

  it('blames no origin after an answer that the page could read', async () => {
    let calls = 0;
    const fetch = async (request: Request) => (calls++ === 0 ? globalThis.fetch(request) : refused());
    const client = createClient({ baseUrl: service.url, fetch });
    await client.ui();
    await expect(client.ui()).rejects.toMatchObject({ code: 'NETWORK_ERROR', message: UNREACHABLE });
    expect(service.count(PROBE)).toBe(0);
  });

  it('asks nothing more at its own origin, and after a request that took too long', async () => {
    const late = async () => {
      throw new DOMException('Too late.', 'TimeoutError');
    };
    expect(await failureOf({ fetch: late })).toBe(UNREACHABLE);
    expect(await failureOf({ fetch: refused, baseUrl: 'https://app.example.com' })).toBe(UNREACHABLE);
    expect(service.count(PROBE)).toBe(0);
  });
});
