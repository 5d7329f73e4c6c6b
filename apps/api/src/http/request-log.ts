import type { ErrorCode } from '@app/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { v4 as uuidv4 } from 'uuid';

const SAFE_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The request id of the client if it is short and has only safe characters, otherwise a new one. */
export function requestId({ headers }: Pick<FastifyRequest['raw'], 'headers'>): string {
  const own = headers['x-request-id'];
  return typeof own === 'string' && SAFE_ID.test(own) ? own : uuidv4();
}

/** The error code of a request, which the exception filter sets. */
export function failureOf(request: FastifyRequest): ErrorCode | undefined {
  return (request as FastifyRequest & { failure?: ErrorCode }).failure;
}

/** Writes one line for an answered request. It has the route, not the path: of the client's text only the method and the id. */
export function logRequest(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  logger[reply.statusCode >= 500 ? 'error' : 'info'](
    {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions?.url ?? null,
      status: reply.statusCode,
      code: failureOf(request) ?? null,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
    },
    'request',
  );
}
