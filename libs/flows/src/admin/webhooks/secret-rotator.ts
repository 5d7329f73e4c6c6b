import { Clock, Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { WebhookSecrets, WebhookStore } from '@app/webhooks';
import { Injectable } from '@nestjs/common';

/** Renews the secrets of webhooks. */
@Injectable()
export class SecretRotator {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventLog,
    private readonly webhooks: WebhookStore,
    private readonly secrets: WebhookSecrets,
  ) {}

  /** Makes a new secret. The one before signs, too, for some seconds. @throws {ApiError} WEBHOOK_NOT_FOUND */
  async rotate(id: string, overlap: number): Promise<{ secret: string }> {
    const { webhookId, secretSealed } = await this.webhooks.get(id);
    const { secret, sealed } = this.secrets.create(webhookId);
    const overlaps = overlap > 0;
    const previous = {
      previousSealed: overlaps ? secretSealed : null,
      previousUntil: overlaps ? this.clock.now() + overlap : null,
    };
    await this.database.transaction(async () => {
      const changes = { ...previous, secretSealed: sealed, updatedAt: this.clock.now() };
      if (!(await this.webhooks.update(webhookId, changes))) throw new ApiError('WEBHOOK_NOT_FOUND');
      await this.events.record('webhook.changed', { data: { webhook_id: webhookId, change: 'secret' } });
    });
    return { secret };
  }
}
