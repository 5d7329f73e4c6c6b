import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

interface Asked {
  authorization?: string;
  /** The header `X-Latchkey-Session`: the answer has no refresh token. */
  session?: string;
  body: string;
}

type Behaviour = (asked: Asked) => Reply | 'hang up' | Promise<Reply | 'hang up'>;

export const failure = (code: string, status = 400): Reply => ({ status, body: { code, message: `It is ${code}.` } });

/** An HTTP server that answers like the service, for one user with one session. Tests can replace single answers. */
export class FakeService {
  /** The received requests, by endpoint. */
  readonly asked: Record<string, Asked[]> = {};
  /** The lifetime of access tokens, and how far the clock is ahead, in seconds. */
  life = 900;
  ahead = 0;
  private issued = 0;
  private readonly instead: Record<string, Behaviour[]> = {};

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeService> {
    const server = createServer();
    const service = new FakeService(server);
    server.on('request', (request, response) => void service.handle(request, response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  /** Replaces the answers to the next requests of an endpoint such as `POST /path`, one after the other. */
  next(endpoint: string, ...behaviours: (Behaviour | Reply)[]): void {
    const made = behaviours.map((what) => (typeof what === 'function' ? what : () => what));
    this.instead[endpoint] = [...(this.instead[endpoint] ?? []), ...made];
  }

  /** The number of requests of an endpoint. */
  count(endpoint: string): number {
    return this.asked[endpoint]?.length ?? 0;
  }

  /** Creates new tokens. */
  tokens(): { token: string; refresh_token: string } {
    this.issued += 1;
    const iat = Math.floor(Date.now() / 1000) + this.ahead;
    const claims = Buffer.from(JSON.stringify({ iat, exp: iat + this.life, jti: this.issued })).toString('base64url');
    return { token: `e30.${claims}.`, refresh_token: `refresh-${this.issued}` };
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const asked: Asked = { body: Buffer.concat(chunks).toString() };
    if (request.headers.authorization) asked.authorization = request.headers.authorization;
    const session = request.headers['x-latchkey-session'];
    if (typeof session === 'string') asked.session = session;
    const endpoint = `${request.method} ${request.url}`;
    this.asked[endpoint] = [...(this.asked[endpoint] ?? []), asked];
    const reply = await (this.instead[endpoint]?.shift()?.(asked) ?? this.usual(endpoint));
    if (reply === 'hang up') request.socket.destroy();
    else answer(response, session ? withoutRefreshToken(reply) : reply);
  }

  private usual(endpoint: string): Reply {
    const uid = 'ada';
    if (endpoint === 'POST /api/auth/user/refresh') {
      const { token, refresh_token } = this.tokens();
      return { body: { uid, access_token: token, refresh_token, expiry: 1 } };
    }
    if (endpoint === 'GET /api/auth/ui') return { body: { app_name: 'Acme', signed_in: true } };
    if (endpoint === 'GET /api/auth/user') return { body: { uid, active: true } };
    if (/login|create|\/token$/.test(endpoint)) return { body: { uid, ...this.tokens(), expiry: 1 } };
    return {};
  }
}

function withoutRefreshToken({ body, ...reply }: Reply): Reply {
  const { refresh_token, ...rest } = Object(body) as { refresh_token?: string };
  return { ...reply, body: body === undefined ? body : rest };
}

function answer(response: ServerResponse, { status = 200, body, headers = {} }: Reply): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-length': Buffer.byteLength(text ?? ''), ...headers }).end(text);
}
