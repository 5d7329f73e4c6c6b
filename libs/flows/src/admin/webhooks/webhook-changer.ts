import { Clock, Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { DeliveryQueries, WebhookStore } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { EndpointCheck } from './endpoint-check.js';
import type { NewWebhook } from './webhook-creator.js';
import { typesText } from './webhook-fields.js';
import { WebhookReader } from './webhook-reader.js';
import type { MeasuredWebhook } from './webhooks.dto.js';

type WebhookChange = Partial<Omit<NewWebhook, 'after'>> & { active?: boolean };

/** Changes and removes webhooks. */
@Injectable()
export class WebhookChanger {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventLog,
    private readonly endpoints: EndpointCheck,
    private readonly webhooks: WebhookStore,
    private readonly deliveries: DeliveryQueries,
    private readonly reader: WebhookReader,
  ) {}

  /** @throws {ApiError} WEBHOOK_NOT_FOUND, INVALID_URL */
  async update(id: string, { url, types, active, ...others }: WebhookChange): Promise<MeasuredWebhook> {
    const { webhookId } = await this.webhooks.get(id);
    const changes = {
      ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)),
      ...(url !== undefined && { url: await this.endpoints.allowed(url) }),
      ...(types !== undefined && { types: typesText(types) }),
      ...(active !== undefined && { active, disabledAt: null }),
      ...(active === true && { failingSince: null }),
    };
    await this.database.transaction(async () => {
      // Locks the row before it is read: a process that sends may disable the webhook at the same time.
      await this.webhooks.lock(webhookId);
      const before = await this.webhooks.get(webhookId);
      await this.webhooks.update(webhookId, { ...changes, updatedAt: this.clock.now() });
      if (active && !before.active) await this.deliveries.wake(webhookId, before.disabledAt && before.failingSince);
      if (before.ordered && others.ordered === false) await this.deliveries.release(webhookId);
      await this.recordChange(webhookId, 'updated');
    });
    return this.reader.get(webhookId);
  }

  /** @throws {ApiError} WEBHOOK_NOT_FOUND */
  async remove(id: string): Promise<void> {
    const { webhookId } = await this.webhooks.get(id);
    // Nothing is sent or added any more while the deliveries go, in many small transactions.
    await this.webhooks.update(webhookId, { active: false });
    await this.deliveries.removeAll(webhookId);
    await this.database.transaction(async () => {
      if (!(await this.webhooks.remove(webhookId))) throw new ApiError('WEBHOOK_NOT_FOUND');
      await this.recordChange(webhookId, 'removed');
    });
  }

  private recordChange(webhookId: string, change: string): Promise<void> {
    return this.events.record('webhook.changed', { data: { webhook_id: webhookId, change } });
  }
}
