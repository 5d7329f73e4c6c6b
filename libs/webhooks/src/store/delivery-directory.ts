import { Clock, Database, findPage, type Page, type PageRequest } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Delivery, type DeliveryStatus } from './delivery.entity.js';
import { CLAIM_SECONDS, IS_OPEN, OPEN } from './delivery-store.js';

/** Later than any time. */
const NEVER = 2 ** 32 - 1;

/** Selects deliveries of a webhook. */
export interface DeliveryFilter {
  status?: DeliveryStatus;
  eventId?: string;
}

/** The deliveries as administrators list them and send them again. */
@Injectable()
export class DeliveryDirectory {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async get(webhookId: string, deliveryId: string): Promise<Delivery | null> {
    return this.database.repo(Delivery).findOneBy({ webhookId, deliveryId: deliveryId.toLowerCase() });
  }

  /** Newest first. */
  list(webhookId: string, filter: DeliveryFilter, page: PageRequest): Promise<Page<Delivery>> {
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
  async retryNow(deliveryId: string): Promise<boolean> {
    const update = this.database.repo(Delivery).createQueryBuilder().update().set(this.again());
    const pausing = `${IS_OPEN} AND due_at > :claimed`;
    update
      .where({ deliveryId })
      .andWhere(`(status = 'failed' OR (${pausing}))`, { claimed: this.clock.now() + CLAIM_SECONDS });
    return (await update.execute()).affected === 1;
  }

  /** Makes due what waits, and what was given up since a time. */
  async wake(webhookId: string, failedSince: number | null): Promise<void> {
    const update = this.database.repo(Delivery).createQueryBuilder().update().set(this.again());
    const which = `(${IS_OPEN} OR (status = 'failed' AND created_at >= :since))`;
    await update
      .where({ webhookId })
      .andWhere(which, { since: failedSince ?? NEVER })
      .execute();
  }

  private again() {
    return { status: 'waiting' as const, attempts: 0, dueAt: this.clock.now(), sentAt: null };
  }
}
