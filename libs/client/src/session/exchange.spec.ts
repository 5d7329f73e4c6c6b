import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FakeService, failure } from '../../test/fake-service.js';
import { withoutPauses } from '../../test/fake-tabs.js';
import { createClient, type SignedOutReason } from '../index.js';
import { withCookie } from './exchange.js';

const REFRESH = 'POST /api/auth/user/refresh';
const USER = 'GET /api/auth/user';
const GONE = failure('INVALID_REFRESH_TOKEN');

let service: FakeService;
let reasons: SignedOutReason[];
beforeEach(async () => {
  service = await FakeService.start();
  reasons = [];
});
afterEach(() => {
  jest.restoreAllMocks();
  return service.stop();
});

/** A client with an expired access token. */
async function withExpiredToken() {
  const client = createClient({ baseUrl: service.url, onSignedOut: (reason) => reasons.push(reason) });
  service.life = 0;
  await client.signIn('ada@example.com', 'x');
  service.life = 900;
  return client;
}

it.each([
  ['EXPIRED_JWT', 'expired', failure('EXPIRED_JWT'), []],
  ['INVALID_REFRESH_TOKEN', 'revoked', GONE, []],
  ['INVALID_REFRESH_TOKEN of a disabled user', 'disabled', GONE, [{ body: { active: false } }]],
  ['INVALID_REFRESH_TOKEN of a deleted user', 'deleted', GONE, [failure('USER_NOT_FOUND')]],
  ['INVALID_REFRESH_TOKEN and an expired access token', 'revoked', GONE, [failure('NOT_AUTHENTICATED')]],
])('a refresh that fails with %s ends the session with the reason %s', async (_what, reason, refusal, user) => {
  const client = await withExpiredToken();
  service.next(REFRESH, refusal);
  service.next(USER, ...user);
  expect(await client.accessToken()).toBeUndefined();
  await expect(client.user()).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED', status: 0 });
  expect(reasons).toEqual([reason]);
});

it.each([
  ['503', failure('UNAVAILABLE', 503), 'UNAVAILABLE', 2],
  ['an HTML page of a proxy', { status: 502, body: '<html>' }, 'UNEXPECTED_ANSWER', 2],
  ['429', failure('TOO_MANY_REQUESTS', 429), 'TOO_MANY_REQUESTS', 1],
  ['a closed connection', () => 'hang up' as const, 'NETWORK_ERROR', 2],
])('a refresh that fails with %s does not end the session', async (_what, reply, code, tries) => {
  const client = await withExpiredToken();
  const pauses = withoutPauses();
  service.next(REFRESH, ...Array(tries).fill(reply));
  await expect(client.user()).rejects.toMatchObject({ code });
  expect([service.count(REFRESH), pauses.filter((pause) => pause === 1_000)]).toEqual([
    tries,
    Array(tries - 1).fill(1_000),
  ]);
  expect(await client.user()).toMatchObject({ uid: 'ada' });
  expect(reasons).toEqual([]);
});

describe('the cookie of a session', () => {
  /** The `POST` endpoints of the schema, each with whether it takes the header of a session. */
  function endpoints(): [path: string, takesHeader: boolean][] {
    const schema = readFileSync(join(__dirname, '../schema.ts'), 'utf8');
    const named = [...schema.matchAll(/^ {4}"([^"]+)": \{\n(.*?)^ {4}\};/gms)];
    return named.flatMap(([, path = '', methods = '']) => {
      const operation = /^ {8}post: operations\["(\w+)"\]/m.exec(methods)?.[1];
      const described = new RegExp(`^ {4}${operation}: \\{\\n {8}parameters: (.*?)^ {8}\\};`, 'ms').exec(schema)?.[1];
      return operation ? [[path, described?.includes('"X-Latchkey-Session"') ?? false]] : [];
    });
  }

  it('goes to every endpoint that takes it, and to no other', async () => {
    const sent: string[] = [];
    const send = withCookie(async ({ url, credentials }) => {
      if (credentials === 'include') sent.push(new URL(url).pathname);
      return new Response();
    }, 'cookie');
    const users = endpoints().filter(([path]) => !path.startsWith('/api/admin/'));
    for (const [path] of users)
      await send(new Request(`https://auth.example.com${path.replace(/\{.*?\}/g, 'id')}`, { method: 'POST' }));
    const wanted = users.flatMap(([path, takesHeader]) => (takesHeader ? [path.replace(/\{.*?\}/g, 'id')] : []));
    expect(wanted.length).toBeGreaterThan(10);
    expect(sent).toEqual(wanted);
  });
});
