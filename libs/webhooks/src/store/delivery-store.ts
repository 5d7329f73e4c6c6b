import { Clock, Database } from '@app/database';
import type { FeedEvent } from '@app/events';
import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Delivery, type DeliveryStatus } from './delivery.entity.js';
import type { Webhook } from './webhook.entity.js';

/** How long a process has to send a claimed delivery: longer than the time limit of a try. */
export const CLAIM_SECONDS = 60;
const KEEP_SECONDS = 30 * 86_400;
/** Deliveries that are still to be sent. */
export const OPEN: DeliveryStatus[] = ['waiting', 'blocked'];
export const IS_OPEN = "status IN ('waiting', 'blocked')";

/** The new state of a delivery after a try. */
export type Tried = Pick<Delivery, 'status' | 'lastStatus' | 'lastError' | 'dueAt' | 'sentAt'>;

/** The deliveries in the database. */
@Injectable()
export class DeliveryStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Adds deliveries of events that the webhook does not have yet. */
  async insert(webhookId: string, events: FeedEvent[], replay: boolean): Promise<void> {
    const now = this.clock.now();
    const state = { status: 'waiting' as const, replay, attempts: 0, lastStatus: null, lastError: null };
    const rows = events.map(({ id, type, position, uid, at }) => {
      const event = { eventId: id, type, position, uid, at };
      return { deliveryId: uuidv7(), webhookId, ...event, ...state, createdAt: now, dueAt: now, sentAt: null };
    });
    await this.database.insert(Delivery, rows);
  }

  /** Whether any delivery is due. */
  anyDue(webhookId: string): Promise<boolean> {
    const query = this.query(webhookId).andWhere(`delivery.${IS_OPEN} AND delivery.dueAt <= :now`, this.now);
    return query.getExists();
  }

  /** Deliveries that are due. Of a user of an ordered webhook it is the one with the earliest event, if that one is due. */
  due({ webhookId, ordered }: Webhook, limit: number): Promise<Delivery[]> {
    const query = this.query(webhookId).andWhere(`delivery.${IS_OPEN} AND delivery.dueAt <= :now`, this.now);
    if (ordered) {
      const earlier = this.database.repo(Delivery).createQueryBuilder('earlier').select('1');
      earlier.where('earlier.webhookId = delivery.webhookId AND earlier.uid = delivery.uid');
      earlier.andWhere(`earlier.${IS_OPEN} AND earlier.position < delivery.position`);
      query.andWhere(`NOT EXISTS (${earlier.getQuery()})`);
    }
    return query.orderBy('delivery.dueAt').addOrderBy('delivery.position').limit(limit).getMany();
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

  /** Claims a delivery by one conditional update, so that one process sends it. Returns it with the end of the claim. */
  async claim(delivery: Delivery): Promise<Delivery | undefined> {
    const { deliveryId, dueAt, attempts } = delivery;
    const until = this.clock.now() + CLAIM_SECONDS;
    const statement = `UPDATE webhook_deliveries SET due_at = ? WHERE delivery_id = ? AND ${IS_OPEN} AND due_at = ? AND attempts = ?`;
    const claimed = (await this.database.change(statement, [until, deliveryId, dueAt, attempts])) === 1;
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
    const query = this.query(webhookId).andWhere({ status: In(OPEN), replay: false });
    const row = await query.select('MIN(delivery.at)', 'at').getRawOne<{ at: number | null }>();
    return row?.at == null ? undefined : Number(row.at);
  }

  /** Removes what was sent or given up, a month after its creation. */
  async purge(): Promise<void> {
    const old = LessThan(this.clock.now() - KEEP_SECONDS);
    await this.database.repo(Delivery).delete({ createdAt: old, status: In(['sent', 'failed']) });
  }

  private get now() {
    return { now: this.clock.now() };
  }

  private query(webhookId: string) {
    return this.database.repo(Delivery).createQueryBuilder('delivery').where({ webhookId });
  }
}
