import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './service.js';

/** Commands of the protocol of MySQL, in the fifth byte of what a client sends. */
const PREPARE = 0x16;
const EXECUTE = 0x17;

/** The answer to a statement that writes, where the server is read-only: an error packet with number 1290. */
const READ_ONLY = errorPacket(1290, 'HY000', 'The server is running with the --read-only option');

function errorPacket(number: number, state: string, message: string): Buffer {
  const text = Buffer.from(`#${state}${message}`);
  const packet = Buffer.from([text.length + 3, 0, 0, 1, 0xff, number & 0xff, number >> 8]);
  return Buffer.concat([packet, text]);
}

/** Knows which statement a client means that it has prepared before: then it sends the number of it only. */
class Prepared {
  private readonly statements = new Map<number, Buffer>();
  private preparing: Buffer | undefined;

  /** What a client asks for, in words; to prepare something asks for nothing yet. */
  wordsOf(bytes: Buffer): Buffer {
    this.preparing = bytes[4] === PREPARE ? bytes : undefined;
    if (this.preparing) return Buffer.alloc(0);
    return (bytes[4] === EXECUTE && this.statements.get(bytes.readUInt32LE(5))) || bytes;
  }

  answered(bytes: Buffer): void {
    if (this.preparing && bytes[4] === 0) this.statements.set(bytes.readUInt32LE(5), this.preparing);
    this.preparing = undefined;
  }
}

/** Stands between the service and its database, and can take it away. Refuses connections at first. */
export class DatabaseProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private silent = false;
  private refusal: { words: string; closed: () => void } | undefined;
  private trap: { words: string; when: 'asked' | 'answered'; left: number } | undefined;
  /** Connections from before this number break when they are used. */
  private forgotten = 0;
  private joined = 0;

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

  /**
   * Breaks the next connections on which a statement with these words is sent: before it arrives, or when the answer
   * is on its way. `START TRANSACTION` and `COMMIT` are statements like any other.
   */
  breakAt(words: string, when: 'asked' | 'answered', times = 1): void {
    this.trap = { words, when, left: times };
  }

  /**
   * Answers the next statement with these words as a server does that nobody may write to any more. Resolves when the
   * connection on which it was sent is closed.
   */
  refuseAt(words: string): Promise<void> {
    return new Promise((closed) => {
      this.refusal = { words, closed };
    });
  }

  /** All connections break when they are used next, and not before: a firewall between has lost its memory. */
  forget(): void {
    this.forgotten = this.joined;
  }

  /** What becomes of the connection on which a client says this. */
  private judge(words: Buffer, number: number): 'asked' | 'answered' | undefined {
    if (number <= this.forgotten) return 'asked';
    if (!this.trap || this.trap.left === 0 || !words.includes(this.trap.words)) return undefined;
    this.trap.left -= 1;
    return this.trap.when;
  }

  private refuses(words: Buffer, client: Socket): boolean {
    if (!this.refusal || !words.includes(this.refusal.words)) return false;
    client.once('close', this.refusal.closed);
    this.refusal = undefined;
    client.write(READ_ONLY);
    return true;
  }

  private join(client: Socket): void {
    this.joined += 1;
    const number = this.joined;
    let broken: 'asked' | 'answered' | undefined;
    const prepared = new Prepared();
    const database = connect(Number(this.target.port || 3306), this.target.hostname);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (bytes) => {
        const passes = broken === undefined;
        if (from === client) {
          const words = prepared.wordsOf(bytes);
          if (this.refuses(words, client)) return;
          broken ??= this.judge(words, number);
        } else prepared.answered(bytes);
        if (broken === 'asked' || !passes) client.destroy();
        else if (!this.silent) to.write(bytes);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }
}
