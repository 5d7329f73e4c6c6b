import type { Socket } from 'node:net';
import { parse } from 'node:querystring';
import { ApiError, type ErrorCode, statusOf, toErrorBody } from '@app/errors';
import { startSpan } from '@app/tracing';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { RequestSpans } from '../tracing/request-spans.js';
import type { Proxies } from '../wire/proxies.js';
import { setBodyDeadlines } from './body.js';
import { type Cors, hostProblem, type SecurityHeaders } from './headers.js';
import { requestId, traceFields } from './logger.js';

type ServerOptions = NonNullable<ConstructorParameters<typeof FastifyAdapter>[0]>;

/** The time within which the headers of a request must arrive; body.ts limits the time of its body. */
const HEADERS_TIMEOUT_MS = 30_000;
/** How often Node looks for slow connections. Its default of 30 s would let them live twice as long as the timeout. */
const CHECK_INTERVAL_MS = 5_000;

const MAX_PARAMETER_LENGTH = 16_384;

/** The options of the HTTP server: request ids, timeouts, and JSON errors for requests that Fastify rejects. */
export function serverOptions(errors: ProtocolErrors): ServerOptions {
  return {
    logger: false,
    genReqId: requestId,
    requestIdHeader: false,
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // The host is checked by a hook: Node would answer without a JSON body.
    http: {
      requireHostHeader: false,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
    },
    // The endpoint itself refuses an identifier that is too long.
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH, querystringParser: readQuery },
    frameworkErrors: (_error, request, reply) => errors.invalidUrl(request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: (error, socket) => errors.invalidHttp(error, socket),
  } as ServerOptions;
}

/**
 * The query of a URL. A value with wrong percent-encoding becomes empty, and every parameter refuses an empty value;
 * Fastify's own parser would return the encoded text as if it were the value.
 */
export function readQuery(text: string): Record<string, unknown> {
  return parse(text, '&', '=', { decodeURIComponent: decodeOrEmpty, maxKeys: 0 });
}

function decodeOrEmpty(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Characters that no id has: those outside printable ASCII. */
const FOREIGN = /[^ -~]/g;
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+\s*(?:;|$)/;

interface HttpParts {
  headers: SecurityHeaders;
  cors: Cors;
  errors: ProtocolErrors;
  requests: OpenRequests;
  spans: RequestSpans;
  proxies: Proxies;
}

/** Adds the hooks that apply to every request: headers, checks and timeouts. */
export function addHttpHooks(adapter: FastifyAdapter, parts: HttpParts): void {
  const { headers, cors, errors, requests, spans, proxies } = parts;
  const server = adapter.getInstance<FastifyInstance>();
  // Runs before Nest's own hooks, which answer paths without a slash themselves.
  adapter.setOnRequestHook((request, reply, done) => {
    proxies.identify(request);
    spans.begin(request);
    headers.add(request, reply);
    requests.add(reply);
    if (!cors.answer(request, reply)) done();
  });
  server.addHook('onRequest', (request, _reply, done) => {
    acceptAnyType(request);
    dropDoubleCredentials(request);
    replaceForeign(request);
    done(requestError(request));
  });
  // An unknown expectation may be ignored (RFC 9110, section 10.1.1).
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  setBodyDeadlines(server, (reply) => errors.bodyTimeout(reply));
  // Fastify must not read bodies: the BodyGuard does, after all other guards.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
}

/** Fastify refuses a malformed media type before the guards run. Replaced, it is refused later like any other type. */
function acceptAnyType({ headers }: FastifyRequest): void {
  const type = headers['content-type'];
  if (type !== undefined && !MEDIA_TYPE.test(type)) headers['content-type'] = 'application/octet-stream';
}

/** Node uses the first of two Authorization headers, and a proxy may have checked the other: neither counts. */
function dropDoubleCredentials({ raw }: FastifyRequest): void {
  if (raw.headers.authorization === undefined) return;
  const names = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization');
  if (names.length > 1) delete raw.headers.authorization;
}

/** Some databases refuse a search for such characters, where others find nothing. */
function replaceForeign(request: FastifyRequest): void {
  const params = request.params as Record<string, string>;
  for (const [name, value] of Object.entries(params)) params[name] = value.replaceAll(FOREIGN, '?');
}

/** The error of a request that no endpoint may answer. */
function requestError({ raw, is404 }: FastifyRequest): ApiError | undefined {
  const problem = hostProblem(raw);
  if (problem !== undefined) return new ApiError('INVALID_REQUEST', problem);
  return is404 ? new ApiError('NOT_FOUND') : undefined;
}

/**
 * Follows each request to its end: the end of its answer, or of its connection. Fastify runs no hook, or one twice, for some
 * requests whose client disconnects.
 */
export class OpenRequests {
  private readonly listeners: ((reply: FastifyReply) => void)[] = [];
  /** The answers of each connection that have not ended, in the order of their requests. */
  private readonly open = new WeakMap<Socket, Set<FastifyReply>>();

  /** Calls this once for each request. */
  onEnd(listener: (reply: FastifyReply) => void): void {
    this.listeners.push(listener);
  }

  add(reply: FastifyReply): void {
    const replies = this.of(reply.request.raw.socket);
    replies.add(reply);
    reply.raw.once('close', () => this.end(replies, reply));
  }

  /** The answer to the request whose body arrives at a connection, if it has not begun. */
  arriving(socket: Socket): FastifyReply | undefined {
    const last = [...(this.open.get(socket) ?? [])].at(-1);
    return last && !last.request.raw.complete && !last.raw.headersSent ? last : undefined;
  }

  private of(socket: Socket): Set<FastifyReply> {
    const known = this.open.get(socket);
    if (known) return known;
    const replies = new Set<FastifyReply>();
    this.open.set(socket, replies);
    // The answer to a pipelined request that waits for an earlier one emits no event.
    socket.once('close', () => {
      for (const reply of replies) this.end(replies, reply);
    });
    return replies;
  }

  private end(replies: Set<FastifyReply>, reply: FastifyReply): void {
    if (replies.delete(reply)) for (const listener of this.listeners) listener(reply);
  }
}

/** How long a connection stays open after a timeout, so that the client can read the answer. */
const CLOSE_DELAY_MS = 1_000;

const LATE = new ApiError('INVALID_REQUEST', 'The request did not arrive in time.');
const NOT_HTTP = new ApiError('INVALID_REQUEST', 'The request is not valid HTTP.');

/** Answers requests that reach no endpoint, with the usual JSON body and headers. */
export class ProtocolErrors {
  constructor(
    private readonly headers: SecurityHeaders,
    private readonly requests: OpenRequests,
    private readonly logger: Logger,
  ) {}

  /** A path that cannot be decoded, such as `/%`, is NOT_FOUND. Fastify runs no hook for it. */
  invalidUrl(request: FastifyRequest, reply: FastifyReply): void {
    this.headers.add(request, reply);
    this.requests.add(reply);
    const problem = hostProblem(request.raw);
    const error = problem === undefined ? new ApiError('NOT_FOUND') : new ApiError('INVALID_REQUEST', problem);
    (request as { failure?: ErrorCode }).failure = error.code;
    void reply.code(statusOf(error.code)).send(toErrorBody(error));
  }

  /** Closes the connection of a client whose body does not arrive in time. */
  bodyTimeout(reply: FastifyReply): void {
    const { socket } = reply.request.raw;
    if (reply.raw.headersSent) socket.destroy();
    else this.refuseBody(reply, LATE);
    setTimeout(() => socket.destroy(), CLOSE_DELAY_MS).unref();
  }

  /** Bytes that are not HTTP, or headers that are too long. */
  invalidHttp({ code }: NodeJS.ErrnoException, socket: Socket): void {
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const error = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? LATE : NOT_HTTP;
    const reply = this.requests.arriving(socket);
    if (reply) {
      this.refuseBody(reply, error);
      return;
    }
    const id = requestId({ headers: {} });
    this.refuse(socket, error, id);
    const { context, end } = startSpan({ name: 'invalid request', kind: 'server' });
    end({ attributes: { 'http.response.status_code': 400, 'error.type': error.code } });
    const line = { request_id: id, ...traceFields(context), status: 400, code: error.code, reason: code ?? null };
    this.logger.info(line, 'request');
  }

  /** The request has its line in the log when the connection ends. */
  private refuseBody({ raw, request }: FastifyReply, error: ApiError): void {
    (request as { failure?: ErrorCode }).failure = error.code;
    raw.statusCode = statusOf(error.code);
    this.refuse(request.raw.socket, error, request.id);
  }

  private refuse(socket: Socket, error: ApiError, id: string): void {
    const body = JSON.stringify(toErrorBody(error));
    const head = [
      'HTTP/1.1 400 Bad Request',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      ...Object.entries(this.headers.answers).map(([name, value]) => `${name}: ${value}`),
      `x-request-id: ${id}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
}
