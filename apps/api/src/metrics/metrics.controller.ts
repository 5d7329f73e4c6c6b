import { AdminGuard, Scopes } from '@app/admin';
import { Controller, Get, Res, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Endpoint } from '../wire/endpoint.js';
import { Metrics } from './metrics.js';

@ApiTags('Health')
@Controller('metrics')
@UseGuards(AdminGuard)
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Scopes('read')
  @ApiOkResponse({ description: 'Lines of text.', content: { 'text/plain': { schema: { type: 'string' } } } })
  @Endpoint({ summary: 'Metrics in the text format of Prometheus', admin: true, quiet: true })
  async read(@Res() reply: FastifyReply): Promise<void> {
    await reply.type(this.metrics.contentType).send(await this.metrics.read());
  }
}
