import { StatsService } from '@app/flows';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { SeriesView, Stats, StatsQuery, toSeries, toStats } from './stats.dto.js';

@ApiTags('Admin: statistics')
@Controller('api/admin/stats')
export class StatsController {
  constructor(private readonly stats: StatsService) {}

  @Get()
  @Endpoint({ id: 'adminGetStats', either: [Stats, SeriesView] })
  @Access('admin', 'read', 'reads')
  async get(@Query() { series, ...range }: StatsQuery): Promise<Stats | SeriesView> {
    if (series !== undefined) return toSeries(await this.stats.series(series, range));
    return toStats(await this.stats.count());
  }
}
