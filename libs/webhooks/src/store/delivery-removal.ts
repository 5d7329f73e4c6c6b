import { Env } from '@app/config';
import { Clock, Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, LessThan } from 'typeorm';
import { Delivery } from './delivery.entity.js';

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
