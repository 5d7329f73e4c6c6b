import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Delivery } from '../store/delivery.entity.js';
import { DeliveryStore } from '../store/delivery-store.js';
import type { Webhook } from '../store/webhook.entity.js';
import { WebhookStore } from '../store/webhook-store.js';
import { DeliveryTries, type Events } from './delivery-tries.js';
import { Enqueuer } from './enqueuer.js';
import { WorkerLock } from './worker-lock.js';

/** How many messages are on their way at a time: of one webhook, and for an ordered one of different users. */
const SLOTS = 5;
const ORDERED_SLOTS = 20;
const LOOK_MS = 500;
const OTHERS_MS = 20;

/** What a run works with. */
@Injectable()
export class RunTools {
  constructor(
    readonly webhooks: WebhookStore,
    readonly deliveries: DeliveryStore,
    readonly enqueuer: Enqueuer,
    readonly tries: DeliveryTries,
    readonly lock: WorkerLock,
  ) {}
}

/** Sends for one webhook, while this process holds its lease and there is something to send. */
export class WebhookRun {
  private readonly sending = new Map<string, Promise<void>>();
  private stopping = false;
  private webhook: Webhook | null = null;

  /** @param owner this process */
  constructor(
    private readonly webhookId: string,
    private readonly owner: string,
    private readonly tools: RunTools,
  ) {}

  /** Lets the messages on their way arrive, and begins no other. */
  stop(): void {
    this.stopping = true;
  }

  /** Returns when nothing is due, or another process holds the lease. */
  async work(): Promise<void> {
    try {
      while (!this.stopping && (await this.keepLease())) {
        const read = await this.turn(() => this.tools.enqueuer.enqueue(this.webhook as Webhook));
        const started = await this.startDue(this.webhook as Webhook);
        if (read + started === 0 && this.sending.size === 0) break;
        if (read === 0 || this.sending.size >= this.slots) await this.pause();
      }
    } finally {
      this.stopping = true;
      await Promise.allSettled(this.sending.values());
      await this.tools.webhooks.release(this.webhookId, this.owner);
    }
  }

  private async keepLease(): Promise<boolean> {
    // Read again each time, since an administrator may have changed it.
    this.webhook = await this.tools.webhooks.leased(this.webhookId, this.owner);
    return this.webhook !== null;
  }

  private get slots(): number {
    return this.webhook?.ordered ? ORDERED_SLOTS : SLOTS;
  }

  /** Waits for a message to arrive, and a moment for others, so that one look at the database begins several. */
  private async pause(): Promise<void> {
    await Promise.race([...this.sending.values(), sleep(LOOK_MS, undefined, { ref: false })]);
    await sleep(OTHERS_MS);
  }

  private async startDue(webhook: Webhook): Promise<number> {
    const free = this.slots - this.sending.size;
    if (free <= 0) return 0;
    const due = await this.turn(() => this.tools.deliveries.due(webhook, this.slots + this.sending.size));
    const idle = due.filter((delivery) => !this.sending.has(keyOf(webhook, delivery))).slice(0, free);
    const events = await this.tools.tries.events(idle);
    for (const delivery of idle) {
      const key = keyOf(webhook, delivery);
      const sent = this.deliverFrom(delivery, events)
        .catch(() => undefined)
        .finally(() => this.sending.delete(key));
      this.sending.set(key, sent);
    }
    return idle.length;
  }

  /** Sends a delivery; for an ordered webhook also the next ones of the same user that are due. */
  private async deliverFrom(first: Delivery, events: Events): Promise<void> {
    const { deliveries, tries } = this.tools;
    for (let delivery: Delivery | undefined = first; delivery; ) {
      const { webhook } = this;
      const claimed = await this.turn(() => this.claim(delivery as Delivery));
      if (!claimed || !webhook || !(await tries.try(webhook, claimed, events))) return;
      const { uid } = claimed;
      if (!webhook.ordered || uid === null) return;
      delivery = await this.turn(() => deliveries.next(this.webhookId, uid));
    }
  }

  /** A run that ends, or has lost its lease, claims nothing more. */
  private async claim(delivery: Delivery): Promise<Delivery | undefined> {
    if (this.stopping || !this.webhook) return undefined;
    return this.tools.deliveries.claim(delivery);
  }

  /** Uses the database when it is this one's turn. */
  private turn<T>(work: () => Promise<T>): Promise<T> {
    return this.tools.lock.run(work);
  }
}

/** What is sent one after the other. */
function keyOf({ ordered }: Webhook, { uid, deliveryId }: Delivery): string {
  return ordered && uid !== null ? uid : deliveryId;
}
