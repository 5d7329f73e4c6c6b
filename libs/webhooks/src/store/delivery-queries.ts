import { Clock, Database, findPage, type ListPage, type PageRequest } from '@app/database';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In } from 'typeorm';
import { Delivery, type DeliveryStatus } from './delivery.entity.js';
import { DeliveryRemoval } from './delivery-removal.js';
import { CLAIM_SECONDS, IS_OPEN, OPEN } from './delivery-store.js';
import { PausedDeliveries } from './paused-deliveries.js';
import { WebhookStore } from './webhook-store.js';

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
