import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminGuard, Scopes } from '../../access/admin.guard.js';
import { Endpoint } from '../../openapi/endpoint.decorator.js';
import { Stats, toStats } from './stats.dto.js';
import { StatsService } from './stats.service.js';

@ApiTags('Admin: statistics')
@Controller('api/admin/stats')
@UseGuards(AdminGuard)
export class StatsController {
  constructor(private readonly stats: StatsService) {}

  @Get()
  @Scopes('read')
  @Endpoint({ id: 'adminGetStats', admin: true, answers: Stats })
  async get(): Promise<Stats> {
    return toStats(await this.stats.count());
  }
}
