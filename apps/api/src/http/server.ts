import type { Env } from '@app/config';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { readQuery } from './query.js';
import type { Rejections } from './rejections.js';
import { requestId } from './request-log.js';

type ServerOptions = NonNullable<ConstructorParameters<typeof FastifyAdapter>[0]>;

/** The headers of a request must have arrived within this time; for its body see deadline.ts. */
const HEADERS_TIMEOUT_MS = 30_000;
/** How often connections are looked at that may be too slow: Node's own half minute would let them live twice as long. */
const CHECK_INTERVAL_MS = 5_000;

const MAX_PARAMETER_LENGTH = 16_384;

/** How the HTTP server is made: identifiers, proxies, time limits, and our envelope for what it rejects by itself. */
export function serverOptions(env: Env, rejections: Rejections): ServerOptions {
  return {
    logger: false,
    genReqId: requestId,
    requestIdHeader: false,
    trustProxy: trustOf(env.trustProxy),
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // The host is checked with the request: Node would answer without an envelope.
    http: {
      requireHostHeader: false,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
    },
    // An identifier that is too long names nothing, and it is the endpoint that says so.
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH, querystringParser: readQuery },
    frameworkErrors: (_error, request, reply) => rejections.url(request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: (error, socket) => rejections.bytes(error, socket),
  } as ServerOptions;
}

/** Fastify itself trusts nobody when it is given a number of hops: hop 0 is the peer of the connection. */
function trustOf(trusted: Env['trustProxy']): FastifyServerOptions['trustProxy'] {
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted;
}
