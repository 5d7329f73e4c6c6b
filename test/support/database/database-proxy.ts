import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../service/service.js';

/** Commands of the MySQL protocol, in the fifth byte of a packet of the client. */
const PREPARE = 0x16;
const EXECUTE = 0x17;

/** The answer to a writing statement of a read-only server: an error packet with number 1290. */
const READ_ONLY = errorPacket(1290, 'HY000', 'The server is running with the --read-only option');

function errorPacket(number: number, state: string, message: string): Buffer {
  const text = Buffer.from(`#${state}${message}`);
  const packet = Buffer.from([text.length + 3, 0, 0, 1, 0xff, number & 0xff, number >> 8]);
  return Buffer.concat([packet, text]);
}

/** Knows the text of prepared statements: to run one, a client sends only its number. */
class PreparedStatements {
  private readonly statements = new Map<number, Buffer>();
  private preparing: Buffer | undefined;

  /** The text of the statement that a client runs; the preparation of a statement is none. */
  textOf(bytes: Buffer): Buffer {
    this.preparing = bytes[4] === PREPARE ? bytes : undefined;
    if (this.preparing) return Buffer.alloc(0);
    return (bytes[4] === EXECUTE && this.statements.get(bytes.readUInt32LE(5))) || bytes;
  }

  onAnswer(bytes: Buffer): void {
    if (this.preparing && bytes[4] === 0) this.statements.set(bytes.readUInt32LE(5), this.preparing);
    this.preparing = undefined;
  }
}

/** A proxy between the service and its database, which can simulate outages. Refuses connections at first. */
export class DatabaseProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private forwardingStopped = false;
  private readOnly: { words: string; closed: () => void } | undefined;
  private trap: { words: string; when: 'sent' | 'answered'; left: number } | undefined;
  /** Connections with a lower number break when they are used. */
  private lastBroken = 0;
  private connections = 0;

  private constructor(
    private readonly target: URL,
    private readonly port: number,
  ) {}

  static async to(target: string): Promise<DatabaseProxy> {
    return new DatabaseProxy(new URL(target), await freePort());
  }

  /** The URL of the database through the proxy. */
  get url(): string {
    return Object.assign(new URL(this.target), { hostname: '127.0.0.1', port: String(this.port) }).href;
  }

  /** Accepts connections. */
  async open(): Promise<void> {
    this.forwardingStopped = false;
    this.server = createServer((client) => this.connectClient(client)).listen(this.port, '127.0.0.1');
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

  /** Keeps all connections, but drops all data, as when a cable is unplugged. */
  stopForwarding(): void {
    this.forwardingStopped = true;
  }

  /**
   * Breaks the next connections that send a statement with this text: before it arrives, or when its answer arrives.
   * `START TRANSACTION` and `COMMIT` are ordinary statements here.
   */
  breakAt(words: string, when: 'sent' | 'answered', times = 1): void {
    this.trap = { words, when, left: times };
  }

  /**
   * Answers the next statement with this text like a read-only server. Resolves when the connection that sent it is
   * closed.
   */
  answerReadOnlyAt(words: string): Promise<void> {
    return new Promise((closed) => {
      this.readOnly = { words, closed };
    });
  }

  /** All connections break at their next use, not before: as after a restart of a firewall. */
  breakAtNextUse(): void {
    this.lastBroken = this.connections;
  }

  /** Decides about the connection on which a client has sent this. */
  private breakMoment(words: Buffer, number: number): 'sent' | 'answered' | undefined {
    if (number <= this.lastBroken) return 'sent';
    if (!this.trap || this.trap.left === 0 || !words.includes(this.trap.words)) return undefined;
    this.trap.left -= 1;
    return this.trap.when;
  }

  private answersReadOnly(words: Buffer, client: Socket): boolean {
    if (!this.readOnly || !words.includes(this.readOnly.words)) return false;
    client.once('close', this.readOnly.closed);
    this.readOnly = undefined;
    client.write(READ_ONLY);
    return true;
  }

  private connectClient(client: Socket): void {
    this.connections += 1;
    const number = this.connections;
    let broken: 'sent' | 'answered' | undefined;
    const prepared = new PreparedStatements();
    const database = connect(Number(this.target.port || 3306), this.target.hostname);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (bytes) => {
        const passes = broken === undefined;
        if (from === client) {
          const words = prepared.textOf(bytes);
          if (this.answersReadOnly(words, client)) return;
          broken ??= this.breakMoment(words, number);
        } else prepared.onAnswer(bytes);
        if (broken === 'sent' || !passes) client.destroy();
        else if (!this.forwardingStopped) to.write(bytes);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }
}
