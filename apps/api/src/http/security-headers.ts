import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Env } from '@app/config';
import type { FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';

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
