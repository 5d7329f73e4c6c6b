import { ADMIN_TOKEN, App, PASSWORD, type SignedUp } from './support/app.js';
import { readToken } from './support/jwt.js';
import { PUBLISHED_AHEAD } from './support/keys.js';
import { SECRET, type Service } from './support/service.js';

/** How soon a process knows what another one has done to the keys, on a busy machine. */
const KNOWN_WITHIN_MS = 15_000;
/** One address for all processes, as behind a load balancer. */
const BASE_URL = 'https://auth.example.com';
const NEW_SECRET = 'another secret for tests, as long as the old';

let app: App;
let other: Service;
let user: SignedUp;
beforeAll(async () => {
  app = await App.start({ BASE_URL });
  other = await app.replica();
  user = await app.signUp();
});
afterAll(async () => {
  await other?.stop();
  await app.stop();
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
const advance = (seconds: number) => Promise.all([app.advance(seconds), other.advance(seconds)]);

it('a rotation in one process is seen by another one within seconds, and no token is turned away meanwhile', async () => {
  await advance(2);
  const before = await login(other);
  const kid = await rotate(app.service);
  const rotatedAt = Date.now();
  const after = await login(app.service);
  expect(kidOf(after)).toBe(kid);
  expect(await read(other, after)).toBe(200);
  await other.until(async () => {
    const token = await login(other);
    expect([await read(app.service, token), await read(other, token)]).toEqual([200, 200]);
    return kidOf(token) === kid;
  });
  expect(Date.now() - rotatedAt).toBeLessThan(KNOWN_WITHIN_MS);
  expect([await read(app.service, before), await read(other, before)]).toEqual([200, 200]);
  expect(await published(other)).toEqual(await published(app.service));
});

it('of many rotations at once in both processes, while a key is young, all name the one that takes over', async () => {
  const [young] = await unscheduled();
  const before = await rotations();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_none, index) => rotate(index % 2 ? other : app.service)),
  );
  expect(new Set(answers)).toEqual(new Set([young?.kid]));
  expect(await rotations()).toBe(before + 1);
  expect(await unscheduled()).toHaveLength(1);
});

it('both take over in the same second, without a word between them', async () => {
  const [next] = (await list(other)).filter(
    ({ activates_at }: { activates_at: number | null }) => activates_at !== null,
  );
  await other.until(async () => (await published(other)).join() === (await published(app.service)).join());
  const old = kidOf(await login(other));
  await advance(next.activates_at - Math.floor(Date.now() / 1000) - 20);
  expect([kidOf(await login(app.service)), kidOf(await login(other))]).toEqual([old, old]);
  await advance(20);
  expect([kidOf(await login(app.service)), kidOf(await login(other))]).toEqual([next.kid, next.kid]);
});

it('of many rotations at once in both processes, when a key is ripe, none promotes what another one has', async () => {
  await advance(PUBLISHED_AHEAD);
  const before = await rotations();
  const keysBefore = (await list(other)).length;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_none, index) => rotate(index % 2 ? other : app.service)),
  );
  const named = new Set(answers);
  // One that began after another was done is a second rotation, and waits; a third one would change nothing.
  expect([1, 2]).toContain(named.size);
  expect(await rotations()).toBe(before + named.size);
  expect(await list(other)).toHaveLength(keysBefore + named.size);
  expect(await unscheduled()).toHaveLength(1);
  const times = await app.sql('SELECT activates_at FROM signing_keys WHERE activates_at IS NOT NULL');
  expect(new Set(times.map(({ activates_at }) => activates_at)).size).toBe(times.length);
});

it('a process that starts later tells the same', async () => {
  const later = await app.replica();
  try {
    await later.advance(2 + 2 * PUBLISHED_AHEAD);
    expect(await list(later)).toEqual(await list(app.service));
    expect(await published(later)).toEqual(await published(app.service));
    expect(kidOf(await login(later))).toBe(kidOf(await login(app.service)));
  } finally {
    await later.stop();
  }
});

describe('while AUTH_SECRET is being replaced', () => {
  let own: App;
  beforeAll(async () => {
    own = await App.start({ BASE_URL });
  });
  afterAll(() => own.stop());

  it('keys that are made with either secret end up sealed with the new one', async () => {
    const between = await own.replica({ AUTH_SECRET: NEW_SECRET, AUTH_SECRET_PREVIOUS: SECRET });
    await own.advance(2);
    const sealedOf = async () => {
      const rows = await own.sql('SELECT kid, private_sealed FROM signing_keys ORDER BY kid');
      return new Map(rows.map(({ kid, private_sealed }) => [kid, private_sealed]));
    };
    await rotate(own.service);
    const made = await sealedOf();
    const [fresh] = (await own.sql('SELECT kid FROM signing_keys WHERE activates_at IS NULL')) as [{ kid: string }];
    await between.until(async () => (await sealedOf()).get(fresh.kid) !== made.get(fresh.kid));
    const after = await own.replica({ AUTH_SECRET: NEW_SECRET });
    expect(await published(after)).toContain(fresh.kid);
    await after.stop();
    await between.stop();
  });

  it('a process with the old one alone says what it cannot open, and goes on with what it has', async () => {
    const after = await own.replica({ AUTH_SECRET: NEW_SECRET });
    await after.advance(2);
    await rotate(after);
    const [foreign] = (await own.sql('SELECT kid FROM signing_keys WHERE activates_at IS NULL')) as [{ kid: string }];
    await own.service.until(() => own.service.log.includes(`The signing key ${foreign.kid} was sealed with`));
    const user = await own.signUp();
    expect(await read(own.service, user.token)).toBe(200);
    expect(await read(after, user.token)).toBe(200);
    expect(await published(own.service)).not.toContain(foreign.kid);
    await after.stop();
  });
});
