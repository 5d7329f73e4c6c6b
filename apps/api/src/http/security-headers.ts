import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Env } from '@app/config';
import type { FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';

type Headers = Record<string, string>;

/** An answer of ours is data: whoever takes it for a page gets to load and to run nothing. */
const NOTHING = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };
/** The page that shows the documentation comes with its scripts and its pictures. */
const DOCUMENTATION = {
  defaultSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  frameAncestors: ["'none'"],
};
/** What helmet says of windows that a page opens, of links on it, and to browsers and plug-ins of long ago. */
const NOT_FOR_DATA = {
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  dnsPrefetchControl: false,
  ieNoOpen: false,
  permittedCrossDomainPolicies: false,
  xssFilter: false,
} as const;
const DOCUMENTATION_PATH = /^\/docs(?:[/?#]|$)/;

/** The headers that every answer carries, worked out once. */
export class SecurityHeaders {
  readonly answers: Headers;
  private readonly pages: Headers;

  constructor({ baseUrl }: Env) {
    const https = baseUrl.startsWith('https:');
    this.answers = headersWith(NOTHING, https, NOT_FOR_DATA);
    this.pages = headersWith(DOCUMENTATION, https, {});
  }

  add(request: FastifyRequest, reply: FastifyReply): void {
    const headers = DOCUMENTATION_PATH.test(request.url) ? this.pages : this.answers;
    reply.headers(headers).header('x-request-id', request.id);
  }
}

function headersWith(
  directives: Record<string, string[]>,
  https: boolean,
  less: Partial<typeof NOT_FOR_DATA>,
): Headers {
  const headers: Headers = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  const set = helmet({
    ...less,
    contentSecurityPolicy: { useDefaults: false, directives },
    frameguard: { action: 'deny' },
    // Pages of CORS_ORIGINS read our answers, from another origin than ours.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: https ? { includeSubDomains: false } : false,
  });
  // What it sets does not depend on the request.
  set({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  // What may be kept says so itself.
  return { ...headers, 'cache-control': 'no-store' };
}
