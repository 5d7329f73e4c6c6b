import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalServer } from '../http/http.js';
import { freePort, has } from '../run/machine.mjs';

/** Whether Redis is installed. */
export const HAS_REDIS = has('redis-server');

/** A private Redis, which writes nothing to the disk. */
export class RedisServer {
  private child: ChildProcess | undefined;

  private constructor(private readonly port: number) {}

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.open();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}/0`;
  }

  /** Starts it without data, after a `stop()` again on the same port. */
  async open(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.child = spawn('redis-server', options, { stdio: 'ignore' });
    while (!(await this.answers())) await sleep(50);
  }

  /** Stops the process with all its connections until `resume()`. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    if (!this.child || this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  private async answers(): Promise<boolean> {
    const socket = connect(this.port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      socket.write('PING\r\n');
      return String((await once(socket, 'data'))[0]).startsWith('+PONG');
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  }
}

/** A span as it arrived, with its attributes by their names. */
interface ArrivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  /** 2 for a failure. */
  status: number;
  attributes: Record<string, unknown>;
}

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean; doubleValue?: number };
type Attribute = { key: string; value: Value };

/** A collector of OpenTelemetry: OTLP over HTTP, in JSON. */
export class Collector extends LocalServer {
  readonly spans: ArrivedSpan[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  /** What the resources of the spans say. */
  resource: Record<string, unknown> = {};
  /** All that has arrived, as text. */
  text = '';
  /** The status of the next answers. */
  status = 200;

  constructor() {
    super(async (request, response) => {
      const content = await text(request);
      if (request.url === '/v1/traces' && this.status === 200) {
        this.headers.push(request.headers);
        this.take(content);
      }
      response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}');
    });
  }

  /** The spans of a trace, in the order of their ends. */
  of(traceId: unknown): ArrivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  private take(text: string): void {
    this.text += text;
    for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
      this.resource = valuesOf(resource.attributes);
      for (const { spans } of scopeSpans) {
        for (const { status, attributes, ...span } of spans) {
          this.spans.push({ ...span, status: status.code, attributes: valuesOf(attributes) });
        }
      }
    }
  }
}

function valuesOf(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

/** The SHA-1 digest of a password as the lists of breached passwords have it. */
export function sha1(password: string): string {
  return createHash('sha1').update(password).digest('hex').toUpperCase();
}

/** A server of breached passwords in the form of the range interface of Pwned Passwords. */
export class RangeServer extends LocalServer {
  /** Answers in place of the list. */
  answer: ((response: ServerResponse) => void) | undefined;
  /** The paths of all requests. */
  readonly paths: string[] = [];
  private readonly listed = new Map<string, number>();

  constructor() {
    super(({ url: path = '', headers }, response) => {
      this.paths.push(path);
      if (this.answer) this.answer(response);
      else response.end(this.textOf(path.slice(-5), headers['add-padding'] === 'true'));
    });
  }

  override get url(): string {
    return `${this.origin}/range/`;
  }

  /** @param count how often it was seen */
  list(password: string, count = 1): void {
    this.listed.set(sha1(password), count);
  }

  /** With padding there are lines whose count is 0, as of the real interface. */
  private textOf(prefix: string, padded: boolean): string {
    const found = [...this.listed].filter(([digest]) => digest.startsWith(prefix));
    const lines = found.map(([digest, count]) => `${digest.slice(5)}:${count}`);
    const padding = Array.from({ length: padded ? 800 : 0 }, (_none, index) => `${sha1(`${index}`).slice(5)}:0`);
    return [...lines, ...padding].sort().join('\r\n');
  }
}

/** A private key and its certificate, as PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A certificate authority of a test, made with openssl. */
export class Authority {
  private readonly folder = mkdtempSync(join(tmpdir(), 'latchkey-certificates-'));
  private made = 0;
  /** The file of its certificate. */
  readonly file: string;

  constructor() {
    this.file = this.selfSigned('/CN=An authority of the tests').file;
  }

  /** @param alternatives such as `DNS:hooks.test` */
  issue(alternatives: string, days = 30): Certificate {
    const { key, cert, path } = this.paths();
    const request = path('csr');
    const names = ['-subj', '/CN=receiver', '-addext', `subjectAltName=${alternatives}`];
    run(['req', ...NEW_KEY, '-keyout', key, '-out', request, ...names]);
    const issuer = ['-CA', this.file, '-CAkey', this.file.replace(/pem$/, 'key'), '-CAcreateserial'];
    run(['x509', '-req', '-in', request, ...issuer, '-out', cert, '-days', String(days), '-copy_extensions', 'copy']);
    return read(key, cert);
  }

  /** A certificate that no authority has signed. */
  selfSigned(subject: string, alternatives?: string): Certificate & { file: string } {
    const { key, cert } = this.paths();
    const names = alternatives === undefined ? [] : ['-addext', `subjectAltName=${alternatives}`];
    run(['req', '-x509', ...NEW_KEY, '-keyout', key, '-out', cert, '-subj', subject, ...names, '-days', '30']);
    return { ...read(key, cert), file: cert };
  }

  private paths() {
    this.made += 1;
    const path = (extension: string) => join(this.folder, `${this.made}.${extension}`);
    return { key: path('key'), cert: path('pem'), path };
  }
}

function run(words: string[]): void {
  execFileSync('openssl', words, { stdio: 'pipe' });
}

function read(key: string, cert: string): Certificate {
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}
