import { parseTraceparent, type RecordedSpan, type SpanContext, startSpan } from '@app/tracing';
import type { FastifyRequest } from 'fastify';

/** The methods that OpenTelemetry names; all others are one, since a client could invent any number. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

const SPAN = Symbol('span');

type TracedRequest = Pick<FastifyRequest, 'raw'> & { [SPAN]?: RecordedSpan };

/** The spans of requests. They have the route and the status: no path, no query, no address, no user. */
export class RequestSpans {
  /** @param isProxy whether a peer is a proxy of `TRUST_PROXY` */
  constructor(private readonly isProxy: (peer: string) => boolean) {}

  /** Begins the span of a request: in the trace of a proxy of `TRUST_PROXY`, otherwise in a new one. */
  begin(request: TracedRequest): RecordedSpan {
    const { method, headers, socket } = request.raw;
    const { traceparent } = headers;
    const trusted = typeof traceparent === 'string' && this.isProxy(socket.remoteAddress ?? '');
    const parent = trusted ? parseTraceparent(traceparent) : undefined;
    const span = startSpan({ name: method ?? '', kind: 'server', parent });
    request[SPAN] = span;
    return span;
  }

  /** The span of a request. Fastify runs no hook for a path that cannot be decoded, so it may begin here. */
  of(request: TracedRequest): SpanContext {
    return (request[SPAN] ?? this.begin(request)).context;
  }

  /** Ends the span with what is known of the answer. */
  end(request: FastifyRequest, { status, code }: { status: number | null; code: string | undefined }): void {
    const route = request.routeOptions?.url;
    const method = METHODS.has(request.method) ? request.method : '_OTHER';
    (request as TracedRequest)[SPAN]?.end({
      name: route === undefined ? method : `${method} ${route}`,
      attributes: {
        'http.request.method': method,
        ...(route !== undefined && { 'http.route': route }),
        ...(status !== null && { 'http.response.status_code': status }),
        ...(code !== undefined && { 'error.type': code }),
      },
      failed: status === null || status >= 500,
    });
  }
}

/** The span of a request, if it has begun. */
export function spanOf(request: FastifyRequest): SpanContext | undefined {
  return (request as TracedRequest)[SPAN]?.context;
}
