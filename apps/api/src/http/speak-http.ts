import { ApiError } from '@app/errors';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { setDeadlines } from '../stream/deadline.js';
import { hostProblem } from './host-header.js';
import type { Rejections } from './rejections.js';
import { logRequest } from './request-log.js';
import type { SecurityHeaders } from './security-headers.js';

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+\s*(?:;|$)/;

/** What every answer carries, and the line that every request leaves in the log. */
export function speakHttp(
  adapter: FastifyAdapter,
  headers: SecurityHeaders,
  rejections: Rejections,
  logger: Logger,
): void {
  const server = adapter.getInstance<FastifyInstance>();
  // Runs before Nest's own hooks, which answer some requests themselves: the questions of browsers, and paths without a slash.
  adapter.setOnRequestHook((request, reply, done) => {
    headers.add(request, reply);
    done();
  });
  server.addHook('onRequest', (request, reply, done) => {
    acceptAnyType(request);
    dropDoubtfulCredentials(request);
    // An answer that a client does not wait for is none to Fastify, and would leave no line.
    reply.raw.once('close', () => reply.raw.writableFinished || logRequest(logger, request, reply));
    done(objection(request));
  });
  server.addHook('onResponse', (request, reply, done) => {
    logRequest(logger, request, reply);
    done();
  });
  // An expectation that we do not know is none of ours (RFC 9110, section 10.1.1).
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  closeConnections(server);
  setDeadlines(server, (reply) => rejections.slowBody(reply));
  // Bodies are left alone until the guards have let the request in: see read-body.ts.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
}

/** Once the service is to stop, an answer is the last on its connection: a client that keeps it open holds nobody up. */
function closeConnections(server: FastifyInstance): void {
  let closing = false;
  server.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Fastify rejects a type that is none before the guards are asked: to us it is one more type that is not JSON. */
function acceptAnyType({ headers }: FastifyRequest): void {
  const type = headers['content-type'];
  if (type !== undefined && !MEDIA_TYPE.test(type)) headers['content-type'] = 'application/octet-stream';
}

/** Node takes the first of two Authorization headers. A proxy may have looked at the other: such a request has shown none. */
function dropDoubtfulCredentials({ raw }: FastifyRequest): void {
  if (raw.headers.authorization === undefined) return;
  const names = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization');
  if (names.length > 1) delete raw.headers.authorization;
}

/** What is wrong with a request whatever its endpoint. */
function objection({ raw, is404 }: FastifyRequest): ApiError | undefined {
  const problem = hostProblem(raw);
  if (problem !== undefined) return new ApiError('INVALID_REQUEST', problem);
  return is404 ? new ApiError('NOT_FOUND') : undefined;
}
