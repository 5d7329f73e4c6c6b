import { parse } from 'node:querystring';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProtocolErrors } from './protocol-errors.js';
import { requestId } from './request-log.js';

type ServerOptions = NonNullable<ConstructorParameters<typeof FastifyAdapter>[0]>;

/** The time within which the headers of a request must arrive; body/deadline.ts limits the time of its body. */
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
