import type { Answer } from '../http/http.js';
import { type App, newEmail, PASSWORD, useApp } from './app.js';
import { Receiver } from './receiver.js';

/** The pauses between two tries of a delivery, in seconds, without what is random in them. */
const PAUSES = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** The service with webhooks to a receiver on this machine, for the tests of a file: each test has a new receiver. */
export class Webhooks {
  receiver = undefined as unknown as Receiver;
  /** Those that are deleted after the test. */
  readonly ids: string[] = [];

  constructor(readonly app: App) {}

  async create(more: Record<string, unknown> = {}): Promise<{ id: string; secret: string }> {
    const answer = await this.app.admin('POST', '/webhooks', { url: this.receiver.url, types: ['user.*'], ...more });
    if (answer.status !== 200) throw new Error(answer.text);
    this.ids.push(answer.json.webhook_id);
    return { id: answer.json.webhook_id, secret: answer.json.secret };
  }

  async get(id: string): Promise<Answer['json']> {
    return (await this.app.admin('GET', `/webhooks/${id}`)).json;
  }

  async deliveries(id: string, query = ''): Promise<Answer['json']> {
    return (await this.app.admin('GET', `/webhooks/${id}/deliveries?limit=200&${query}`)).json.deliveries;
  }

  async newUser(): Promise<string> {
    return (await this.app.post('/api/auth/user/create', { email: newEmail(), password: PASSWORD })).json.uid;
  }

  change(uid: string, metadata: string): Promise<Answer> {
    return this.app.admin('PATCH', `/users/${uid}`, { metadata });
  }

  /** Waits for a condition. The service looks for events at once, and not only after a second. */
  async until(holds: () => Promise<boolean> | boolean): Promise<void> {
    await this.app.advance(1);
    await this.app.service.until(holds);
  }

  arrived(count: number): Promise<void> {
    return this.until(() => this.receiver.received.length >= count);
  }

  /** Waits until the newest try of the only delivery has this number. */
  tried(id: string, count: number): Promise<void> {
    return this.until(async () => (await this.deliveries(id))[0]?.attempts === count);
  }

  /** Lets the only delivery fail ten times, and calls this after each but the last. */
  async failTenTimes(id: string, check: () => Promise<void> = async () => undefined): Promise<void> {
    for (const [index, pause] of PAUSES.entries()) {
      await this.tried(id, index + 1);
      await check();
      await this.app.advance(Math.floor(pause * 0.89));
      await this.app.advance(Math.ceil(pause * 0.22) + 1);
    }
    await this.tried(id, 10);
  }
}

export function useWebhooks(): Webhooks {
  const hooks = new Webhooks(useApp({ WEBHOOK_NETWORKS: '127.0.0.1,hooks.internal' }));
  const receivers: Receiver[] = [];
  beforeEach(async () => {
    hooks.receiver = await Receiver.start();
    receivers.push(hooks.receiver);
  });
  afterEach(async () => {
    for (const id of hooks.ids.splice(0)) await hooks.app.admin('DELETE', `/webhooks/${id}`);
  });
  afterAll(() => Promise.all(receivers.map((each) => each.stop())));
  return hooks;
}
