import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of the service, which appends the address of its client to `X-Forwarded-For`. */
export class HttpProxy {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async to(target: string): Promise<HttpProxy> {
    const server = createServer((incoming, outgoing) => forward(target, incoming, outgoing)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new HttpProxy(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}

function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers, socket } = incoming;
  const via = [headers['x-forwarded-for'], socket.remoteAddress].flat().filter(Boolean).join(', ');
  const onwards = request(`${target}${url}`, { method, headers: { ...headers, 'x-forwarded-for': via } }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onwards.on('error', () => outgoing.destroy());
  incoming.pipe(onwards);
}
