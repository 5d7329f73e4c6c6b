import { v7 as uuidv7 } from 'uuid';
import { expectFailure } from '../support/http/expect.js';
import { whileAdvancing } from '../support/service/advancing.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { type Received, Receiver, verified } from '../support/service/receiver.js';

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
  it('needs the scope webhooks', async () => {
    const { token } = await app.adminToken(['read', 'write', 'export']);
    expectFailure(await app.admin('GET', '/webhooks', undefined, token), 'NOT_AUTHORIZED');
    const own = await app.adminToken(['webhooks']);
    expect((await app.admin('GET', '/webhooks', undefined, own.token)).status).toBe(200);
  });

  it.each<[string, Record<string, unknown>]>([
    ['INVALID_URL', { url: undefined }],
    ['INVALID_URL', { url: 7 }],
    ['INVALID_URL', { url: 'ftp://hooks.internal/' }],
    ['INVALID_REQUEST', { types: undefined }],
    ['INVALID_REQUEST', { types: [] }],
    ['INVALID_REQUEST', { types: 'user.*' }],
    ['INVALID_REQUEST', { types: ['user.*', 'nothing.*'] }],
    ['INVALID_REQUEST', { types: ['user.created', 'user.unknown'] }],
    ['INVALID_REQUEST', { types: [''] }],
    ['INVALID_REQUEST', { after: 'x' }],
    ['INVALID_REQUEST', { after: uuidv7() }],
    ['INVALID_REQUEST', { ordered: 'yes' }],
    ['INVALID_REQUEST', { description: 'x'.repeat(201) }],
  ])('is refused with %s for %j', async (code, more) => {
    expectFailure(await app.admin('POST', '/webhooks', { url: receiver.url, types: ['*'], ...more }), code);
  });

  it('receives events from its creation on, which the official package verifies', async () => {
    await newUser();
    const { id, secret } = await create({ types: ['*'] });
    const uid = await newUser();
    await arrived(1);
    const [event] = (await app.admin('GET', `/events?uid=${uid}`)).json.events;
    const [{ headers, body }] = receiver.received as [Received];
    expect(verified(receiver.received[0], secret)).toBe(true);
    expect(headers).toMatchObject({ 'webhook-id': event.id, 'content-type': 'application/json' });
    expect(body).toEqual({
      type: 'user.created',
      timestamp: new Date(event.at * 1_000).toISOString(),
      data: {
        event_id: event.id,
        at: event.at,
        actor: event.actor,
        uid,
        session_id: null,
        ip: '127.0.0.1',
        details: { method: 'sign_up' },
      },
    });
    await until(async () => (await get(id)).last_success_at !== null);
    expect(await deliveries(id)).toMatchObject([
      { event_id: event.id, type: 'user.created', status: 'sent', attempts: 1, last_status: 204, last_error: null },
    ]);
  });

  it('receives changes of webhooks by administrators', async () => {
    await create({ types: ['webhook.*'] });
    const { id } = await create();
    await arrived(1);
    const { data } = receiver.received[0]?.body ?? {};
    expect(data).toMatchObject({
      actor: expect.stringMatching(/^admin:/),
      details: { webhook_id: id, change: 'created' },
    });
  });

  it('is signed with both secrets during the overlap after a rotation, and then with the new one', async () => {
    const { id, secret } = await create();
    const rotated = (await app.admin('POST', `/webhooks/${id}/secret`, { overlap: 600 })).json.secret;
    await newUser();
    await arrived(1);
    expect(verified(receiver.received[0], secret)).toBe(true);
    expect(verified(receiver.received[0], rotated)).toBe(true);
    const last = (await app.admin('POST', `/webhooks/${id}/secret`, { overlap: 0 })).json.secret;
    await newUser();
    await arrived(2);
    expect(verified(receiver.received[1], last)).toBe(true);
    expect(verified(receiver.received[1], rotated)).toBe(false);
    for (const overlap of [-1, 604_801, '1', null]) {
      expectFailure(await app.admin('POST', `/webhooks/${id}/secret`, { overlap }), 'INVALID_REQUEST');
    }
  });

  it('is tested by a message of its own, also when nothing listens', async () => {
    const { id, secret } = await create();
    const answer = await app.admin('POST', `/webhooks/${id}/test`);
    expect(answer.json).toEqual({ status: 204, duration_ms: expect.any(Number) });
    expect(receiver.types).toEqual(['webhook.test']);
    expect(verified(receiver.received[0], secret)).toBe(true);
    await receiver.stop();
    receivers.pop();
    const { status, duration_ms } = (await app.admin('POST', `/webhooks/${id}/test`)).json;
    expect({ status, duration_ms }).toEqual({ status: null, duration_ms: expect.any(Number) });
  });
});

describe('a delivery', () => {
  it.each([
    ['a server error', (status: number) => receiver.answer(status), 500, 'answered 500'],
    [
      'a redirect',
      (status: number) => receiver.answer(status, { location: 'http://127.0.0.1:1/' }),
      302,
      'answered 302',
    ],
  ])('is tried again after %s, on a schedule of ten tries', async (_what, answer, status, error) => {
    const { id } = await create();
    answer(status);
    await newUser();
    await pauses(id, async () => {
      const [delivery] = await deliveries(id);
      expect(delivery).toMatchObject({ status: 'waiting', last_status: status, last_error: error });
    });
    expect(await deliveries(id, 'status=failed')).toMatchObject([{ attempts: 10, status: 'failed' }]);
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.ids).size).toBe(1);
    expect((await get(id)).last_error).toBe(error);
  });

  it('that was given up is kept for 30 days after that', async () => {
    const { id } = await create();
    receiver.answer(500);
    await newUser();
    await pauses(id);
    await app.advance(29 * DAY);
    await app.advance(3_600);
    expect(await deliveries(id, 'status=failed')).toHaveLength(1);
    await app.advance(DAY);
    await until(async () => (await deliveries(id)).length === 0);
  });

  it.each([
    ['seconds', () => '120'],
    ['a date', () => new Date(Date.now() + ahead() + 120_000).toUTCString()],
  ])('is tried again when the receiver wishes, in %s', async (_what, wish) => {
    const { id } = await create();
    receiver.answer(429, { 'retry-after': wish() });
    await newUser();
    await tried(id, 1);
    await app.advance(100);
    await app.admin('GET', '/webhooks');
    expect((await deliveries(id))[0].attempts).toBe(1);
    receiver.answer(200);
    await app.advance(30);
    await arrived(2);
  });

  it('is given up after 15 seconds without an answer, and tried again', async () => {
    const { id } = await create();
    receiver.respond = () => undefined;
    await newUser();
    await arrived(1);
    await app.advance(16);
    await tried(id, 1);
    expect(await deliveries(id)).toMatchObject([{ last_status: null, last_error: expect.stringContaining('15 s') }]);
    receiver.answer(204);
    await app.advance(FIRST_PAUSE);
    await arrived(2);
  });

  it('is not delayed by the endless body of an answer', async () => {
    const { id } = await create();
    receiver.respond = (_message, response) => {
      response.writeHead(200);
      const more = () => !response.destroyed && response.write('x'.repeat(1_024), () => setImmediate(more));
      more();
    };
    await newUser();
    await until(async () => (await deliveries(id, 'status=sent')).length === 1);
  });

  it('is tried again when a process cannot read the secret', async () => {
    const { id } = await create();
    const [{ secret_sealed } = {}] = await app.sql('SELECT secret_sealed FROM webhooks WHERE webhook_id = ?', [id]);
    const seal = (text: unknown) => app.sql('UPDATE webhooks SET secret_sealed = ? WHERE webhook_id = ?', [text, id]);
    await seal('sealed with another secret');
    await newUser();
    await tried(id, 1);
    expect(await deliveries(id)).toMatchObject([
      { status: 'waiting', last_error: expect.stringContaining('AUTH_SECRET') },
    ]);
    expect((await get(id)).last_error).toContain('AUTH_SECRET');
    // A run that has read the wrong text ends.
    const lease = () => app.sql('SELECT lease_until FROM webhooks WHERE webhook_id = ?', [id]);
    await until(async () => Number((await lease())[0]?.lease_until) === 0);
    await seal(secret_sealed);
    await app.advance(FIRST_PAUSE);
    await arrived(1);
  });

  it('holds no more connections when the receiver never ends its answers', async () => {
    const { id } = await create();
    receiver.respond = (_message, response) => response.writeHead(200).write('x');
    for (let count = 0; count < 60; count++) await newUser();
    const sent = until(async () => (await deliveries(id, 'status=sent')).length === 60);
    // A connection is closed a second after its answer has begun.
    await whileAdvancing(app.service, sent, 1, 300);
    // 20, and the receiver may see the ends of the 20 before a moment later.
    expect(receiver.mostOpen).toBeLessThanOrEqual(40);
    expect(receiver.received).toHaveLength(60);
  });

  it('of a webhook without an order does not wait, and five are on their way at a time', async () => {
    await create({ ordered: false });
    const uid = await newUser();
    await arrived(1);
    const waiting: (() => void)[] = [];
    receiver.respond = (_message, response) => waiting.push(() => response.writeHead(204).end());
    for (let count = 0; count < 8; count++) await change(uid, String(count));
    await arrived(6);
    await until(() => waiting.length === 5);
    waiting.shift()?.();
    await arrived(7);
    receiver.answer(204);
    for (const done of waiting) done();
    await arrived(9);
  });
});

describe('a replay', () => {
  it('neither disables nor heals a webhook', async () => {
    const { id } = await create();
    await newUser();
    await until(async () => (await deliveries(id, 'status=sent')).length === 1);
    receiver.answer(410);
    expect((await app.admin('POST', `/webhooks/${id}/replay`, { after: 'start', only_failed: false })).status).toBe(
      200,
    );
    await until(async () => (await deliveries(id, 'status=failed')).length > 0);
    expect(await get(id)).toMatchObject({ state: 'active', last_error: null });
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
