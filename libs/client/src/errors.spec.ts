import { FakeService, failure } from '../test/fake-service.js';
import { createClient, type LatchkeyClient } from './index.js';

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
