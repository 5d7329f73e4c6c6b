import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { ANALYZE, DATABASE, type Row } from '../support/database/database.js';
import { indexesOf, objections } from '../support/database/inspection.js';
import { about, expectFailure } from '../support/http/http.js';
import { newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';

const app = useApp();
let user: SignedUp;
beforeAll(async () => {
  user = await app.signUp();
  for (let count = 0; count < 12; count++) await app.login(user.email, count % 3 ? PASSWORD : 'wrong password');
});

const list = (query = '') => app.admin('GET', `/events${query}`);
const idsOf = (events: Row[]) => events.map(({ id }) => id);
const stored = async (where = '1 = 1') => idsOf(await app.sql(`SELECT id FROM events WHERE ${where} ORDER BY id`));

/** Every event of a list, page by page. */
async function readPages(query: string, meanwhile = async () => {}): Promise<Row[]> {
  const events: Row[] = [];
  for (let after = ''; ; ) {
    const { json } = await list(`?${query}${after && `&after=${encodeURIComponent(after)}`}`);
    events.push(...json.events);
    expect(json.has_more).toBe(json.next_cursor !== null);
    if (!json.has_more) return events;
    after = json.next_cursor;
    await meanwhile();
  }
}

it('the list of events shows every field of an event', async () => {
  const { json } = await list(`?uid=${user.uid}&limit=1`);
  expect(json).toEqual({
    events: [
      {
        id: (await stored(`uid = '${user.uid}'`))[0],
        type: 'user.created',
        at: about(user.expiry - 900),
        actor: `user:${user.uid}`,
        uid: user.uid,
        session_id: null,
        ip: '127.0.0.1',
        data: { method: 'sign_up' },
      },
    ],
    has_more: true,
    next_cursor: expect.any(String),
  });
});

it('the list of events has the current email of the user and the name of the actor, if it is asked for names', async () => {
  const { id, token } = await app.adminToken(['write'], { name: 'Nightly sync' });
  const email = newEmail();
  const { uid } = (await app.admin('POST', '/users', { email, password: PASSWORD }, token)).json;
  await app.login(email, PASSWORD);
  const named = async (query: string) =>
    (await list(`?names=true&${query}`)).json.events.map((event: Row) => [
      event.type,
      event.actor,
      event.email,
      event.actor_name,
    ]);
  const events = [
    ['user.created', `admin:${id}`, email, 'Nightly sync'],
    ['login.succeeded', `user:${uid}`, email, email],
  ];
  expect(await named(`uid=${uid}`)).toEqual(events);
  expect(await named(`email=${email.toUpperCase()}`)).toEqual(events);
  expect(await named(`email=${email}&uid=${uid}&type=user.created`)).toEqual(events.slice(0, 1));
  expect(await named(`email=${email}&uid=${user.uid}`)).toEqual([]);
  await app.admin('DELETE', `/tokens/${id}`);
  await app.admin('DELETE', `/users/${uid}`);
  expect((await named(`uid=${uid}`)).slice(0, 2)).toEqual([
    ['user.created', `admin:${id}`, null, 'Nightly sync'],
    ['login.succeeded', `user:${uid}`, null, null],
  ]);
  expect(await named(`email=${email}`)).toEqual([]);
  expectFailure(await list('?email='), 'INVALID_REQUEST');
});

it('the list of events refuses an admin token without the scope read', async () => {
  const { token } = await app.adminToken(['write', 'export']);
  expectFailure(await app.admin('GET', '/events', undefined, token), 'NOT_AUTHORIZED');
  expectFailure(await app.admin('GET', '/events', undefined, user.token), 'NOT_AUTHENTICATED');
  expectFailure(await app.get('/api/admin/events'), 'NOT_AUTHENTICATED');
});

it('the list of events has 50 entries without a limit, and none for an unknown user', async () => {
  await Promise.all(Array.from({ length: 40 }, () => app.login(newEmail(), 'wrong password')));
  expect((await list()).json.events).toHaveLength(50);
  expect((await list(`?uid=${uuidv7()}`)).json).toEqual({ events: [], has_more: false, next_cursor: null });
});

describe('the list of events, read page by page,', () => {
  it.each([
    ['oldest first', 'limit=1&order=at', (ids: unknown[]) => ids],
    ['newest first', 'limit=7&order=-at', (ids: unknown[]) => ids.toReversed()],
    ['in pages that come out even', `limit=${5 + 8}&uid=UID`, (ids: unknown[]) => ids],
  ])('finds each event once: %s', async (_what, query, arrange) => {
    const where = query.includes('uid') ? `uid = '${user.uid}'` : '1 = 1';
    expect(idsOf(await readPages(query.replace('UID', user.uid)))).toEqual(arrange(await stored(where)));
  });

  it.each(['login.failed', 'login.succeeded', 'user.deleted'])('finds all events of the type %s', async (type) => {
    const events = await readPages(`limit=2&type=${type}&uid=${user.uid.toUpperCase()}`);
    expect(idsOf(events)).toEqual(await stored(`type = '${type}' AND uid = '${user.uid}'`));
    expect(idsOf(await readPages(`limit=7&order=-at&type=${type}`)).toReversed()).toEqual(
      await stored(`type = '${type}'`),
    );
  });

  it('finds events that are added during the read, and repeats none', async () => {
    const before = await stored();
    const events = idsOf(
      await readPages('limit=3', async () => {
        if ((await stored()).length < before.length + 20) await app.login(user.email, 'wrong password');
      }),
    );
    expect(events).toEqual(await stored());
    expect(events).toHaveLength(before.length + 20);
  });

  it('is not changed by events that are added during a read from the newest to the oldest', async () => {
    const before = await stored();
    const events = await readPages(
      'limit=10&order=-at',
      async () => void (await app.login(user.email, 'wrong password')),
    );
    expect(idsOf(events)).toEqual(before.toReversed());
  });

  it('continues after the last event that the client has seen, once there are more', async () => {
    const { events, next_cursor } = (await list('?limit=1&order=-at')).json;
    const last = events[0].id;
    expect(next_cursor).not.toBeNull();
    expect((await list(`?after=${last}`)).json).toEqual({ events: [], has_more: false, next_cursor: null });
    await app.login(user.email, 'wrong password');
    await app.login(user.email, PASSWORD);
    const more = (await list(`?after=${last.toUpperCase()}&limit=1`)).json;
    expect(more.events).toMatchObject([{ type: 'login.failed' }]);
    const rest = (await list(`?after=${more.next_cursor}`)).json;
    expect(rest).toMatchObject({ events: [{ type: 'login.succeeded' }], has_more: false, next_cursor: null });
    expect(idsOf((await list(`?after=${rest.events[0].id}&order=-at&limit=1`)).json.events)).toEqual([
      more.events[0].id,
    ]);
  });

  it('continues after an event that has been removed since', async () => {
    const [first, second, third] = await stored();
    await app.sql('DELETE FROM events WHERE id = ?', [second]);
    expect(idsOf((await list(`?after=${second}&limit=1`)).json.events)).toEqual([third]);
    expect(idsOf((await list(`?after=${second}&order=-at`)).json.events)).toEqual([first]);
  });
});

describe('the list of events', () => {
  it.each([
    ['type', 'login'],
    ['type', ''],
    ['type', "login.failed' OR '1'='1"],
    ['type', 'LOGIN.FAILED'],
    ['type', 'login.failed '],
    ['uid', 'x'],
    ['uid', ''],
    ['uid', '%'],
    ['uid', "' OR 1=1 --"],
    ['uid', '<script>alert(1)</script>'],
    ['uid', `${uuidv7()}0`],
    ['order', 'desc'],
    ['order', 'id'],
    ['order', '-AT'],
    ['limit', '0'],
    ['limit', '-1'],
    ['limit', '201'],
    ['limit', '1.5'],
    ['limit', '1e2'],
    ['limit', '0x10'],
    ['limit', ''],
    ['limit', '99999999999999999999'],
    ['limit', '1;DROP TABLE events'],
    ['after', ''],
    ['after', 'x'],
    ['after', '0'],
    ['after', "' OR 1=1 --"],
    ['after', uuidv4()],
    ['after', 'x'.repeat(513)],
    ['after', Buffer.from('[]').toString('base64url')],
    ['after', Buffer.from('["id asc"]').toString('base64url')],
    ['after', Buffer.from('["id asc",null]').toString('base64url')],
    ['after', Buffer.from('["id asc",{}]').toString('base64url')],
    ['after', Buffer.from('["id asc","x","y"]').toString('base64url')],
    ['after', Buffer.from('["id desc","x"]').toString('base64url')],
    ['after', Buffer.from('["type asc","x"]').toString('base64url')],
    ['after', Buffer.from('{"0":"id asc"}').toString('base64url')],
    ['after', Buffer.from('null').toString('base64url')],
  ])('fails with INVALID_REQUEST that names the parameter, for %s=%s', async (name, value) => {
    const answer = await list(`?${name}=${encodeURIComponent(value)}`);
    expectFailure(answer, 'INVALID_REQUEST');
    expect(answer.json.message).toContain(name);
  });

  it.each(['type', 'uid', 'order', 'limit', 'after'])(
    'fails with INVALID_REQUEST that names the parameter, for %s given twice',
    async (name) => {
      for (const query of [`?${name}=1&${name}=2`, `?${name}=1&${name}=1`]) {
        const answer = await list(query);
        expectFailure(answer, 'INVALID_REQUEST');
        expect(answer.json.message).toContain(name);
      }
    },
  );

  it('fails with INVALID_REQUEST for a cursor of the other order', async () => {
    const { next_cursor } = (await list('?limit=1')).json;
    expectFailure(await list(`?order=-at&after=${next_cursor}`), 'INVALID_REQUEST');
  });
});

it('the list of events accepts or refuses a forged cursor, and changes nothing', async () => {
  const forged = (id: unknown) => Buffer.from(JSON.stringify(['id asc', id])).toString('base64url');
  const before = await stored();
  for (const id of ['\u0000', '\uD83D\uDE00', '\uD83D', 'ä', 7, -1, '', 'x'.repeat(255), true, [1]]) {
    expectFailure(await list(`?limit=1&after=${forged(id)}`), 'INVALID_REQUEST');
  }
  for (const id of ["'; DROP TABLE events; --", '%', '~']) {
    expect((await list(`?limit=1&after=${forged(id)}`)).status).toBe(200);
  }
  expect(await stored()).toEqual(before);
});

it('the list of events ignores unknown parameters, and `cursor`', async () => {
  expect((await list('?cursor=x&__proto__=1&constructor=1&limit=1')).status).toBe(200);
});

it('the list of events uses an index, with each filter', async () => {
  const rows = Array.from({ length: 4_000 }, (_none, index) => {
    const type = index % 50 ? 'login.succeeded' : 'login.failed';
    return `('${uuidv7()}', '${type}', 1, 'anonymous', '${uuidv7()}', NULL, NULL, '{}')`;
  });
  await app.sql(`INSERT INTO events (id, type, at, actor, uid, session_id, ip, data) VALUES ${rows.join()}`);
  await app.sql(`${ANALYZE} events`);
  const orders = ['ORDER BY id ASC LIMIT 51', 'ORDER BY id DESC LIMIT 51'];
  const later = ["AND id > '00' ORDER BY id ASC LIMIT 51", "AND id < 'ff' ORDER BY id DESC LIMIT 51"];
  // The service gives these hints, too.
  const hint = (index: string) => (DATABASE === 'mysql' ? `USE INDEX (${index})` : '');
  const byUser = `${hint('events_uid')} WHERE uid = '${user.uid}'`;
  const byType = `${hint('events_type')} WHERE type = 'login.failed'`;
  for (const filter of [byUser, byType, `${byUser} AND type = 'login.failed'`]) {
    for (const end of [...orders, ...later]) {
      const query = { sql: `SELECT * FROM events ${filter} ${end}`, values: [] };
      expect(String(await indexesOf(app, query))).toMatch(/^events_(uid|type|pkey)/);
      expect(await objections(app, query)).toEqual([]);
    }
  }
});
