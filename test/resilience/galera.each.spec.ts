import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { v7 as uuidv7 } from 'uuid';
import { DATABASE } from '../support/database/database.js';
import { Galera } from '../support/database/servers.mjs';
import type { Answer } from '../support/http/http.js';
import { CheckedUser, type Send } from '../support/models/checked-user.js';
import { has } from '../support/run/machine.mjs';
import { ADMIN_TOKEN, newEmail, PASSWORD } from '../support/service/app.js';
import { Cli, examine } from '../support/service/cli.js';
import { MailServer } from '../support/service/mail.js';
import { SECRET, Service } from '../support/service/service.js';
import { expectAllArrived, logged, Receiver, untilAccepted } from '../support/service/webhooks.js';

/** `LONG=1` sends more requests. */
const LONG = process.env.LONG === '1';
const CLIENTS = 8;
/** Operations of each client after the other nodes have noticed that a node is dead. */
const STEPS = LONG ? 20 : 10;
const EMAILS = 30;
/** After this time, in seconds, another process sends an email that a stopped process had claimed. */
const CLAIM_SECONDS = 60;
/** Between two looks at the nodes, each of which opens connections. */
const PAUSE_MS = 100;
/** How long a node applies nothing. */
const PAUSED_MS = 300;
/** Between two reads of a follower. */
const READ_PAUSE_MS = 10;
const TABLES = ['users', 'sessions', 'signing_keys', 'messages', 'events', 'migrations'];

const USERS = 6;
/** How often each user is switched off and on while a transaction is open on the other node. */
const ROUNDS = LONG ? 6 : 4;
/** How many transactions are open, one after the other. */
const HELD = LONG ? 4 : 3;
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

let cluster: Galera;
beforeAll(async () => {
  if (hasGalera) cluster = await Galera.start();
}, 180_000);
afterAll(() => cluster?.stop());

(hasGalera ? describe : describe.skip)('on a Galera cluster of three nodes', () => {
  let mail: MailServer;
  let replicas: Service[];

  beforeAll(async () => {
    mail = await MailServer.start();
    const DATABASE_URL = await cluster.createDatabase('latchkey');
    const settings = { DATABASE_URL, SMTP_URL: mail.url, AUTH_SECRET: SECRET, BASE_URL: 'http://localhost' };
    const start = () => Service.startShared({ ...settings, REFRESH_GRACE: '600' });
    replicas = await Promise.all([start(), start(), start()]);
  }, 180_000);

  afterAll(async () => {
    await Promise.all((replicas ?? []).map((replica) => replica.stop()));
    await mail?.stop();
  });

  const on = (index: number): Service => replicas[index % replicas.length] as Service;

  const post = (index: number, path: string, body: unknown): Promise<Answer> =>
    on(index).call('POST', `/api/auth/${path}`, { body });

  const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_none, index) => make(index)));

  const sum = async (status: string): Promise<number> => {
    const counts = await Promise.all(cluster.nodes.map((node) => node.status(status)));
    return counts.reduce((total, count) => total + Number(count), 0);
  };

  /** Sends as a client behind a load balancer; a broken connection counts as no answer. */
  const sendToAnyReplica: Send = (method, path, body, token) =>
    on(Math.floor(Math.random() * replicas.length))
      .call(method, path, { body, token })
      .catch(() => undefined);

  const waiting = "SELECT id FROM latchkey.messages WHERE status <> 'sent'";
  const allSent = () => on(0).until(async () => (await cluster.nodes[2]?.sql(waiting))?.length === 0, PAUSE_MS);

  const differing = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const table of TABLES) {
      const sums = await Promise.all(cluster.nodes.map((node) => node.sql(`CHECKSUM TABLE latchkey.${table}`)));
      if (new Set(sums.map((rows) => JSON.stringify(rows))).size > 1) found.push(table);
    }
    return found;
  };

  it('three replicas that start at once migrate the database once, and create one pair of keys', async () => {
    const migrations = (await cluster.nodes[0]?.sql('SELECT name FROM latchkey.migrations')) ?? [];
    expect(migrations.length).toBeGreaterThan(0);
    expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length);
    expect(await cluster.nodes[1]?.sql('SELECT kid FROM latchkey.signing_keys')).toHaveLength(2);
    const sets = await many(3, (index) => on(index).call('GET', '/.well-known/jwks.json'));
    expect(new Set(sets.map(({ text }) => text)).size).toBe(1);
  });

  it('the other replicas immediately see what one replica has acknowledged', async () => {
    for (let round = 0; round < 12; round++) {
      const email = newEmail();
      expect((await post(round, 'user/create', { email, password: PASSWORD })).status).toBe(200);
      const { token, refresh_token } = (await post(round + 1, 'user/login', { email, password: PASSWORD })).json;
      expect((await on(round).call('GET', '/api/auth/user', { token })).status).toBe(200);
      const moved = await post(round + 2, 'user/refresh', { refresh_token });
      expect(moved.status).toBe(200);
      expect((await post(round, 'user/refresh', { refresh_token: moved.json.refresh_token })).status).toBe(200);
    }
  });

  it('one of many equal requests on different nodes succeeds, and conflicting transactions are retried', async () => {
    const conflicts = async () => (await sum('wsrep_local_bf_aborts')) + (await sum('wsrep_local_cert_failures'));
    const before = await conflicts();
    for (let round = 0; round < 10 && (round < 3 || (await conflicts()) === before); round++) {
      const email = newEmail();
      const created = await many(18, (index) => post(index, 'user/create', { email, password: PASSWORD }));
      expect(created.map(({ code }) => code ?? 'created').sort()).toEqual([
        ...Array(17).fill('EMAIL_ALREADY_IN_USE'),
        'created',
      ]);
      const { token, refresh_token } = (await post(round, 'user/login', { email, password: PASSWORD })).json;
      const refreshed = await many(18, (index) => post(index, 'user/refresh', { refresh_token }));
      expect(refreshed.map(({ status }) => status)).toEqual(Array(18).fill(200));
      const sessions = await cluster.nodes[0]?.sql(
        'SELECT generation FROM latchkey.sessions JOIN latchkey.users USING (uid) WHERE email = ?',
        [email],
      );
      expect(sessions).toEqual([{ generation: 1 }]);
      const put = (index: number) =>
        on(index).call('PUT', '/api/auth/user', { token, body: { metadata: `{"n":${index}}` } });
      expect((await many(18, put)).map(({ status }) => status)).toEqual(Array(18).fill(200));
    }
    expect(await conflicts()).toBeGreaterThan(before);
  });

  it('doctor warns of a DATABASE_URL with one of the nodes, and accepts one with all of them', async () => {
    const all = await cluster.createDatabase('doctor');
    const one = all.replace(/,[^/]+/, '');
    const cli = new Cli({});
    const found = async (DATABASE_URL: string) => (await examine(cli, { DATABASE_URL })).of('cluster')[0];
    expect(await found(one)).toMatchObject({ status: 'warn', cure: expect.stringContaining('wsrep_sync_wait') });
    expect(await found(all)).toMatchObject({ status: 'ok', found: '3 nodes; DATABASE_URL names 3 of them' });
    cli.remove();
  });

  it('replicas on different nodes send each email once', async () => {
    const emails = Array.from({ length: EMAILS }, newEmail);
    await Promise.all(emails.map((email, index) => post(index, 'magic-link', { email, sign_up: true })));
    await mail.until(EMAILS);
    await allSent();
    expect(mail.messages.map(({ recipient }) => recipient).sort()).toEqual([...emails].sort());
  });

  it('the cluster loses nothing that was acknowledged when a node is killed under load', async () => {
    const replicated = () => Promise.all(cluster.nodes.map((node) => node.status('wsrep_replicated')));
    const written = await replicated();
    const users = Array.from({ length: CLIENTS }, () => new CheckedUser(sendToAnyReplica));
    let left = Number.POSITIVE_INFINITY;
    const load = users.map(async (user) => {
      while (left > 0) {
        const acknowledged = await user.step();
        if (acknowledged) left -= 1;
      }
    });
    const advanced = (count: unknown, index: number) => Number(count) > Number(written[index]) + STEPS;
    await on(0).until(async () => (await replicated()).every(advanced), PAUSE_MS);
    await cluster.kill(1);
    await on(0).until(async () => (await cluster.nodes[0]?.status('wsrep_cluster_size')) === '2', PAUSE_MS);
    left = CLIENTS * STEPS;
    await Promise.all(load);
    expect((await Promise.all(users.map((user) => user.check()))).flat()).toEqual([]);
    await Promise.all(replicas.map((replica) => replica.advance(CLAIM_SECONDS)));
    await allSent();
    await cluster.restart(1);
    await on(0).until(async () => (await differing()).length === 0, PAUSE_MS);
  }, 240_000);
});

(hasGalera ? describe : describe.skip)('the event log on a Galera cluster, with a replica at each of two nodes', () => {
  let receiver: Receiver;
  let replicas: Service[];

  beforeAll(async () => {
    receiver = await new Receiver().listen();
    await cluster.createDatabase('followed');
    const settings = { ADMIN_TOKEN, AUTH_SECRET: SECRET, WEBHOOK_NETWORKS: '127.0.0.1' };
    const start = (index: number) => {
      // A list, as for every cluster: then each statement sees what the other node has committed. It has one node only.
      const node = `127.0.0.1:${cluster.nodes[index]?.port}`;
      const DATABASE_URL = `mysql://latchkey:latchkey@${node},${node}/followed`;
      return Service.startShared({ ...settings, DATABASE_URL });
    };
    replicas = [await start(0), await start(1)];
    // The clock of the second replica is ahead.
    await on(1).advance(9);
  }, 180_000);

  afterAll(async () => {
    await Promise.all((replicas ?? []).map((replica) => replica.stop()));
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
    const connection = await mysql.createConnection({ socketPath, user: 'root', database: 'followed' });
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
      for (let turn = 0; working; turn++) {
        await follower.read(turn);
        await sleep(READ_PAUSE_MS);
      }
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

    const select = 'SELECT id, position FROM followed.events ORDER BY position';
    const [stored, ...others] = await Promise.all(cluster.nodes.map((node) => node.sql(select)));
    expect(others).toEqual([stored, stored]);
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

  it('a replica waits for what another node has committed and its own has yet to apply', async () => {
    const uid = await newUser(0);
    const socketPath = `${cluster.nodes[1]?.home}.sock`;
    const paused = await mysql.createConnection({ socketPath, user: 'root' });
    await paused.query('FLUSH TABLES WITH READ LOCK');
    const changed = await call(0, 'PATCH', `/api/admin/users/${uid}`, { metadata: '{"n":1}' });
    const read = call(1, 'GET', `/api/admin/users/${uid}`, undefined);
    await sleep(PAUSED_MS);
    await paused.query('UNLOCK TABLES');
    await paused.end();
    expect(changed.status).toBe(200);
    expect((await read).json.metadata).toBe('{"n":1}');
  });
});
