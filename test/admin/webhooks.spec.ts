import { v7 as uuidv7 } from 'uuid';
import { expectFailure } from '../support/http/http.js';
import { whileAdvancing } from '../support/service/service.js';
import { type Received, useWebhooks, verified } from '../support/service/webhooks.js';

const DAY = 86_400;
const FIRST_PAUSE = 7;

const hooks = useWebhooks();
const { app } = hooks;

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
    expectFailure(await app.admin('POST', '/webhooks', { url: hooks.receiver.url, types: ['*'], ...more }), code);
  });

  it('receives events from its creation on, which the official package verifies', async () => {
    await hooks.newUser();
    const { id, secret } = await hooks.create({ types: ['*'] });
    const uid = await hooks.newUser();
    await hooks.arrived(1);
    const [event] = (await app.admin('GET', `/events?uid=${uid}`)).json.events;
    const [{ headers, body }] = hooks.receiver.received as [Received];
    expect(verified(hooks.receiver.received[0], secret)).toBe(true);
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
    await hooks.until(async () => (await hooks.get(id)).last_success_at !== null);
    expect(await hooks.deliveries(id)).toMatchObject([
      { event_id: event.id, type: 'user.created', status: 'sent', attempts: 1, last_status: 204, last_error: null },
    ]);
  });

  it('receives changes of webhooks by administrators', async () => {
    await hooks.create({ types: ['webhook.*'] });
    const { id } = await hooks.create();
    await hooks.arrived(1);
    const { data } = hooks.receiver.received[0]?.body ?? {};
    expect(data).toMatchObject({
      actor: expect.stringMatching(/^admin:/),
      details: { webhook_id: id, change: 'created' },
    });
  });

  it('is signed with both secrets during the overlap after a rotation, and then with the new one', async () => {
    const { id, secret } = await hooks.create();
    const rotated = (await app.admin('POST', `/webhooks/${id}/secret`, { overlap: 600 })).json.secret;
    await hooks.newUser();
    await hooks.arrived(1);
    expect(verified(hooks.receiver.received[0], secret)).toBe(true);
    expect(verified(hooks.receiver.received[0], rotated)).toBe(true);
    const last = (await app.admin('POST', `/webhooks/${id}/secret`, { overlap: 0 })).json.secret;
    await hooks.newUser();
    await hooks.arrived(2);
    expect(verified(hooks.receiver.received[1], last)).toBe(true);
    expect(verified(hooks.receiver.received[1], rotated)).toBe(false);
    for (const overlap of [-1, 604_801, '1', null]) {
      expectFailure(await app.admin('POST', `/webhooks/${id}/secret`, { overlap }), 'INVALID_REQUEST');
    }
  });

  it('is tested by a message of its own, also when nothing listens', async () => {
    const { id, secret } = await hooks.create();
    const answer = await app.admin('POST', `/webhooks/${id}/test`);
    expect(answer.json).toEqual({ status: 204, duration_ms: expect.any(Number) });
    expect(hooks.receiver.types).toEqual(['webhook.test']);
    expect(verified(hooks.receiver.received[0], secret)).toBe(true);
    await hooks.receiver.stop();
    const { status, duration_ms } = (await app.admin('POST', `/webhooks/${id}/test`)).json;
    expect({ status, duration_ms }).toEqual({ status: null, duration_ms: expect.any(Number) });
  });
});

describe('a delivery', () => {
  it.each([
    ['a server error', (status: number) => hooks.receiver.answer(status), 500, 'answered 500'],
    [
      'a redirect',
      (status: number) => hooks.receiver.answer(status, { location: 'http://127.0.0.1:1/' }),
      302,
      'answered 302',
    ],
  ])('is tried again after %s, on a schedule of ten tries', async (_what, answer, status, error) => {
    const { id } = await hooks.create();
    answer(status);
    await hooks.newUser();
    await hooks.failTenTimes(id, async () => {
      const [delivery] = await hooks.deliveries(id);
      expect(delivery).toMatchObject({ status: 'waiting', last_status: status, last_error: error });
    });
    expect(await hooks.deliveries(id, 'status=failed')).toMatchObject([{ attempts: 10, status: 'failed' }]);
    expect(hooks.receiver.received).toHaveLength(10);
    expect(new Set(hooks.receiver.ids).size).toBe(1);
    expect((await hooks.get(id)).last_error).toBe(error);
  });

  it('that was given up is kept for 30 days after that', async () => {
    const { id } = await hooks.create();
    hooks.receiver.answer(500);
    await hooks.newUser();
    await hooks.failTenTimes(id);
    await app.advance(29 * DAY);
    await app.advance(3_600);
    expect(await hooks.deliveries(id, 'status=failed')).toHaveLength(1);
    await app.advance(DAY);
    await hooks.until(async () => (await hooks.deliveries(id)).length === 0);
  });

  it.each([
    ['seconds', () => '120'],
    ['a date', () => new Date(Date.now() + ahead() + 120_000).toUTCString()],
  ])('is tried again when the receiver wishes, in %s', async (_what, wish) => {
    const { id } = await hooks.create();
    hooks.receiver.answer(429, { 'retry-after': wish() });
    await hooks.newUser();
    await hooks.tried(id, 1);
    await app.advance(100);
    await app.admin('GET', '/webhooks');
    expect((await hooks.deliveries(id))[0].attempts).toBe(1);
    hooks.receiver.answer(200);
    await app.advance(30);
    await hooks.arrived(2);
  });

  it('is given up after 15 seconds without an answer, and tried again', async () => {
    const { id } = await hooks.create();
    hooks.receiver.respond = () => undefined;
    await hooks.newUser();
    await hooks.arrived(1);
    await app.advance(16);
    await hooks.tried(id, 1);
    expect(await hooks.deliveries(id)).toMatchObject([
      { last_status: null, last_error: expect.stringContaining('15 s') },
    ]);
    hooks.receiver.answer(204);
    await app.advance(FIRST_PAUSE);
    await hooks.arrived(2);
  });

  it('is not delayed by the endless body of an answer', async () => {
    const { id } = await hooks.create();
    hooks.receiver.respond = (_message, response) => {
      response.writeHead(200);
      const more = () => !response.destroyed && response.write('x'.repeat(1_024), () => setImmediate(more));
      more();
    };
    await hooks.newUser();
    await hooks.until(async () => (await hooks.deliveries(id, 'status=sent')).length === 1);
  });

  it('is tried again when a process cannot read the secret', async () => {
    const { id } = await hooks.create();
    const [{ secret_sealed } = {}] = await app.sql('SELECT secret_sealed FROM webhooks WHERE webhook_id = ?', [id]);
    const seal = (text: unknown) => app.sql('UPDATE webhooks SET secret_sealed = ? WHERE webhook_id = ?', [text, id]);
    await seal('sealed with another secret');
    await hooks.newUser();
    await hooks.tried(id, 1);
    expect(await hooks.deliveries(id)).toMatchObject([
      { status: 'waiting', last_error: expect.stringContaining('AUTH_SECRET') },
    ]);
    expect((await hooks.get(id)).last_error).toContain('AUTH_SECRET');
    // A run that has read the wrong text ends.
    const lease = () => app.sql('SELECT lease_until FROM webhooks WHERE webhook_id = ?', [id]);
    await hooks.until(async () => Number((await lease())[0]?.lease_until) === 0);
    await seal(secret_sealed);
    await app.advance(FIRST_PAUSE);
    await hooks.arrived(1);
  });

  it('holds no more connections when the receiver never ends its answers', async () => {
    const { id } = await hooks.create();
    hooks.receiver.respond = (_message, response) => response.writeHead(200).write('x');
    for (let count = 0; count < 60; count++) await hooks.newUser();
    const sent = hooks.until(async () => (await hooks.deliveries(id, 'status=sent')).length === 60);
    // A connection is closed a second after its answer has begun.
    await whileAdvancing(app.service, sent, 1, 300);
    // 20, and the receiver may see the ends of the 20 before a moment later.
    expect(hooks.receiver.mostOpen).toBeLessThanOrEqual(40);
    expect(hooks.receiver.received).toHaveLength(60);
  });

  it('of a webhook without an order does not wait, and five are on their way at a time', async () => {
    await hooks.create({ ordered: false });
    const uid = await hooks.newUser();
    await hooks.arrived(1);
    const waiting: (() => void)[] = [];
    hooks.receiver.respond = (_message, response) => waiting.push(() => response.writeHead(204).end());
    for (let count = 0; count < 8; count++) await hooks.change(uid, String(count));
    await hooks.arrived(6);
    await hooks.until(() => waiting.length === 5);
    waiting.shift()?.();
    await hooks.arrived(7);
    hooks.receiver.answer(204);
    for (const done of waiting) done();
    await hooks.arrived(9);
  });
});

describe('a replay', () => {
  it('neither disables nor heals a webhook', async () => {
    const { id } = await hooks.create();
    await hooks.newUser();
    await hooks.until(async () => (await hooks.deliveries(id, 'status=sent')).length === 1);
    hooks.receiver.answer(410);
    expect((await app.admin('POST', `/webhooks/${id}/replay`, { after: 'start', only_failed: false })).status).toBe(
      200,
    );
    await hooks.until(async () => (await hooks.deliveries(id, 'status=failed')).length > 0);
    expect(await hooks.get(id)).toMatchObject({ state: 'active', last_error: null });
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
