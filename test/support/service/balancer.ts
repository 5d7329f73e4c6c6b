import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOOPBACK = '127.0.0.1';

/**
 * A load balancer in front of several replicas: each request goes to the next of them. A replica that refuses the
 * connection is skipped; when a connection breaks, the connection of the client is broken, too, since nothing shows
 * whether the request was processed.
 */
export class Balancer {
  private next = 0;

  private constructor(
    private readonly server: Server,
    private readonly backends: string[],
  ) {}

  static async start(backends: string[]): Promise<Balancer> {
    const server = createServer().listen(0, LOOPBACK);
    await once(server, 'listening');
    const balancer = new Balancer(server, backends);
    server.on('request', (incoming, outgoing) => void balancer.forwardToNext(incoming, outgoing));
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

  private async forwardToNext(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
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

/** Whether the backend accepted the request, whatever happened to it then. */
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
