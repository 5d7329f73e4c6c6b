import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The body of a request must have arrived whole within this time. */
const ARRIVAL_MS = 30_000;

/** Where a message keeps its deadline: a WeakMap of them would be walked through by each garbage collection. */
const DEADLINE = Symbol('deadline');

type Timed = FastifyRequest['raw'] & { [DEADLINE]?: NodeJS.Timeout };

/**
 * Gives the bodies of requests a deadline. Node has one of its own, `requestTimeout`, which no single request can be
 * excepted from: an import takes as long as it takes. The time for the headers is Node's.
 */
export function setDeadlines(server: FastifyInstance, cut: (reply: FastifyReply) => void): void {
  const start = ({ raw }: { raw: Timed }, reply: FastifyReply) => {
    clearTimeout(raw[DEADLINE]);
    raw[DEADLINE] = setTimeout(() => cut(reply), ARRIVAL_MS).unref();
  };
  server.addHook('onRequest', (request, reply, done) => {
    const stop = () => endDeadline(request);
    if (hasBody(request)) {
      start(request, reply);
      request.raw.once('end', stop).once('close', stop);
    }
    done();
  });
  // What is left of a body after its answer is read and dropped, and not forever either.
  server.addHook('onResponse', (request, reply, done) => {
    if (hasBody(request) && !request.raw.readableEnded && !request.raw.destroyed) start(request, reply);
    done();
  });
}

/** Excepts a request that has been let in, and whose body may be of any length, until it is answered. */
export function endDeadline({ raw }: { raw: Timed }): void {
  clearTimeout(raw[DEADLINE]);
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
