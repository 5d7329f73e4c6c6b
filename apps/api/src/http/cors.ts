import type { Env } from '@app/config';
import { UnknownPages } from '@app/flows';
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
 * Those of `COOKIE_ORIGINS` may send and receive the cookie of a session. Outside production, all pages of this machine may do both.
 *
 * Most requests have no `Origin`. They cost one header here.
 */
export class Cors {
  private readonly unknown: UnknownPages;

  constructor(private readonly env: Env) {
    this.unknown = new UnknownPages(env);
  }

  /** Adds the headers. Returns whether the request is a preflight that this has answered. */
  answer({ headers, method, url }: FastifyRequest, reply: FastifyReply): boolean {
    reply.header('vary', 'Origin');
    const { origin } = headers;
    if (origin === undefined) return false;
    // Any other OPTIONS request has a wrong method.
    const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
    const withCookie = this.env.mayUseCookies(origin);
    if (!withCookie && !this.env.mayCall(origin)) {
      // Browsers add the origin to a GET request only for a script of another origin. Forms of any page send it with POST.
      if (isPreflight || method === 'GET') this.warn(origin, 'call');
      return false;
    }
    if (isPreflight && !withCookie && headers['access-control-request-headers']?.includes(SESSION_HEADER))
      this.warn(origin, 'cookie');
    const credentials = withCookie && COOKIE_PATH.test(url);
    reply.header('access-control-allow-origin', origin);
    if (credentials) reply.header('access-control-allow-credentials', 'true');
    reply.header('access-control-expose-headers', 'x-request-id, retry-after');
    if (!isPreflight) return false;
    reply.header('access-control-allow-methods', METHODS);
    reply.header('access-control-allow-headers', credentials ? `${HEADERS}, ${SESSION_HEADER}` : HEADERS);
    reply.header('access-control-max-age', String(MAX_AGE_SECONDS)).code(204).send();
    return true;
  }

  /** The browser says only that it reached no service. */
  private warn(origin: string, need: 'call' | 'cookie'): void {
    const refused = need === 'call' ? 'call the service' : 'have its session in a cookie';
    this.unknown.warn(origin, need, `Browsers let no page of ${origin} ${refused}`);
  }
}
