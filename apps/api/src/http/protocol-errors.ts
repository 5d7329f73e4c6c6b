import type { Socket } from 'node:net';
import { ApiError, ERRORS, type ErrorCode, toErrorBody } from '@app/errors';
import { startSpan } from '@app/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { hostProblem } from './host-header.js';
import { traceFields } from './logger.js';
import type { OpenRequests } from './open-requests.js';
import { requestId } from './request-log.js';
import type { SecurityHeaders } from './security-headers.js';

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
    void reply.code(ERRORS[error.code][0]).send(toErrorBody(error));
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
    raw.statusCode = ERRORS[error.code][0];
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
