import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD, useApp } from '../support/service/app.js';

const EACH = 40;
const HANG_MS = 10_000;
/** Node checks its limit for headers, 6 s here, each second; the rest is reserve for a busy machine. */
const CLOSED_MS = 40_000;
/** The limit for a body, in seconds of the clock of the service. */
const ARRIVAL = 30;

const app = useApp({}, ['header-timeout.mjs']);

const POST = 'POST /api/auth/user/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';

/** What a client sends at once, and what it sends each second after that. */
const KINDS: Record<string, { start: string; trickle?: string }> = {
  nothing: { start: '' },
  'half a request line': { start: 'GET /api/au' },
  'half of its headers': { start: 'GET /api/auth/user HTTP/1.1\r\nhost: local' },
  'its headers letter by letter': { start: 'GET /api/auth/user HTTP/1.1\r\nx: ', trickle: 'x' },
  'a body letter by letter': { start: `${POST}content-length: 1000\r\n\r\n{"a":"`, trickle: 'x' },
  'a body in chunks without end': { start: `${POST}transfer-encoding: chunked\r\n\r\n`, trickle: '1\r\nx\r\n' },
};

/** A connection whose client has not sent its whole request, and stores what it receives. */
class SlowClient {
  closed = false;
  /** The bytes that it has received. */
  text = '';
  readonly done: Promise<unknown>;
  private readonly socket: Socket;
  private readonly timer: NodeJS.Timeout;

  constructor({ start, trickle = '' }: { start: string; trickle?: string }) {
    const { hostname, port } = new URL(app.service.url);
    this.socket = connect(Number(port), hostname);
    this.socket.setEncoding('utf8').on('data', (chunk) => {
      this.text += chunk;
    });
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.closed = true;
      clearInterval(this.timer);
    });
    this.done = once(this.socket, 'close');
    this.socket.write(start);
    this.timer = setInterval(() => trickle && this.socket.write(trickle), 1_000);
  }

  send(piece: string): void {
    this.socket.write(piece);
  }

  end(): void {
    clearInterval(this.timer);
    this.socket.destroy();
  }
}

/** Fails when a request is not answered within a time after which clients give up. */
async function withinHangLimit<T>(request: Promise<T>): Promise<T> {
  const hang = new AbortController();
  const late = sleep(HANG_MS, undefined, { signal: hang.signal }).then(() => {
    throw new Error(`No answer within ${HANG_MS} ms.`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([request, late]);
  } finally {
    hang.abort();
  }
}

it('240 connections with incomplete requests do not delay other clients, and are closed', async () => {
  expect(await app.service.ask({ headerTimeout: true })).toEqual({
    headersTimeout: 30_000,
    connectionsCheckingInterval: 5_000,
  });
  const clients = Object.entries(KINDS).flatMap(([name, kind]) =>
    Array.from({ length: EACH }, () => ({ name, client: new SlowClient(kind) })),
  );
  const deadline = Date.now() + CLOSED_MS;
  const open = () => new Set(clients.filter(({ client }) => !client.closed).map(({ name }) => name));
  try {
    await sleep(500);
    for (let round = 0; round < 15; round++) {
      const user = await withinHangLimit(app.signUp());
      expect((await withinHangLimit(app.login(user.email, PASSWORD))).status).toBe(200);
      expect((await withinHangLimit(app.refresh(user.refresh_token))).status).toBe(200);
      expect((await withinHangLimit(app.get('/api/auth/user', { token: user.token }))).status).toBe(200);
    }
    await app.advance(ARRIVAL);
    while (open().size > 0 && Date.now() < deadline) await sleep(100);
    expect([...open()]).toEqual([]);
  } finally {
    for (const { client } of clients) client.end();
  }
  for (const text of new Set(clients.map(({ client }) => client.text))) {
    if (text)
      expect(JSON.parse(text.split('\r\n\r\n')[1] as string)).toEqual({
        code: expect.any(String),
        message: expect.any(String),
      });
  }
  expect(app.service.log).not.toMatch(/unhandled|uncaught|INTERNAL_ERROR/i);
  expect((await app.get('/health/ready')).status).toBe(200);
});

it('a slow client that sends its request within the time limit is answered', async () => {
  const { email } = await app.signUp();
  const body = JSON.stringify({ email, password: PASSWORD });
  const whole = `${POST}connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const pieces = whole.match(/.{1,20}/gs) as string[];
  const client = new SlowClient({ start: pieces.shift() as string });
  for (const piece of pieces) {
    await sleep(100);
    await app.advance(1);
    client.send(piece);
  }
  await withinHangLimit(client.done);
  expect(client.text).toMatch(/^HTTP\/1\.1 200 /);
});
