import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { Cli, examine } from '../support/service/cli.js';
import { Receiver, verified } from '../support/service/webhooks.js';

const NETWORKS = { WEBHOOK_NETWORKS: '127.0.0.1' };
const HOUR = 3_600;

const app = useApp(NETWORKS);
let cli: Cli;
let receiver: Receiver;
beforeAll(async () => {
  cli = new Cli({ DATABASE_URL: app.database.url, NODE_ENV: 'test', ...NETWORKS });
  receiver = await new Receiver().listen();
});
afterAll(async () => {
  cli.remove();
  await receiver.stop();
});

const webhook = (...words: string[]) => cli.run(['webhook', ...words]);
const newUser = async (): Promise<string> =>
  (await app.post('/api/auth/user/create', { email: newEmail(), password: PASSWORD })).json.uid;
const allSent = () =>
  app.service.until(
    async () => (await app.sql("SELECT 1 FROM webhook_deliveries WHERE status <> 'sent'")).length === 0,
  );
const arrived = (count: number) => app.service.until(() => receiver.received.length === count);
const found = async () =>
  (await examine(cli, NETWORKS)).of('webhooks').map(({ status, found: text }) => [status, text]);

describe('the command webhook', () => {
  let id = '';
  let secret = '';
  const deliveries = async () => (await app.admin('GET', `/webhooks/${id}/deliveries`)).json.deliveries;

  it('adds a webhook that receives events, and prints its secret once', async () => {
    const words = ['--types', 'user.created, user.deleted', '--description', 'CRM', '--json'];
    ({ webhook_id: id, secret } = (await webhook('add', receiver.url, ...words)).json);
    const { webhooks } = (await webhook('list', '--json')).json;
    expect(webhooks).toEqual([(await app.admin('GET', `/webhooks/${id}`)).json]);
    expect(webhooks[0]).toMatchObject({ types: ['user.created', 'user.deleted'], description: 'CRM', ordered: true });
    const uid = await newUser();
    await arrived(1);
    expect(receiver.received[0]?.body.data.uid).toBe(uid);
    expect(verified(receiver.received[0], secret)).toBe(true);
    const list = await webhook('list');
    expect(list.stdout).toContain(receiver.url);
    expect(list.stdout).not.toContain(secret.slice(6));
  });

  it('prints the secret of another webhook alone on standard output', async () => {
    const added = await webhook('add', receiver.url, '--types', 'mfa.*', '--after', 'start', '--ordered', 'false');
    expect(added.stdout).toMatch(/^whsec_[\w+/]{43}=\n$/);
    const [, other = ''] = /Webhook (\S+) is added/.exec(added.stderr) ?? [];
    expect((await app.admin('GET', `/webhooks/${other}`)).json).toMatchObject({ ordered: false, types: ['mfa.*'] });
    expect((await webhook('remove', other, '--json')).json).toEqual({ removed: other });
    expect((await app.admin('GET', `/webhooks/${other}`)).code).toBe('WEBHOOK_NOT_FOUND');
  });

  it('sends a test message from its own process, and fails without a success', async () => {
    const { code, json } = await webhook('test', id, '--json');
    expect({ code, status: json.status }).toEqual({ code: 0, status: 204 });
    expect(receiver.types.at(-1)).toBe('webhook.test');
    expect(verified(receiver.received.at(-1), secret)).toBe(true);
    receiver.answer(500);
    const failed = await webhook('test', id);
    expect({ code: failed.code, stdout: failed.stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^answered 500 after \d+ ms\n$/),
    });
    receiver.answer(204);
  });

  it('pauses a webhook, and wakes it, which gets what it missed', async () => {
    receiver.received.length = 0;
    expect((await webhook('update', id, '--active', 'false', '--json')).json.state).toBe('paused');
    const uid = await newUser();
    await app.advance(5);
    expect(receiver.received).toEqual([]);
    expect((await webhook('update', id, '--active', 'true', '--types', 'user.*')).stdout).toContain('active');
    await arrived(1);
    expect(receiver.received[0]?.body.data.uid).toBe(uid);
    expect((await app.admin('GET', `/webhooks/${id}`)).json.types).toEqual(['user.*']);
  });

  it('lists deliveries by status, and page by page', async () => {
    await allSent();
    const [newest, oldest] = await deliveries();
    const page = (await webhook('deliveries', id, '--status', 'sent', '--limit', '1', '--json')).json;
    expect(page.deliveries).toEqual([newest]);
    const words = ['deliveries', id, '--limit', '1', '--cursor', page.next_cursor, '--json'];
    expect((await webhook(...words)).json.deliveries).toEqual([oldest]);
  });

  it('finds the delivery of an event, and says when there is none', async () => {
    const [, { event_id, delivery_id }] = await deliveries();
    expect((await webhook('deliveries', id, '--event', event_id)).stdout).toContain(delivery_id);
    expect((await webhook('deliveries', id, '--status', 'failed')).stdout).toBe('There is no such delivery.\n');
    expect((await webhook('deliveries', id, '--status', 'lost', '--json')).failure.code).toBe('INVALID_REQUEST');
  });

  it('lets the running service send events again', async () => {
    receiver.received.length = 0;
    expect((await webhook('replay', id, '--after', 'start', '--types', 'user.created', '--json')).json.queued).toBe(2);
    await arrived(2);
    expect(receiver.received.map(({ headers }) => headers['webhook-replay'])).toEqual(['1', '1']);
    await allSent();
    const uid = receiver.received[0]?.body.data.uid;
    expect((await webhook('replay', id, '--uid', uid)).stdout).toBe('1 events are sent again.\n');
    await arrived(3);
  });

  it('needs a choice of events for a replay, and a change for an update', async () => {
    for (const [words, text] of [
      [['replay', id], 'Which events?'],
      [['update', id], 'There is nothing to change'],
    ] as const) {
      const { code, stderr } = await webhook(...words);
      expect({ failed: code !== 0, stderr }).toEqual({ failed: true, stderr: expect.stringContaining(text) });
    }
    expect((await webhook('replay', id, '--only-failed', '--json')).json).toEqual({ queued: 0 });
  });

  it.each([
    ['INVALID_URL', 'add', 'http://10.0.0.1/', '--types', '*'],
    ['INVALID_REQUEST', 'add', 'http://127.0.0.1/', '--types', 'nothing'],
    ['WEBHOOK_NOT_FOUND', 'update', 'x', '--active', 'true'],
    ['WEBHOOK_NOT_FOUND', 'test', 'x'],
    ['WEBHOOK_NOT_FOUND', 'remove', 'x'],
  ])('fails with the code %s of the admin API for %s %s', async (expected, ...words) => {
    const { code, failure } = await webhook(...words, '--json');
    expect({ code: failure.code, failed: code !== 0 }).toEqual({ code: expected, failed: true });
  });

  it('doctor names a webhook that fails for an hour', async () => {
    expect(await found()).toEqual([['ok', 'webhooks: 1; none is disabled because of failures, or fails for an hour']]);
    await app.sql('UPDATE webhooks SET failing_since = ?', [Math.floor(Date.now() / 1_000) - HOUR]);
    expect(await found()).toEqual([['warn', `webhooks that fail for an hour or longer: ${id}`]]);
  });

  it('doctor names a disabled webhook, and none after its removal', async () => {
    receiver.answer(410);
    await newUser();
    await app.service.until(async () => (await app.admin('GET', `/webhooks/${id}`)).json.state === 'disabled');
    expect(await found()).toEqual([['warn', `webhooks that the service has disabled because of failures: ${id}`]]);
    await webhook('remove', id);
    expect(await found()).toEqual([['ok', 'there are no webhooks']]);
  });
});
