import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { LocalServer } from '../http/http.js';
import { freePort } from '../run/machine.mjs';

/** What a proxy understands of the connection of a client. */
interface Protocol {
  /** The text of the statements that a client runs; the preparation of a statement is none. */
  textOf(bytes: Buffer): Buffer;
  onAnswer(bytes: Buffer): void;
}

const PROTOCOLS: Record<string, { port: number; readOnly: Buffer; open: () => Protocol }> = {
  'mysql:': {
    port: 3306,
    // The answer to a writing statement of a read-only server: an error packet with number 1290.
    readOnly: errorPacket(1290, 'HY000', 'The server is running with the --read-only option'),
    open: () => new MysqlStatements(),
  },
  'postgres:': {
    port: 5432,
    readOnly: postgresError('25006', 'cannot execute UPDATE in a read-only transaction'),
    open: () => new PostgresStatements(),
  },
};

/** Commands of the MySQL protocol, in the fifth byte of a packet of the client. */
const PREPARE = 0x16;
const EXECUTE = 0x17;

function errorPacket(number: number, state: string, message: string): Buffer {
  const text = Buffer.from(`#${state}${message}`);
  const packet = Buffer.from([text.length + 3, 0, 0, 1, 0xff, number & 0xff, number >> 8]);
  return Buffer.concat([packet, text]);
}

/** An error, and that the server is ready for the next statement. */
function postgresError(code: string, message: string): Buffer {
  const fields = `SERROR\0VERROR\0C${code}\0M${message}\0\0`;
  return Buffer.concat([postgresMessage('E', Buffer.from(fields)), postgresMessage('Z', Buffer.from('I'))]);
}

function postgresMessage(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/** Knows the text of prepared statements: to run one, a client sends only its name. */
class PostgresStatements implements Protocol {
  private readonly statements = new Map<string, Buffer>();
  /** What has arrived of a message that is not complete yet. The first one of a connection has no type. */
  private rest = Buffer.alloc(0);
  private started = false;

  textOf(bytes: Buffer): Buffer {
    this.rest = Buffer.concat([this.rest, bytes]);
    const texts: Buffer[] = [];
    for (let start = this.started ? 1 : 0; this.rest.length >= start + 4; start = 1) {
      const end = start + this.rest.readInt32BE(start);
      if (this.rest.length < end) break;
      if (this.started) texts.push(this.read(String.fromCharCode(this.rest[0] ?? 0), this.rest.subarray(5, end)));
      this.started = true;
      this.rest = this.rest.subarray(end);
    }
    return Buffer.concat(texts);
  }

  onAnswer(): void {}

  private read(type: string, body: Buffer): Buffer {
    if (type === 'Q') return body;
    const [first = '', second = ''] = body.toString('latin1').split('\0', 2);
    if (type === 'P') this.statements.set(first, body.subarray(first.length + 1));
    // A portal comes first.
    return (type === 'B' && this.statements.get(second)) || Buffer.alloc(0);
  }
}

/** Knows the text of prepared statements: to run one, a client sends only its number. */
class MysqlStatements implements Protocol {
  private readonly statements = new Map<number, Buffer>();
  private preparing: Buffer | undefined;

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

  private readonly protocol;

  private constructor(
    private readonly target: URL,
    private readonly port: number,
  ) {
    const protocol = PROTOCOLS[target.protocol];
    if (!protocol) throw new Error(`No protocol is known of ${target.protocol}`);
    this.protocol = protocol;
  }

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
   * The begin of a transaction and `COMMIT` are ordinary statements here.
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
    client.write(this.protocol.readOnly);
    return true;
  }

  private connectClient(client: Socket): void {
    this.connections += 1;
    const number = this.connections;
    let broken: 'sent' | 'answered' | undefined;
    const prepared = this.protocol.open();
    const database = connect(Number(this.target.port || this.protocol.port), this.target.hostname);
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

/** A network between browsers and the service that loses or delays answers. The service has done its work then. */
export class LossyProxy extends LocalServer {
  private lost: string | undefined;
  private delayed: { path: string; until: Promise<void>; arrived: () => void } | undefined;

  constructor(private readonly target: string) {
    super((asked, answer) => this.forward(asked, answer));
  }

  /** @param host of the URL */
  urlAt(host: string): string {
    return `http://${host}:${this.port}`;
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

/** A proxy in front of the service, which appends the address of its client to `X-Forwarded-For`. */
export class HttpProxy extends LocalServer {
  constructor(target: string) {
    super((incoming, outgoing) => passOn(target, incoming, outgoing));
  }
}

function passOn(target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers, socket } = incoming;
  const via = [headers['x-forwarded-for'], socket.remoteAddress].flat().filter(Boolean).join(', ');
  const onwards = request(`${target}${url}`, { method, headers: { ...headers, 'x-forwarded-for': via } }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onwards.on('error', () => outgoing.destroy());
  incoming.pipe(onwards);
}

/**
 * A load balancer in front of several replicas: each request goes to the next of them. A replica that refuses the
 * connection is skipped; when a connection breaks, the connection of the client is broken, too, since nothing shows
 * whether the request was processed.
 */
export class Balancer extends LocalServer {
  private next = 0;

  constructor(private readonly backends: string[]) {
    super((incoming, outgoing) => this.forwardToNext(incoming, outgoing));
  }

  private async forwardToNext(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await text(incoming);
    this.next += 1;
    for (let tried = 0; tried < this.backends.length; tried++) {
      const backend = this.backends[(this.next + tried) % this.backends.length] ?? '';
      if (await forward(backend, incoming, body, outgoing)) return;
    }
    outgoing.destroy();
  }
}

/** Whether the backend accepted the request, whatever happened to it then. */
function forward(backend: string, incoming: IncomingMessage, body: string, outgoing: ServerResponse): Promise<boolean> {
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
