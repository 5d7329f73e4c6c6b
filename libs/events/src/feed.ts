import { Database, type Dialect } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { EventSequence, LoggedEvent } from './event.entity.js';
import type { EventType } from './event-types.js';

/** An event as a counter needs it. */
export interface ActivityEvent {
  type: EventType;
  at: number;
  position: number;
  /** Of a sign-in: when the user signed in before; null for the first one that the log has. */
  previous: number | null;
}

// The other index would read the sign-ins of all users.
const ofUser = ({ byIndex }: Dialect) => byIndex('events', 'earlier', 'events_uid_position');
const forCounters = (dialect: Dialect) => `SELECT type, at, position, CASE WHEN type = 'login.succeeded' THEN (
    SELECT earlier.at FROM ${ofUser(dialect)} WHERE earlier.uid = events.uid AND earlier.position < events.position
      AND earlier.type = 'login.succeeded' ORDER BY earlier.position DESC LIMIT 1
  ) END AS previous FROM events WHERE position > ? ORDER BY position LIMIT `;

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

  /** The events after a position that have positions already, for counters. */
  async afterForCounters(position: number, limit: number): Promise<ActivityEvent[]> {
    const rows = await this.database.select(forCounters(this.database.dialect) + limit, [position]);
    return rows.map((row) => ({
      type: row.type as EventType,
      at: Number(row.at),
      position: Number(row.position),
      previous: row.previous == null ? null : Number(row.previous),
    }));
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
