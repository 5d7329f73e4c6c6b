import type { Env } from '@app/config';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { DEVICE_HEADER, SESSION_HEADER } from '../wire/cookies.js';

/** How long a browser may cache the answer to a preflight. */
const MAX_AGE_SECONDS = 600;
const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const HEADERS = ['authorization', 'content-type', 'x-request-id', DEVICE_HEADER].join(', ');
/** The paths with sessions in a cookie. Credentials are allowed nowhere else: the console has a cookie, too. */
const COOKIE_PATH = /^\/api\/auth\//;
/** Of the text of a client, only what looks like an origin goes to the log. */
const PLAIN_ORIGIN = /^(?:null|[a-z][a-z0-9+.-]{0,30}:\/\/[\w.:[\]-]{1,100})$/;
/** Anyone can send any origin: in this time each is logged once, and no more than so many. */
const QUIET_MS = 600_000;
const MOST_WARNINGS = 10;

/**
 * CORS (Fetch standard, section 3.3): web pages of `CORS_ORIGINS` and `COOKIE_ORIGINS` may call the service, and no others.
 * Those of `COOKIE_ORIGINS` may send and receive the cookie of a session. Outside production, all pages of this machine may do both.
 *
 * Most requests have no `Origin`. They cost one header here.
 */
export class Cors {
  private readonly warned = new Set<string>();
  private quietUntil = 0;

  constructor(
    private readonly env: Env,
    private readonly logger: Logger,
  ) {}

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
      if (isPreflight || method === 'GET') this.warn(origin, 'COOKIE_ORIGINS, or to CORS_ORIGINS');
      return false;
    }
    if (isPreflight && !withCookie && headers['access-control-request-headers']?.includes(SESSION_HEADER))
      this.warn(origin, 'COOKIE_ORIGINS, since the page asks for a session in a cookie');
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

  /** What to change, since the browser says only that it reached no service. */
  private warn(origin: string, setting: string): void {
    const now = Date.now();
    if (now >= this.quietUntil) {
      this.warned.clear();
      this.quietUntil = now + QUIET_MS;
    }
    if (this.warned.size >= MOST_WARNINGS || this.warned.has(origin) || !PLAIN_ORIGIN.test(origin)) return;
    this.warned.add(origin);
    this.logger.warn(
      { origin },
      `Browsers let no page of ${origin} call the service. If it is yours, add it to ${setting}`,
    );
  }
}
