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

it('has the code, message and status of the answer, and how long to wait', async () => {
  const message = 'It is TOO_MANY_REQUESTS.';
  service.next(LOGIN, { ...failure('TOO_MANY_REQUESTS', 429), headers: { 'retry-after': '7' } });
  const failed = client.signIn('ada@example.com', 'x');
  await expect(failed).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', message, status: 429, retryAfter: 7 });
});

it.each([
  ['a success of something else', { body: '<html>' }, 'UNEXPECTED_ANSWER'],
  ['a failure of something else', { status: 502, body: '<html>' }, 'UNEXPECTED_ANSWER'],
  ['an empty failure', { status: 500 }, 'UNEXPECTED_ANSWER'],
  ['no answer', () => 'hang up' as const, 'NETWORK_ERROR'],
])('tells of %s', async (_what, reply, code) => {
  service.next(LOGIN, reply);
  const failed = client.signIn('ada@example.com', 'x');
  await expect(failed).rejects.toMatchObject({ name: 'LatchkeyError', code, retryAfter: undefined });
});
