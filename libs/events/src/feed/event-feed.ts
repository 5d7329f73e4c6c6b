import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { LoggedEvent } from '../event.entity.js';
import { EventSequence } from '../event-sequence.js';
import type { EventType } from '../types/event-types.js';

/** An event as a follower of the log needs it. */
export interface FeedEvent {
  id: string;
  type: EventType;
  at: number;
  uid: string | null;
  position: number;
}

const LAST = 'SELECT last_position AS position FROM event_sequence WHERE id = 1';
const POSITION = 'SELECT position FROM events WHERE id <= ? AND position IS NOT NULL ORDER BY id DESC LIMIT 1';
const KNOWN = 'SELECT position FROM events WHERE id = ?';

/** Reads the log in the order of positions: see `EventSequence`. */
@Injectable()
export class EventFeed {
  constructor(
    private readonly database: Database,
    private readonly sequence: EventSequence,
  ) {}

  /** The last position of the log, with all visible events. */
  async end(): Promise<number> {
    await this.sequence.assign();
    const [row] = await this.database.select(LAST);
    return Number(row?.position ?? 0);
  }

  /** The events after a position that have positions already: all, or those of a user. */
  async after(position: number, limit: number, uid?: string): Promise<FeedEvent[]> {
    const index = uid === undefined ? 'events_position' : 'events_uid_position';
    const query = this.database.repo(LoggedEvent).createQueryBuilder('event').useIndex(index);
    query.select(['event.id', 'event.type', 'event.at', 'event.uid', 'event.position']);
    query
      .where({ position: MoreThan(position), ...(uid !== undefined && { uid }) })
      .orderBy('event.position')
      .limit(limit);
    return (await query.getMany()) as FeedEvent[];
  }

  /** The position of an event; of one that has been removed, that of the event with the next lesser id, or 0. */
  async positionAt(id: string): Promise<number> {
    const [row] = await this.database.select(POSITION, [id]);
    return Number(row?.position ?? 0);
  }

  /** The position of an event that the log has; undefined without such an event. */
  async positionOf(id: string): Promise<number | undefined> {
    await this.sequence.assign();
    const [row] = await this.database.select(KNOWN, [id]);
    return row?.position == null ? undefined : Number(row.position);
  }

  /** Those of these events that the log still has. */
  read(ids: string[]): Promise<LoggedEvent[]> {
    return this.database.repo(LoggedEvent).findBy({ id: In(ids) });
  }
}
