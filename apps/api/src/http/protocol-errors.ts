import type { Socket } from 'node:net';
import { ApiError, ERRORS, type ErrorCode, toErrorBody } from '@app/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { hostProblem } from './host-header.js';
import { logRequest, requestId } from './request-log.js';
import type { SecurityHeaders } from './security-headers.js';

/** How long a connection stays open after a timeout, so that the client can read the answer. */
const CLOSE_DELAY_MS = 1_000;

/** Answers requests that reach no endpoint, with the usual JSON body and headers. */
export class ProtocolErrors {
  constructor(
    private readonly headers: SecurityHeaders,
    private readonly logger: Logger,
  ) {}

  /** A path that cannot be decoded, such as `/%`, is NOT_FOUND. Fastify runs no hook for it. */
  invalidUrl(request: FastifyRequest, reply: FastifyReply): void {
    this.headers.add(request, reply);
    const problem = hostProblem(request.raw);
    const error = problem === undefined ? new ApiError('NOT_FOUND') : new ApiError('INVALID_REQUEST', problem);
    (request as { failure?: ErrorCode }).failure = error.code;
    void reply.code(ERRORS[error.code][0]).send(toErrorBody(error));
    logRequest(this.logger, request, reply);
  }

  /** Closes the connection of a client whose body does not arrive in time. */
  bodyTimeout({ raw, request }: FastifyReply): void {
    const { socket } = request.raw;
    if (raw.headersSent) socket.destroy();
    else this.invalidHttp(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    setTimeout(() => socket.destroy(), CLOSE_DELAY_MS).unref();
  }

  /** Bytes that are not HTTP, or headers that are too long. There is no request object yet, so the socket is written to. */
  invalidHttp(error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const why = late ? 'The request did not arrive in time.' : 'The request is not valid HTTP.';
    const body = JSON.stringify(toErrorBody(new ApiError('INVALID_REQUEST', why)));
    const id = requestId({ headers: {} });
    const head = [
      'HTTP/1.1 400 Bad Request',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      ...Object.entries(this.headers.answers).map(([name, value]) => `${name}: ${value}`),
      `x-request-id: ${id}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    this.logger.info({ request_id: id, status: 400, code: 'INVALID_REQUEST', reason: error.code ?? null }, 'request');
  }
}
