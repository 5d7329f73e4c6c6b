import type { ListPage } from '@app/database';
import { EVENT_TYPES, type EventType, type LoggedEvent } from '@app/events';
import { Choice, LimitQuery, PageView, Parameter, Time, toPage, Uuid } from '@app/flows';
import { ApiProperty } from '@nestjs/swagger';

const ORDERS = ['at', '-at'] as const;

export class EventQuery extends LimitQuery {
  @Parameter({
    description:
      'The `next_cursor` of the previous page, or the id of an event, after which the list continues. Left out for the first page.',
  })
  after?: string;

  @Choice(EVENT_TYPES, 'Only events of this type.')
  type?: EventType;

  @Uuid('Only events about this user, also after the user was deleted.')
  uid?: string;

  @Choice(ORDERS, '`at`, the default, is oldest first; `-at` is newest first.')
  order?: (typeof ORDERS)[number];
}

const DATA = 'Facts of the type of the event: docs/reference/events.md has their names and meanings.';

export class EventView {
  @ApiProperty({ format: 'uuid', description: 'Later events have greater ids.' })
  id!: string;

  @ApiProperty({ enum: EVENT_TYPES, description: 'One of the types: docs/reference/events.md says when each happens.' })
  type!: EventType;

  @Time()
  at!: number;

  @ApiProperty({ description: '`user:<uid>`, `admin:<token id>`, `anonymous`, `cli` or `system`.' })
  actor!: string;

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'The user of the event.' })
  uid!: string | null;

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'The session of the event.' })
  session_id!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The client address of the request.' })
  ip!: string | null;

  @ApiProperty({ type: 'object', additionalProperties: true, description: DATA })
  data!: Record<string, unknown>;
}

export class EventList extends PageView {
  @ApiProperty({ type: [EventView] })
  events!: EventView[];
}

export function toEventList(page: ListPage<LoggedEvent>): EventList {
  return { events: page.rows.map(toEventView), ...toPage(page) };
}

function toEventView({ id, type, at, actor, uid, sessionId, ip, data }: LoggedEvent): EventView {
  return { id, type, at, actor, uid, session_id: sessionId, ip, data: JSON.parse(data) };
}
