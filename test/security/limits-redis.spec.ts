import { execFileSync } from 'node:child_process';
import { countOutcomes } from '../support/http/http.js';
import { ADMIN_TOKEN, App, newEmail, PASSWORD } from '../support/service/app.js';
import { HAS_REDIS, RedisServer } from '../support/service/neighbours.js';
import type { Service } from '../support/service/service.js';

const describeWithRedis = HAS_REDIS ? describe : describe.skip;

describeWithRedis('two replicas with one Redis', () => {
  let redis: RedisServer;
  let app: App;
  let other: Service;
  /** A service whose Redis was never reachable. */
  let alone: Service;
  beforeAll(async () => {
    redis = await RedisServer.start();
    app = await App.start({ RATE_LIMIT: 'on', REDIS_URL: redis.url, TRUST_PROXY: '1' });
    [other, alone] = await Promise.all([app.replica(), app.replica({ REDIS_URL: 'redis://127.0.0.1:1' })]);
  });
  afterAll(async () => {
    await app.stop();
    await redis.stop();
  });

  let addresses = 0;
  const fromNewAddress = () => {
    addresses += 1;
    return { headers: { 'x-forwarded-for': `198.18.${addresses >> 8}.${addresses & 255}` } };
  };
  /** Logins with a wrong password, alternately on both replicas. */
  const guesses = (email: string, count: number, client: { headers: Record<string, string> }) =>
    Promise.all(
      Array.from({ length: count }, (_none, index) =>
        (index % 2 ? other : app.service).call('POST', '/api/auth/login', {
          body: { email, password: 'wrong' },
          ...client,
        }),
      ),
    );
  const login = (service: Service, email: string, client: { headers: Record<string, string> }) =>
    service.call('POST', '/api/auth/login', { body: { email, password: PASSWORD }, ...client });
  const newUser = async () => {
    const email = newEmail();
    await app.post('/api/auth/user/create', { email, password: PASSWORD }, fromNewAddress());
    return email;
  };
  const metric = async (service: Service) =>
    /^latchkey_limits_shared (\d)/m.exec((await service.call('GET', '/metrics', { token: ADMIN_TOKEN })).text)?.[1];
  /** Resolves when a service uses Redis, which it finds out when it counts something. */
  const untilShared = (service: Service) =>
    service.until(async () => {
      await login(service, newEmail(), fromNewAddress());
      return (await metric(service)) === '1';
    });
  const losses = () => [app.service, other].flatMap(({ log }) => log.match(/Redis is lost/g) ?? []).length;

  /**
   * Runs a check that is true while Redis is in use. A slow process may consider Redis lost: then the check is repeated
   * with new users.
   */
  async function whileRedisIsShared(
    hold: (email: string, client: ReturnType<typeof fromNewAddress>) => Promise<void>,
  ): Promise<void> {
    for (let left = 5; left > 0; left--) {
      await Promise.all([app.service, other].map(untilShared));
      const before = losses();
      try {
        return await hold(await newUser(), fromNewAddress());
      } catch (error) {
        if (left === 1 || losses() === before) throw error;
      }
    }
  }

  it('find in the doctor check of Redis that it answers', async () => {
    const { json } = await app.admin('GET', '/checks');
    const found = expect.stringContaining('share their limits');
    expect(json.checks).toContainEqual({ name: 'redis', status: 'ok', found, cure: null });
  });

  it('count failed logins together, and no successful ones', () =>
    whileRedisIsShared(async (email, client) => {
      expect((await login(other, email, client)).status).toBe(200);
      expect(countOutcomes(await guesses(email, 24, client))).toEqual({
        INVALID_CREDENTIALS: 10,
        TOO_MANY_REQUESTS: 14,
      });
      expect((await login(app.service, email, client)).code).toBe('TOO_MANY_REQUESTS');
      const waiting = await login(other, email, client);
      expect(waiting.code).toBe('TOO_MANY_REQUESTS');
      expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(880);
      expect((await login(other, email, fromNewAddress())).status).toBe(200);
    }));

  it('count failed logins from all addresses together, and exempt an address of an earlier sign-in', () =>
    whileRedisIsShared(async (email, home) => {
      expect((await login(other, email, home)).status).toBe(200);
      const answers = [];
      for (let round = 0; round < 12; round++) answers.push(...(await guesses(email, 10, fromNewAddress())));
      expect(countOutcomes(answers)).toEqual({ INVALID_CREDENTIALS: 100, TOO_MANY_REQUESTS: 20 });
      expect((await login(other, email, fromNewAddress())).code).toBe('TOO_MANY_REQUESTS');
      expect((await login(app.service, email, home)).status).toBe(200);
    }));

  it('count wrong admin tokens together', () =>
    whileRedisIsShared(async (_email, client) => {
      const guess = (index: number) =>
        (index % 2 ? other : app.service).call('GET', '/api/admin/stats', { token: 'adm_wrong', ...client });
      const answers = await Promise.all(Array.from({ length: 40 }, (_none, index) => guess(index)));
      expect(countOutcomes(answers)).toEqual({ NOT_AUTHENTICATED: 30, TOO_MANY_REQUESTS: 10 });
    }));

  it.each([
    ['stopped', () => redis.stop(), () => redis.open()],
    [
      'not answering',
      async () => redis.pause(),
      async () => {
        redis.resume();
      },
    ],
  ])('count separately while Redis is %s, which the log and the metrics show', async (_how, lose, back) => {
    const email = await newUser();
    const client = fromNewAddress();
    await Promise.all([app.service, other].map(untilShared));
    await lose();
    try {
      expect((await login(app.service, email, client)).status).toBe(200);
      expect((await login(other, email, client)).status).toBe(200);
      expect(countOutcomes(await guesses(email, 40, client))).toEqual({
        INVALID_CREDENTIALS: 20,
        TOO_MANY_REQUESTS: 20,
      });
      expect(await metric(app.service)).toBe('0');
      await app.service.logged('Redis is lost');
    } finally {
      await back();
    }
    await untilShared(app.service);
    await app.service.logged('Redis is back');
    await whileRedisIsShared(async (fresh, elsewhere) => {
      expect(countOutcomes(await guesses(fresh, 24, elsewhere))).toEqual({
        INVALID_CREDENTIALS: 10,
        TOO_MANY_REQUESTS: 14,
      });
    });
  });

  it('answer logins also when Redis was never reachable', async () => {
    expect((await login(alone, await newUser(), fromNewAddress())).status).toBe(200);
    expect(await metric(alone)).toBe('0');
  });

  it('let failed logins leave their window one by one', () =>
    whileRedisIsShared(async (email, client) => {
      await guesses(email, 4, client);
      await Promise.all([app.advance(600), other.advance(600)]);
      await guesses(email, 6, client);
      const waiting = await login(other, email, client);
      expect(waiting.code).toBe('TOO_MANY_REQUESTS');
      const wait = Number(waiting.headers.get('retry-after'));
      expect(wait > 240 && wait <= 301).toBe(true);
      await Promise.all([app.advance(wait + 60), other.advance(wait + 60)]);
      expect(countOutcomes(await guesses(email, 8, client))).toEqual({ INVALID_CREDENTIALS: 4, TOO_MANY_REQUESTS: 4 });
    }));

  it('store neither emails nor client addresses in Redis', () =>
    whileRedisIsShared(async (email, client) => {
      await guesses(email, 2, client);
      const keys = execFileSync('redis-cli', ['-u', redis.url, '--scan'], { encoding: 'utf8' });
      expect(keys).toContain('latchkey:limit:failed-here:');
      expect(keys).not.toContain('@');
      expect(keys).not.toContain('198.18');
    }));
});
