import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './service.js';

/** Stands between the service and its database, and can take it away. Refuses connections at first. */
export class DatabaseProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private silent = false;

  private constructor(
    private readonly target: URL,
    private readonly port: number,
  ) {}

  static async to(target: string): Promise<DatabaseProxy> {
    return new DatabaseProxy(new URL(target), await freePort());
  }

  /** The URL of the database, by way of the proxy. */
  get url(): string {
    return Object.assign(new URL(this.target), { hostname: '127.0.0.1', port: String(this.port) }).href;
  }

  /** Lets connections through. */
  async open(): Promise<void> {
    this.silent = false;
    this.server = createServer((client) => this.join(client)).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** Breaks all connections and refuses new ones. */
  async cut(): Promise<void> {
    const server = this.server;
    this.server = undefined;
    const closed = server && once(server, 'close');
    server?.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Keeps all connections, but nothing that is sent arrives any more: a cable is out. */
  mute(): void {
    this.silent = true;
  }

  private join(client: Socket): void {
    const database = connect(Number(this.target.port || 3306), this.target.hostname);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (bytes) => this.silent || to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }
}
