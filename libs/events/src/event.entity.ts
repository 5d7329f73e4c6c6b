import { Database, isContention, type ListOrder, newId, PeriodicJobs, readPageCursor } from '@app/database';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { version as uuidVersion, v7 as uuidv7, validate } from 'uuid';
import type { EventType } from './event-types.js';

/** One row of the event log. It stays when its user is deleted. */
@Entity('events')
@Index('events_position', ['position'], { unique: true })
@Index('events_uid', ['uid', 'id'])
@Index('events_uid_position', ['uid', 'position'])
@Index('events_type', ['type', 'id'])
@Index('events_type_position', ['type', 'position'])
@Index('events_at', ['at'])
@Index('events_actor', ['actor', 'type', 'id'])
export class LoggedEvent {
  /** A UUID of version 7: later events of a user have greater ids, and those of others unless clocks differ. */
  @PrimaryColumn('varchar', { length: 36 })
  id!: string;

  @Column('varchar', { length: 40 })
  type!: EventType;

  /** In seconds since the UNIX epoch. */
  @Column('int', { unsigned: true })
  at!: number;

  /** Who caused the event: `user:<uid>`, `admin:<token id>`, `anonymous`, `cli` or `system`. */
  @Column('varchar', { length: 60 })
  actor!: string;

  /** The user that the event is about. */
  @Column('varchar', { length: 36, nullable: true })
  uid!: string | null;

  @Column('varchar', { name: 'session_id', length: 36, nullable: true })
  sessionId!: string | null;

  /** The client address of the request; null without a request. */
  @Column('varchar', { length: 45, nullable: true })
  ip!: string | null;

  /** The `User-Agent` of the request; null without a request. */
  @Column('varchar', { length: 255, nullable: true })
  client!: string | null;

  /** Further facts, as a JSON object. Contains no secrets, and no text from unauthenticated clients. */
  @Column('text')
  data!: string;

  /**
   * The place in the log, in the order of commits: an event that appears later has a greater one. The `EventSequence` assigns
   * it soon after the commit; null until then.
   */
  @Column('bigint', { nullable: true })
  position!: number | null;
}

/** In place of the user of an event without one: a login of an unknown user must take as long as any other. */
const NO_USER = '';

/** Makes the ids of events. The ids of one user grow in the order of the transactions, also when clocks of replicas differ. */
export class EventIds {
  private constructor(private readonly newest: Map<string, string>) {}

  /** To be called in the transaction of the events, after the lock of the user's row. */
  static async after(database: Database, uids: (string | null)[]): Promise<EventIds> {
    const users = [...new Set(uids.map((uid) => uid ?? NO_USER))];
    return new EventIds(
      users.length === 1 ? await newestOf(database, users[0] as string) : await newest(database, users),
    );
  }

  /** The ids of events of users who have none yet. */
  static ofNewUsers(): EventIds {
    return new EventIds(new Map());
  }

  next(uid: string | null): string {
    if (uid === null) return newId();
    const last = this.newest.get(uid);
    const made = newId();
    const id = last === undefined || made > last ? made : uuidv7({ msecs: timeOf(last) + 1 });
    this.newest.set(uid, id);
    return id;
  }
}

async function newestOf(database: Database, uid: string): Promise<Map<string, string>> {
  const [row] = await database.select('SELECT MAX(id) AS id FROM events WHERE uid = ?', [uid]);
  return new Map(row?.id ? [[uid, String(row.id)]] : []);
}

async function newest(database: Database, uids: string[]): Promise<Map<string, string>> {
  const query = database.repo(LoggedEvent).createQueryBuilder('event').select('event.uid', 'uid');
  const rows = await query
    .addSelect('MAX(event.id)', 'id')
    .where('event.uid IN (:...uids)', { uids })
    .groupBy('event.uid')
    .getRawMany<{ uid: string; id: string }>();
  return new Map(rows.map(({ uid, id }) => [uid, id]));
}

/** The time in an id, in milliseconds (RFC 9562, section 5.7). */
function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The id of an event in a cursor, or in place of one. */
export function idIn(after: string, order: ListOrder<LoggedEvent>): string {
  const id = after.toLowerCase();
  if (validate(id) && uuidVersion(id) === 7) return id;
  return String(readPageCursor(after, order, ['string'], 'after')[0]);
}

/** The least id that an event of this millisecond can have: the least UUID of version 7. */
export function firstEventIdAt(milliseconds: number): string {
  const time = Math.max(0, milliseconds).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

const BATCH = 500;
const EVERY_SECONDS = 5;

const ANY = 'SELECT id FROM events WHERE position IS NULL LIMIT 1';
const WAITING = `SELECT id FROM events WHERE position IS NULL ORDER BY id LIMIT ${BATCH}`;
// Changes nothing, but locks the row on both databases.
const LOCK = 'UPDATE event_sequence SET last_position = last_position WHERE id = 1';
const LAST = 'SELECT last_position AS position FROM event_sequence WHERE id = 1';
const MOVE = 'UPDATE event_sequence SET last_position = ? WHERE id = 1';

/**
 * Numbers the events in the order in which they become visible. Ids are made before the commit, so an event can appear before
 * another one that has been read already. Positions are assigned after the commit, by one transaction at a time: all events
 * that appear later have greater positions, and a reader that continues after a position misses none.
 */
@Injectable()
export class EventSequence implements OnModuleInit {
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

/** The last position of the log: one row, whose lock makes processes assign positions one after the other. */
@Entity('event_sequence')
export class EventCounter {
  @PrimaryColumn('int', { unsigned: true })
  id!: number;

  @Column('bigint', { name: 'last_position' })
  lastPosition!: number;
}
