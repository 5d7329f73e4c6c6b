import { DATABASE } from '../support/database/database.js';
import { type Answer, readToken } from '../support/http/http.js';
import { ADMIN_TOKEN, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';
import { PUBLISHED_AHEAD } from '../support/service/tokens.js';

/** Two processes share one SQLite file, which can handle fewer clients. */
const CLIENTS = DATABASE === 'mysql' ? 4 : 2;
/** How soon a process learns of a change of the keys in another process, in seconds. */
const RELOAD = 10;

const app = useApp({ BASE_URL: 'https://auth.example.com' });
let services: [Service, Service];
beforeAll(async () => {
  services = [app.service, await app.replica()];
});

/** Clients that sign in, refresh and read until `stop()`. */
class Load {
  readonly failures: string[] = [];
  requests = 0;
  private readonly seen = [new Set<string>(), new Set<string>()];
  private running = true;
  private readonly clients: Promise<void>[];

  constructor(users: SignedUp[]) {
    this.clients = users.map((user, index) => this.work(user, index));
  }

  /** Resolves when both processes have signed with a key. */
  async signedByBoth(kid: string): Promise<void> {
    await app.service.until(() => this.seen.every((kids) => kids.has(kid)));
  }

  /** Resolves when one of the processes has signed with a key. */
  async signedBy(service: number, kid: string): Promise<void> {
    await app.service.until(() => this.seen[service]?.has(kid) ?? false);
  }

  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.clients);
  }

  /** A token from either process is used at the other one. */
  private async work(user: SignedUp, turn: number): Promise<void> {
    for (let here = turn % 2; this.running; here = 1 - here) {
      const there = 1 - here;
      const { token, refresh_token } = await this.ask(here, 'POST', '/api/auth/user/login', {
        body: { email: user.email, password: PASSWORD },
      });
      await this.read(there, token);
      const { access_token } = await this.ask(there, 'POST', '/api/auth/user/refresh', { body: { refresh_token } });
      await this.read(here, access_token);
      await this.read(there, token);
      this.note(here, token);
      this.note(there, access_token);
    }
  }

  private note(service: number, token: string | undefined): void {
    if (token !== undefined) this.seen[service]?.add(readToken(token).header.kid);
  }

  private read(service: number, token: string) {
    return this.ask(service, 'GET', '/api/auth/user', { token });
  }

  /**
   * A request that waits for the database may fail without any effect, and is then repeated a few times: on SQLite two
   * processes wait for one file, and on MariaDB the clock of the test may end the wait for a new connection.
   */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  private async ask(service: number, method: string, path: string, call: object, again = 5): Promise<any> {
    this.requests += 1;
    const answer = await (services[service] as Service).call(method, path, call);
    if (answer.status === 200) return answer.json;
    if (answer.code === 'UNAVAILABLE' && again > 0) return this.ask(service, method, path, call, again - 1);
    this.failures.push(`${method} ${path} ${answer.status} ${answer.text}`);
    return {};
  }
}

const admin = (service: Service, method: string, path: string): Promise<Answer> =>
  service.call(method, `/api/admin${path}`, { token: ADMIN_TOKEN });

const rotate = async (service: Service): Promise<string> => {
  const answer = await admin(service, 'POST', '/keys/rotate');
  expect(answer.status).toBe(200);
  return answer.json.kid;
};

it('three rotations in two processes under load fail no request, and all earlier tokens remain valid', async () => {
  const [one, two] = services;
  const reload = () => Promise.all(services.map((service) => service.advance(RELOAD)));
  for (const service of services) await service.advance(2);
  const users = await Promise.all(Array.from({ length: CLIENTS }, () => app.signUp()));
  const founder = readToken((users[0] as SignedUp).token).header.kid;
  const load = new Load(users);
  await load.signedByBoth(founder);

  // The process that was asked rotates at once; the other one learns of it while it still signs with the old key.
  const second = await rotate(one);
  await load.signedBy(0, second);
  await reload();
  await load.signedByBoth(second);

  // A scheduled rotation: one process reaches the time before the other one, and may not know of the rotation yet.
  const third = await rotate(two);
  await two.advance(PUBLISHED_AHEAD + 1);
  await load.signedBy(1, third);
  await one.advance(PUBLISHED_AHEAD + 1);
  await load.signedByBoth(third);

  const fourth = await rotate(one);
  await load.signedBy(0, fourth);
  await reload();
  await load.signedByBoth(fourth);
  await app.service.until(() => load.requests > 100);
  await load.stop();

  expect(new Set([founder, second, third, fourth]).size).toBe(4);
  expect(load.failures).toEqual([]);
  for (const service of services) {
    for (const { token } of users) {
      expect((await service.call('GET', '/api/auth/user', { token })).status).toBe(200);
    }
  }
  const { keys } = (await admin(two, 'GET', '/keys')).json;
  const states = keys.map(({ state }: { state: string }) => state).sort();
  expect(states).toEqual(['active', 'next', 'retired', 'retired', 'retired']);
});
