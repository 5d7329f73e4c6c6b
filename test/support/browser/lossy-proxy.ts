import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A network between browsers and the service that loses or delays answers. The service has done its work then. */
export class LossyProxy {
  private readonly server: Server;
  private lost: string | undefined;
  private delayed: { path: string; until: Promise<void>; arrived: () => void } | undefined;

  private constructor(private readonly target: string) {
    this.server = createServer((asked, answer) => this.forward(asked, answer));
  }

  static async start(target: string): Promise<LossyProxy> {
    const proxy = new LossyProxy(target);
    await once(proxy.server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  /** @param host of the URL */
  urlAt(host: string): string {
    return `http://${host}:${(this.server.address() as AddressInfo).port}`;
  }

  /** Closes the connection in place of the next answer of a path. */
  loseNext(path: string): void {
    this.lost = path;
  }

  /** Holds the next answer of a path back. `arrived`: when the service has given it. */
  delayNext(path: string): { arrived: Promise<void>; release: () => void } {
    let [release, arrive] = [() => {}, () => {}];
    const until = new Promise<void>((next) => {
      release = next;
    });
    const arrived = new Promise<void>((next) => {
      arrive = next;
    });
    this.delayed = { path, until, arrived: arrive };
    return { arrived, release };
  }

  async stop(): Promise<void> {
    this.server.close().closeAllConnections();
    await once(this.server, 'close');
  }

  private forward(asked: IncomingMessage, answer: ServerResponse): void {
    const { method, headers, url } = asked;
    const onward = request(new URL(url ?? '', this.target), { method, headers }, async (received) => {
      const isFor = (path: string | undefined) => method === 'POST' && url === path;
      if (isFor(this.lost)) {
        this.lost = undefined;
        received.resume();
        asked.socket.destroy();
        return;
      }
      const { delayed } = this;
      if (delayed && isFor(delayed.path)) {
        this.delayed = undefined;
        delayed.arrived();
        await delayed.until;
      }
      answer.writeHead(received.statusCode ?? 0, received.headers);
      received.pipe(answer);
    });
    onward.on('error', () => asked.socket.destroy());
    asked.pipe(onward);
  }
}
