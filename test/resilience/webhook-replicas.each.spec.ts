import { ADMIN_TOKEN, newEmail, PASSWORD, useApp } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';
import { expectAllArrived, logged, Receiver, untilAccepted } from '../support/service/webhooks.js';

const LONG = process.env.LONG === '1';
/** In `npm run test:long` many more events. */
const EVENTS = LONG ? 20_000 : 120;
/** As many while the endpoint is down. */
const MISSED = LONG ? EVENTS : 24;
const USERS = 12;
/** After a kill, what was under way goes again within this time, in seconds. */
const RECOVERY = 150;

const app = useApp({ WEBHOOK_NETWORKS: '127.0.0.1' });
let receiver: Receiver;
let replicas: Service[];

beforeAll(async () => {
  receiver = await new Receiver().listen();
  replicas = [app.service, await app.replica(), await app.replica()];
});
afterAll(() => receiver.stop());

const on = (index: number) => replicas[index % replicas.length] as Service;

/** The last event in the order of the log: ids are not in this order, since clocks differ. */
async function newestEvent(): Promise<string> {
  await app.admin('GET', '/events?limit=1');
  return String((await app.sql('SELECT id FROM events ORDER BY position DESC LIMIT 1'))[0]?.id);
}

/** Many users switched off and on, each by one client after the other, on all replicas. Returns how many events there are. */
async function change(uids: string[], count: number, services: () => Service[]): Promise<void> {
  const token = (await app.adminToken(['write'])).token;
  const rounds = Math.ceil(count / uids.length);
  const client = async (uid: string, seed: number) => {
    for (let round = 0; round < rounds; round++) {
      const all = services();
      const service = all[(seed + round) % all.length] as Service;
      const body = { active: round % 2 === 1 };
      await service.call('PATCH', `/api/admin/users/${uid}`, { token, body }).catch(() => undefined);
    }
  };
  await Promise.all(uids.map(client));
}

const users = () =>
  Promise.all(
    Array.from({ length: USERS }, async (_none, index) => {
      const body = { email: newEmail(), password: PASSWORD };
      return (await on(index).call('POST', '/api/auth/user/create', { body })).json.uid as string;
    }),
  );

async function create(): Promise<string> {
  const body = { url: receiver.url, types: ['user.disabled', 'user.enabled'] };
  return (await app.admin('POST', '/webhooks', body)).json.webhook_id;
}

const TYPES = ['user.disabled', 'user.enabled'];
const LIMIT = LONG ? 3_600_000 : 120_000;

it(
  'three replicas deliver each event once, and those of a user in their order',
  async () => {
    const uids = await users();
    const id = await create();
    const after = await newestEvent();
    // Clocks of replicas differ by seconds.
    await on(1).advance(3);
    await change(uids, EVENTS, () => replicas);
    const expected = (await logged(app.service, TYPES, after)).length;
    expect(expected).toBeGreaterThanOrEqual(EVENTS);
    await until(() => receiver.received.length >= expected);
    const open = () => app.sql("SELECT 1 FROM webhook_deliveries WHERE status <> 'sent'");
    await app.service.until(async () => (await open()).length === 0);
    expectAllArrived(receiver, await logged(app.service, TYPES, after));
    expect(receiver.received).toHaveLength(expected);
    await app.admin('DELETE', `/webhooks/${id}`);
  },
  LIMIT,
);

it('sign-ins do not wait for webhooks', async () => {
  receiver.forget();
  receiver.respond = () => undefined;
  const url = receiver.url;
  const made = await app.admin('POST', '/webhooks', { url, types: ['login.*'] });
  const user = await app.signUp();
  for (let count = 0; count < 5; count++) expect((await app.login(user.email, user.password)).status).toBe(200);
  await app.service.until(() => receiver.received.length === 1);
  expect((await app.login(user.email, user.password)).status).toBe(200);
  await app.admin('DELETE', `/webhooks/${made.json.webhook_id}`);
  receiver.answer(204);
});

it(
  'an endpoint that was down for an hour, and then answered 410, gets everything, in order',
  async () => {
    receiver.forget();
    const uids = await users();
    const id = await create();
    const after = await newestEvent();
    // Every answer is a bad one.
    receiver.answerBadly(1);
    await change(uids, MISSED, () => replicas);
    await app.service.until(() => receiver.received.length >= USERS);
    for (let minute = 0; minute < 60; minute += 5) for (const replica of replicas) await replica.advance(300);
    expect(receiver.accepted).toEqual([]);
    receiver.answer(410);
    const disabled = async () => (await app.admin('GET', `/webhooks/${id}`)).json.state === 'disabled';
    for (let turn = 0; turn < 100 && !(await disabled()); turn++) await on(turn).advance(600);
    expect(await disabled()).toBe(true);
    await change(uids, USERS, () => replicas);
    receiver.forget();
    receiver.answer(204);
    expect((await app.admin('PATCH', `/webhooks/${id}`, { active: true })).status).toBe(200);
    const events = await logged(app.service, TYPES, after);
    expect(events.length).toBeGreaterThanOrEqual(MISSED);
    await untilAccepted(receiver, events.length, () => replicas, 6 * 3_600);
    expectAllArrived(receiver, events);
    await app.admin('DELETE', `/webhooks/${id}`);
  },
  LIMIT,
);

it(
  'a killed holder loses nothing: another replica sends what was under way',
  async () => {
    receiver.forget();
    const uids = await users();
    const id = await create();
    const after = await newestEvent();
    const victim = on(2);
    // While the others are stopped, this one must take the lease.
    for (const other of [on(0), on(1)]) other.signal('SIGSTOP');
    receiver.respond = () => undefined;
    await disableAll(uids, victim);
    await until(() => receiver.received.length >= 5);
    victim.signal('SIGKILL');
    for (const other of [on(0), on(1)]) other.signal('SIGCONT');
    receiver.forget();
    receiver.answer(204);
    replicas = replicas.slice(0, 2);
    await change(uids, USERS * 2, () => replicas);
    for (const replica of replicas) await replica.advance(RECOVERY);
    const events = await logged(app.service, TYPES, after);
    await untilAccepted(receiver, events.length, () => replicas, 6 * 3_600);
    expectAllArrived(receiver, events);
    await app.admin('DELETE', `/webhooks/${id}`);
  },
  LIMIT,
);

async function disableAll(uids: string[], service: Service): Promise<void> {
  const token = ADMIN_TOKEN;
  for (const uid of uids) await service.call('PATCH', `/api/admin/users/${uid}`, { token, body: { active: false } });
}

/** Without a time limit of its own: in a long run, or while the first service is stopped. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((next) => setTimeout(next, 20));
}
