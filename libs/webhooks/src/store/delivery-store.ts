import { Clock, Database, newId } from '@app/database';
import type { FeedEvent } from '@app/events';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Delivery, type DeliveryStatus } from './delivery.entity.js';
import type { Webhook } from './webhook.entity.js';

/** How long a process has to send a claimed delivery: longer than the time limit of a try. */
export const CLAIM_SECONDS = 60;
/** Deliveries that are still to be sent. */
export const OPEN: DeliveryStatus[] = ['waiting', 'blocked'];
export const IS_OPEN = "status IN ('waiting', 'blocked')";

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
