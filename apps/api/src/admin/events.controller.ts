import type { ListPage } from '@app/database';
import { EVENT_TYPES, EventLog, type LoggedEvent } from '@app/events';
import { type EventName, EventNames } from '@app/flows';
import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { Answer, t } from '../wire/answers.dto.js';
import { f, Request } from '../wire/fields.dto.js';
import { LimitQuery, PageView, q, toPage } from '../wire/parameters.dto.js';

const ORDERS = ['at', '-at'] as const;

class EventQuery extends Request(LimitQuery, {
  after: q.text(
    'The `next_cursor` of the previous page, or the id of an event, after which the list continues. Left out for the first page.',
  ),
  type: f.optional(f.choice(EVENT_TYPES, 'Only events of this type.')),
  uid: q.uuid('Only events about this user, also after the user was deleted.'),
  email: q.address('Only events about the user who has this email now. Without such a user the list is empty.'),
  names: q.flag('Whether the events have `email` and `actor_name`.'),
  order: f.optional(f.choice(ORDERS, '`at`, the default, is oldest first; `-at` is newest first.')),
}) {}

const DATA = 'Facts of the type of the event: docs/reference/events.md has their names and meanings.';

class EventView extends Answer({
  id: t.uuid('Later events have greater ids.'),
  type: t.oneOf(EVENT_TYPES, 'One of the types: docs/reference/events.md says when each happens.'),
  at: t.time(),
  actor: t.string('`user:<uid>`, `admin:<token id>`, `anonymous`, `cli` or `system`.'),
  uid: t.orNull(t.uuid('The user of the event.')),
  session_id: t.orNull(t.uuid('The session of the event.')),
  ip: t.orNull(t.string('The client address of the request.')),
  data: t.any<Record<string, unknown>>({ type: 'object', additionalProperties: true, description: DATA }),
  email: t.optional(
    t.orNull(t.string('With `names`: the current email of the user; null without a user, and for a deleted one.')),
  ),
  actor_name: t.optional(
    t.orNull(
      t.string('With `names`: the current email of the user who acted, or the name of the admin token; else null.'),
    ),
  ),
}) {}

export class EventList extends Answer(PageView, {
  events: t.list(EventView),
}) {}

/** @param names of the events, in their order */
function toEventList(page: ListPage<LoggedEvent>, names: EventName[] = []): EventList {
  return { events: page.rows.map((event, index) => toEventView(event, names[index])), ...toPage(page) };
}

function toEventView(event: LoggedEvent, name: EventName | undefined): EventView {
  const { id, type, at, actor, uid, sessionId, ip, data } = event;
  const named = name && { email: name.email, actor_name: name.actorName };
  return { id, type, at, actor, uid, session_id: sessionId, ip, data: JSON.parse(data), ...named };
}

const NONE = { rows: [], nextCursor: null };

@ApiTags('Admin: events')
@Controller('api/admin/events')
export class AdminEventsController {
  constructor(
    private readonly events: EventLog,
    private readonly names: EventNames,
  ) {}

  @Endpoint('GET', Access('admin', 'read', 'reads'), {
    id: 'adminListEvents',
    summary: 'Read the event log',
    description: 'Each change of state is one event, with its actor. Events contain no secrets.',
    answers: EventList,
  })
  async list(@Query() { type, uid, email, order, after, limit, names = false }: EventQuery): Promise<EventList> {
    const found = email === undefined ? uid : await this.names.uidOf(email);
    if (email !== undefined && (found === undefined || (uid ?? found) !== found)) return toEventList(NONE);
    const filter = { ...(type && { type }), ...(found && { uid: found }) };
    const page = await this.events.list(filter, { after, limit }, order === '-at');
    return toEventList(page, names ? await this.names.of(page.rows) : undefined);
  }
}
