import type { OpenRequests } from '../http/open-requests.js';
import { failureOf, statusOf } from '../http/request-log.js';
import type { Metrics } from './metrics.js';

/** Measures every request. Labels have the route, not the path: no text of a client becomes a label. */
export function recordRequestMetrics(open: OpenRequests, { requests }: Metrics): void {
  open.onEnd((reply) => {
    const { request } = reply;
    const route = request.routeOptions?.url ?? 'none';
    const labels = { method: request.method, route, status: statusOf(reply) ?? 'none', code: failureOf(request) ?? '' };
    requests.observe(labels, reply.elapsedTime / 1_000);
  });
}
