import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A message of a webhook, as it arrived. */
export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every type
  body: any;
}

type Respond = (message: Received, response: ServerResponse) => void;

/** An endpoint for webhooks. */
export class Receiver {
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

  private constructor(private readonly server: Server) {}

  static async start(host = '127.0.0.1', port = 0): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    let open = 0;
    server.on('connection', (socket) => {
      receiver.connections += 1;
      open += 1;
      receiver.mostOpen = Math.max(receiver.mostOpen, open);
      socket.on('close', () => {
        open -= 1;
      });
    });
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString('utf8');
      const message = { headers: request.headers, text, body: JSON.parse(text) };
      receiver.received.push(message);
      response.on('finish', () => {
        if (response.statusCode < 300) receiver.accepted.push(message);
      });
      receiver.respond(message, response);
    });
    await once(server.listen(port, host), 'listening');
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hooks`;
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

  /** Does nothing when it has stopped. */
  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
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
