import { Database, type Dialect, isContention, PeriodicJobs } from '@app/database';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { LoggedEvent } from './event.entity.js';
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
export type FeedEvent = Pick<LoggedEvent, 'id' | 'type' | 'at' | 'uid'> & { position: number };

const POSITION = 'SELECT position FROM events WHERE id <= ? AND position IS NOT NULL ORDER BY id DESC LIMIT 1';
const KNOWN = 'SELECT position FROM events WHERE id = ?';

const BATCH = 500;
const EVERY_SECONDS = 5;

const ANY = 'SELECT id FROM events WHERE position IS NULL LIMIT 1';
const WAITING = `SELECT id FROM events WHERE position IS NULL ORDER BY id LIMIT ${BATCH}`;
// Changes nothing, but locks the row on both databases.
const LOCK = 'UPDATE event_sequence SET last_position = last_position WHERE id = 1';
const LAST = 'SELECT last_position AS position FROM event_sequence WHERE id = 1';
const MOVE = 'UPDATE event_sequence SET last_position = ? WHERE id = 1';

/**
 * Numbers the events in the order in which they become visible, and reads the log in this order. Ids are made before the commit, so an
 * event can appear before another one that has been read already. Positions are assigned after the commit, by one transaction at a
 * time: all events that appear later have greater positions, and a reader that continues after a position misses none.
 */
@Injectable()
export class EventFeed implements OnModuleInit {
  private readonly logger = new Logger('EventSequence');

  constructor(
    private readonly database: Database,
    private readonly jobs: PeriodicJobs,
  ) {}

  onModuleInit(): void {
    // A reader assigns positions itself. The job keeps the number of events without one small.
    this.jobs.every(EVERY_SECONDS, 'to number the events', () => this.assign());
  }

  /**
   * Assigns positions to all visible events. It does not wait for open transactions, and gives up when another process keeps
   * the database locked: then the events get their positions the next time.
   */
  async assign(): Promise<void> {
    try {
      if ((await this.database.select(ANY)).length === 0) return;
      while ((await this.database.transaction(() => this.assignBatch(), false)) === BATCH);
    } catch (error) {
      if (!isContention(error)) throw error;
      this.logger.warn(`The newest events have no position yet: ${(error as Error).message}`);
    }
  }

  /** The last position of the log, with all visible events. */
  async end(): Promise<number> {
    await this.assign();
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
    await this.assign();
    const [row] = await this.database.select(KNOWN, [id]);
    return row?.position == null ? undefined : Number(row.position);
  }

  /** Those of these events that the log still has. */
  read(ids: string[]): Promise<LoggedEvent[]> {
    return this.database.repo(LoggedEvent).findBy({ id: In(ids) });
  }

  /** Returns how many events it has numbered. */
  private async assignBatch(): Promise<number> {
    await this.database.change(LOCK);
    // Reads after the lock, so that it sees all that the holder before has numbered.
    const [last] = await this.database.select(LAST);
    const ids = (await this.database.select(WAITING)).map(({ id }) => String(id));
    if (ids.length === 0) return 0;
    const first = Number(last?.position) + 1;
    await this.number(ids, first);
    await this.database.change(MOVE, [first + ids.length - 1]);
    return ids.length;
  }

  private async number(ids: string[], first: number): Promise<void> {
    const cases = ids.map(() => 'WHEN ? THEN ?').join(' ');
    const places = ids.map(() => '?').join();
    const statement = `UPDATE events SET position = CASE id ${cases} ELSE position END WHERE id IN (${places})`;
    const values = ids.flatMap((id, index) => [id, first + index]);
    // Not prepared: its text differs with the number of events.
    await this.database.repo(LoggedEvent).query(statement, [...values, ...ids]);
  }
}
