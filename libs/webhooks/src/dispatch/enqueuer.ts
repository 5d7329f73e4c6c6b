import { Database, isDuplicateKey } from '@app/database';
import { EventFeed, type FeedEvent } from '@app/events';
import { Injectable } from '@nestjs/common';
import { DeliveryQueries } from '../store/delivery-queries.js';
import { DeliveryStore } from '../store/delivery-store.js';
import { PausedDeliveries } from '../store/paused-deliveries.js';
import type { Webhook } from '../store/webhook.entity.js';
import { NOT_BEGUN, WebhookStore } from '../store/webhook-store.js';
import { matchesType } from '../type-patterns.js';

const BATCH = 500;

/** Which events of the log are sent again. Positions: the first one is exclusive, the second one inclusive. */
export interface ReplayRange {
  after: number;
  until: number;
  types: readonly string[];
  uid?: string;
  /** Whether only events whose deliveries have failed are sent again. */
  onlyFailed: boolean;
}

/** Makes deliveries from the events of the log. */
@Injectable()
export class Enqueuer {
  constructor(
    private readonly database: Database,
    private readonly feed: EventFeed,
    private readonly webhooks: WebhookStore,
    private readonly deliveries: DeliveryStore,
    private readonly directory: DeliveryQueries,
    private readonly paused: PausedDeliveries,
  ) {}

  /**
   * Adds the deliveries of the next events and moves the position of the webhook, in one transaction: each event is added once,
   * also when several processes do this. Returns how many events it has read.
   */
  async enqueue(webhook: Webhook): Promise<number> {
    if (webhook.position === NOT_BEGUN) return this.begin(webhook);
    const events = await this.feed.after(webhook.position, BATCH);
    const last = events.at(-1);
    if (last === undefined) return 0;
    const patterns = webhook.types.split(',');
    const wanted = events.filter(({ type }) => matchesType(patterns, type));
    await this.database.transaction(async () => {
      if (!(await this.webhooks.move(webhook, last.position))) return;
      const paused = webhook.ordered ? await this.paused.of(webhook.webhookId, wanted) : undefined;
      await this.deliveries.insert(webhook.webhookId, wanted, false, paused);
    });
    return events.length;
  }

  /** Lets a new webhook follow the log from now on. */
  async begin(webhook: Webhook): Promise<number> {
    await this.webhooks.move(webhook, await this.feed.end());
    return 1;
  }

  /** Adds deliveries of all events up to now, for an active webhook. Returns the webhook with its new position. */
  async catchUp(webhook: Webhook): Promise<Webhook> {
    await this.feed.end();
    let current = webhook;
    while (current.active && (await this.enqueue(current)) > 0) current = await this.webhooks.get(webhook.webhookId);
    return current;
  }

  /** Makes events due that are behind the position of the webhook. Returns how many. */
  async replay(webhook: Webhook, range: ReplayRange): Promise<number> {
    const until = Math.min(range.until, webhook.position);
    let queued = 0;
    for (let position = range.after; position < until; ) {
      const events = await this.feed.after(position, BATCH, range.uid);
      const last = events.at(-1);
      if (last === undefined) break;
      position = last.position;
      const wanted = events.filter((event) => event.position <= until && isIn(event, webhook, range));
      if (wanted.length > 0) queued += await this.replayBatch(webhook.webhookId, wanted, range.onlyFailed);
    }
    return queued;
  }

  private async replayBatch(webhookId: string, events: FeedEvent[], onlyFailed: boolean): Promise<number> {
    const ids = events.map(({ id }) => id);
    const work = () =>
      this.database.transaction(async () => {
        await this.webhooks.lock(webhookId);
        if (onlyFailed) return this.directory.replayFailed(webhookId, ids);
        const known = await this.directory.replay(webhookId, ids);
        const missing = events.filter(({ id }) => !known.has(id));
        await this.deliveries.insert(webhookId, missing, true);
        return events.length;
      });
    // Another replay has added the same delivery.
    return work().catch((error) => (isDuplicateKey(error) ? work() : Promise.reject(error)));
  }
}

function isIn({ type }: FeedEvent, { types }: Webhook, range: ReplayRange): boolean {
  return matchesType(types.split(','), type) && matchesType(range.types, type);
}
