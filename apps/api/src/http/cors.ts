import type { Env } from '@app/config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

type CorsOptions = NonNullable<Parameters<NestFastifyApplication['enableCors']>[0]>;

/** How long a browser may cache the answer to a preflight. */
const MAX_AGE_SECONDS = 600;

/**
 * Web pages of `CORS_ORIGINS` may call the service, and no others. Tokens are sent in headers and there are no cookies, so
 * credentials are not allowed.
 */
export function corsOptions({ corsOrigins }: Env): CorsOptions {
  if (corsOrigins.length === 0) return { origin: false };
  const options: CorsOptions = {
    origin: corsOrigins,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'x-request-id'],
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: MAX_AGE_SECONDS,
    strictPreflight: false,
  };
  return { delegator: (request, done) => done(null, { ...options, preflight: isPreflight(request) }) };
}

/** Whether the request is a CORS preflight (Fetch standard). Any other OPTIONS request has a wrong method. */
function isPreflight({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}
