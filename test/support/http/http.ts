import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** The content of a request. */
export interface Call {
  /** The access token. */
  token?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, in place of `body`. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** An HTTP response. */
export class Answer {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly text: string,
  ) {}

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  get json(): any {
    return JSON.parse(this.text);
  }

  /** The same answer of a success; fails with that of a failure. */
  ok(): this {
    if (this.status !== 200) throw new Error(`The service answered ${this.status} ${this.text}`);
    return this;
  }

  /** The code of a failure; undefined for a success. */
  get code(): string | undefined {
    return this.status === 200 ? undefined : this.json.code;
  }

  /** The target of a redirect; empty for any other answer. */
  get location(): string {
    return this.headers.get('location') ?? '';
  }

  /** A query parameter of the target of a redirect. */
  parameter(name: string): string | null {
    return new URL(this.location).searchParams.get(name);
  }

  /** Why the button of a page did nothing: in the target of the redirect, or in the answer itself; null if it did something. */
  get linkError(): string | null {
    return this.status === 302 ? this.parameter('error') : (this.code ?? null);
  }
}

/** How often each outcome occurred: `{ 200: 1, EMAIL_ALREADY_IN_USE: 49 }`. */
export function countOutcomes(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of answers) counts[code ?? status] = (counts[code ?? status] ?? 0) + 1;
  return counts;
}

/** A server of a test on this machine. */
export class LocalServer {
  protected readonly server;

  constructor(answer: RequestListener) {
    this.server = createServer(answer);
  }

  /** Listens on a free port. */
  async listen(host = '127.0.0.1', port = 0): Promise<this> {
    await once(this.server.listen(port, host), 'listening');
    return this;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The origin of its pages: at an IP address, browsers refuse passkeys. */
  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  /** Does nothing when it has stopped. */
  async stop(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close().closeAllConnections();
    await closed;
  }
}

const agent = new Agent({ keepAlive: true });

/** Sends a request, as `fetch` does without following redirects. `fetch` takes two to three times the CPU time. */
export function send(base: string, method: string, path: string, call: Call = {}): Promise<Answer> {
  const { token, body, raw, signal } = call;
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const headers = {
    accept: '*/*',
    'user-agent': 'node',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(content !== undefined && { 'content-length': Buffer.byteLength(content) }),
    ...Object.fromEntries(Object.entries(call.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
  };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, base), { method, headers, agent, signal }, (received) => {
      const pairs = received.rawHeaders.flatMap((name, at, all) => (at % 2 ? [] : [[name, all[at + 1] ?? '']]));
      text(received).then((content) => {
        resolve(new Answer(received.statusCode ?? 0, new Headers(pairs as [string, string][]), content));
      }, reject);
    });
    sent.on('error', reject).end(content);
  });
}

/** Sends what `fetch` does not allow: any method, any path as written, and a body in chunks. */
export async function sendRaw(
  base: string,
  method: string,
  path: string,
  { headers = {}, chunks = [] }: { headers?: Record<string, string>; chunks?: (string | Buffer)[] } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(base);
  const agent = new Agent({ keepAlive: true });
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers, agent }, resolve).on('error', reject);
    for (const chunk of chunks) outgoing.write(chunk);
    outgoing.end();
  });
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  agent.destroy();
  const pairs = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Answer(incoming.statusCode ?? 0, new Headers(pairs), text);
}

/** Sends these bytes, which need not be HTTP, and reads until the connection closes. */
export async function sendBytes(base: string, bytes: string): Promise<Answer> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += chunk;
  const [head = '', ...body] = text.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const pairs = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  return new Answer(Number(status.split(' ')[1]), new Headers(pairs), body.join('\r\n\r\n'));
}

/** A POST of a JSON body. */
interface PipelinedPost {
  path: string;
  body: unknown;
  token?: string;
}

/** Sends requests in one TCP write on one connection; returns their answers, in the order of the requests. */
export async function sendPipelined(base: string, posts: PipelinedPost[]): Promise<Answer[]> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  await once(socket, 'connect');
  socket.write(posts.map((post) => textOf(hostname, post)).join(''));
  let text = '';
  const answers: Answer[] = [];
  for await (const chunk of socket) {
    text += chunk;
    for (let read = readAnswer(text); read; read = readAnswer(text)) {
      answers.push(read.answer);
      text = text.slice(read.length);
    }
    if (answers.length === posts.length) break;
  }
  socket.destroy();
  return answers;
}

function textOf(host: string, { path, body, token }: PipelinedPost): string {
  const content = JSON.stringify(body);
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(content)}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${content}`;
}

/** The first complete answer in a text, and its length; our answers to a POST have a `Content-Length`. */
function readAnswer(text: string): { answer: Answer; length: number } | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [status = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const length = end + 4 + Number(headers.get('content-length'));
  if (text.length < length) return undefined;
  return { answer: new Answer(Number(status.split(' ')[1]), headers, text.slice(end + 4, length)), length };
}

type Json = Record<string, unknown>;

const encode = (part: Json) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());

/** The parts of a token, without a check of its signature. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into claims of every shape
export function readToken(token: string): { header: any; claims: any; signature: string } {
  const [header, claims, signature = ''] = token.split('.');
  return { header: decode(header), claims: decode(claims), signature };
}

/** A token with this header and these claims, and with the signature that `sign` returns for them. */
export function writeToken(header: Json, claims: Json, sign: (text: string) => Buffer | string): string {
  const text = `${encode(header)}.${encode(claims)}`;
  const signature = sign(text);
  return `${text}.${typeof signature === 'string' ? signature : signature.toString('base64url')}`;
}

/** The failures that say more than a code and a message: the fields of each. */
const FURTHER_FIELDS: Record<string, string[]> = {
  EMAIL_CONFIRMATION_REQUIRED: ['pending_token', 'email'],
  MFA_REQUIRED: ['mfa_token', 'expiry', 'methods'],
  MFA_ENROLMENT_REQUIRED: ['mfa_token', 'expiry', 'methods'],
  REAUTHENTICATION_REQUIRED: ['max_age', 'acr', 'methods'],
};

/** Checks for a failure: the status, and a body with a code, a message, and the further fields of this code, if any. */
export function expectFailure(answer: Answer, code: string, status = 400): void {
  const further = (FURTHER_FIELDS[code] ?? []).map((name) => [name, expect.anything()]);
  expect({ status: answer.status, body: answer.text && answer.json }).toEqual({
    status,
    body: { code, message: expect.stringMatching(/\S/), ...Object.fromEntries(further) },
  });
}

/** Checks for a success with an empty body. */
export function expectNothing(answer: Answer): void {
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' });
  expect(answer.headers.get('content-length')).toBe('0');
}

/** Matches an integer within ten seconds of another: a busy process may pause between two readings of the clock. */
export function about(seconds: number) {
  return {
    asymmetricMatch: (value: unknown) => Number.isInteger(value) && Math.abs((value as number) - seconds) <= 10,
    toString: () => `about ${seconds}`,
  };
}
