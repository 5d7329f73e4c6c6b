import { Clock } from '@app/database';
import { EventFeed } from '@app/events';
import { Injectable } from '@nestjs/common';
import { DeliveryStore } from './store/delivery-store.js';
import type { Webhook } from './store/webhook.entity.js';
import { NOT_BEGUN, WebhookStore } from './store/webhook-store.js';
import { matchesType } from './type-patterns.js';

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
