import {
  Clock,
  Database,
  findPage,
  type ListPage,
  type PageRequest,
  type Person,
  type PersonalData,
  type StoredRows,
  storedRows,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import { In, MoreThanOrEqual, Not } from 'typeorm';
import { firstEventIdAt, LoggedEvent } from './event.entity.js';
import type { EventType } from './event-types.js';
import { userActor } from './request-actor.js';

/** How far back users see the events about them, in seconds. */
const SHOWN_SECONDS = 90 * 86_400;

/** The events about a user: for this user, and for the export of a person; and the users who were deleted. */
@Injectable()
export class UserEvents implements PersonalData {
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

  /** Which of these uids a deleted user had, as long as the log has the event (`EVENTS_TTL`). Reads the index of the events of a user: a uid without events costs one look-up. */
  async deletedAmong(uids: string[]): Promise<Set<string>> {
    if (uids.length === 0) return new Set();
    const found = await this.database
      .repo(LoggedEvent)
      .createQueryBuilder('event')
      .select('event.uid', 'uid')
      .distinct()
      .useIndex('events_uid')
      .where({ uid: In(uids), type: 'user.deleted' })
      .getRawMany<{ uid: string }>();
    return new Set(found.map(({ uid }) => uid));
  }

  of({ uid }: Person): Record<string, StoredRows> {
    return { events: this.events(uid) };
  }

  private async *events(uid: string): StoredRows {
    const pages = storedRows(this.database, LoggedEvent, {
      where: { uid },
      by: 'id',
      index: 'events_uid',
    });
    for await (const rows of pages) yield rows.map((row) => ({ ...row, data: JSON.parse(String(row.data)) }));
  }
}

function withoutAdministrator(event: LoggedEvent, uid: string): LoggedEvent {
  const isOwn = event.actor === userActor(uid) || event.actor === 'anonymous';
  return isOwn ? event : { ...event, ip: null, client: null };
}
