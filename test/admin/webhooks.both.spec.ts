import { v7 as uuidv7 } from 'uuid';
import { DATABASE } from '../support/database/database.js';
import { about, expectFailure, expectNothing } from '../support/http/expect.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { Receiver, verified } from '../support/service/receiver.js';

const DAY = 86_400;
const FIRST_PAUSE = 7;

const app = useApp({ WEBHOOK_NETWORKS: '127.0.0.1,hooks.internal' });
const receivers: Receiver[] = [];
let receiver: Receiver;
const ids: string[] = [];

beforeEach(async () => {
  receiver = await Receiver.start();
  receivers.push(receiver);
});
afterEach(async () => {
  for (const id of ids.splice(0)) await app.admin('DELETE', `/webhooks/${id}`);
});
afterAll(() => Promise.all(receivers.map((each) => each.stop())));

async function create(more: Record<string, unknown> = {}): Promise<{ id: string; secret: string }> {
  const answer = await app.admin('POST', '/webhooks', { url: receiver.url, types: ['user.*'], ...more });
  if (answer.status !== 200) throw new Error(answer.text);
  ids.push(answer.json.webhook_id);
  return { id: answer.json.webhook_id, secret: answer.json.secret };
}

const get = async (id: string) => (await app.admin('GET', `/webhooks/${id}`)).json;
const deliveries = async (id: string, query = '') =>
  (await app.admin('GET', `/webhooks/${id}/deliveries?limit=200&${query}`)).json.deliveries;
const newUser = async (): Promise<string> =>
  (await app.post('/api/auth/user/create', { email: newEmail(), password: PASSWORD })).json.uid;
const change = (uid: string, metadata: string) => app.admin('PATCH', `/users/${uid}`, { metadata });
/** Waits for a condition. The service looks for events at once, and not only after a second. */
async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  await app.advance(1);
  await app.service.until(holds);
}
const arrived = (count: number) => until(() => receiver.received.length >= count);
/** Waits until the newest try of the only delivery has this number. */
const tried = (id: string, count: number) => until(async () => (await deliveries(id))[0]?.attempts === count);
const newestEvent = async () => (await app.admin('GET', '/events?order=-at&limit=1')).json.events[0].id;

/** Lets the only delivery fail ten times, and calls this after each but the last. */
async function pauses(id: string, check: () => Promise<void> = async () => undefined): Promise<void> {
  for (const [index, pause] of [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].entries()) {
    await tried(id, index + 1);
    await check();
    await app.advance(Math.floor(pause * 0.89));
    await app.advance(Math.ceil(pause * 0.22) + 1);
  }
  await tried(id, 10);
}

describe('a webhook', () => {
  it('is created with a secret that is shown once, and listed without it', async () => {
    const { id, secret } = await create({ types: ['user.*', 'login.failed'], description: 'CRM' });
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const view = {
      webhook_id: id,
      url: receiver.url,
      types: ['user.*', 'login.failed'],
      description: 'CRM',
      ordered: true,
      active: true,
      state: 'active',
      lag_seconds: 0,
      last_success_at: null,
      last_error: null,
      created_at: about(Math.floor(Date.now() / 1000)),
    };
    expect(await get(id)).toEqual(view);
    expect((await app.admin('GET', '/webhooks')).json).toEqual({
      webhooks: [view],
      has_more: false,
      next_cursor: null,
    });
    const [row] = await app.sql('SELECT * FROM webhooks');
    expect(JSON.stringify(row)).not.toContain(secret.slice(6));
  });

  it('is not found by an unknown or malformed id', async () => {
    for (const id of [uuidv7(), 'x', 'ä', '%00']) {
      for (const [method, path] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/test'],
        ['POST', '/secret'],
        ['GET', '/deliveries'],
        ['POST', '/replay'],
      ] as const) {
        const body = method === 'GET' ? undefined : {};
        expectFailure(await app.admin(method, `/webhooks/${encodeURIComponent(id)}${path}`, body), 'WEBHOOK_NOT_FOUND');
      }
    }
  });

  it('receives only the types that it asks for, also after a change of them', async () => {
    const { id } = await create({ types: ['user.deleted', 'login.*'] });
    const user = await app.signUp();
    await app.admin('DELETE', `/users/${user.uid}`);
    await arrived(2);
    expect(receiver.types).toEqual(['login.succeeded', 'user.deleted']);
    expect((await app.admin('PATCH', `/webhooks/${id}`, { types: ['user.created'] })).json.types).toEqual([
      'user.created',
    ]);
    await app.signUp();
    await arrived(3);
    expect(receiver.types.slice(2)).toEqual(['user.created']);
  });

  it('receives earlier events that it asks for', async () => {
    const first = await newUser();
    const after = await newestEvent();
    const second = await newUser();
    await create({ types: ['user.created'], after });
    await arrived(1);
    expect(receiver.received[0]?.body.data.uid).toBe(second);
    await create({ types: ['user.created'], after: 'start' });
    await until(() => receiver.received.some(({ body }) => body.data.uid === first));
  });

  // On SQLite a test cannot hold the lock of the numbering while the service writes.
  (DATABASE === 'mysql' ? it : it.skip)(
    'misses no event of a type that it asks for while its process reads the log',
    async () => {
      const { id } = await create({ types: ['user.created'] });
      const user = await app.signUp();
      await arrived(1);
      receiver.respond = () => undefined;
      await newUser();
      await arrived(2);
      const release = await app.database.hold('UPDATE event_sequence SET last_position = last_position', []);
      await newUser();
      await app.advance(5);
      // The process has read the webhook, and waits for the numbers: for the log, and for each poll.
      const blocked = "SELECT id FROM information_schema.processlist WHERE info LIKE 'UPDATE event_sequence%'";
      await until(async () => (await app.sql(blocked)).length === 2);
      await app.admin('PATCH', `/webhooks/${id}`, { types: ['login.*'] });
      await app.login(user.email, user.password);
      await release();
      receiver.answer(204);
      await until(() => receiver.types.includes('login.succeeded'));
    },
  );

  it('is removed with all its deliveries, also while they are replayed', async () => {
    const { id } = await create({ types: ['user.erased'] });
    const after = await newestEvent();
    const columns = 'webhook_id, event_id, type, position, at, status, replay, attempts, created_at, due_at';
    const row = [id, 'x', 'user.erased', 0, 0, 'failed', 0, 10, 0, 4_000_000_000];
    const places = row.map(() => '?').join();
    for (let batch = 0; batch < 3; batch++) {
      const rows = Array.from({ length: 400 }, () => [uuidv7(), ...row.with(1, uuidv7())]);
      const values = rows.map(() => `(?, ${places})`).join();
      await app.sql(`INSERT INTO webhook_deliveries (delivery_id, ${columns}) VALUES ${values}`, rows.flat());
    }
    await newUser();
    const replays = Array.from({ length: 5 }, () => app.admin('POST', `/webhooks/${id}/replay`, { after }));
    const [removed, ...answers] = await Promise.all([app.admin('DELETE', `/webhooks/${id}`), ...replays]);
    expectNothing(removed);
    for (const { status, code } of answers) if (status !== 200) expect(code).toBe('WEBHOOK_NOT_FOUND');
    expect(await app.sql('SELECT 1 FROM webhook_deliveries WHERE webhook_id = ?', [id])).toEqual([]);
  });

  it('is limited in number, also when requests race', async () => {
    for (let count = 0; count < 45; count++) await create({ types: ['user.erased'] });
    const made = await Promise.all(
      Array.from({ length: 15 }, () => app.admin('POST', '/webhooks', { url: receiver.url, types: ['user.erased'] })),
    );
    const created = made.filter(({ status }) => status === 200);
    ids.push(...created.map(({ json }) => json.webhook_id));
    expect(created).toHaveLength(5);
    for (const answer of made.filter(({ status }) => status !== 200)) expectFailure(answer, 'WEBHOOK_LIMIT_REACHED');
  });
});

describe('a delivery', () => {
  it('that is answered with 410 disables the webhook, which gets what it missed when it is activated', async () => {
    const { id } = await create();
    receiver.answer(410);
    const first = await newUser();
    await until(async () => (await get(id)).state === 'disabled');
    expect(await get(id)).toMatchObject({ active: false, last_error: 'answered 410' });
    const [event] = (await app.admin('GET', '/events?type=webhook.disabled&order=-at&limit=1')).json.events;
    expect(event).toMatchObject({ actor: 'system', data: { webhook_id: id, reason: 'gone' } });
    const second = await newUser();
    await app.advance(60);
    expect((await get(id)).lag_seconds).toBeGreaterThanOrEqual(60);
    receiver.answer(204);
    expect((await app.admin('PATCH', `/webhooks/${id}`, { active: true })).json.state).toBe('active');
    await arrived(3);
    expect(
      receiver.received
        .slice(1)
        .map(({ body }) => body.data.uid)
        .sort(),
    ).toEqual([first, second].sort());
  });

  it('that fails for five days disables the webhook', async () => {
    const { id } = await create({ ordered: false });
    receiver.answer(500);
    await newUser();
    await tried(id, 1);
    await app.advance(5 * DAY);
    await until(async () => (await get(id)).state === 'disabled');
    const [event] = (await app.admin('GET', '/events?type=webhook.disabled&order=-at&limit=1')).json.events;
    expect(event).toMatchObject({ data: { webhook_id: id, reason: 'failing' } });
    receiver.answer(204);
    await app.admin('PATCH', `/webhooks/${id}`, { active: true });
    await until(async () => (await deliveries(id, 'status=sent')).length === 1);
  });

  it('that was sent before an administrator activated the webhook again does not disable it', async () => {
    const { id } = await create();
    let gone = () => {};
    receiver.respond = (_message, response) => {
      gone = () => response.writeHead(410).end();
    };
    await newUser();
    await arrived(1);
    await app.advance(1);
    for (const active of [false, true]) await app.admin('PATCH', `/webhooks/${id}`, { active });
    receiver.answer(204);
    gone();
    await until(async () => (await deliveries(id, 'status=sent')).length === 1);
    expect(await get(id)).toMatchObject({ state: 'active' });
    expect(receiver.received).toHaveLength(2);
  });

  it('that was given up before the webhook was disabled is sent when it is activated', async () => {
    const { id } = await create();
    receiver.respond = () => undefined;
    const first = await newUser();
    await arrived(1);
    // The first failure is seconds after the event.
    await app.advance(16);
    receiver.answer(500);
    await pauses(id);
    await app.advance(2 * DAY);
    const second = await newUser();
    await until(async () => (await get(id)).state === 'disabled');
    receiver.received.length = 0;
    receiver.answer(204);
    await app.admin('PATCH', `/webhooks/${id}`, { active: true });
    await app.advance(FIRST_PAUSE);
    await until(async () => (await deliveries(id, 'status=sent')).length === 2);
    expect(receiver.received.map(({ body }) => body.data.uid).sort()).toEqual([first, second].sort());
  });

  it('waits as long as an earlier one of the same user, until an administrator retries that one', async () => {
    const { id } = await create();
    const uid = await newUser();
    await arrived(1);
    receiver.answer(429, { 'retry-after': '3600' });
    const waiting = () => deliveries(id, 'status=waiting');
    await change(uid, '1');
    await change(uid, '2');
    await until(async () => {
      const [second, first] = await waiting();
      return first.attempts === 1 && second.due_at === first.due_at;
    });
    await change(uid, '3');
    await until(async () => (await waiting()).length === 3);
    const rows = await waiting();
    expect(new Set(rows.map(({ due_at }: { due_at: number }) => due_at)).size).toBe(1);
    receiver.answer(204);
    await app.admin('POST', `/webhooks/${id}/deliveries/${rows[2].delivery_id}/retry`);
    await arrived(5);
    const events = (await app.admin('GET', `/events?uid=${uid}`)).json.events;
    const order = events.map((event: { id: string }) => event.id);
    expect(receiver.ids).toEqual([order[0], order[1], ...order.slice(1)]);
  });

  it('no longer waits for an earlier one when the webhook loses its order', async () => {
    const { id } = await create();
    const uid = await newUser();
    await arrived(1);
    receiver.answer(429, { 'retry-after': '3600' });
    const waiting = () => deliveries(id, 'status=waiting');
    await change(uid, '1');
    await until(async () => (await waiting())[0]?.attempts === 1);
    await change(uid, '2');
    await until(async () => (await waiting()).length === 2);
    receiver.answer(204);
    await app.admin('PATCH', `/webhooks/${id}`, { ordered: false });
    await arrived(3);
    await until(async () => (await waiting()).length === 1);
    expect(await waiting()).toMatchObject([{ attempts: 1, last_status: 429 }]);
  });

  it.each<[string, number, () => Record<string, string>, number]>([
    ['502', 502, () => ({}), FIRST_PAUSE],
    ['503', 503, () => ({}), FIRST_PAUSE],
    ['504', 504, () => ({}), FIRST_PAUSE],
    ['429 with a pause in seconds', 429, () => ({ 'retry-after': '120' }), 121],
    ['429 with a date', 429, () => ({ 'retry-after': new Date(Date.now() + ahead() + 120_000).toUTCString() }), 121],
  ])('after an answer of %s delays later events of the same user, and of no other user', async (_what, ...rest) => {
    const [status, headers, pause] = rest;
    const { id } = await create();
    const [slow, quick] = [await newUser(), await newUser()];
    await arrived(2);
    receiver.respond = ({ body }, response) => {
      if (body.data.uid === slow) response.writeHead(status, headers()).end();
      else response.writeHead(204).end();
    };
    for (const metadata of ['1', '2', '3']) for (const uid of [slow, quick]) await change(uid, metadata);
    const of = (uid: string) => receiver.received.filter(({ body }) => body.data.uid === uid).slice(1);
    await until(() => of(slow).length === 1 && of(quick).length === 3);
    const failed = async () =>
      (await deliveries(id, 'status=waiting')).filter(({ attempts }: { attempts: number }) => attempts === 1);
    await until(async () => (await failed()).length === 1);
    if (pause > FIRST_PAUSE) {
      // Not before the time that the receiver asks for, in which other users wait for nothing.
      await app.advance(FIRST_PAUSE);
      await change(quick, '4');
      await until(() => of(quick).length === 4);
      expect(of(slow)).toHaveLength(1);
    }
    receiver.answer(204);
    await app.advance(pause);
    await until(() => of(slow).length === 4);
    const events = (await app.admin('GET', `/events?uid=${slow}`)).json.events;
    const order = events.slice(1).map((event: { id: string }) => event.id);
    expect(of(slow).map(({ body }) => body.data.event_id)).toEqual([order[0], ...order]);
  });

  it('is retried at once by an administrator', async () => {
    const { id } = await create();
    receiver.answer(500);
    await newUser();
    await tried(id, 1);
    await app.advance(FIRST_PAUSE);
    await tried(id, 2);
    const [{ delivery_id }] = await deliveries(id);
    receiver.answer(204);
    const path = `/webhooks/${id}/deliveries`;
    expectNothing(await app.admin('POST', `${path}/${delivery_id}/retry`));
    await arrived(3);
    await until(async () => (await deliveries(id, 'status=sent')).length === 1);
    expectFailure(await app.admin('POST', `${path}/${delivery_id}/retry`), 'INVALID_REQUEST');
    expectFailure(await app.admin('POST', `${path}/${uuidv7()}/retry`), 'DELIVERY_NOT_FOUND');
    expectFailure(await app.admin('POST', `${path}/x/retry`), 'DELIVERY_NOT_FOUND');
  });

  it('is listed page by page, by status and by event', async () => {
    const { id } = await create();
    for (let count = 0; count < 3; count++) await newUser();
    await arrived(3);
    const path = `/webhooks/${id}/deliveries`;
    const first = (await app.admin('GET', `${path}?limit=2`)).json;
    expect(first.has_more).toBe(true);
    const second = (await app.admin('GET', `${path}?limit=2&cursor=${first.next_cursor}`)).json;
    expect([...first.deliveries, ...second.deliveries]).toHaveLength(3);
    const [{ event_id }] = second.deliveries;
    expect(await deliveries(id, `event_id=${event_id}`)).toEqual(second.deliveries);
    expect(await deliveries(id, 'status=failed')).toEqual([]);
    expectFailure(await app.admin('GET', `${path}?status=lost`), 'INVALID_REQUEST');
  });

  it('is removed 30 days after it was sent', async () => {
    const { id } = await create();
    await newUser();
    await until(async () => (await deliveries(id, 'status=sent')).length === 1);
    await app.advance(31 * DAY);
    await until(async () => (await deliveries(id)).length === 0);
  });
});

describe('a replay', () => {
  it('sends events again with their ids, marked, and signed with the newest secret', async () => {
    const { id } = await create({ types: ['user.*'] });
    const after = await newestEvent();
    const [one, two] = [await newUser(), await newUser()];
    await change(one, '1');
    await arrived(3);
    const { secret } = (await app.admin('POST', `/webhooks/${id}/secret`, { overlap: 0 })).json;
    // A message that still waits to be sent is not sent twice.
    const replay = async (body: Record<string, unknown>) => {
      await until(async () => (await deliveries(id, 'status=waiting')).length === 0);
      return (await app.admin('POST', `/webhooks/${id}/replay`, body)).json.queued;
    };
    expect(await replay({ after, types: ['user.created'] })).toBe(2);
    await arrived(5);
    expect(receiver.received[3]?.headers['webhook-replay']).toBe('1');
    expect(verified(receiver.received[3], secret)).toBe(true);
    expect(receiver.ids.slice(3).sort()).toEqual(receiver.ids.slice(0, 2).sort());
    expect(await replay({ after, uid: two })).toBe(1);
    await arrived(6);
    const [created] = (await app.admin('GET', `/events?uid=${one}`)).json.events;
    expect(await replay({ after, until: created.id })).toBe(1);
    expect(await replay({ after, types: ['login.*'] })).toBe(0);
    expect(await replay({ only_failed: true })).toBe(0);
    for (const body of [{ after: 'x' }, { until: uuidv7() }, { types: [] }, { uid: 'x' }, { only_failed: 1 }]) {
      expectFailure(await app.admin('POST', `/webhooks/${id}/replay`, body), 'INVALID_REQUEST');
    }
  });
});

/** How far the clock of the service is ahead of that of the test, in milliseconds. */
function ahead(): number {
  return advanced * 1_000;
}
let advanced = 0;
const advance = app.advance.bind(app);
app.advance = async (seconds) => {
  advanced += seconds;
  await advance(seconds);
};
