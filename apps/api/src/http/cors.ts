import type { Env } from '@app/config';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_HEADER, SESSION_HEADER } from '../wire/cookies.js';

/** How long a browser may cache the answer to a preflight. */
const MAX_AGE_SECONDS = 600;
const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const HEADERS = ['authorization', 'content-type', 'x-request-id', DEVICE_HEADER].join(', ');
/** The paths with sessions in a cookie. Credentials are allowed nowhere else: the console has a cookie, too. */
const COOKIE_PATH = /^\/api\/auth\//;

/**
 * CORS (Fetch standard, section 3.3): web pages of `CORS_ORIGINS` and `COOKIE_ORIGINS` may call the service, and no others.
 * Those of `COOKIE_ORIGINS` may send and receive the cookie of a session.
 *
 * Most requests have no `Origin`. They cost one header here.
 */
export class Cors {
  private readonly origins: ReadonlySet<string>;
  private readonly cookieOrigins: ReadonlySet<string>;

  constructor({ corsOrigins, cookieOrigins }: Env) {
    this.cookieOrigins = new Set(cookieOrigins);
    this.origins = new Set([...corsOrigins, ...cookieOrigins]);
  }

  /** Adds the headers. Returns whether the request is a preflight that this has answered. */
  answer({ headers, method, url }: FastifyRequest, reply: FastifyReply): boolean {
    reply.header('vary', 'Origin');
    const { origin } = headers;
    if (origin === undefined || !this.origins.has(origin)) return false;
    const credentials = this.cookieOrigins.has(origin) && COOKIE_PATH.test(url);
    reply.header('access-control-allow-origin', origin);
    if (credentials) reply.header('access-control-allow-credentials', 'true');
    reply.header('access-control-expose-headers', 'x-request-id, retry-after');
    // Any other OPTIONS request has a wrong method.
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
    reply.header('access-control-allow-methods', METHODS);
    reply.header('access-control-allow-headers', credentials ? `${HEADERS}, ${SESSION_HEADER}` : HEADERS);
    reply.header('access-control-max-age', String(MAX_AGE_SECONDS)).code(204).send();
    return true;
  }
}
