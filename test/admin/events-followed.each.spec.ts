import { v7 as uuidv7 } from 'uuid';
import { IS_SERVER } from '../support/database/database.js';
import { ADMIN_TOKEN, newEmail, PASSWORD, useApp } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';

const USERS = 10;
const ROUNDS = 8;

interface Listed {
  id: string;
  type: string;
  uid: string | null;
}

const app = useApp();
let replicas: Service[];
beforeAll(async () => {
  replicas = [app.service, await app.replica(), await app.replica()];
  // Clocks differ by seconds.
  await (replicas[1] as Service).advance(4);
  await (replicas[2] as Service).advance(9);
});

/** Reads the log like a client that remembers the last event. */
class Follower {
  readonly seen: Listed[] = [];
  private last: string | undefined;

  constructor(private readonly filter = '') {}

  async read(service: Service = app.service): Promise<Listed[]> {
    const before = this.seen.length;
    for (let after = this.last; ; ) {
      const path = `/api/admin/events?limit=7${this.filter}${after ? `&after=${after}` : ''}`;
      const { json } = await service.call('GET', path, { token: ADMIN_TOKEN });
      this.seen.push(...json.events);
      this.last = json.events.at(-1)?.id ?? this.last;
      if (json.next_cursor === null) return this.seen.slice(before);
      after = json.next_cursor;
    }
  }
}

const on = (index: number) => replicas[index % replicas.length] as Service;
const newUser = async (index: number): Promise<string> =>
  (await on(index).call('POST', '/api/auth/user/create', { body: { email: newEmail(), password: PASSWORD } })).json.uid;
const setActive = (index: number, uid: string, active: boolean) =>
  on(index).call('PATCH', `/api/admin/users/${uid}`, { token: ADMIN_TOKEN, body: { active } });

const INSERT = "INSERT INTO events (id, type, at, actor, uid, data) VALUES (?, 'user.updated', 1, 'system', ?, '{}')";
/** The id of an event that another process has made some time ago. */
const madeBefore = (seconds: number) => uuidv7({ msecs: Date.now() - seconds * 1_000 });

describe('a follower of the log', () => {
  it('sees an event whose transaction commits after later events', async () => {
    const uid = await newUser(0);
    const followers = [new Follower(), new Follower('&type=user.updated'), new Follower(`&uid=${uid}`)];
    for (const follower of followers) await follower.read();
    const late = madeBefore(5);
    const values = [late, uid];
    // SQLite has one writer at a time: there a late event can only come from a clock that is behind.
    const commit = IS_SERVER ? await app.database.hold(INSERT, values) : undefined;
    await app.admin('PATCH', `/users/${uid}`, { metadata: '1' });
    for (const follower of followers) expect((await follower.read()).map(({ type }) => type)).toEqual(['user.updated']);
    if (commit) await commit();
    else await app.sql(INSERT, values);
    for (const follower of followers) expect((await follower.read()).map(({ id }) => id)).toEqual([late]);
    for (const follower of followers) expect(await follower.read()).toEqual([]);
  });

  it('sees an event at once after the request that caused it, on each replica', async () => {
    const follower = new Follower();
    await follower.read();
    for (let round = 0; round < 9; round++) {
      const uid = await newUser(round);
      expect((await follower.read(on(round + 1))).map((event) => event.uid)).toEqual([uid]);
    }
  });

  it('sees each event once, and those of a user in their order, while clocks differ and many clients write', async () => {
    const follower = new Follower();
    await follower.read();
    const begun = follower.seen.length;
    const uids = await Promise.all(Array.from({ length: USERS }, (_none, index) => newUser(index)));
    let writing = true;
    const client = async (uid: string, seed: number) => {
      for (let round = 0; round < ROUNDS; round++) {
        const answer = await setActive(seed + round, uid, round % 2 === 1);
        expect(answer.status).toBe(200);
      }
    };
    const reading = (async () => {
      for (let turn = 0; writing; turn++) await follower.read(on(turn));
    })();
    await Promise.all(uids.map(client));
    writing = false;
    await reading;
    await follower.read();
    const seen = follower.seen.slice(begun);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    for (const uid of uids) {
      const types = seen.filter((event) => event.uid === uid).map(({ type }) => type);
      const turns = Array.from({ length: ROUNDS }, (_none, round) => (round % 2 ? 'user.enabled' : 'user.disabled'));
      expect(types).toEqual(['user.created', ...turns]);
    }
    const stored = await app.sql('SELECT id, position FROM events ORDER BY position');
    expect(stored.map(({ position }) => Number(position))).toEqual(stored.map((_row, index) => index + 1));
    expect(follower.seen.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
  });

  it('continues after an event that was removed', async () => {
    const follower = new Follower();
    await follower.read();
    const last = follower.seen.at(-1)?.id;
    await app.sql('DELETE FROM events WHERE id = ?', [last]);
    const uid = await newUser(0);
    // Of the events before the removed one it may repeat some, since clocks differ.
    expect((await follower.read()).at(-1)?.uid).toBe(uid);
  });
});

it('the service numbers events also when no client reads the log', async () => {
  await newUser(1);
  await app.advance(6);
  await app.service.until(async () => (await app.sql('SELECT id FROM events WHERE position IS NULL')).length === 0);
});

it('a read of the log does not wait for a process that writes', async () => {
  const uid = await newUser(0);
  const commit = await app.database.hold('UPDATE users SET metadata = ? WHERE uid = ?', ['7', uid]);
  const answer = await app.admin('GET', `/events?uid=${uid}`);
  await commit();
  expect(answer.status).toBe(200);
}, 60_000);
