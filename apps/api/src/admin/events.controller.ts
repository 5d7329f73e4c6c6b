import { EventLog } from '@app/events';
import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminGuard, Scopes } from '../access/admin.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { EventList, EventQuery, toEventList } from './events.dto.js';

@ApiTags('Admin: events')
@Controller('api/admin/events')
@UseGuards(AdminGuard)
export class AdminEventsController {
  constructor(private readonly events: EventLog) {}

  @Get()
  @Scopes('read')
  @Endpoint({ id: 'adminListEvents', admin: true, answers: EventList })
  async list(@Query() { type, uid, order, after, limit }: EventQuery): Promise<EventList> {
    const filter = { ...(type && { type }), ...(uid && { uid }) };
    return toEventList(await this.events.list(filter, { after, limit }, order === '-at'));
  }
}
