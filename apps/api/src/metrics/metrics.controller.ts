import { Controller, Get, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AdminGuard, Scopes } from '../access/admin.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { Metrics } from './metrics.js';

@ApiTags('Health')
@Controller('metrics')
@UseGuards(AdminGuard)
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Scopes('read')
  @Endpoint({
    id: 'getMetrics',
    admin: true,
    text: { type: 'text/plain', description: 'Lines of text.' },
    noEvents: true,
  })
  async read(@Res() reply: FastifyReply): Promise<void> {
    await reply.type(this.metrics.contentType).send(await this.metrics.read());
  }
}
