import { EventLog } from '@app/events';
import { EventNames } from '@app/flows';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { EventList, EventQuery, toEventList } from './events.dto.js';

const NONE = { rows: [], nextCursor: null };

@ApiTags('Admin: events')
@Controller('api/admin/events')
export class AdminEventsController {
  constructor(
    private readonly events: EventLog,
    private readonly names: EventNames,
  ) {}

  @Get()
  @Endpoint({ id: 'adminListEvents', answers: EventList })
  @Access('admin', 'read', 'reads')
  async list(@Query() { type, uid, email, order, after, limit, names = false }: EventQuery): Promise<EventList> {
    const found = email === undefined ? uid : await this.names.uidOf(email);
    if (email !== undefined && (found === undefined || (uid ?? found) !== found)) return toEventList(NONE);
    const filter = { ...(type && { type }), ...(found && { uid: found }) };
    const page = await this.events.list(filter, { after, limit }, order === '-at');
    return toEventList(page, names ? await this.names.of(page.rows) : undefined);
  }
}
