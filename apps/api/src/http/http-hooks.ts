import { ApiError } from '@app/errors';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestSpans } from '../tracing/request-spans.js';
import type { Proxies } from '../wire/proxies.js';
import { setBodyDeadlines } from './body/deadline.js';
import type { Cors } from './cors.js';
import { hostProblem } from './host-header.js';
import type { OpenRequests } from './open-requests.js';
import type { ProtocolErrors } from './protocol-errors.js';
import type { SecurityHeaders } from './security-headers.js';

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+\s*(?:;|$)/;

interface HttpParts {
  headers: SecurityHeaders;
  cors: Cors;
  errors: ProtocolErrors;
  requests: OpenRequests;
  spans: RequestSpans;
  proxies: Proxies;
}

/** Adds the hooks that apply to every request: headers, checks and timeouts. */
export function addHttpHooks(adapter: FastifyAdapter, parts: HttpParts): void {
  const { headers, cors, errors, requests, spans, proxies } = parts;
  const server = adapter.getInstance<FastifyInstance>();
  // Runs before Nest's own hooks, which answer paths without a slash themselves.
  adapter.setOnRequestHook((request, reply, done) => {
    proxies.identify(request);
    spans.begin(request);
    headers.add(request, reply);
    requests.add(reply);
    if (!cors.answer(request, reply)) done();
  });
  server.addHook('onRequest', (request, _reply, done) => {
    acceptAnyType(request);
    dropDoubleCredentials(request);
    done(requestError(request));
  });
  // An unknown expectation may be ignored (RFC 9110, section 10.1.1).
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  setBodyDeadlines(server, (reply) => errors.bodyTimeout(reply));
  // Fastify must not read bodies: the BodyGuard does, after all other guards.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
}

/** Fastify refuses a malformed media type before the guards run. Replaced, it is refused later like any other type. */
function acceptAnyType({ headers }: FastifyRequest): void {
  const type = headers['content-type'];
  if (type !== undefined && !MEDIA_TYPE.test(type)) headers['content-type'] = 'application/octet-stream';
}

/** Node uses the first of two Authorization headers, and a proxy may have checked the other: neither counts. */
function dropDoubleCredentials({ raw }: FastifyRequest): void {
  if (raw.headers.authorization === undefined) return;
  const names = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization');
  if (names.length > 1) delete raw.headers.authorization;
}

/** The error of a request that no endpoint may answer. */
function requestError({ raw, is404 }: FastifyRequest): ApiError | undefined {
  const problem = hostProblem(raw);
  if (problem !== undefined) return new ApiError('INVALID_REQUEST', problem);
  return is404 ? new ApiError('NOT_FOUND') : undefined;
}
