import { Env } from '@app/config';
import { Clock, Database, findPage, type Page, PeriodicJobs } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In, IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { version as uuidVersion, v7 as uuidv7, validate } from 'uuid';
import { type EventType, LoggedEvent } from './event.entity.js';
import { currentOrigin } from './origin.js';

const SWEEP_SECONDS = 3_600;

/** The facts of an event besides its type, time and actor. */
export interface EventFacts {
  /** The user that the event is about. */
  uid?: string | null;
  sessionId?: string;
  /** Small, and without secrets. */
  data?: Record<string, unknown>;
  /** The actor, if it is not that of the request. */
  actor?: string;
}

export interface EventFilter {
  type?: EventType;
  uid?: string;
}

/** The parts of an event that identify its subject. */
export type EventKey = Pick<LoggedEvent, 'id' | 'type' | 'at' | 'uid' | 'sessionId'>;

/** Selects a page of the log. */
export interface LogPage {
  limit: number;
  /** The end of the previous page: its cursor, or the id of an event. */
  after?: string;
}

/** The event log: one row for each change, inserted in the transaction of the change. */
@Injectable()
export class EventLog implements OnModuleInit {
  /** Called with each event after the commit of its transaction. */
  onRecorded: (type: EventType, facts: EventFacts) => void = () => undefined;

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: PeriodicJobs,
  ) {}

  onModuleInit(): void {
    this.jobs.every(SWEEP_SECONDS, 'to remove old events', () => this.purge());
  }

  /** Records an event. To be called in the transaction of the change. */
  record(type: EventType, facts: EventFacts): Promise<void> {
    return this.recordEach(type, [facts]);
  }

  /** Records several events of one type in one statement. To be called in the transaction of the change. */
  async recordEach(type: EventType, each: EventFacts[]): Promise<void> {
    if (!this.database.inTransaction) throw new Error(`${type} must be recorded in the transaction of the change.`);
    if (each.length === 0) return;
    const at = this.clock.now();
    const { actor: origin, ip } = currentOrigin();
    const rows = each.map(({ uid = null, sessionId = null, data = {}, actor = origin }) => {
      return { id: uuidv7(), type, at, actor, uid, sessionId, ip, data: JSON.stringify(data) };
    });
    await this.database.insert(LoggedEvent, rows);
    this.database.afterCommit(() => {
      for (const facts of each) this.onRecorded(type, facts);
    });
  }

  /**
   * Oldest first, so that a client can continue where its last page ended; or newest first. Accepts the id of an event in
   * place of a cursor, since the last page has no cursor and later events follow it. The event may be removed already.
   * @throws {ApiError} INVALID_REQUEST for any other text
   */
  list(filter: EventFilter, { after, limit }: LogPage, newestFirst = false): Promise<Page<LoggedEvent>> {
    const query = this.database.repo(LoggedEvent).createQueryBuilder('event').where(filter);
    // MySQL would otherwise merge the indexes of both filters, and sort all common rows for each page.
    if (filter.uid) query.useIndex('events_uid');
    const id = after?.toLowerCase();
    const known = id !== undefined && validate(id) && uuidVersion(id) === 7;
    if (known) query.andWhere({ id: newestFirst ? LessThan(id) : MoreThan(id) });
    const page = { limit, cursor: known ? undefined : after, cursorName: 'after' };
    return findPage(query, { by: ['id'], descending: newestFirst }, page);
  }

  /** The events of a user of these types, after the event with this id. */
  ofUser(uid: string, after: string, types: readonly EventType[]): Promise<LoggedEvent[]> {
    const query = this.database.repo(LoggedEvent).createQueryBuilder('event').useIndex('events_uid');
    return query.where({ uid, id: MoreThan(after), type: In([...types]) }).getMany();
  }

  /**
   * The next events of these types after an id, oldest first. One query for each type, so that the index returns the rows in
   * this order, and the database reads no more than the limit.
   */
  async following(after: string, types: readonly EventType[], limit: number): Promise<EventKey[]> {
    const first = (type: EventType) =>
      this.database
        .repo(LoggedEvent)
        .createQueryBuilder('event')
        .select(['event.id', 'event.type', 'event.at', 'event.uid', 'event.sessionId'])
        .useIndex('events_type')
        .where({ type, id: MoreThan(after) })
        .orderBy('event.id')
        .limit(limit)
        .getMany();
    const found: EventKey[] = [];
    for (const type of types) found.push(...(await first(type)));
    return found.sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, limit);
  }

  /** Removes the client addresses from the events about a user, and returns from how many. */
  async removeAddresses(uid: string): Promise<number> {
    const { affected } = await this.database.repo(LoggedEvent).update({ uid, ip: Not(IsNull()) }, { ip: null });
    return affected ?? 0;
  }

  private async purge(): Promise<void> {
    const { eventsTtl } = this.env;
    if (eventsTtl === 0) return;
    const old = { at: LessThan(this.clock.now() - eventsTtl) };
    await this.database.repo(LoggedEvent).delete(old);
  }
}

/** The least id that an event of this millisecond can have: the least UUID of version 7. */
export function firstEventIdAt(milliseconds: number): string {
  const time = Math.max(0, milliseconds).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
