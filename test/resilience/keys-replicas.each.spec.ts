import { readToken } from '../support/http/http.js';
import { ADMIN_TOKEN, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import { SECRET, type Service } from '../support/service/service.js';
import { PUBLISHED_AHEAD } from '../support/service/tokens.js';

/** How soon a process learns of a change of the keys in another process, in seconds. */
const RELOAD = 10;
/** Real time for what follows a reload: less than the interval between two reloads. */
const KNOWN_WITHIN_MS = 9_000;
/** One URL for all processes, as behind a load balancer. */
const BASE_URL = 'https://auth.example.com';
const NEW_SECRET = 'another secret for tests, as long as the old';

const app = useApp({ BASE_URL });
let other: Service;
let user: SignedUp;
beforeAll(async () => {
  other = await app.replica();
  user = await app.signUp();
});

const admin = (service: Service, method: string, path: string) =>
  service.call(method, `/api/admin${path}`, { token: ADMIN_TOKEN });
const list = async (service: Service) => (await admin(service, 'GET', '/keys')).json.keys;
const rotate = async (service: Service): Promise<string> => (await admin(service, 'POST', '/keys/rotate')).json.kid;
const published = async (service: Service): Promise<string[]> =>
  (await service.call('GET', '/.well-known/jwks.json')).json.keys.map(({ kid }: { kid: string }) => kid);
const login = async (service: Service): Promise<string> => {
  const body = { email: user.email, password: PASSWORD };
  return (await service.call('POST', '/api/auth/user/login', { body })).json.token;
};
const kidOf = (token: string): string => readToken(token).header.kid;
const read = async (service: Service, token: string) => (await service.call('GET', '/api/auth/user', { token })).status;
const rotations = async () => (await app.sql("SELECT id FROM events WHERE type = 'admin.key_rotated'")).length;
const unscheduled = () => app.sql('SELECT kid FROM signing_keys WHERE activates_at IS NULL');
/** How far the clocks of both processes are ahead of the clock of the test, in seconds. */
let ahead = 0;
async function advance(seconds: number): Promise<void> {
  await Promise.all([app.advance(seconds), other.advance(seconds)]);
  ahead += seconds;
}

/** Lets every rotation so far take effect, and every key reach the age for the next one. */
const passMinimumAge = () => advance(2 * PUBLISHED_AHEAD);

/** Lets both processes know the newest keys, the last of which is too young to sign. */
async function rotateOnce(): Promise<void> {
  await passMinimumAge();
  await rotate(app.service);
  await advance(RELOAD);
  await other.until(async () => (await published(other)).join() === (await published(app.service)).join());
}

it('a process learns of a rotation in another process within seconds, and meanwhile accepts the tokens of both keys', async () => {
  await passMinimumAge();
  const before = await login(other);
  const kid = await rotate(app.service);
  const after = await login(app.service);
  expect(kidOf(after)).toBe(kid);
  expect(await read(other, after)).toBe(200);
  const check = async () => {
    const token = await login(other);
    expect([await read(app.service, token), await read(other, token)]).toEqual([200, 200]);
    return kidOf(token) === kid;
  };
  await check();
  await advance(RELOAD);
  const reloadedAt = Date.now();
  await other.until(check);
  expect(Date.now() - reloadedAt).toBeLessThan(KNOWN_WITHIN_MS);
  expect([await read(app.service, before), await read(other, before)]).toEqual([200, 200]);
  expect(await published(other)).toEqual(await published(app.service));
});

it('many rotations in two processes at once all return the same next key while it is too young to sign', async () => {
  await rotateOnce();
  const [young] = await unscheduled();
  const before = await rotations();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_none, index) => rotate(index % 2 ? other : app.service)),
  );
  expect(new Set(answers)).toEqual(new Set([young?.kid]));
  expect(await rotations()).toBe(before + 1);
  expect(await unscheduled()).toHaveLength(1);
});

it('two processes start to sign with a scheduled key in the same second, without a message between them', async () => {
  await rotateOnce();
  const old = kidOf(await login(other));
  const kid = await rotate(app.service);
  await advance(RELOAD);
  const scheduled = async (service: Service) => (await list(service)).find((key: { kid: string }) => key.kid === kid);
  const { activates_at } = await scheduled(other);
  await advance(activates_at - Math.floor(Date.now() / 1000) - ahead - 20);
  expect([kidOf(await login(app.service)), kidOf(await login(other))]).toEqual([old, old]);
  await advance(20);
  expect([kidOf(await login(app.service)), kidOf(await login(other))]).toEqual([kid, kid]);
});

it('many rotations in two processes at once do not repeat the rotation of each other when the next key may sign', async () => {
  await passMinimumAge();
  const before = await rotations();
  const keysBefore = (await list(other)).length;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_none, index) => rotate(index % 2 ? other : app.service)),
  );
  const named = new Set(answers);
  // A rotation that began after another one was finished is a second rotation, and waits; a third one changes nothing.
  expect([1, 2]).toContain(named.size);
  expect(await rotations()).toBe(before + named.size);
  expect(await list(other)).toHaveLength(keysBefore + named.size);
  expect(await unscheduled()).toHaveLength(1);
  const times = await app.sql('SELECT activates_at FROM signing_keys WHERE activates_at IS NOT NULL');
  expect(new Set(times.map(({ activates_at }) => activates_at)).size).toBe(times.length);
});

it('a process that starts later publishes and uses the same keys', async () => {
  await rotateOnce();
  const later = await app.replica();
  try {
    await later.advance(ahead);
    await later.until(async () => (await published(later)).join() === (await published(app.service)).join());
    expect(await list(later)).toEqual(await list(app.service));
    expect(await published(later)).toEqual(await published(app.service));
    expect(kidOf(await login(later))).toBe(kidOf(await login(app.service)));
  } finally {
    await later.stop();
  }
});

describe('during the replacement of AUTH_SECRET', () => {
  const own = useApp({ BASE_URL });
  /** With both secrets. */
  let between: Service;
  /** With the new secret alone. */
  let after: Service;
  beforeAll(async () => {
    between = await own.replica({ AUTH_SECRET: NEW_SECRET, AUTH_SECRET_PREVIOUS: SECRET });
    after = await own.replica({ AUTH_SECRET: NEW_SECRET });
  });

  it('keys that were created with either secret end up encrypted with the new one', async () => {
    await own.advance(2);
    const sealedOf = async () => {
      const rows = await own.sql('SELECT kid, private_sealed FROM signing_keys ORDER BY kid');
      return new Map(rows.map(({ kid, private_sealed }) => [kid, private_sealed]));
    };
    await rotate(own.service);
    const made = await sealedOf();
    const [fresh] = (await own.sql('SELECT kid FROM signing_keys WHERE activates_at IS NULL')) as [{ kid: string }];
    await between.advance(RELOAD);
    await between.until(async () => (await sealedOf()).get(fresh.kid) !== made.get(fresh.kid));
    await after.advance(RELOAD);
    await after.until(async () => (await published(after)).includes(fresh.kid));
  });

  it('a process with the old secret only logs which key it cannot decrypt, and continues to use its keys', async () => {
    await after.advance(2);
    await rotate(after);
    const [foreign] = (await own.sql('SELECT kid FROM signing_keys WHERE activates_at IS NULL')) as [{ kid: string }];
    await own.advance(RELOAD);
    await own.service.logged(`The signing key ${foreign.kid} was sealed with`);
    const user = await own.signUp();
    expect(await read(own.service, user.token)).toBe(200);
    expect(await read(after, user.token)).toBe(200);
    expect(await published(own.service)).not.toContain(foreign.kid);
  });
});
