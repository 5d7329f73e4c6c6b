import type { ListPage, PageRequest } from '@app/database';
import { type Webhook, WebhookLag, WebhookStore } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import type { MeasuredWebhook } from './webhooks.dto.js';

/** Reads webhooks, with how far they are behind. */
@Injectable()
export class WebhookReader {
  constructor(
    private readonly webhooks: WebhookStore,
    private readonly lags: WebhookLag,
  ) {}

  async list(page: PageRequest): Promise<ListPage<MeasuredWebhook>> {
    const { rows, nextCursor } = await this.webhooks.list(page);
    return { rows: await Promise.all(rows.map((webhook) => this.measured(webhook))), nextCursor };
  }

  /** @throws {ApiError} WEBHOOK_NOT_FOUND */
  async get(webhookId: string): Promise<MeasuredWebhook> {
    return this.measured(await this.webhooks.get(webhookId));
  }

  private async measured(webhook: Webhook): Promise<MeasuredWebhook> {
    return { webhook, lag: await this.lags.of(webhook) };
  }
}
