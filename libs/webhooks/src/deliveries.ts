import { Env } from '@app/config';
import {
  Clock,
  Database,
  findPage,
  type ListPage,
  newId,
  type PageRequest,
  type Person,
  type PersonalData,
  type StoredRows,
  storedRows,
} from '@app/database';
import { EventFeed, type EventType, type FeedEvent } from '@app/events';
import { Injectable } from '@nestjs/common';
import {
  Column,
  Entity,
  type FindOptionsWhere,
  ForeignKey,
  In,
  Index,
  LessThan,
  LessThanOrEqual,
  MoreThan,
  PrimaryColumn,
} from 'typeorm';
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
  @PrimaryColumn('varchar', { name: 'delivery_id', length: 36 })
  deliveryId!: string;

  @ForeignKey('webhooks', 'webhookId', { onDelete: 'CASCADE' })
  @Column('varchar', { name: 'webhook_id', length: 36 })
  webhookId!: string;

  @Column('varchar', { name: 'event_id', length: 36 })
  eventId!: string;

  @Column('varchar', { length: 40 })
  type!: EventType;

  /** That of the event in the log. */
  @Column('bigint')
  position!: number;

  /** The user of the event. Events of one user are sent one after the other if the webhook is ordered. */
  @Column('varchar', { length: 36, nullable: true })
  uid!: string | null;

  /** When the event happened. */
  @Column('int', { unsigned: true })
  at!: number;

  @Column('varchar', { length: 10 })
  status!: DeliveryStatus;

  /** Whether an administrator has asked for it again: its result changes nothing of the webhook. */
  @Column('boolean')
  replay!: boolean;

  @Column('int', { unsigned: true, default: 0 })
  attempts!: number;

  /** The HTTP status of the last answer. */
  @Column('int', { unsigned: true, name: 'last_status', nullable: true })
  lastStatus!: number | null;

  @Column('varchar', { name: 'last_error', length: 255, nullable: true })
  lastError!: string | null;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  /** When a process may claim it: at once, after a pause, or when the claim of another process has ended. */
  @Column('int', { unsigned: true, name: 'due_at' })
  dueAt!: number;

  @Column('int', { unsigned: true, name: 'sent_at', nullable: true })
  sentAt!: number | null;
}

/** Few at a time: on SQLite nothing else runs meanwhile. */
const BATCH = 500;

/** Removes deliveries. */
@Injectable()
export class DeliveryRemoval {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly env: Env,
  ) {}

  /** Removes what was sent or given up `DELIVERIES_TTL` ago. */
  async purge(): Promise<void> {
    const old = LessThan(this.clock.now() - this.env.retention.deliveries);
    await this.remove({ createdAt: old, dueAt: old, status: In(['sent', 'failed']) });
  }

  /** Removes all deliveries of a webhook. */
  async removeAll(webhookId: string): Promise<void> {
    await this.remove({ webhookId });
  }

  private async remove(where: FindOptionsWhere<Delivery>): Promise<void> {
    const deliveries = this.database.repo(Delivery);
    for (;;) {
      const found = await deliveries.find({ select: { deliveryId: true }, where, take: BATCH });
      const ids = found.map(({ deliveryId }) => deliveryId);
      // Again with the condition, since a replay may have made one due.
      if (ids.length > 0) await deliveries.delete({ ...where, deliveryId: In(ids) });
      if (ids.length < BATCH) return;
    }
  }
}

/** How long a process has to send a claimed delivery: longer than the time limit of a try. */
const CLAIM_SECONDS = 60;
/** Deliveries that are still to be sent. */
const OPEN: DeliveryStatus[] = ['waiting', 'blocked'];
const IS_OPEN = "status IN ('waiting', 'blocked')";

const CLAIM = `UPDATE webhook_deliveries SET due_at = ?
  WHERE delivery_id = ? AND ${IS_OPEN} AND due_at = ? AND attempts = ?
  AND EXISTS (SELECT 1 FROM webhooks WHERE webhooks.webhook_id = webhook_deliveries.webhook_id AND webhooks.active = 1)`;

/** The new state of a delivery after a try. */
export type Tried = Pick<Delivery, 'status' | 'lastStatus' | 'lastError' | 'dueAt' | 'sentAt'>;

/** The deliveries in the database. */
@Injectable()
export class DeliveryStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

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
    const query = this.query(webhookId).andWhere(`delivery.${IS_OPEN} AND delivery.dueAt <= :now`, this.now);
    return query.getExists();
  }

  /** Deliveries that are due. Of a user of an ordered webhook it is the one with the earliest event, if that one is due. */
  async due(webhook: Webhook, limit: number): Promise<Delivery[]> {
    const found: Delivery[] = [];
    for (const status of OPEN) found.push(...(await this.dueOf(status, webhook, limit)));
    return found.sort((one, other) => one.dueAt - other.dueAt || one.position - other.position).slice(0, limit);
  }

  /** In the order of the index, so that the database reads few rows when many wait. */
  private dueOf(status: DeliveryStatus, { webhookId, ordered }: Webhook, limit: number): Promise<Delivery[]> {
    const query = this.query(webhookId).useIndex('webhook_deliveries_due');
    query.andWhere({ status }).andWhere('delivery.dueAt <= :now', this.now);
    if (ordered) for (const open of OPEN) query.andWhere(`NOT EXISTS (${this.earlier(open)})`);
    return query.orderBy('delivery.dueAt').limit(limit).getMany();
  }

  /** One status at a time: MariaDB reads all deliveries of the user to find two. */
  private earlier(status: DeliveryStatus): string {
    const earlier = this.database.repo(Delivery).createQueryBuilder('earlier').select('1');
    earlier.where('earlier.webhookId = delivery.webhookId AND earlier.uid = delivery.uid');
    return earlier.andWhere(`earlier.status = '${status}' AND earlier.position < delivery.position`).getQuery();
  }

  /** The next delivery of a user, if it is due. */
  async next(webhookId: string, uid: string): Promise<Delivery | undefined> {
    const query = this.query(webhookId)
      .andWhere({ uid, status: In(OPEN) })
      .orderBy('delivery.position')
      .limit(1);
    const [found] = await query.getMany();
    return found && found.dueAt <= this.clock.now() ? found : undefined;
  }

  /**
   * Claims a delivery of an active webhook by one conditional update, so that one process sends it. Returns it with the end of
   * the claim.
   */
  async claim(delivery: Delivery): Promise<Delivery | undefined> {
    const { deliveryId, dueAt, attempts } = delivery;
    const until = this.clock.now() + CLAIM_SECONDS;
    const claimed = (await this.database.change(CLAIM, [until, deliveryId, dueAt, attempts])) === 1;
    return claimed ? { ...delivery, dueAt: until } : undefined;
  }

  /** Records a try. Does nothing when another process has claimed the delivery since, or an administrator has changed it. */
  async noteTry({ deliveryId, dueAt, attempts }: Delivery, tried: Tried): Promise<boolean> {
    const claimed = { deliveryId, dueAt, attempts, status: In(OPEN) };
    const { affected } = await this.database.repo(Delivery).update(claimed, { ...tried, attempts: attempts + 1 });
    return affected === 1;
  }

  /** When the oldest event happened that is still to be sent; undefined without one. */
  async oldestOpen(webhookId: string): Promise<number | undefined> {
    const times: number[] = [];
    for (const status of OPEN) {
      const query = this.query(webhookId).useIndex('webhook_deliveries_status').andWhere({ status, replay: false });
      const [first] = await query.orderBy('delivery.deliveryId').limit(1).getMany();
      if (first) times.push(first.at);
    }
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  private get now() {
    return { now: this.clock.now() };
  }

  private query(webhookId: string) {
    return this.database.repo(Delivery).createQueryBuilder('delivery').where({ webhookId });
  }
}

const PAUSED_BATCH = 500;

/**
 * In an ordered webhook, deliveries behind a failed one of the same user wait for it. They become due with it, and not before:
 * else each look for due deliveries would read all that cannot be sent yet.
 */
@Injectable()
export class PausedDeliveries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Pauses a batch of the deliveries behind a failed one until its next try. Returns whether there may be more. */
  async behind(failed: Delivery, until: number): Promise<boolean> {
    return (await this.database.transaction(() => this.pauseBatch(failed, until))) === PAUSED_BATCH;
  }

  /** Until when deliveries of events are paused, by user. */
  async of(webhookId: string, events: FeedEvent[]): Promise<Map<string, number>> {
    this.database.requireTransaction();
    const uids = [...new Set(events.flatMap(({ uid }) => uid ?? []))];
    if (uids.length === 0) return new Map();
    const first = this.deliveries('first').select('first.uid', 'uid').addSelect('MIN(first.position)', 'position');
    first.where('first.webhookId = :webhookId AND first.uid IN (:...uids)').andWhere(`first.${IS_OPEN}`);
    const rows = await this.deliveries('head')
      .select('head.uid', 'uid')
      .addSelect('head.dueAt', 'until')
      .innerJoin(`(${first.groupBy('first.uid').getQuery()})`, 'found', 'found.uid = head.uid')
      .where(`head.webhookId = :webhookId AND head.${IS_OPEN}`)
      .andWhere('head.position = found.position AND head.dueAt > :claimed')
      .setParameters({ webhookId, uids, claimed: this.claimed })
      .getRawMany<{ uid: string; until: number }>();
    return new Map(rows.map(({ uid, until }) => [uid, Number(until)]));
  }

  /** Makes paused deliveries of a webhook, or of one of its users, due. */
  async release(webhookId: string, uid?: string): Promise<void> {
    // Who was never tried and is due later than any claim ends is paused.
    const paused = { webhookId, status: In(OPEN), attempts: 0, dueAt: MoreThan(this.claimed) };
    await this.database
      .repo(Delivery)
      .update({ ...paused, ...(uid !== undefined && { uid }) }, { dueAt: this.clock.now() });
  }

  private async pauseBatch({ deliveryId, webhookId, uid, position }: Delivery, until: number): Promise<number> {
    const now = this.clock.now();
    if (uid === null || until <= now) return 0;
    const behind = { webhookId, uid, status: In(OPEN), position: MoreThan(position), dueAt: LessThanOrEqual(now) };
    const rows = await this.database
      .repo(Delivery)
      .find({ select: { deliveryId: true }, where: behind, take: PAUSED_BATCH });
    if (rows.length === 0) return 0;
    // Locks the failed one: an administrator may make it due at the same time.
    const lock = `UPDATE webhook_deliveries SET due_at = due_at WHERE delivery_id = ? AND due_at = ? AND ${IS_OPEN}`;
    if ((await this.database.change(lock, [deliveryId, until])) !== 1) return 0;
    const ids = rows.map((row) => row.deliveryId);
    const still = { deliveryId: In(ids), status: In(OPEN), dueAt: LessThanOrEqual(now) };
    await this.database.repo(Delivery).update(still, { dueAt: until });
    return rows.length;
  }

  /** Later than the end of each claim that exists now. */
  private get claimed(): number {
    return this.clock.now() + CLAIM_SECONDS;
  }

  private deliveries(alias: string) {
    return this.database.repo(Delivery).createQueryBuilder(alias);
  }
}

/** Later than any time. */
const NEVER = 2 ** 32 - 1;

/** Selects deliveries of a webhook. */
export interface DeliveryFilter {
  status?: DeliveryStatus;
  eventId?: string;
}

/** The deliveries as administrators list them and send them again. */
@Injectable()
export class DeliveryQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly webhooks: WebhookStore,
    private readonly paused: PausedDeliveries,
    private readonly removal: DeliveryRemoval,
  ) {}

  async get(webhookId: string, deliveryId: string): Promise<Delivery | null> {
    return this.database.repo(Delivery).findOneBy({ webhookId, deliveryId: deliveryId.toLowerCase() });
  }

  /** Newest first. */
  list(webhookId: string, filter: DeliveryFilter, page: PageRequest): Promise<ListPage<Delivery>> {
    const query = this.database
      .repo(Delivery)
      .createQueryBuilder('delivery')
      .where({ webhookId, ...filter });
    return findPage(query, { by: ['deliveryId'], descending: true }, page);
  }

  /** Makes deliveries of these events due again, and returns the ids of all events that have a delivery. */
  async replay(webhookId: string, eventIds: string[]): Promise<Set<string>> {
    const found = await this.database.repo(Delivery).findBy({ webhookId, eventId: In(eventIds) });
    const ended = found.filter(({ status }) => !OPEN.includes(status)).map(({ deliveryId }) => deliveryId);
    if (ended.length > 0) {
      const again = { ...this.again(), replay: true };
      await this.database.repo(Delivery).update({ deliveryId: In(ended), status: In(['sent', 'failed']) }, again);
    }
    return new Set(found.map(({ eventId }) => eventId));
  }

  /** Makes those deliveries of these events due that have failed, and returns how many. */
  async replayFailed(webhookId: string, eventIds: string[]): Promise<number> {
    const failed = { webhookId, eventId: In(eventIds), status: 'failed' as const };
    const { affected } = await this.database.repo(Delivery).update(failed, { ...this.again(), replay: true });
    return affected ?? 0;
  }

  /** Makes a failed delivery due. One that waits for its next try becomes due, too, unless a process may be sending it. */
  async retryNow({ deliveryId, webhookId, uid }: Delivery): Promise<void> {
    await this.database.transaction(async () => {
      // No process adds a paused delivery meanwhile.
      await this.webhooks.lock(webhookId);
      await this.makeDue({ deliveryId }, 0);
      if (uid !== null) await this.paused.release(webhookId, uid);
    });
  }

  /** Makes due what waits, unless a process may be sending it, and what was given up since a time. */
  wake(webhookId: string, failedSince: number | null): Promise<void> {
    return this.makeDue({ webhookId }, failedSince ?? NEVER);
  }

  /** Makes those due that wait for an earlier one of the same user. */
  release(webhookId: string): Promise<void> {
    return this.paused.release(webhookId);
  }

  /** Removes all deliveries of a webhook. */
  removeAll(webhookId: string): Promise<void> {
    return this.removal.removeAll(webhookId);
  }

  private async makeDue(which: FindOptionsWhere<Delivery>, since: number): Promise<void> {
    const claimed = this.clock.now() + CLAIM_SECONDS;
    const update = this.database.repo(Delivery).createQueryBuilder().update().set(this.again());
    const paused = `((${IS_OPEN} AND due_at > :claimed) OR (status = 'failed' AND due_at >= :since))`;
    await update.where(which).andWhere(paused, { claimed, since }).execute();
  }

  private again() {
    return { status: 'waiting' as const, attempts: 0, dueAt: this.clock.now(), sentAt: null };
  }
}

/** The deliveries of events about a person. */
@Injectable()
export class StoredDeliveries implements PersonalData {
  constructor(private readonly database: Database) {}

  of({ uid }: Person): Record<string, StoredRows> {
    return {
      webhook_deliveries: storedRows(this.database, Delivery, {
        where: { uid },
        by: 'deliveryId',
        index: 'webhook_deliveries_uid',
        properties: PROPERTIES,
      }),
    };
  }
}

const PROPERTIES: (keyof Delivery)[] = [
  'deliveryId',
  'webhookId',
  'eventId',
  'type',
  'position',
  'uid',
  'at',
  'status',
  'replay',
  'attempts',
  'lastStatus',
  'lastError',
  'createdAt',
  'dueAt',
  'sentAt',
];

/** How many events after the position of a webhook are searched for one that it receives. */
const SEARCHED = 1_000;

/** Measures how far webhooks are behind. */
@Injectable()
export class WebhookLag {
  constructor(
    private readonly clock: Clock,
    private readonly feed: EventFeed,
    private readonly webhooks: WebhookStore,
    private readonly deliveries: DeliveryStore,
  ) {}

  /** The age of the oldest event that was not sent yet, in seconds; 0 without one. */
  async of(webhook: Webhook): Promise<number> {
    const oldest = (await this.deliveries.oldestOpen(webhook.webhookId)) ?? (await this.oldestUnread(webhook));
    return oldest === undefined ? 0 : Math.max(0, this.clock.now() - oldest);
  }

  /** The greatest lag of an active webhook. */
  async greatest(): Promise<number> {
    const lags: number[] = [0];
    for (const webhook of await this.webhooks.all()) if (webhook.active) lags.push(await this.of(webhook));
    return Math.max(...lags);
  }

  /** How many webhooks the service has disabled. */
  async countDisabled(): Promise<number> {
    return (await this.webhooks.all()).filter(({ disabledAt }) => disabledAt !== null).length;
  }

  private async oldestUnread({ position, types }: Webhook): Promise<number | undefined> {
    if (position === NOT_BEGUN) return undefined;
    const events = await this.feed.after(position, SEARCHED);
    const found = events.find(({ type }) => matchesType(types.split(','), type));
    return found?.at ?? (events.length === SEARCHED ? events.at(-1)?.at : undefined);
  }
}
