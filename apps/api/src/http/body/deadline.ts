import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The time within which the whole body of a request must arrive. */
const ARRIVAL_MS = 30_000;

/** The property of a message that holds its timer. A WeakMap would slow down each garbage collection. */
const DEADLINE = Symbol('deadline');

type Timed = FastifyRequest['raw'] & { [DEADLINE]?: NodeJS.Timeout };

/**
 * Sets a deadline for the bodies of requests. Node's `requestTimeout` has no exception for single requests, and an
 * import may take any time. Node limits the time of the headers.
 */
export function setBodyDeadlines(server: FastifyInstance, onTimeout: (reply: FastifyReply) => void): void {
  const start = ({ raw }: { raw: Timed }, reply: FastifyReply) => {
    clearTimeout(raw[DEADLINE]);
    raw[DEADLINE] = setTimeout(() => onTimeout(reply), ARRIVAL_MS).unref();
  };
  server.addHook('onRequest', (request, reply, done) => {
    const stop = () => clearBodyDeadline(request);
    if (hasBody(request)) {
      start(request, reply);
      request.raw.once('end', stop).once('close', stop);
    }
    done();
  });
  // The rest of a body is read and dropped after its answer; this has a limit, too.
  server.addHook('onResponse', (request, reply, done) => {
    if (hasBody(request) && !request.raw.readableEnded && !request.raw.destroyed) start(request, reply);
    done();
  });
}

/** Removes the deadline of a request that passed the guards and may have a body of any length. */
export function clearBodyDeadline({ raw }: { raw: Timed }): void {
  clearTimeout(raw[DEADLINE]);
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
