import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOOPBACK = '127.0.0.1';

/**
 * Stands before several replicas and gives each request to the next of them. One that refuses the connection is passed
 * over; a connection that breaks is broken to the client as well: whether the request was done cannot be known.
 */
export class Balancer {
  private next = 0;

  private constructor(
    private readonly server: Server,
    private readonly backends: string[],
  ) {}

  static async before(backends: string[]): Promise<Balancer> {
    const server = createServer().listen(0, LOOPBACK);
    await once(server, 'listening');
    const balancer = new Balancer(server, backends);
    server.on('request', (incoming, outgoing) => void balancer.pass(incoming, outgoing));
    return balancer;
  }

  get url(): string {
    return `http://${LOOPBACK}:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    this.next += 1;
    for (let tried = 0; tried < this.backends.length; tried++) {
      const backend = this.backends[(this.next + tried) % this.backends.length] ?? '';
      if (await forward(backend, incoming, Buffer.concat(chunks), outgoing)) return;
    }
    outgoing.destroy();
  }
}

/** Whether the backend took the request, whatever became of it then. */
function forward(backend: string, incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): Promise<boolean> {
  const { method, url, headers } = incoming;
  return new Promise((resolve) => {
    const passed = request(backend + url, { method, headers, agent: false }, (answer) => {
      resolve(true);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => outgoing.destroy());
      answer.on('aborted', () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    passed.on('error', (error: NodeJS.ErrnoException) => {
      const refused = error.code === 'ECONNREFUSED';
      if (!refused) outgoing.destroy();
      resolve(!refused);
    });
    passed.end(body);
  });
}
