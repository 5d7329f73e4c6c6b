import { Clock, Database, findPage, type ListPage, type PageRequest } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In, MoreThanOrEqual, Not } from 'typeorm';
import { LoggedEvent } from './event.entity.js';
import { firstEventIdAt } from './event-ids.js';
import { userActor } from './request-actor.js';
import type { EventType } from './types/event-types.js';

/** How far back users see the events about them, in seconds. */
const SHOWN_SECONDS = 90 * 86_400;

/** Lists the events about a user for this user. */
@Injectable()
export class OwnEvents {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Newest first. An event that an administrator has caused has no client: it would be that of the administrator.
   * @param hidden types of events that users do not see
   * @throws {ApiError} INVALID_REQUEST for a cursor of another list
   */
  async list(uid: string, page: PageRequest, hidden: EventType[] = []): Promise<ListPage<LoggedEvent>> {
    const id = MoreThanOrEqual(firstEventIdAt((this.clock.now() - SHOWN_SECONDS) * 1_000));
    const found = this.database.repo(LoggedEvent).createQueryBuilder('event').useIndex('events_uid');
    found.where({ uid, id, ...(hidden.length > 0 && { type: Not(In(hidden)) }) });
    const { rows, nextCursor } = await findPage(found, { by: ['id'], descending: true }, page);
    return { rows: rows.map((event) => withoutAdministrator(event, uid)), nextCursor };
  }
}

function withoutAdministrator(event: LoggedEvent, uid: string): LoggedEvent {
  const isOwn = event.actor === userActor(uid) || event.actor === 'anonymous';
  return isOwn ? event : { ...event, ip: null, client: null };
}
