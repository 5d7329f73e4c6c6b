import type { ErrorCode } from '@app/errors';
import type { SpanContext } from '@app/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { v4 as uuidv4 } from 'uuid';
import { ON_TERMINAL, traceFields } from './logger.js';

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

/** Which of the causes of its code refused a request, if the code has several; the exception filter sets it. */
function reasonOf(request: FastifyRequest): string | undefined {
  return (request as FastifyRequest & { reason?: string }).reason;
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

/** What probes request every few seconds. */
const PROBES = new Set(['/health/live', '/health/ready', '/metrics']);
/** The same of other services, and preflights. */
const FREQUENT = new Set(['*', '/.well-known/revocations']);

/** An additional field on a terminal, where a developer looks for mistakes. */
function details({ raw }: FastifyRequest, route: string | null) {
  return { path: route === null ? plainPath(raw) : undefined };
}

function levelOf(status: number, route: string | null): 'error' | 'info' | 'debug' {
  if (status >= 500) return 'error';
  const quiet = PROBES.has(route ?? '') || (ON_TERMINAL && FREQUENT.has(route ?? ''));
  return quiet && status > 0 && status < 400 ? 'debug' : 'info';
}

/** The status of the answer; null without an answer, for which Fastify has 200. */
export function statusOf({ raw, request, statusCode }: FastifyReply): number | null {
  return raw.headersSent || failureOf(request) !== undefined ? statusCode : null;
}

/**
 * Writes one line for a request at its end. It has the route, not the path: of the client's text only the method and the id.
 * A terminal shows more, and no successful requests of programs that poll.
 */
export function logRequest(logger: Logger, reply: FastifyReply, span: SpanContext): void {
  const { raw, request } = reply;
  const route = request.routeOptions?.url ?? null;
  const code = failureOf(request) ?? null;
  const status = statusOf(reply);
  logger[levelOf(status ?? 0, route)](
    {
      request_id: request.id,
      ...traceFields(span),
      method: request.method,
      route,
      status,
      code,
      reason: raw.writableFinished || code !== null ? reasonOf(request) : 'incomplete',
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(ON_TERMINAL ? details(request, route) : {}),
    },
    'request',
  );
}
