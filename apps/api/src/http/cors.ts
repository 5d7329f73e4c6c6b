import type { Env } from '@app/config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { DEVICE_HEADER, SESSION_HEADER } from '../wire/cookies.js';

type CorsOptions = Exclude<
  NonNullable<Parameters<NestFastifyApplication['enableCors']>[0]>,
  (...args: never) => unknown
>;

/** How long a browser may cache the answer to a preflight. */
const MAX_AGE_SECONDS = 600;
const HEADERS = ['authorization', 'content-type', 'x-request-id', DEVICE_HEADER];
/** The paths with sessions in a cookie. Credentials are allowed nowhere else: the console has a cookie, too. */
const COOKIE_PATH = /^\/api\/auth\//;

/**
 * Web pages of `CORS_ORIGINS` and `COOKIE_ORIGINS` may call the service, and no others. Those of `COOKIE_ORIGINS` may send and
 * receive the cookie of a session.
 */
export function corsOptions({ corsOrigins, cookieOrigins }: Env): CorsOptions {
  const options: CorsOptions = {
    origin: [...corsOrigins, ...cookieOrigins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: MAX_AGE_SECONDS,
    strictPreflight: false,
  };
  const optionsFor = (request: FastifyRequest): CorsOptions => {
    const { origin = '' } = request.headers;
    const isCookieOrigin = cookieOrigins.includes(origin);
    if (corsOrigins.length === 0 && !isCookieOrigin) return { origin: false };
    const credentials = isCookieOrigin && COOKIE_PATH.test(request.url);
    const allowedHeaders = credentials ? [...HEADERS, SESSION_HEADER] : HEADERS;
    return { ...options, credentials, allowedHeaders, preflight: isPreflight(request) };
  };
  return { delegator: (request, done) => done(null, optionsFor(request)) };
}

/** Whether a request is a CORS preflight (Fetch standard). Any other OPTIONS request has a wrong method. */
function isPreflight({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}
