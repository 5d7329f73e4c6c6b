import { setTimeout as sleep } from 'node:timers/promises';
import type { EventFeed } from '@app/events';
import { payloadOf } from '../sending/payload.js';
import type { Sender } from '../sending/sender.js';
import type { Delivery } from '../store/delivery.entity.js';
import type { DeliveryRemoval } from '../store/delivery-removal.js';
import type { DeliveryStore } from '../store/delivery-store.js';
import type { Webhook } from '../store/webhook.entity.js';
import type { WebhookStore } from '../store/webhook-store.js';
import type { WebhookSecrets } from '../webhook-secrets.js';
import type { Enqueuer } from './enqueuer.js';
import type { OutcomeRecorder } from './outcome-recorder.js';

/** How many messages are on their way at a time: of one webhook, and for an ordered one of different users. */
const SLOTS = 5;
const ORDERED_SLOTS = 20;
const LOOK_MS = 500;

const UNSIGNED = {
  ok: false,
  status: null,
  error: 'the secret is sealed with another AUTH_SECRET',
  blocked: false,
};

/** What a run works with. */
export interface RunTools {
  feed: EventFeed;
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
  removal: DeliveryRemoval;
  enqueuer: Enqueuer;
  sender: Sender;
  secrets: WebhookSecrets;
  outcomes: OutcomeRecorder;
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
        const { feed, enqueuer } = this.tools;
        await feed.end();
        const read = await enqueuer.enqueue(this.webhook as Webhook);
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

  private async pause(): Promise<void> {
    await Promise.race([...this.sending.values(), sleep(LOOK_MS, undefined, { ref: false })]);
  }

  private async startDue(webhook: Webhook): Promise<number> {
    const free = this.slots - this.sending.size;
    if (free <= 0) return 0;
    const due = await this.tools.deliveries.due(webhook, this.slots + this.sending.size);
    const idle = due.filter((delivery) => !this.sending.has(keyOf(webhook, delivery))).slice(0, free);
    for (const delivery of idle) {
      const key = keyOf(webhook, delivery);
      const sent = this.deliverFrom(delivery)
        .catch(() => undefined)
        .finally(() => this.sending.delete(key));
      this.sending.set(key, sent);
    }
    return idle.length;
  }

  /** Sends a delivery; for an ordered webhook also the next ones of the same user that are due. */
  private async deliverFrom(first: Delivery): Promise<void> {
    for (let delivery: Delivery | undefined = first; delivery && !this.stopping && this.webhook; ) {
      const claimed: Delivery | undefined = await this.tools.deliveries.claim(delivery);
      if (!claimed || !(await this.deliver(this.webhook, claimed))) return;
      const { uid } = claimed;
      const follows = this.webhook?.ordered && uid !== null;
      delivery = follows ? await this.tools.deliveries.next(this.webhookId, uid) : undefined;
    }
  }

  /** Returns whether the next event of the same user may follow. */
  private async deliver(webhook: Webhook, delivery: Delivery): Promise<boolean> {
    const { feed, outcomes, secrets, sender } = this.tools;
    const keys = secrets.current(webhook);
    const [event] = await feed.read([delivery.eventId]);
    if (!event) {
      await outcomes.giveUp(delivery, 'the event is no longer in the log');
      return true;
    }
    // A replica with a wrong setting must not give up what others can send.
    if (keys.length === 0) return outcomes.record(delivery, webhook, UNSIGNED);
    const message = { url: webhook.url, secrets: keys, id: event.id, body: payloadOf(event), replay: delivery.replay };
    return outcomes.record(delivery, webhook, await sender.send(message));
  }
}

/** What is sent one after the other. */
function keyOf({ ordered }: Webhook, { uid, deliveryId }: Delivery): string {
  return ordered && uid !== null ? uid : deliveryId;
}
