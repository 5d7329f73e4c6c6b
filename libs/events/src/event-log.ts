import { Env } from '@app/config';
import { Clock, Database, type ListOrder, type ListPage, PeriodicJobs, pageOf, type Span, within } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Between, In, IsNull, LessThan, Like, MoreThan, MoreThanOrEqual, Not } from 'typeorm';
import { EventIds, idIn, LoggedEvent } from './event.entity.js';
import type { EventData, EventType } from './event-types.js';
import { EventFeed } from './feed.js';
import { currentActor } from './request-actor.js';

const CLIENT_LENGTH = 255;
/** How many events are read at once of what somebody has done. */
const PAGE = 500;
/** The time of the events that one statement looks at: on SQLite nothing else runs meanwhile. */
const WINDOW_SECONDS = 86_400;
/** No event of the user can be earlier. */
const FIRST_OF_USERS = new Set<EventType>(['user.created', 'user.imported']);

/** The facts of an event besides its type, time and actor. */
interface EventFacts<T extends EventType = EventType> {
  /** The user that the event is about. */
  uid?: string | null;
  sessionId?: string;
  /** Small, and without secrets. */
  data?: EventData<T>;
  /** The actor, if it is not that of the request. */
  actor?: string;
}

interface EventFilter {
  type?: EventType;
  uid?: string;
}

/** The parts of an event that identify its subject. */
export type EventKey = Pick<LoggedEvent, 'id' | 'type' | 'at' | 'uid' | 'sessionId' | 'data'>;

/** Selects the events of some types about a user. */
interface History {
  uid: string;
  types: EventType[];
  /** In seconds since the UNIX epoch. */
  since?: number;
  /** Only those that follow this event of the user. */
  after?: string;
}

/** Selects a page of the log. */
interface LogPage {
  limit: number;
  /** The end of the previous page: its cursor, or the id of an event. */
  after?: string;
}

/** The event log: one row for each change, inserted in the transaction of the change. */
@Injectable()
export class EventLog {
  /** Called with each event after the commit of its transaction. */
  onRecorded: (type: EventType, data: Readonly<Record<string, unknown>>) => void = () => undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly feed: EventFeed,
  ) {}

  /** Records an event. */
  record<T extends EventType>(type: T, facts: EventFacts<T>): Promise<void> {
    return this.recordEach(type, [facts]);
  }

  /** Records several events of one type in one statement. */
  async recordEach<T extends EventType>(type: T, each: EventFacts<T>[]): Promise<void> {
    this.database.requireTransaction();
    if (each.length === 0) return;
    const at = this.clock.now();
    const { actor: ofRequest, ip, userAgent } = currentActor();
    const client = userAgent?.slice(0, CLIENT_LENGTH) ?? null;
    const uids = each.map(({ uid = null }) => uid);
    const ids = FIRST_OF_USERS.has(type) ? EventIds.ofNewUsers() : await EventIds.after(this.database, uids);
    const rows = each.map(({ uid = null, sessionId = null, data = {}, actor = ofRequest }) => {
      const facts = { type, at, actor, uid, sessionId, ip, client, data: JSON.stringify(data) };
      return { id: ids.next(uid), ...facts, position: null };
    });
    await this.database.insert(LoggedEvent, rows);
    this.database.afterCommit(() => {
      for (const { data } of each) this.onRecorded(type, { ...data });
    });
  }

  /**
   * Oldest first, in the order of the commits, so that a client that continues where its last page ended misses no event; or
   * newest first, in the order of the ids. Accepts the id of an event in place of a cursor, since the last page has no cursor
   * and later events follow it. The event may be removed already.
   * @throws {ApiError} INVALID_REQUEST for any other text
   */
  async list(filter: EventFilter, { after, limit }: LogPage, newestFirst = false): Promise<ListPage<LoggedEvent>> {
    const order: ListOrder<LoggedEvent> = { by: ['id'], descending: newestFirst };
    const id = after === undefined ? undefined : idIn(after, order);
    const query = this.query.where(filter).limit(limit + 1);
    const index = filter.uid ? 'events_uid' : filter.type ? 'events_type' : undefined;
    if (newestFirst) {
      // MySQL would otherwise merge the indexes of both filters, and sort all common rows for each page.
      if (index) query.useIndex(index);
      if (id !== undefined) query.andWhere({ id: LessThan(id) });
      return pageOf(await query.orderBy('event.id', 'DESC').getMany(), limit, order);
    }
    await this.feed.assign();
    query.useIndex(index ? `${index}_position` : 'events_position');
    query.andWhere({ position: MoreThan(id === undefined ? 0 : await this.feed.positionAt(id)) });
    return pageOf(await query.orderBy('event.position').getMany(), limit, order);
  }

  /**
   * The next events of these types after an id, oldest first. One query for each type, so that the index returns the rows in
   * this order, and the database reads no more than the limit.
   */
  async following(after: string, types: readonly EventType[], limit: number): Promise<EventKey[]> {
    const first = (type: EventType) =>
      this.query
        .select(['event.id', 'event.type', 'event.at', 'event.uid', 'event.sessionId', 'event.data'])
        .useIndex('events_type')
        .where({ type, id: MoreThan(after) })
        .orderBy('event.id')
        .limit(limit)
        .getMany();
    const found: EventKey[] = [];
    for (const type of types) found.push(...(await first(type)));
    return found.sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, limit);
  }

  /** What somebody has done in a time: one type after the other, each oldest first. Reads a page at a time. */
  async *doneBy(actor: string, types: readonly EventType[], span: Span): AsyncGenerator<LoggedEvent> {
    for (const type of types)
      for (let after = ''; ; ) {
        const found = this.query.useIndex('events_actor');
        const which = { actor, type, id: MoreThan(after), at: within(span) };
        const rows = await found.where(which).orderBy('event.id').limit(PAGE).getMany();
        yield* rows;
        if (rows.length < PAGE) break;
        after = rows.at(-1)?.id ?? '';
      }
  }

  /** The events of some types that name a provider, in a time. Reads a day at a time: on SQLite nothing else runs meanwhile. */
  async *ofProvider(provider: string, types: EventType[], { since, until }: Span): AsyncGenerator<LoggedEvent> {
    const last = Math.min(until, this.clock.now());
    for (let from = since; from <= last; from += WINDOW_SECONDS) {
      const query = this.query.useIndex('events_at');
      const at = Between(from, Math.min(from + WINDOW_SECONDS - 1, last));
      const which = { at, type: In(types), data: Like(`%"provider":"${provider}"%`) };
      const found = await query.where(which).orderBy('event.id').getMany();
      yield* found.filter(({ data }) => JSON.parse(data).provider === provider);
    }
  }

  /** The events of some types about a user, oldest first. */
  about({ uid, types, since = 0, after = '' }: History): Promise<LoggedEvent[]> {
    const found = this.query.useIndex('events_uid');
    const which = { uid, id: MoreThan(after), type: In(types), at: MoreThanOrEqual(since) };
    return found.where(which).orderBy('event.id').getMany();
  }

  /** The id of the newest event of a user of these types; undefined when there is none any more. */
  async newestOf(uid: string, types: EventType[]): Promise<string | undefined> {
    const query = this.query.select('MAX(event.id)', 'id');
    const found = await query
      .where({ uid, type: In(types) })
      .useIndex('events_uid')
      .getRawOne<{ id: string | null }>();
    return found?.id ?? undefined;
  }

  /** Removes the clients, their addresses and the emails from the events about a user, and returns from how many. */
  async removePersonalFacts(uid: string): Promise<number> {
    const log = this.database.repo(LoggedEvent);
    const changes = await log.findBy({ uid, type: 'user.email_changed', data: Like('%_email":%') });
    for (const { id, data } of changes) {
      const { old_email: _old, new_email: _new, ...rest } = JSON.parse(data);
      await log.update({ id }, { data: JSON.stringify(rest), ip: null, client: null });
    }
    const { affected } = await log.update({ uid, ip: Not(IsNull()) }, { ip: null, client: null });
    return changes.length + (affected ?? 0);
  }

  private get query() {
    return this.database.repo(LoggedEvent).createQueryBuilder('event');
  }
}

const ADDRESS_SWEEP_SECONDS = 600;
const ADDRESS_BATCH = 500;

/** Removes client addresses and user agents from events that stay in the log for longer (`EVENT_ADDRESSES_TTL`). */
@Injectable()
export class EventAddresses implements OnModuleInit {
  /** Events before this time have no addresses. It is not stored: each start looks at all events once. */
  private clearedBefore: number | undefined;

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: PeriodicJobs,
  ) {}

  onModuleInit(): void {
    if (this.env.retention.eventAddresses === 0) return;
    this.jobs.every(ADDRESS_SWEEP_SECONDS, 'to remove client addresses from old events', () => this.clear());
  }

  private async clear(): Promise<void> {
    const end = this.clock.now() - this.env.retention.eventAddresses;
    let begin = this.clearedBefore ?? (await this.database.repo(LoggedEvent).minimum('at')) ?? end;
    while (begin < end) {
      const next = Math.min(end, begin + WINDOW_SECONDS);
      if ((await this.clearSome(begin, next)) < ADDRESS_BATCH) begin = next;
    }
    this.clearedBefore = begin;
  }

  /** Returns from how many events it has removed the address: fewer than a batch when none is left. */
  private async clearSome(from: number, to: number): Promise<number> {
    const events = this.database.repo(LoggedEvent);
    const found = await events
      .createQueryBuilder('event')
      .select(['event.id'])
      .where('event.at >= :from AND event.at < :to AND event.ip IS NOT NULL', { from, to })
      .limit(ADDRESS_BATCH)
      .getMany();
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) await events.update({ id: In(ids), ip: Not(IsNull()) }, { ip: null, client: null });
    return ids.length;
  }
}
