import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { type Answer, LocalServer } from '../http/http.js';
import { ADMIN_TOKEN, type App, newEmail, PASSWORD, useApp } from './app.js';
import type { Service } from './service.js';

/** A message of a webhook, as it arrived. */
export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every type
  body: any;
}

type Respond = (message: Received, response: ServerResponse) => void;

/** An endpoint for webhooks. */
export class Receiver extends LocalServer {
  /** All messages that have arrived, in this order. */
  readonly received: Received[] = [];
  /** Those that were answered with a success, in the order of the answers. */
  readonly accepted: Received[] = [];
  /** How many connections were opened. */
  connections = 0;
  /** How many connections were open at the same time. */
  mostOpen = 0;
  /** Answers a message; with 204 by default. */
  respond: Respond = (_message, response) => response.writeHead(204).end();

  constructor() {
    super(async (request, response) => {
      const text = await textOf(request);
      const message = { headers: request.headers, text, body: JSON.parse(text) };
      this.received.push(message);
      response.on('finish', () => {
        if (response.statusCode < 300) this.accepted.push(message);
      });
      this.respond(message, response);
    });
    let open = 0;
    this.server.on('connection', (socket) => {
      this.connections += 1;
      open += 1;
      this.mostOpen = Math.max(this.mostOpen, open);
      socket.on('close', () => {
        open -= 1;
      });
    });
  }

  override get url(): string {
    return `${super.url}/hooks`;
  }

  /** Answers every message with this status. */
  answer(status: number, headers: Record<string, string> = {}): void {
    this.respond = (_message, response) => response.writeHead(status, headers).end();
  }

  /** Gives every n-th message a bad answer, or none, in turn. All of these messages are sent again. */
  answerBadly(every: number): void {
    let count = 0;
    const bad: Respond[] = [
      (_message, response) => response.writeHead(500).end(),
      (_message, response) => response.writeHead(429, { 'retry-after': '20' }).end(),
      (_message, response) => response.writeHead(302, { location: this.url }).end(),
      () => undefined,
      (_message, response) => response.destroy(),
      (_message, response) =>
        response.writeHead(503, { 'retry-after': new Date().toUTCString() }).end('x'.repeat(10_000)),
    ];
    this.respond = (message, response) => {
      count += 1;
      const turn = count % every === 0 ? bad[(count / every) % bad.length] : undefined;
      if (turn) turn(message, response);
      else response.writeHead(204).end();
    };
  }

  /** Forgets all messages so far. */
  forget(): void {
    this.received.length = 0;
    this.accepted.length = 0;
  }

  /** The ids of the events that arrived. */
  get ids(): string[] {
    return this.received.map(({ headers }) => String(headers['webhook-id']));
  }

  get types(): string[] {
    return this.received.map(({ body }) => body.type);
  }
}

/** Whether the official package accepts a message, at the time of its try. */
export function verified(message: Received | undefined, secret: string): boolean {
  const headers = message?.headers as Record<string, string>;
  const now = jest.spyOn(Date, 'now').mockReturnValue(Number(headers['webhook-timestamp']) * 1_000);
  try {
    new Webhook(secret).verify(message?.text ?? '', headers);
    return true;
  } catch {
    return false;
  } finally {
    now.mockRestore();
  }
}

/** The pauses between two tries of a delivery, in seconds, without what is random in them. */
const PAUSES = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** The service with webhooks to a receiver on this machine, for the tests of a file: each test has a new receiver. */
export class Webhooks {
  receiver = undefined as unknown as Receiver;
  /** Those that are deleted after the test. */
  readonly ids: string[] = [];

  constructor(readonly app: App) {}

  async create(more: Record<string, unknown> = {}): Promise<{ id: string; secret: string }> {
    const answer = (
      await this.app.admin('POST', '/webhooks', { url: this.receiver.url, types: ['user.*'], ...more })
    ).ok();
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
    hooks.receiver = await new Receiver().listen();
    receivers.push(hooks.receiver);
  });
  afterEach(async () => {
    for (const id of hooks.ids.splice(0)) await hooks.app.admin('DELETE', `/webhooks/${id}`);
  });
  afterAll(() => Promise.all(receivers.map((each) => each.stop())));
  return hooks;
}

/** Polls of 20 ms without a message, after which nothing is on its way. */
const QUIET_TURNS = 75;
/** Moves of the clocks without a message, after which none will come. */
const MOST_MOVES = 20;

interface Logged {
  id: string;
  type: string;
  uid: string;
}

/** All events of these types in the log, after an event. */
export async function logged(service: Service, types: string[], after?: string): Promise<Logged[]> {
  const events: Logged[] = [];
  for (let query = after === undefined ? '' : `&after=${after}`; ; ) {
    const { json } = await service.call('GET', `/api/admin/events?limit=200${query}`, { token: ADMIN_TOKEN });
    events.push(...json.events);
    if (json.next_cursor === null) return events.filter(({ type }) => types.includes(type));
    query = `&after=${json.next_cursor}`;
  }
}

/** The events of each user in the order of their first messages. */
function arrivals(messages: Received[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const { body } of messages) {
    const { event_id: id, uid } = body.data;
    if (seen.has(id)) continue;
    seen.add(id);
    found.set(uid, [...(found.get(uid) ?? []), id]);
  }
  return found;
}

/** Expects that all events of the log have arrived and were accepted, no others, and those of each user in the order of the log. */
export function expectAllArrived(receiver: Receiver, events: Logged[]): void {
  expect(new Set(receiver.ids)).toEqual(new Set(events.map(({ id }) => id)));
  const orders = new Map<string, string[]>();
  for (const { id, uid } of events) orders.set(uid, [...(orders.get(uid) ?? []), id]);
  expect(arrivals(receiver.received)).toEqual(orders);
  expect(arrivals(receiver.accepted)).toEqual(orders);
}

/**
 * Waits until so many events were accepted. Moves the clocks while none arrives: a failed try is repeated later, up to hours
 * after a jump of the clock, which ends a try that is on its way as one without an answer.
 * @param seconds each move
 */
export async function untilAccepted(
  { received, accepted }: Receiver,
  count: number,
  replicas: () => Service[],
  seconds: number,
): Promise<void> {
  const ids = new Set<string>();
  let [read, before] = [0, received.length];
  for (let [quiet, moves] = [0, 0]; moves < MOST_MOVES; quiet++) {
    for (; read < accepted.length; read++) ids.add(accepted[read]?.body.data.event_id);
    if (ids.size >= count) break;
    await new Promise((next) => setTimeout(next, 20));
    if (received.length > before) [before, quiet, moves] = [received.length, 0, 0];
    if (quiet < QUIET_TURNS) continue;
    for (const replica of replicas()) await replica.advance(seconds);
    [quiet, moves] = [0, moves + 1];
  }
  expect(ids.size).toBe(count);
}
