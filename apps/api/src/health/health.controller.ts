import { Database, SchemaError } from '@app/database';
import { ApiError } from '@app/errors';
import { Controller, Injectable } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { Answer, t } from '../wire/answers.dto.js';

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

export class Health extends Answer({
  status: t.oneOf(['live', 'ready']),
}) {}

@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly draining: Draining,
  ) {}

  @Endpoint('GET live', Access('public'), {
    id: 'checkLiveness',
    summary: 'Whether the process answers',
    description: 'Does not use the database. For the liveness probe of an orchestrator.',
    answers: Health,
    noEvents: true,
    independent: true,
  })
  live(): Health {
    return { status: 'live' };
  }

  @Endpoint('GET ready', Access('public'), {
    id: 'checkReadiness',
    summary: 'Whether the database is reachable and migrated, and the signing keys are loaded',
    description: 'Fails during the shutdown. For load balancers and readiness probes.',
    answers: Health,
    noEvents: true,
  })
  async ready(): Promise<Health> {
    if (this.draining.begun) throw new ApiError('UNAVAILABLE', 'The service is stopping.');
    try {
      await this.database.check();
    } catch (cause) {
      if (cause instanceof ApiError) throw cause;
      const message = cause instanceof SchemaError ? cause.message : 'The database is out of reach.';
      throw new ApiError('UNAVAILABLE', message, { cause });
    }
    await this.requireWrites();
    return { status: 'ready' };
  }

  /** Sign-ins, refreshes and changes write; reads go on without. @throws {ApiError} UNAVAILABLE */
  private async requireWrites(): Promise<void> {
    const refusal = await this.database.whyReadOnly();
    if (refusal === undefined) return;
    const reason = `the database refuses to write: ${refusal}`;
    throw new ApiError('UNAVAILABLE', `The service only reads, because ${reason}.`, { reason });
  }
}
