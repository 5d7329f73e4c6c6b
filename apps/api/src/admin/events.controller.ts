import { EventLog } from '@app/events';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { EventList, EventQuery, toEventList } from './events.dto.js';

@ApiTags('Admin: events')
@Controller('api/admin/events')
export class AdminEventsController {
  constructor(private readonly events: EventLog) {}

  @Get()
  @Endpoint({ id: 'adminListEvents', answers: EventList })
  @Access('admin', 'read')
  async list(@Query() { type, uid, order, after, limit }: EventQuery): Promise<EventList> {
    const filter = { ...(type && { type }), ...(uid && { uid }) };
    return toEventList(await this.events.list(filter, { after, limit }, order === '-at'));
  }
}
