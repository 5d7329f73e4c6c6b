import { createDatabase, DATABASE, IS_SERVER, startOwnServer } from '../support/database/database.js';
import { freePort } from '../support/run/machine.mjs';
import { ADMIN_TOKEN, newEmail, PASSWORD } from '../support/service/app.js';
import { Service } from '../support/service/service.js';
import { expectAllArrived, logged, Receiver, untilAccepted } from '../support/service/webhooks.js';

const LONG = process.env.LONG === '1';
/** `LONG=1` changes users as often as this in all. */
const CHANGES = LONG ? 20_000 : 100;
const USERS = 12;
/** One of so many messages gets a bad answer. */
const BAD_ANSWERS = LONG ? 100 : 40;
const TYPES = ['user.disabled', 'user.enabled'];
/** After a kill, what was under way goes again within this time, in seconds. */
const RECOVERY = 150;

const pause = (milliseconds: number) => new Promise((next) => setTimeout(next, milliseconds));

/** A database, and what happens to it while replicas work: a server restarts, and SQLite has no process. */
async function openDatabase() {
  if (IS_SERVER) return startOwnServer({ durable: LONG });
  const { url, drop } = await createDatabase();
  return { url, restart: async () => undefined, stop: drop };
}

// On SQLite, `webhook-replicas` kills a replica in each run.
(IS_SERVER || LONG ? it : it.skip)(
  'a webhook gets every event, none of them invented, in the order of each user, while replicas and the database are killed',
  async () => {
    const database = await openDatabase();
    const receiver = await new Receiver().listen();
    receiver.answerBadly(BAD_ANSWERS);
    const settings = { DATABASE_URL: database.url, ADMIN_TOKEN, WEBHOOK_NETWORKS: '127.0.0.1' };
    const ports = [await freePort(), await freePort(), await freePort()].map(String);
    const start = (index: number) => Service.startShared({ ...settings, PORT: String(ports[index]) });
    const replicas = await Promise.all(ports.map((_port, index) => start(index)));
    const on = (index: number) => replicas[index % replicas.length] as Service;
    const restart = async (index: number, signal: NodeJS.Signals) => {
      await on(index).stop(signal);
      replicas[index] = await start(index);
    };
    const call = (index: number, method: string, path: string, body: unknown) =>
      on(index).call(method, path, { token: ADMIN_TOKEN, body });

    const created = Array.from({ length: USERS }, (_none, index) =>
      call(index, 'POST', '/api/auth/user/create', { email: newEmail(), password: PASSWORD }),
    );
    const uids = (await Promise.all(created)).map(({ json }) => json.uid as string);
    const made = await call(0, 'POST', '/api/admin/webhooks', { url: receiver.url, types: TYPES });
    expect(made.status).toBe(200);

    let done = 0;
    const mishaps: [after: number, happen: () => Promise<unknown>][] = [
      [0.15, () => restart(0, 'SIGKILL')],
      [0.35, () => database.restart()],
      [0.55, () => restart(1, 'SIGKILL')],
      [0.75, () => restart(2, 'SIGTERM')],
      [0.9, () => database.restart()],
    ];
    let happening: Promise<unknown> = Promise.resolve();
    const client = async (uid: string, seed: number) => {
      let active = true;
      for (let turn = seed; done < CHANGES; turn++) {
        const answer = await call(turn, 'PATCH', `/api/admin/users/${uid}`, { active: !active }).catch(() => undefined);
        if (answer?.status !== 200) {
          await pause(50);
          continue;
        }
        active = !active;
        done += 1;
        const [after, happen] = mishaps[0] ?? [Number.POSITIVE_INFINITY];
        if (happen === undefined || done < after * CHANGES) continue;
        mishaps.shift();
        happening = happening.then(happen);
      }
    };
    await Promise.all(uids.map(client));
    await happening;
    expect(mishaps).toEqual([]);

    const events = await logged(on(0), TYPES);
    expect(events.length).toBeGreaterThan(CHANGES * 0.99);
    // What was under way in a kill goes again.
    await untilAccepted(receiver, events.length, () => replicas, RECOVERY);
    expectAllArrived(receiver, events);
    if (LONG) console.log(`${DATABASE}: ${events.length} events, ${receiver.received.length} messages`);

    await Promise.all(replicas.map((replica) => replica.stop()));
    await receiver.stop();
    await database.stop();
  },
  LONG ? 3_000_000 : 180_000,
);
