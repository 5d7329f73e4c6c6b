import type { ErrorCode } from '@app/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics/metrics.js';

/** Measures every request. It is named by its route, not by its path: nothing that a client sends becomes a label. */
export function measure(server: FastifyInstance, { requests }: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { failure } = request as FastifyRequest & { failure?: ErrorCode };
    const route = request.routeOptions?.url ?? 'none';
    const labels = { method: request.method, route, status: reply.statusCode, code: failure ?? '' };
    requests.observe(labels, reply.elapsedTime / 1_000);
    done();
  });
}
