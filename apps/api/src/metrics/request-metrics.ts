import type { FastifyInstance } from 'fastify';
import { failureOf } from '../http/request-log.js';
import type { Metrics } from './metrics.js';

/** Measures every request. Labels have the route, not the path: no text of a client becomes a label. */
export function recordRequestMetrics(server: FastifyInstance, { requests }: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions?.url ?? 'none';
    const labels = { method: request.method, route, status: reply.statusCode, code: failureOf(request) ?? '' };
    requests.observe(labels, reply.elapsedTime / 1_000);
    done();
  });
}
