import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Env } from '@app/config';
import { UnknownPages } from '@app/flows';
import type { FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
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

/** An optional host and an optional port (RFC 9110, section 7.2; RFC 3986, section 3.2). */
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.~%!$&'()*+,;=-]*)(?::\d*)?$/i;

/**
 * What is wrong with the `Host` header of a request; such a request gets 400 (RFC 9112, section 3.2). Two headers are
 * refused: Node uses the first one, and a proxy may have used the other.
 */
export function hostProblem({ httpVersion, rawHeaders, headers }: IncomingMessage): string | undefined {
  const count = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (count > 1) return 'The request names more than one host.';
  if (headers.host === undefined) return httpVersion === '1.1' ? 'The request names no host.' : undefined;
  return HOST.test(headers.host) ? undefined : 'The Host header is not valid.';
}

/** The headers that the service reads, with their meaning in Markdown, for docs/reference/headers-and-cookies.md. */
export const REQUEST_HEADERS: Readonly<Record<string, string>> = {
  Accept: 'Pages: a browser that asks for `text/html` gets a page where a program gets JSON.',
  'Accept-Encoding': 'Files of the console and of the sign-in pages: `br` and `gzip` are known.',
  'Accept-Language':
    'The language of emails that the request causes, and of pages, unless the body or the URL has a `locale`.',
  'Access-Control-Request-Headers': 'In a preflight: whether the page asks for a session in a cookie, for the log.',
  'Access-Control-Request-Method': 'Marks a CORS preflight of a page of `CORS_ORIGINS` or `COOKIE_ORIGINS`.',
  Authorization:
    '`Bearer` and an access token, an admin token, or where an endpoint says so an `mfa_token`; `Basic` with the id and the secret of a client. Two such headers count as none.',
  'Content-Encoding': 'Only `identity`: a compressed body is refused with `UNSUPPORTED_MEDIA_TYPE`.',
  'Content-Length': 'A body above 64 KiB is refused with `PAYLOAD_TOO_LARGE`, except of an import.',
  'Content-Type':
    '`application/json`, also with `charset=utf-8`. Imports and answers of providers have their own types.',
  Cookie: 'The cookie of the console, and with `X-Latchkey-Session` those of a session and of the device: see below.',
  'Firebase-Hash-Config': 'Import of a file of Firebase: the password hash parameters of the project, in one line.',
  Host: 'Must be one valid host. The service does not use it in links: these begin with `BASE_URL`.',
  'If-None-Match': 'The `ETag` of an earlier answer: an answer that has not changed has the status 304 and no body.',
  Origin:
    'CORS; for changes by the console, only the origin of `BASE_URL`; with `X-Latchkey-Session`, only one of `COOKIE_ORIGINS`.',
  'Sec-CH-UA': 'The brand of the browser, for emails that name it.',
  'Sec-Fetch-Site':
    'The cookie of the console counts only for `same-origin` and `none`, where a browser sends this header.',
  Traceparent: 'The trace of the request, if it comes from a proxy of `TRUST_PROXY`; otherwise a new one begins.',
  'Transfer-Encoding': 'Says, as `Content-Length` does, that the request has a body.',
  'User-Agent': 'The device in the list of sessions and in emails.',
  'X-Forwarded-For': 'The client address, if it comes from a proxy of `TRUST_PROXY`. Ignored otherwise.',
  'X-Latchkey-Console': 'Must be `1` for changes by the console: other pages cannot set it.',
  'X-Latchkey-Device':
    'At a sign-in: `new`, or the `device_token` of an earlier answer. Ignored with `X-Latchkey-Session`, where the device token is in a cookie.',
  'X-Latchkey-Session':
    '`cookie`: the refresh token of the session is in a cookie. Only for pages of `COOKIE_ORIGINS`. `pages`: it is in the cookie of the sign-in pages. Only at the origin of `BASE_URL`, with `HOSTED_PAGES=on`.',
  'X-Request-Id':
    'The id of the request in the log, if it has at most 64 of the characters `A-Z a-z 0-9 . _ -`; otherwise the service makes one.',
};

/** The headers that the service sets, besides those that any HTTP server sets. */
export const RESPONSE_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Credentials': 'Lets pages of `COOKIE_ORIGINS` send the cookie of a session to `/api/auth`.',
  'Access-Control-Allow-Headers': 'Answers to preflights of pages of `CORS_ORIGINS` or `COOKIE_ORIGINS`.',
  'Access-Control-Allow-Methods': 'Answers to preflights of pages of `CORS_ORIGINS` or `COOKIE_ORIGINS`.',
  'Access-Control-Allow-Origin':
    'The origin of the page, if it is one of `CORS_ORIGINS` or `COOKIE_ORIGINS`, or outside production of this machine. Never `*`.',
  'Access-Control-Expose-Headers': 'Lets these pages read `X-Request-Id` and `Retry-After`.',
  'Access-Control-Max-Age': 'How long a browser may keep the answer to a preflight.',
  'Cache-Control': '`no-store`, except for public keys, revocations and files of the console and of the sign-in pages.',
  Connection: '`close` while the service stops.',
  'Content-Encoding': 'Files of the console and of the sign-in pages.',
  'Content-Security-Policy':
    'A browser that shows an answer as a page loads and runs nothing. Pages of the service, `/docs`, `/console` and the sign-in pages have policies of their own.',
  'Content-Type':
    '`application/json; charset=utf-8`, and `text/html`, `text/plain` or NDJSON where an endpoint says so.',
  'Cross-Origin-Opener-Policy': 'Pages: no other page keeps a reference to their window.',
  'Cross-Origin-Resource-Policy': 'Answers may be read by the pages of `CORS_ORIGINS`, pages only by the service.',
  ETag: 'The version of public keys, revocations and files of the console and of the sign-in pages, for `If-None-Match`.',
  Location: 'The target of a redirect: of links in emails and of the return from a provider.',
  'Origin-Agent-Cluster': 'Pages of `/docs` and `/console`.',
  'Referrer-Policy': 'No other site learns the URL of a page, which can contain a token.',
  'Retry-After': 'After how many seconds the request may be repeated: with the statuses 429 and 503.',
  'Set-Cookie': 'The cookies of the console, of sessions and of devices: see below.',
  'Strict-Transport-Security': 'Only if `BASE_URL` begins with `https:`.',
  Vary: 'CORS, and files of the console and of the sign-in pages.',
  'WWW-Authenticate': 'How clients authenticate, with `invalid_client` of `/oauth2/token`.',
  'X-Content-Type-Options': 'A browser does not guess another type of content.',
  'X-DNS-Prefetch-Control': 'Pages of `/docs` and `/console`.',
  'X-Download-Options': 'Pages of `/docs` and `/console`.',
  'X-Frame-Options': 'No page shows an answer in a frame. The preview of an email is shown by the console.',
  'X-Permitted-Cross-Domain-Policies': 'Pages of `/docs` and `/console`.',
  'X-Request-Id': 'The id of the request, which the log has as `request_id`.',
  'X-XSS-Protection': 'Pages of `/docs` and `/console`.',
};

/** The headers of the messages that webhooks send (Standard Webhooks 1.0), and of the questions of `MIGRATION_URL`. */
export const MESSAGE_HEADERS: Readonly<Record<string, string>> = {
  'webhook-id': 'The id of the event, the same in every try.',
  'webhook-timestamp': 'The time of the try, in UNIX epoch seconds.',
  'webhook-signature':
    '`v1,` and the HMAC-SHA256 of id, time and body, in Base64; one for each secret, separated by blanks.',
  'webhook-replay': '`1` in a message that was sent before and is replayed.',
  'User-Agent': '`Latchkey/` and the version.',
};

type Headers = Record<string, string>;

/** Answers are data: a browser that shows one as a page must load and run nothing. */
const NOTHING = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };
/** The documentation page loads its own scripts, styles and images. */
const DOCUMENTATION = {
  defaultSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  frameAncestors: ["'none'"],
};
/** The console loads its own files, and calls the admin API. */
const CONSOLE = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  // Previews of emails, in a sandbox and with a policy of their own.
  frameSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};
/** The sign-in pages load their own files, and call the API. Only lit makes HTML of texts, and only of constant ones. */
const HOSTED = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['lit-html'],
};
/** Headers of helmet that matter only for pages, or for old browsers and plug-ins. */
const NOT_FOR_DATA = {
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  dnsPrefetchControl: false,
  ieNoOpen: false,
  permittedCrossDomainPolicies: false,
  xssFilter: false,
} as const;
const DOCUMENTATION_PATH = /^\/docs(?:[/?#]|$)/;
const HOSTED_PATH = /^\/(?:sign-in|reset-password|account|pages)(?:[/?#]|$)/;
const CONSOLE_PATH = /^\/console(?:[/?#]|$)/;

/** The security headers of every answer, computed once. */
export class SecurityHeaders {
  readonly answers: Headers;
  private readonly pages: Headers;
  private readonly console: Headers;
  private readonly hosted: Headers;

  constructor({ baseUrl }: Env) {
    const https = baseUrl.startsWith('https:');
    this.answers = headersWith(NOTHING, https, NOT_FOR_DATA);
    this.pages = headersWith(DOCUMENTATION, https, {});
    const own = { 'cross-origin-resource-policy': 'same-origin' };
    this.console = { ...headersWith(CONSOLE, https, {}), ...own };
    this.hosted = { ...headersWith(HOSTED, https, {}), ...own };
  }

  add(request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(this.headersOf(request.url)).header('x-request-id', request.id);
  }

  private headersOf(url: string): Headers {
    if (CONSOLE_PATH.test(url)) return this.console;
    if (HOSTED_PATH.test(url)) return this.hosted;
    return DOCUMENTATION_PATH.test(url) ? this.pages : this.answers;
  }
}

function headersWith(
  directives: Record<string, string[]>,
  https: boolean,
  less: Partial<typeof NOT_FOR_DATA>,
): Headers {
  const set = helmet({
    ...less,
    contentSecurityPolicy: { useDefaults: false, directives },
    frameguard: { action: 'deny' },
    // Pages of CORS_ORIGINS read the answers from another origin.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: https ? { includeSubDomains: false } : false,
  });
  // The headers do not depend on the request.
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  set(request, response, () => undefined);
  const headers = response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]);
  // An endpoint whose answer may be cached overrides this.
  return { ...Object.fromEntries(headers), 'cache-control': 'no-store' };
}
