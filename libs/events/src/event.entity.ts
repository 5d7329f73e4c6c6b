import { type Database, type ListOrder, newId, PersonColumn, readPageCursor, ServiceColumn } from '@app/database';
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
  @PersonColumn('varchar', { length: 36, primary: true })
  id!: string;

  @PersonColumn('varchar', { length: 40 })
  type!: EventType;

  /** In seconds since the UNIX epoch. */
  @PersonColumn('int', { unsigned: true })
  at!: number;

  /** Who caused the event: `user:<uid>`, `admin:<token id>`, `anonymous`, `cli` or `system`. */
  @PersonColumn('varchar', { length: 60 })
  actor!: string;

  /** The user that the event is about. */
  @ServiceColumn('varchar', { length: 36, nullable: true })
  uid!: string | null;

  @PersonColumn('varchar', { name: 'session_id', length: 36, nullable: true })
  sessionId!: string | null;

  /** The client address of the request; null without a request. */
  @PersonColumn('varchar', { length: 45, nullable: true })
  ip!: string | null;

  /** The `User-Agent` of the request; null without a request. */
  @PersonColumn('varchar', { length: 255, nullable: true })
  client!: string | null;

  /** Further facts, as a JSON object. Contains no secrets, and no text from unauthenticated clients. */
  @PersonColumn('text')
  data!: string;

  /**
   * The place in the log, in the order of commits: an event that appears later has a greater one. The `EventFeed` assigns
   * it soon after the commit; null until then.
   */
  @ServiceColumn('bigint', { nullable: true })
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

/** The last position of the log: one row, whose lock makes processes assign positions one after the other. */
@Entity('event_sequence')
export class EventCounter {
  @PrimaryColumn('int', { unsigned: true })
  id!: number;

  @Column('bigint', { name: 'last_position' })
  lastPosition!: number;
}
