import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** Whether the service has begun to stop: it is not ready any more, and still answers all requests. */
@Injectable()
export class Draining {
  private stopping = false;

  get begun(): boolean {
    return this.stopping;
  }

  begin(): void {
    this.stopping = true;
  }

  /**
   * Closes each connection with its next answer, so that no connection is idle when the port closes: a client could send a
   * request at the moment in which the service closes an idle connection.
   */
  closeConnections(server: FastifyInstance): void {
    server.addHook('onSend', (_request, reply, payload, done) => {
      if (this.stopping) reply.header('connection', 'close');
      done(null, payload);
    });
  }
}
