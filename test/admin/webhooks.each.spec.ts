import { v7 as uuidv7 } from 'uuid';
import { itOnServer } from '../support/database/database.js';
import { about, expectFailure, expectNothing } from '../support/http/http.js';
import { useWebhooks, verified } from '../support/service/webhooks.js';

const DAY = 86_400;
const FIRST_PAUSE = 7;

const hooks = useWebhooks();
const { app } = hooks;
const newestEvent = async () => (await app.admin('GET', '/events?order=-at&limit=1')).json.events[0].id;

describe('a webhook', () => {
  it('is created with a secret that is shown once, and listed without it', async () => {
    const { id, secret } = await hooks.create({ types: ['user.*', 'login.failed'], description: 'CRM' });
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const view = {
      webhook_id: id,
      url: hooks.receiver.url,
      types: ['user.*', 'login.failed'],
      description: 'CRM',
      ordered: true,
      active: true,
      state: 'active',
      lag_seconds: 0,
      last_success_at: null,
      last_error: null,
      made_by: expect.stringMatching(/^admin:/),
      created_at: about(Math.floor(Date.now() / 1000)),
    };
    expect(await hooks.get(id)).toEqual(view);
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
    const { id } = await hooks.create({ types: ['user.deleted', 'login.*'] });
    const user = await app.signUp();
    await app.admin('DELETE', `/users/${user.uid}`);
    await hooks.arrived(2);
    expect(hooks.receiver.types).toEqual(['login.succeeded', 'user.deleted']);
    expect((await app.admin('PATCH', `/webhooks/${id}`, { types: ['user.created'] })).json.types).toEqual([
      'user.created',
    ]);
    await app.signUp();
    await hooks.arrived(3);
    expect(hooks.receiver.types.slice(2)).toEqual(['user.created']);
  });

  it('receives earlier events that it asks for', async () => {
    const first = await hooks.newUser();
    const after = await newestEvent();
    const second = await hooks.newUser();
    await hooks.create({ types: ['user.created'], after });
    await hooks.arrived(1);
    expect(hooks.receiver.received[0]?.body.data.uid).toBe(second);
    await hooks.create({ types: ['user.created'], after: 'start' });
    await hooks.until(() => hooks.receiver.received.some(({ body }) => body.data.uid === first));
  });

  // On SQLite a test cannot hold the lock of the numbering while the service writes.
  itOnServer('misses no event of a type that it asks for while its process reads the log', async () => {
    const { id } = await hooks.create({ types: ['user.created'] });
    const user = await app.signUp();
    await hooks.arrived(1);
    hooks.receiver.respond = () => undefined;
    await hooks.newUser();
    await hooks.arrived(2);
    const release = await app.database.hold('UPDATE event_sequence SET last_position = last_position', []);
    await hooks.newUser();
    await app.advance(5);
    // The process has read the webhook, and waits for the numbers: for the log, and for each poll.
    await app.untilStatementWaits(2);
    for (const statement of await app.waitingStatements()) expect(statement).toMatch(/^UPDATE event_sequence/);
    await app.admin('PATCH', `/webhooks/${id}`, { types: ['login.*'] });
    await app.login(user.email, user.password);
    await release();
    hooks.receiver.answer(204);
    await hooks.until(() => hooks.receiver.types.includes('login.succeeded'));
  });

  it('is removed with all its deliveries, also while they are replayed', async () => {
    const { id } = await hooks.create({ types: ['user.erased'] });
    const after = await newestEvent();
    const columns = 'webhook_id, event_id, type, position, at, status, replay, attempts, created_at, due_at';
    const row = [id, 'x', 'user.erased', 0, 0, 'failed', 0, 10, 0, 4_000_000_000];
    const places = row.map(() => '?').join();
    for (let batch = 0; batch < 3; batch++) {
      const rows = Array.from({ length: 400 }, () => [uuidv7(), ...row.with(1, uuidv7())]);
      const values = rows.map(() => `(?, ${places})`).join();
      await app.sql(`INSERT INTO webhook_deliveries (delivery_id, ${columns}) VALUES ${values}`, rows.flat());
    }
    await hooks.newUser();
    const replays = Array.from({ length: 5 }, () => app.admin('POST', `/webhooks/${id}/replay`, { after }));
    const [removed, ...answers] = await Promise.all([app.admin('DELETE', `/webhooks/${id}`), ...replays]);
    expectNothing(removed);
    for (const { status, code } of answers) if (status !== 200) expect(code).toBe('WEBHOOK_NOT_FOUND');
    expect(await app.sql('SELECT 1 FROM webhook_deliveries WHERE webhook_id = ?', [id])).toEqual([]);
  });

  it('is limited in number, also when requests race', async () => {
    for (let count = 0; count < 45; count++) await hooks.create({ types: ['user.erased'] });
    const made = await Promise.all(
      Array.from({ length: 15 }, () =>
        app.admin('POST', '/webhooks', { url: hooks.receiver.url, types: ['user.erased'] }),
      ),
    );
    const created = made.filter(({ status }) => status === 200);
    hooks.ids.push(...created.map(({ json }) => json.webhook_id));
    expect(created).toHaveLength(5);
    for (const answer of made.filter(({ status }) => status !== 200)) expectFailure(answer, 'WEBHOOK_LIMIT_REACHED');
  });
});

describe('a delivery', () => {
  it('that is answered with 410 disables the webhook, which gets what it missed when it is activated', async () => {
    const { id } = await hooks.create();
    hooks.receiver.answer(410);
    const first = await hooks.newUser();
    await hooks.until(async () => (await hooks.get(id)).state === 'disabled');
    expect(await hooks.get(id)).toMatchObject({ active: false, last_error: 'answered 410' });
    const [event] = (await app.admin('GET', '/events?type=webhook.disabled&order=-at&limit=1')).json.events;
    expect(event).toMatchObject({ actor: 'system', data: { webhook_id: id, reason: 'gone' } });
    const second = await hooks.newUser();
    await app.advance(60);
    expect((await hooks.get(id)).lag_seconds).toBeGreaterThanOrEqual(60);
    hooks.receiver.answer(204);
    expect((await app.admin('PATCH', `/webhooks/${id}`, { active: true })).json.state).toBe('active');
    await hooks.arrived(3);
    expect(
      hooks.receiver.received
        .slice(1)
        .map(({ body }) => body.data.uid)
        .sort(),
    ).toEqual([first, second].sort());
  });

  it('that fails for five days disables the webhook', async () => {
    const { id } = await hooks.create({ ordered: false });
    hooks.receiver.answer(500);
    await hooks.newUser();
    await hooks.tried(id, 1);
    await app.advance(5 * DAY);
    await hooks.until(async () => (await hooks.get(id)).state === 'disabled');
    const [event] = (await app.admin('GET', '/events?type=webhook.disabled&order=-at&limit=1')).json.events;
    expect(event).toMatchObject({ data: { webhook_id: id, reason: 'failing' } });
    hooks.receiver.answer(204);
    await app.admin('PATCH', `/webhooks/${id}`, { active: true });
    await hooks.until(async () => (await hooks.deliveries(id, 'status=sent')).length === 1);
  });

  it('that was sent before an administrator activated the webhook again does not disable it', async () => {
    const { id } = await hooks.create();
    let gone = () => {};
    hooks.receiver.respond = (_message, response) => {
      gone = () => response.writeHead(410).end();
    };
    await hooks.newUser();
    await hooks.arrived(1);
    await app.advance(1);
    for (const active of [false, true]) await app.admin('PATCH', `/webhooks/${id}`, { active });
    hooks.receiver.answer(204);
    gone();
    await hooks.until(async () => (await hooks.deliveries(id, 'status=sent')).length === 1);
    expect(await hooks.get(id)).toMatchObject({ state: 'active' });
    expect(hooks.receiver.received).toHaveLength(2);
  });

  it('that was given up before the webhook was disabled is sent when it is activated', async () => {
    const { id } = await hooks.create();
    hooks.receiver.respond = () => undefined;
    const first = await hooks.newUser();
    await hooks.arrived(1);
    // The first failure is seconds after the event.
    await app.advance(16);
    hooks.receiver.answer(500);
    await hooks.failTenTimes(id);
    await app.advance(2 * DAY);
    const second = await hooks.newUser();
    await hooks.until(async () => (await hooks.get(id)).state === 'disabled');
    hooks.receiver.received.length = 0;
    hooks.receiver.answer(204);
    await app.admin('PATCH', `/webhooks/${id}`, { active: true });
    await app.advance(FIRST_PAUSE);
    await hooks.until(async () => (await hooks.deliveries(id, 'status=sent')).length === 2);
    expect(hooks.receiver.received.map(({ body }) => body.data.uid).sort()).toEqual([first, second].sort());
  });

  it('waits as long as an earlier one of the same user, until an administrator retries that one', async () => {
    const { id } = await hooks.create();
    const uid = await hooks.newUser();
    await hooks.arrived(1);
    hooks.receiver.answer(429, { 'retry-after': '3600' });
    const waiting = () => hooks.deliveries(id, 'status=waiting');
    await hooks.change(uid, '1');
    await hooks.change(uid, '2');
    await hooks.until(async () => {
      const [second, first] = await waiting();
      return first.attempts === 1 && second.due_at === first.due_at;
    });
    await hooks.change(uid, '3');
    await hooks.until(async () => (await waiting()).length === 3);
    const rows = await waiting();
    expect(new Set(rows.map(({ due_at }: { due_at: number }) => due_at)).size).toBe(1);
    hooks.receiver.answer(204);
    await app.admin('POST', `/webhooks/${id}/deliveries/${rows[2].delivery_id}/retry`);
    await hooks.arrived(5);
    const events = (await app.admin('GET', `/events?uid=${uid}`)).json.events;
    const order = events.map((event: { id: string }) => event.id);
    expect(hooks.receiver.ids).toEqual([order[0], order[1], ...order.slice(1)]);
  });

  it('no longer waits for an earlier one when the webhook loses its order', async () => {
    const { id } = await hooks.create();
    const uid = await hooks.newUser();
    await hooks.arrived(1);
    hooks.receiver.answer(429, { 'retry-after': '3600' });
    const waiting = () => hooks.deliveries(id, 'status=waiting');
    await hooks.change(uid, '1');
    await hooks.until(async () => (await waiting())[0]?.attempts === 1);
    await hooks.change(uid, '2');
    await hooks.until(async () => (await waiting()).length === 2);
    hooks.receiver.answer(204);
    await app.admin('PATCH', `/webhooks/${id}`, { ordered: false });
    await hooks.arrived(3);
    await hooks.until(async () => (await waiting()).length === 1);
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
    const { id } = await hooks.create();
    const [slow, quick] = [await hooks.newUser(), await hooks.newUser()];
    await hooks.arrived(2);
    hooks.receiver.respond = ({ body }, response) => {
      if (body.data.uid === slow) response.writeHead(status, headers()).end();
      else response.writeHead(204).end();
    };
    for (const metadata of ['1', '2', '3']) for (const uid of [slow, quick]) await hooks.change(uid, metadata);
    const of = (uid: string) => hooks.receiver.received.filter(({ body }) => body.data.uid === uid).slice(1);
    await hooks.until(() => of(slow).length === 1 && of(quick).length === 3);
    const failed = async () =>
      (await hooks.deliveries(id, 'status=waiting')).filter(({ attempts }: { attempts: number }) => attempts === 1);
    await hooks.until(async () => (await failed()).length === 1);
    if (pause > FIRST_PAUSE) {
      // Not before the time that the receiver asks for, in which other users wait for nothing.
      await app.advance(FIRST_PAUSE);
      await hooks.change(quick, '4');
      await hooks.until(() => of(quick).length === 4);
      expect(of(slow)).toHaveLength(1);
    }
    hooks.receiver.answer(204);
    await app.advance(pause);
    await hooks.until(() => of(slow).length === 4);
    const events = (await app.admin('GET', `/events?uid=${slow}`)).json.events;
    const order = events.slice(1).map((event: { id: string }) => event.id);
    expect(of(slow).map(({ body }) => body.data.event_id)).toEqual([order[0], ...order]);
  });

  it('is retried at once by an administrator', async () => {
    const { id } = await hooks.create();
    hooks.receiver.answer(500);
    await hooks.newUser();
    await hooks.tried(id, 1);
    await app.advance(FIRST_PAUSE);
    await hooks.tried(id, 2);
    const [{ delivery_id }] = await hooks.deliveries(id);
    hooks.receiver.answer(204);
    const path = `/webhooks/${id}/deliveries`;
    expectNothing(await app.admin('POST', `${path}/${delivery_id}/retry`));
    await hooks.arrived(3);
    await hooks.until(async () => (await hooks.deliveries(id, 'status=sent')).length === 1);
    expectFailure(await app.admin('POST', `${path}/${delivery_id}/retry`), 'INVALID_REQUEST');
    expectFailure(await app.admin('POST', `${path}/${uuidv7()}/retry`), 'DELIVERY_NOT_FOUND');
    expectFailure(await app.admin('POST', `${path}/x/retry`), 'DELIVERY_NOT_FOUND');
  });

  it('is listed page by page, by status and by event', async () => {
    const { id } = await hooks.create();
    for (let count = 0; count < 3; count++) await hooks.newUser();
    await hooks.arrived(3);
    const path = `/webhooks/${id}/deliveries`;
    const first = (await app.admin('GET', `${path}?limit=2`)).json;
    expect(first.has_more).toBe(true);
    const second = (await app.admin('GET', `${path}?limit=2&cursor=${first.next_cursor}`)).json;
    expect([...first.deliveries, ...second.deliveries]).toHaveLength(3);
    const [{ event_id }] = second.deliveries;
    expect(await hooks.deliveries(id, `event_id=${event_id}`)).toEqual(second.deliveries);
    expect(await hooks.deliveries(id, 'status=failed')).toEqual([]);
    expectFailure(await app.admin('GET', `${path}?status=lost`), 'INVALID_REQUEST');
  });

  it('is removed 30 days after it was sent', async () => {
    const { id } = await hooks.create();
    await hooks.newUser();
    await hooks.until(async () => (await hooks.deliveries(id, 'status=sent')).length === 1);
    await app.advance(31 * DAY);
    await hooks.until(async () => (await hooks.deliveries(id)).length === 0);
  });
});

describe('a replay', () => {
  it('sends events again with their ids, marked, and signed with the newest secret', async () => {
    const { id } = await hooks.create({ types: ['user.*'] });
    const after = await newestEvent();
    const [one, two] = [await hooks.newUser(), await hooks.newUser()];
    await hooks.change(one, '1');
    await hooks.arrived(3);
    const { secret } = (await app.admin('POST', `/webhooks/${id}/secret`, { overlap: 0 })).json;
    // A message that still waits to be sent is not sent twice.
    const replay = async (body: Record<string, unknown>) => {
      await hooks.until(async () => (await hooks.deliveries(id, 'status=waiting')).length === 0);
      return (await app.admin('POST', `/webhooks/${id}/replay`, body)).json.queued;
    };
    expect(await replay({ after, types: ['user.created'] })).toBe(2);
    await hooks.arrived(5);
    expect(hooks.receiver.received[3]?.headers['webhook-replay']).toBe('1');
    expect(verified(hooks.receiver.received[3], secret)).toBe(true);
    expect(hooks.receiver.ids.slice(3).sort()).toEqual(hooks.receiver.ids.slice(0, 2).sort());
    expect(await replay({ after, uid: two })).toBe(1);
    await hooks.arrived(6);
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
