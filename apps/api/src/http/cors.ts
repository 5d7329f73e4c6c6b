import type { Env } from '@app/config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

type CorsOptions = NonNullable<Parameters<NestFastifyApplication['enableCors']>[0]>;

/** How long a browser may keep what it was told about an endpoint. */
const MAX_AGE_SECONDS = 600;

/**
 * Which web pages may call the service: those of `CORS_ORIGINS`, and no other. Tokens travel in headers, and cookies not
 * at all, so no credentials are asked for.
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

/** Whether a browser asks what a page may do (a "CORS-preflight request" of the Fetch standard). To us any other OPTIONS is a wrong method. */
function isPreflight({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}
