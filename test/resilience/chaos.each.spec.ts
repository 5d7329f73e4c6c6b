import { createDatabase, itOn, itOnServer, startOwnServer } from '../support/database/database.js';
import { send } from '../support/http/http.js';
import { CheckedUser, type Send } from '../support/models/checked-user.js';
import { runOperations } from '../support/models/operations.js';
import { freePort } from '../support/run/machine.mjs';
import { MailServer } from '../support/service/mail.js';
import { HAS_REDIS, RedisServer } from '../support/service/neighbours.js';
import { Balancer } from '../support/service/proxies.js';
import { Service, type Settings } from '../support/service/service.js';

/** `LONG=1` runs many more operations. */
const LONG = process.env.LONG === '1';
const ON_SERVER = LONG ? 5_000 : 350;
const ON_SQLITE = LONG ? 1_500 : 200;

jest.setTimeout(LONG ? 240_000 : 120_000);

/** Sends as a client with its own address; a broken connection counts as no answer. */
function client(base: () => string, number: number): Send {
  const headers = { 'x-forwarded-for': `198.18.${number >> 8}.${number & 255}` };
  return (method, path, body, token) => send(base(), method, path, { body, token, headers }).catch(() => undefined);
}

/** After this time, in seconds, another process sends an email that a killed process had claimed. */
const CLAIM_SECONDS = 60;

async function expectNothingLost(users: CheckedUser[], mail: MailServer, services: Iterable<Service>): Promise<void> {
  const wrong: string[] = [];
  for (const user of users) wrong.push(...(await user.check()));
  expect(wrong).toEqual([]);
  for (const service of services) await service.advance(CLAIM_SECONDS);
  for (const { email, emails } of users) if (emails > 0) await mail.emailTo(email, emails);
}

const COMMON: Settings = {
  BASE_URL: 'http://auth.example.com',
  RATE_LIMIT: 'on',
  TRUST_PROXY: '1',
  REFRESH_GRACE: '600',
};

(HAS_REDIS ? itOnServer : it.skip)(
  'three replicas lose nothing that they acknowledged when one is killed, one restarts, the database restarts and Redis is lost',
  async () => {
    const database = await startOwnServer({ durable: LONG });
    const [redis, mail] = [await RedisServer.start(), await MailServer.start()];
    const settings = { ...COMMON, DATABASE_URL: database.url, REDIS_URL: redis.url, SMTP_URL: mail.url };
    const start = (port: string) => Service.startShared({ ...settings, PORT: port });
    const ports = [await freePort(), await freePort(), await freePort()].map(String);
    const replicas = new Map(await Promise.all(ports.map(async (port) => [port, await start(port)] as const)));
    const [first = '', second = ''] = ports;
    const balancer = await new Balancer(ports.map((port) => `http://127.0.0.1:${port}`)).listen();
    const users = Array.from({ length: 30 }, (_none, number) => new CheckedUser(client(() => balancer.url, number)));

    await runOperations(users, ON_SERVER, [
      [0.14, async () => replicas.get(first)?.stop('SIGKILL')],
      [
        0.3,
        async () => {
          await replicas.get(second)?.stop('SIGTERM');
          replicas.set(second, await start(second));
        },
      ],
      [0.46, () => database.restart()],
      [0.66, () => redis.stop()],
      [0.8, () => redis.open()],
      [0.86, async () => replicas.set(first, await start(first))],
    ]);

    await expectNothingLost(users, mail, replicas.values());
    for (const replica of replicas.values()) await replica.stop();
    await balancer.stop();
    await mail.stop();
    await redis.stop();
    await database.stop();
  },
);

itOn('sqlite')(
  'one process on SQLite loses nothing that it acknowledged when it is stopped, killed and restarted',
  async () => {
    const database = await createDatabase();
    const mail = await MailServer.start();
    const port = String(await freePort());
    const start = () => Service.startShared({ ...COMMON, DATABASE_URL: database.url, SMTP_URL: mail.url, PORT: port });
    let service = await start();
    const restart = (signal: NodeJS.Signals) => async () => {
      await service.stop(signal);
      service = await start();
    };
    const users = Array.from({ length: 20 }, (_none, number) => new CheckedUser(client(() => service.url, number)));

    await runOperations(users, ON_SQLITE, [
      [0.2, restart('SIGKILL')],
      [0.5, restart('SIGTERM')],
      [0.8, restart('SIGKILL')],
    ]);

    await expectNothingLost(users, mail, [service]);
    await service.stop();
    await mail.stop();
    await database.drop();
  },
);

// Does not depend on the database.
itOn('sqlite')('the check of the chaos tests finds a lost change that was acknowledged', async () => {
  const database = await createDatabase();
  const service = await Service.startShared({ ...COMMON, DATABASE_URL: database.url });
  const user = new CheckedUser(client(() => service.url, 1));
  for (let step = 0; step < 10; step++) await user.step();
  expect(await user.check()).toEqual([]);
  await database.sql("UPDATE users SET metadata = '0' WHERE email = ?", [user.email]);
  await database.sql('DELETE FROM sessions');
  expect((await user.check()).length).toBeGreaterThan(1);
  await service.stop();
  await database.drop();
});
