import { Database, SchemaError } from '@app/database';
import { ApiError } from '@app/errors';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { Draining } from './draining.js';
import { Health } from './health.dto.js';

@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly draining: Draining,
  ) {}

  @Get('live')
  @Endpoint({ id: 'checkLiveness', answers: Health, noEvents: true, independent: true })
  @Access('public')
  live(): Health {
    return { status: 'live' };
  }

  @Get('ready')
  @Endpoint({ id: 'checkReadiness', answers: Health, noEvents: true })
  @Access('public')
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
