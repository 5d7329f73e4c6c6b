import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Env } from '@app/config';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { hostProblem } from '../http/host-header.js';
import { requestId } from '../http/request-log.js';
import { SecurityHeaders } from '../http/security-headers.js';
import { Metrics } from './metrics.js';

/** Serves the metrics without authentication on a separate port, which only a private network should reach. */
@Injectable()
export class MetricsPort implements OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly env: Env,
    private readonly metrics: Metrics,
  ) {}

  /** Does nothing if `METRICS_PORT` is not set. */
  async listen(): Promise<void> {
    if (this.env.metricsPort === undefined) return;
    const { answers } = new SecurityHeaders(this.env);
    this.server = createServer(async (request, response) => {
      const valid = hostProblem(request) === undefined;
      const found = valid && request.method === 'GET' && request.url === '/metrics';
      response.writeHead(found ? 200 : valid ? 404 : 400, {
        ...answers,
        'x-request-id': requestId(request),
        'content-type': found ? this.metrics.contentType : 'text/plain',
      });
      response.end(found ? await this.metrics.read() : undefined);
    });
    await once(this.server.listen(this.env.metricsPort, this.env.host), 'listening');
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}
