import type { Env } from '@app/config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

type CorsOptions = NonNullable<Parameters<NestFastifyApplication['enableCors']>[0]>;

/** How long a browser may keep what it was told about an endpoint. */
const MAX_AGE_SECONDS = 600;

/**
 * Which web pages may call the service: those of `CORS_ORIGINS`, and no other. Tokens travel in headers, and cookies not
 * at all, so no credentials are asked for.
 */
export function corsOptions({ corsOrigins }: Env): CorsOptions {
  return {
    origin: corsOrigins.length > 0 ? corsOrigins : false,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'x-request-id'],
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: MAX_AGE_SECONDS,
    strictPreflight: false,
  };
}
