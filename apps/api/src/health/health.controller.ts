import { Database, IncompleteSchema } from '@app/database';
import { ApiError } from '@app/errors';
import { Controller, Get, type OnModuleDestroy } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { Health } from './health.dto.js';

@ApiTags('Health')
@Controller('health')
export class HealthController implements OnModuleDestroy {
  private stopping = false;

  constructor(private readonly database: Database) {}

  /** Runs first at the shutdown: `/health/ready` fails, so that load balancers send requests to other replicas. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  @Get('live')
  @Endpoint({
    id: 'checkLiveness',
    answers: Health,
    noEvents: true,
    independent: true,
  })
  live(): Health {
    return { status: 'live' };
  }

  @Get('ready')
  @Endpoint({
    id: 'checkReadiness',
    answers: Health,
    noEvents: true,
  })
  async ready(): Promise<Health> {
    if (this.stopping) throw new ApiError('UNAVAILABLE', 'The service is stopping.');
    try {
      await this.database.check();
    } catch (cause) {
      const message = cause instanceof IncompleteSchema ? cause.message : 'The database is out of reach.';
      throw new ApiError('UNAVAILABLE', message, { cause });
    }
    return { status: 'ready' };
  }
}
