import type { ErrorCode } from '@app/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { v4 as uuidv4 } from 'uuid';

const HARMLESS_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** A client's own request id where it is short and harmless, a new one elsewhere. */
export function requestId({ headers }: Pick<FastifyRequest['raw'], 'headers'>): string {
  const own = headers['x-request-id'];
  return typeof own === 'string' && HARMLESS_ID.test(own) ? own : uuidv4();
}

/** What a request failed with, once the exception filter has seen it. */
export function failureOf(request: FastifyRequest): ErrorCode | undefined {
  return (request as FastifyRequest & { failure?: ErrorCode }).failure;
}

/**
 * Writes one line for a request that was answered. It names the route, not the path: nothing that a client sent
 * stands in it but the method and the id.
 */
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
