import type { ErrorCode } from '@app/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { v4 as uuidv4 } from 'uuid';
import { ON_TERMINAL } from './logger.js';

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

/** A part of a path that is no token and no address. */
const PLAIN_PART = /^[\w.~-]{0,24}$/;

/** The path of a request for a person who looks for a mistake: without the query and without parts that may be secret. */
function plainPath({ url = '' }: FastifyRequest['raw']): string {
  const [path = ''] = url.split(/[?#]/);
  return path
    .split('/')
    .map((part) => (PLAIN_PART.test(part) ? part : '…'))
    .join('/');
}

/**
 * Writes one line for an answered request. It has the route, not the path: of the client's text only the method and the id.
 * On a terminal it also has the path of a request without a route.
 */
export function logRequest(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions?.url ?? null;
  logger[reply.statusCode >= 500 ? 'error' : 'info'](
    {
      request_id: request.id,
      method: request.method,
      route,
      path: route === null && ON_TERMINAL ? plainPath(request.raw) : undefined,
      status: reply.statusCode,
      code: failureOf(request) ?? null,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
    },
    'request',
  );
}
