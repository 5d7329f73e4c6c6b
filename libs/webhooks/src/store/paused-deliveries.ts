import { Clock, Database } from '@app/database';
import type { FeedEvent } from '@app/events';
import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual, MoreThan } from 'typeorm';
import { Delivery } from './delivery.entity.js';
import { CLAIM_SECONDS, IS_OPEN, OPEN } from './delivery-store.js';

const BATCH = 500;

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
    return (await this.database.transaction(() => this.pauseBatch(failed, until))) === BATCH;
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
    const rows = await this.database.repo(Delivery).find({ select: { deliveryId: true }, where: behind, take: BATCH });
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
