import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics/metrics.js';
import { failureOf } from './request-log.js';

/** Measures every request. It is named by its route, not by its path: nothing that a client sends becomes a label. */
export function measure(server: FastifyInstance, { requests }: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions?.url ?? 'none';
    const labels = { method: request.method, route, status: reply.statusCode, code: failureOf(request) ?? '' };
    requests.observe(labels, reply.elapsedTime / 1_000);
    done();
  });
}
