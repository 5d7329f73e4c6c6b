import mysql from 'mysql2/promise';
import { v7 as uuidv7 } from 'uuid';
import { DATABASE } from '../support/database/database.js';
import { Galera } from '../support/database/galera.mjs';
import { has } from '../support/run/machine.mjs';
import { ADMIN_TOKEN, newEmail, PASSWORD } from '../support/service/app.js';
import { Receiver } from '../support/service/receiver.js';
import { SECRET, Service } from '../support/service/service.js';
import { expectAllArrived, logged, untilAccepted } from '../support/service/webhook-arrivals.js';

const USERS = 6;
/** How often each user is switched off and on while a transaction is open on the other node. */
const ROUNDS = 6;
/** How many transactions are open, one after the other. */
const HELD = 4;
const TYPES = ['user.disabled', 'user.enabled', 'user.updated'];
const INSERT = "INSERT INTO events (id, type, at, actor, uid, data) VALUES (?, 'user.updated', 1, 'system', ?, '{}')";

interface Listed {
  id: string;
  uid: string;
}

/** Reads the log like a client that remembers the last event, on one replica or on both in turn. */
class Follower {
  readonly seen: Listed[] = [];
  private last = '';

  constructor(private readonly replicas: Service[]) {}

  /** @param turn of the replicas */
  async read(turn: number): Promise<void> {
    const service = this.replicas[turn % this.replicas.length] as Service;
    const path = `/api/admin/events?limit=50${this.last && `&after=${this.last}`}`;
    const { json } = await service.call('GET', path, { token: ADMIN_TOKEN });
    this.seen.push(...json.events);
    this.last = json.events.at(-1)?.id ?? this.last;
    if (json.next_cursor !== null) await this.read(turn + 1);
  }
}

const hasGalera = DATABASE === 'mysql' && has('galera');

(hasGalera ? describe : describe.skip)('the event log on a Galera cluster, with a replica at each of two nodes', () => {
  let cluster: Galera;
  let receiver: Receiver;
  let replicas: Service[];

  beforeAll(async () => {
    receiver = await Receiver.start();
    cluster = await Galera.start(2);
    await cluster.createDatabase('latchkey');
    const settings = { ADMIN_TOKEN, AUTH_SECRET: SECRET, WEBHOOK_NETWORKS: '127.0.0.1' };
    const start = (index: number) => {
      // A list, as for every cluster: then each statement sees what the other node has committed. It has one node only.
      const node = `127.0.0.1:${cluster.nodes[index]?.port}`;
      const DATABASE_URL = `mysql://latchkey:latchkey@${node},${node}/latchkey`;
      return Service.start({ ...settings, DATABASE_URL });
    };
    replicas = [await start(0), await start(1)];
    // The clock of the second replica is ahead.
    await on(1).advance(9);
  }, 180_000);

  afterAll(async () => {
    await Promise.all((replicas ?? []).map((replica) => replica.stop()));
    await cluster?.stop();
    await receiver?.stop();
  });

  const on = (index: number) => replicas[index % replicas.length] as Service;
  const call = (index: number, method: string, path: string, body: unknown) =>
    on(index).call(method, path, { token: ADMIN_TOKEN, body });
  const newUser = async (index: number): Promise<string> =>
    (await call(index, 'POST', '/api/auth/user/create', { email: newEmail(), password: PASSWORD })).json.uid;

  /** An open transaction on a node with an event whose id is older than those of events that are committed meanwhile. */
  async function hold(index: number, uid: string): Promise<{ id: string; commit(): Promise<void> }> {
    const socketPath = `${cluster.nodes[index % 2]?.home}.sock`;
    const connection = await mysql.createConnection({ socketPath, user: 'root', database: 'latchkey' });
    const id = uuidv7({ msecs: Date.now() - 5_000 });
    await connection.beginTransaction();
    await connection.query(INSERT, [id, uid]);
    const commit = async () => {
      await connection.commit();
      await connection.end();
    };
    return { id, commit };
  }

  /** Switches a user off and on, on both nodes in turn. */
  async function change(uid: string, seed: number): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) {
      const answer = await call(seed + round, 'PATCH', `/api/admin/users/${uid}`, { active: round % 2 === 1 });
      expect(answer.status).toBe(200);
    }
  }

  it('followers and a webhook miss no event and see none twice, while transactions are open on the other node', async () => {
    const uids = await Promise.all(Array.from({ length: USERS }, (_none, index) => newUser(index)));
    const held = await newUser(0);
    const made = await call(1, 'POST', '/api/admin/webhooks', { url: receiver.url, types: TYPES });
    expect(made.status).toBe(200);
    const followers = [new Follower([on(0)]), new Follower([on(1)]), new Follower(replicas)];
    let working = true;
    const reading = followers.map(async (follower) => {
      for (let turn = 0; working; turn++) await follower.read(turn);
    });
    const late: string[] = [];
    try {
      for (let round = 0; round < HELD; round++) {
        const { id, commit } = await hold(round, held);
        late.push(id);
        await Promise.all(uids.map((uid, index) => change(uid, round + index)));
        const all = new Follower([on(round)]);
        await all.read(0);
        await on(0).until(() => followers.every(({ seen }) => seen.length >= all.seen.length));
        // All have read the events of this round, and continue after them.
        await commit();
      }
    } finally {
      working = false;
    }
    await Promise.all(reading);
    for (const follower of followers) await follower.read(0);

    const select = 'SELECT id, position FROM latchkey.events ORDER BY position';
    const [stored, other] = await Promise.all(cluster.nodes.map((node) => node.sql(select)));
    expect(other).toEqual(stored);
    expect(stored?.map(({ position }) => Number(position))).toEqual(stored?.map((_row, index) => index + 1));
    const order = stored?.map(({ id }) => String(id)) ?? [];
    for (const { seen } of followers) expect(seen.map(({ id }) => id)).toEqual(order);
    // A late event comes after events with greater ids.
    expect(order).toEqual(expect.arrayContaining(late));
    for (const id of late) expect(order.slice(0, order.indexOf(id)).some((before) => before > id)).toBe(true);

    const events = await logged(on(0), TYPES);
    expect(events).toHaveLength(USERS * ROUNDS * HELD + HELD);
    await untilAccepted(receiver, events.length, () => replicas, 10);
    expectAllArrived(receiver, events);
    expect(receiver.received).toHaveLength(events.length);
  }, 180_000);
});
