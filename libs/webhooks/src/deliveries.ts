import {
  Clock,
  Database,
  findPage,
  type ListPage,
  newId,
  type PageRequest,
  type Person,
  type PersonalData,
  Queue,
  removeInBatches,
  ServiceColumn,
  type StoredRows,
  storedRows,
} from '@app/database';
import { EventFeed, type EventType, type FeedEvent } from '@app/events';
import { Injectable } from '@nestjs/common';
import { Entity, type FindOptionsWhere, ForeignKey, In, Index, LessThanOrEqual, MoreThan } from 'typeorm';
import { matchesType, NOT_BEGUN, type Webhook, WebhookStore } from './webhooks.js';

/** `waiting` for its next try; `blocked` waits, too, and its last try found a refused address; `failed` is given up. */
export const DELIVERY_STATUSES = ['waiting', 'sent', 'failed', 'blocked'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** An event for a webhook. Times are seconds since the UNIX epoch. */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_event', ['webhookId', 'eventId'], { unique: true })
@Index('webhook_deliveries_list', ['webhookId', 'deliveryId'])
@Index('webhook_deliveries_status', ['webhookId', 'status', 'deliveryId'])
@Index('webhook_deliveries_due', ['webhookId', 'status', 'dueAt'])
@Index('webhook_deliveries_order', ['webhookId', 'uid', 'status', 'position'])
@Index('webhook_deliveries_uid', ['uid', 'deliveryId'])
@Index('webhook_deliveries_created_at', ['createdAt'])
export class Delivery {
  @ServiceColumn('varchar', { name: 'delivery_id', length: 36, primary: true })
  deliveryId!: string;

  @ForeignKey('webhooks', 'webhookId', { onDelete: 'CASCADE' })
  @ServiceColumn('varchar', { name: 'webhook_id', length: 36 })
  webhookId!: string;

  @ServiceColumn('varchar', { name: 'event_id', length: 36 })
  eventId!: string;

  @ServiceColumn('varchar', { length: 40 })
  type!: EventType;

  /** That of the event in the log. */
  @ServiceColumn('bigint')
  position!: number;

  /** The user of the event. Events of one user are sent one after the other if the webhook is ordered. */
  @ServiceColumn('varchar', { length: 36, nullable: true })
  uid!: string | null;

  /** When the event happened. */
  @ServiceColumn('int', { unsigned: true })
  at!: number;

  @ServiceColumn('varchar', { length: 10 })
  status!: DeliveryStatus;

  /** Whether an administrator has asked for it again: its result changes nothing of the webhook. */
  @ServiceColumn('boolean')
  replay!: boolean;

  @ServiceColumn('int', { unsigned: true, default: 0 })
  attempts!: number;

  /** The HTTP status of the last answer. */
  @ServiceColumn('int', { unsigned: true, name: 'last_status', nullable: true })
  lastStatus!: number | null;

  @ServiceColumn('varchar', { name: 'last_error', length: 255, nullable: true })
  lastError!: string | null;

  @ServiceColumn('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** When a process may claim it: at once, after a pause, or when the claim of another process has ended. */
  @ServiceColumn('int', { unsigned: true, name: 'due_at' })
  dueAt!: number;

  @ServiceColumn('int', { unsigned: true, name: 'sent_at', nullable: true })
  sentAt!: number | null;
}

/** How long a process has to send a claimed delivery: longer than the time limit of a try. */
const CLAIM_SECONDS = 60;
/** Few at a time: on SQLite nothing else runs meanwhile. */
const BATCH = 500;
/** Deliveries that are still to be sent. */
const OPEN: DeliveryStatus[] = ['waiting', 'blocked'];
const IS_OPEN = "status IN ('waiting', 'blocked')";

/** How many events after the position of a webhook are searched for one that it receives. */
const SEARCHED = 1_000;

const OF_ACTIVE =
  'EXISTS (SELECT 1 FROM webhooks WHERE webhooks.webhook_id = webhook_deliveries.webhook_id AND webhooks.active = TRUE)';

/** The new state of a delivery after a try. */
export type Tried = Pick<Delivery, 'status' | 'lastStatus' | 'lastError' | 'dueAt' | 'sentAt'>;

/** Selects deliveries of a webhook. */
export interface DeliveryFilter {
  status?: DeliveryStatus;
  eventId?: string;
}

/**
 * The deliveries in the database. In an ordered webhook, deliveries behind a failed one of the same user wait for it. They become due with
 * it, and not before: else each look for due deliveries would read all that cannot be sent yet.
 */
@Injectable()
export class Deliveries implements PersonalData {
  readonly queue: Queue<Delivery>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly feed: EventFeed,
    private readonly webhooks: WebhookStore,
  ) {
    const table = { entity: Delivery, key: 'deliveryId' as const, open: OPEN, lease: CLAIM_SECONDS };
    this.queue = new Queue(database, clock, table);
  }

  /**
   * Adds deliveries of events that the webhook does not have yet.
   * @param paused until when those of some users wait
   */
  async insert(webhookId: string, events: FeedEvent[], replay: boolean, paused?: Map<string, number>): Promise<void> {
    const now = this.clock.now();
    const state = { status: 'waiting' as const, replay, attempts: 0, lastStatus: null, lastError: null };
    const rows = events.map(({ id, type, position, uid, at }) => {
      const event = { eventId: id, type, position, uid, at };
      const dueAt = paused?.get(uid ?? '') ?? now;
      return { deliveryId: newId(), webhookId, ...event, ...state, createdAt: now, dueAt, sentAt: null };
    });
    await this.database.insert(Delivery, rows);
  }

  /** Whether any delivery is due. */
  anyDue(webhookId: string): Promise<boolean> {
    return this.queue.due({ webhookId }).getExists();
  }

  /** Deliveries that are due. Of a user of an ordered webhook it is the one with the earliest event, if that one is due. */
  async due(webhook: Webhook, limit: number): Promise<Delivery[]> {
    const found: Delivery[] = [];
    for (const status of OPEN) found.push(...(await this.dueOf(status, webhook, limit)));
    return found.sort((one, other) => one.dueAt - other.dueAt || one.position - other.position).slice(0, limit);
  }

  /** In the order of the index, so that the database reads few rows when many wait. */
  private dueOf(status: DeliveryStatus, { webhookId, ordered }: Webhook, limit: number): Promise<Delivery[]> {
    const query = this.queue.due({ webhookId, status }).useIndex('webhook_deliveries_due');
    if (ordered) for (const open of OPEN) query.andWhere(`NOT EXISTS (${this.earlier(open)})`);
    return query.limit(limit).getMany();
  }

  /** One status at a time: MariaDB reads all deliveries of the user to find two. */
  private earlier(status: DeliveryStatus): string {
    const earlier = this.rows.createQueryBuilder('earlier').select('1');
    earlier.where('earlier.webhookId = queued.webhookId AND earlier.uid = queued.uid');
    return earlier.andWhere(`earlier.status = '${status}' AND earlier.position < queued.position`).getQuery();
  }

  /** The next delivery of a user, if it is due. */
  async next(webhookId: string, uid: string): Promise<Delivery | undefined> {
    const where = { webhookId, uid, ...this.queue.open };
    const [found] = await this.rows.find({ where, order: { position: 'ASC' }, take: 1 });
    return found && found.dueAt <= this.clock.now() ? found : undefined;
  }

  /** Claims a delivery of an active webhook. Returns it with the end of the claim. */
  claim(delivery: Delivery): Promise<Delivery | undefined> {
    return this.queue.claim(delivery, OF_ACTIVE);
  }

  /** How far a webhook is behind: the age of the oldest event that was not sent yet, in seconds; 0 without one. */
  async lag(webhook: Webhook): Promise<number> {
    const oldest = (await this.oldestOpen(webhook.webhookId)) ?? (await this.oldestUnread(webhook));
    return oldest === undefined ? 0 : Math.max(0, this.clock.now() - oldest);
  }

  /** The greatest lag of an active webhook. */
  async greatestLag(): Promise<number> {
    const lags: number[] = [0];
    for (const webhook of await this.webhooks.all()) if (webhook.active) lags.push(await this.lag(webhook));
    return Math.max(...lags);
  }

  /** When the oldest event happened that is still to be sent; undefined without one. */
  private async oldestOpen(webhookId: string): Promise<number | undefined> {
    const times: number[] = [];
    for (const status of OPEN) {
      const query = this.rows.createQueryBuilder('delivery').where({ webhookId, status, replay: false });
      query.useIndex('webhook_deliveries_status').orderBy('delivery.deliveryId').limit(1);
      for (const { at } of await query.getMany()) times.push(at);
    }
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  private async oldestUnread({ position, types }: Webhook): Promise<number | undefined> {
    if (position === NOT_BEGUN) return undefined;
    const events = await this.feed.after(position, SEARCHED);
    const found = events.find(({ type }) => matchesType(types.split(','), type));
    return found?.at ?? (events.length === SEARCHED ? events.at(-1)?.at : undefined);
  }

  /** Pauses a batch of the deliveries behind a failed one until its next try. Returns whether there may be more. */
  pauseBehind(failed: Delivery, until: number): Promise<boolean> {
    return this.database.transaction(() => this.pauseBatch(failed, until));
  }

  private async pauseBatch({ deliveryId, webhookId, uid, position }: Delivery, until: number): Promise<boolean> {
    const now = this.clock.now();
    if (uid === null || until <= now) return false;
    const due = { ...this.queue.open, dueAt: LessThanOrEqual(now) };
    const behind = { webhookId, uid, ...due, position: MoreThan(position) };
    const rows = await this.rows.find({ select: { deliveryId: true }, where: behind, take: BATCH });
    if (rows.length === 0) return false;
    // Locks the failed one: an administrator may make it due at the same time.
    const lock = `UPDATE webhook_deliveries SET due_at = due_at WHERE delivery_id = ? AND due_at = ? AND ${IS_OPEN}`;
    if ((await this.database.change(lock, [deliveryId, until])) !== 1) return false;
    await this.rows.update({ deliveryId: In(rows.map((row) => row.deliveryId)), ...due }, { dueAt: until });
    return rows.length === BATCH;
  }

  /** Until when deliveries of events are paused, by user. */
  async pausedOf(webhookId: string, events: FeedEvent[]): Promise<Map<string, number>> {
    this.database.requireTransaction();
    const uids = [...new Set(events.flatMap(({ uid }) => uid ?? []))];
    if (uids.length === 0) return new Map();
    const first = this.rows.createQueryBuilder('first').select('first.uid', 'uid');
    first.addSelect('MIN(first.position)', 'position');
    first.where('first.webhookId = :webhookId AND first.uid IN (:...uids)').andWhere(`first.${IS_OPEN}`);
    const rows = await this.rows
      .createQueryBuilder('head')
      .select('head.uid', 'uid')
      .addSelect('head.dueAt', 'until')
      .innerJoin(`(${first.groupBy('first.uid').getQuery()})`, 'found', 'found.uid = head.uid')
      .where(`head.webhookId = :webhookId AND head.${IS_OPEN}`)
      .andWhere('head.position = found.position AND head.dueAt > :claimed')
      .setParameters({ webhookId, uids, claimed: this.queue.leaseEnd })
      .getRawMany<{ uid: string; until: number }>();
    return new Map(rows.map(({ uid, until }) => [uid, Number(until)]));
  }

  /** Makes those due that wait for an earlier one of the same user: of a webhook, or of one of its users. */
  async release(webhookId: string, uid?: string): Promise<void> {
    // Who was never tried and is due later than any claim ends is paused.
    await this.queue.makeDue({ webhookId, ...(uid !== undefined && { uid }), attempts: 0 }, null);
  }

  async get(webhookId: string, deliveryId: string): Promise<Delivery | null> {
    return this.rows.findOneBy({ webhookId, deliveryId: deliveryId.toLowerCase() });
  }

  /** Newest first. */
  list(webhookId: string, filter: DeliveryFilter, page: PageRequest): Promise<ListPage<Delivery>> {
    const query = this.rows.createQueryBuilder('delivery').where({ webhookId, ...filter });
    return findPage(query, { by: ['deliveryId'], descending: true }, page);
  }

  /** Makes deliveries of these events due again, and returns the ids of all events that have a delivery. */
  async replay(webhookId: string, eventIds: string[]): Promise<Set<string>> {
    const found = await this.rows.findBy({ webhookId, eventId: In(eventIds) });
    const ended = found.filter(({ status }) => !OPEN.includes(status)).map(({ deliveryId }) => deliveryId);
    if (ended.length > 0) await this.replayThese({ deliveryId: In(ended), status: In(['sent', 'failed']) });
    return new Set(found.map(({ eventId }) => eventId));
  }

  /** Makes those deliveries of these events due that have failed, and returns how many. */
  replayFailed(webhookId: string, eventIds: string[]): Promise<number> {
    return this.replayThese({ webhookId, eventId: In(eventIds), status: 'failed' });
  }

  private async replayThese(which: FindOptionsWhere<Delivery>): Promise<number> {
    const again = { ...ANEW, status: 'waiting' as const, dueAt: this.clock.now(), replay: true };
    return (await this.rows.update(which, again)).affected ?? 0;
  }

  /** Makes a failed delivery due. One that waits for its next try becomes due, too, unless a process may be sending it. */
  async retryNow({ deliveryId, webhookId, uid }: Delivery): Promise<void> {
    await this.database.transaction(async () => {
      // No process adds a paused delivery meanwhile.
      await this.webhooks.lock(webhookId);
      await this.queue.makeDue({ deliveryId }, 0, ANEW);
      if (uid !== null) await this.release(webhookId, uid);
    });
  }

  /** Makes due what waits, unless a process may be sending it, and what was given up since a time. */
  async wake(webhookId: string, failedSince: number | null): Promise<void> {
    await this.queue.makeDue({ webhookId }, failedSince, ANEW);
  }

  /** Removes all deliveries of a webhook. */
  async removeAll(webhookId: string): Promise<void> {
    await removeInBatches(this.rows, { webhookId }, BATCH);
  }

  /** The deliveries of events about a person. */
  of({ uid }: Person): Record<string, StoredRows> {
    const webhook_deliveries = storedRows(this.database, Delivery, {
      where: { uid },
      by: 'deliveryId',
      index: 'webhook_deliveries_uid',
    });
    return { webhook_deliveries };
  }

  private get rows() {
    return this.database.repo(Delivery);
  }
}

/** A delivery that has not been tried. */
const ANEW = { attempts: 0, sentAt: null };
