import { Env } from '@app/config';
import { Chores, Clock, Database, findPage, type Page } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In, LessThan, MoreThan } from 'typeorm';
import { version as uuidVersion, v7 as uuidv7, validate } from 'uuid';
import { type EventType, LoggedEvent } from './event.entity.js';
import { currentOrigin } from './origin.js';

const SWEEP_SECONDS = 3_600;

/** What there is to know of an event besides its type, its time and who did it. */
export interface EventFacts {
  /** The user that it is about. */
  uid?: string | null;
  sessionId?: string;
  /** Small, and without secrets. */
  data?: Record<string, unknown>;
  /** Who did it, where the request does not tell by itself. */
  actor?: string;
}

export interface EventFilter {
  type?: EventType;
  uid?: string;
}

/** Of an event, only what it is about. */
export type EventKey = Pick<LoggedEvent, 'id' | 'type' | 'at' | 'uid' | 'sessionId'>;

/** Which page of the log is asked for. */
export interface LogPage {
  limit: number;
  /** Where the page before ended: its cursor, or the id of an event. */
  after?: string;
}

/** What happened: one row for each change, written in the transaction of that change. */
@Injectable()
export class EventLog implements OnModuleInit {
  /** Told of each event once it is in the database to stay. */
  onRecorded: (type: EventType, facts: EventFacts) => void = () => undefined;

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly chores: Chores,
  ) {}

  onModuleInit(): void {
    this.chores.every(SWEEP_SECONDS, 'to remove old events', () => this.purge());
  }

  record(type: EventType, facts: EventFacts): Promise<void> {
    return this.recordEach(type, [facts]);
  }

  /** Several events of one type, in one statement. */
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
   * Oldest first, so that whoever follows the log goes on where they stopped; or newest first. In place of a cursor it
   * takes the id of an event, also of one that has been removed: there is none after the last page, and the log goes on.
   * @throws {ApiError} INVALID_REQUEST for what is neither
   */
  list(filter: EventFilter, { after, limit }: LogPage, newestFirst = false): Promise<Page<LoggedEvent>> {
    const query = this.database.repo(LoggedEvent).createQueryBuilder('event').where(filter);
    // MySQL would otherwise join two indexes for the two filters, and sort all that they have in common for each page.
    if (filter.uid) query.useIndex('events_uid');
    const id = after?.toLowerCase();
    const known = id !== undefined && validate(id) && uuidVersion(id) === 7;
    if (known) query.andWhere({ id: newestFirst ? LessThan(id) : MoreThan(id) });
    const page = { limit, cursor: known ? undefined : after, cursorName: 'after' };
    return findPage(query, { by: ['id'], descending: newestFirst }, page);
  }

  /** What happened to a user behind an id, of these types. */
  ofUser(uid: string, after: string, types: readonly EventType[]): Promise<LoggedEvent[]> {
    const query = this.database.repo(LoggedEvent).createQueryBuilder('event').useIndex('events_uid');
    return query.where({ uid, id: MoreThan(after), type: In([...types]) }).getMany();
  }

  /**
   * The first events of these types behind an id, oldest first. Each type is looked up by itself, so that its index gives
   * them in this order, and no more are read than asked for.
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

  private async purge(): Promise<void> {
    const { eventsTtl } = this.env;
    if (eventsTtl === 0) return;
    const old = { at: LessThan(this.clock.now() - eventsTtl) };
    await this.database.statement(() => this.database.repo(LoggedEvent).delete(old));
  }
}
