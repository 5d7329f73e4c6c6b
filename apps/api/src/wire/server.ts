import type { Socket } from 'node:net';
import type { Env } from '@app/config';
import { ApiError, ERRORS, type ErrorCode, toEnvelope } from '@app/errors';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Logger } from 'pino';
import { logRequest, requestId } from './request-log.js';

type ServerOptions = NonNullable<ConstructorParameters<typeof FastifyAdapter>[0]>;

/** A request must have arrived whole within this time. */
const REQUEST_TIMEOUT_MS = 30_000;

const MAX_PARAMETER_LENGTH = 16_384;

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+\s*(?:;|$)/;

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  // What may be kept says so itself.
  'cache-control': 'no-store',
};

/** How the HTTP server is made: identifiers, proxies, time limits, and our envelope for what it rejects by itself. */
export function serverOptions(env: Env, logger: Logger): ServerOptions {
  return {
    logger: false,
    genReqId: requestId,
    requestIdHeader: false,
    trustProxy: trustOf(env.trustProxy),
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Checked by objection(): Node would answer without an envelope.
    http: { requireHostHeader: false },
    // An identifier that is too long names nothing, and it is the endpoint that says so.
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: (_error, request, reply) => rejectUrl(logger, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: (error, socket) => rejectBytes(logger, error, socket),
  } as ServerOptions;
}

/** Fastify itself trusts nobody when it is given a number of hops: hop 0 is the peer of the connection. */
function trustOf(trusted: Env['trustProxy']): FastifyServerOptions['trustProxy'] {
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted;
}

/** What every answer carries, and the line that every request leaves in the log. */
export function speakHttp(server: FastifyInstance, logger: Logger): void {
  server.addHook('onRequest', (request, reply, done) => {
    addHeaders(request, reply);
    acceptAnyType(request);
    done(objection(request));
  });
  server.addHook('onResponse', (request, reply, done) => {
    logRequest(logger, request, reply);
    done();
  });
  // An expectation that we do not know is none of ours (RFC 9110, section 10.1.1).
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  closeConnections(server);
  // Bodies are left alone until the guards have let the request in: see read-body.ts.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
}

/** Once the service is to stop, an answer is the last on its connection: a client that keeps it open holds nobody up. */
function closeConnections(server: FastifyInstance): void {
  let closing = false;
  server.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
}

function addHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id });
}

/** Fastify rejects a type that is none before the guards are asked: to us it is one more type that is not JSON. */
function acceptAnyType({ headers }: FastifyRequest): void {
  const type = headers['content-type'];
  if (type !== undefined && !MEDIA_TYPE.test(type)) headers['content-type'] = 'application/octet-stream';
}

/** What is wrong with a request whatever its endpoint: that it names no host (RFC 9112, section 3.2), or no endpoint. */
function objection({ raw, is404 }: FastifyRequest): ApiError | undefined {
  const hostless = raw.httpVersion === '1.1' && raw.headers.host === undefined;
  if (hostless) return new ApiError('INVALID_REQUEST', 'The request names no host.');
  return is404 ? new ApiError('NOT_FOUND') : undefined;
}

/** A path that cannot be decoded, such as `/%`, names nothing. */
function rejectUrl(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  addHeaders(request, reply);
  (request as { failure?: ErrorCode }).failure = 'NOT_FOUND';
  void reply.code(ERRORS.NOT_FOUND[0]).send(toEnvelope(new ApiError('NOT_FOUND')));
  logRequest(logger, request, reply);
}

/** Bytes that are not HTTP, or too many headers: there is no request yet that could be answered in the usual way. */
function rejectBytes(logger: Logger, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(toEnvelope(new ApiError('INVALID_REQUEST', 'The request is not valid HTTP.')));
  const id = requestId({ headers: {} });
  const head = [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `x-request-id: ${id}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  logger.info({ request_id: id, status: 400, code: 'INVALID_REQUEST', reason: error.code ?? null }, 'request');
}
