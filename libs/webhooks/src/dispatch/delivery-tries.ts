import { EventFeed, type LoggedEvent } from '@app/events';
import { Injectable } from '@nestjs/common';
import { payloadOf } from '../sending/payload.js';
import { type Outcome, Sender } from '../sending/sender.js';
import type { Delivery } from '../store/delivery.entity.js';
import { PausedDeliveries } from '../store/paused-deliveries.js';
import type { Webhook } from '../store/webhook.entity.js';
import { WebhookSecrets } from '../webhook-secrets.js';
import { OutcomeRecorder } from './outcome-recorder.js';
import { WorkerLock } from './worker-lock.js';

const UNSIGNED = {
  ok: false,
  status: null,
  error: 'the secret is sealed with another AUTH_SECRET',
  blocked: false,
};

/** By their ids. */
export type Events = Map<string, LoggedEvent>;

/** Sends claimed deliveries, and records the results. */
@Injectable()
export class DeliveryTries {
  constructor(
    private readonly feed: EventFeed,
    private readonly sender: Sender,
    private readonly secrets: WebhookSecrets,
    private readonly outcomes: OutcomeRecorder,
    private readonly paused: PausedDeliveries,
    private readonly lock: WorkerLock,
  ) {}

  /** The events of deliveries, by one query. */
  async events(deliveries: Delivery[]): Promise<Events> {
    if (deliveries.length === 0) return new Map();
    const events = await this.lock.run(() => this.feed.read(deliveries.map(({ eventId }) => eventId)));
    return new Map(events.map((event) => [event.id, event]));
  }

  /**
   * Tries a claimed delivery once.
   * @param known events that need not be read again
   * @returns whether the next event of the same user may follow
   */
  async try(webhook: Webhook, delivery: Delivery, known: Events): Promise<boolean> {
    const { eventId } = delivery;
    const event = known.get(eventId) ?? (await this.events([delivery])).get(eventId);
    if (!event) {
      await this.lock.run(() => this.outcomes.giveUp(delivery, 'the event is no longer in the log'));
      return true;
    }
    const outcome = await this.send(webhook, event, delivery);
    const tried = await this.lock.run(() => this.outcomes.record(delivery, webhook, outcome));
    const ended = tried.status === 'sent' || tried.status === 'failed';
    if (!ended && webhook.ordered) await this.pause(delivery, tried.dueAt);
    return ended;
  }

  /** Others may use the database between two batches. */
  private async pause(failed: Delivery, until: number): Promise<void> {
    while (await this.lock.run(() => this.paused.behind(failed, until)));
  }

  private async send(webhook: Webhook, event: LoggedEvent, { replay }: Delivery): Promise<Outcome> {
    const secrets = this.secrets.current(webhook);
    // A replica with a wrong setting must not give up what others can send.
    if (secrets.length === 0) return UNSIGNED;
    return this.sender.send({ url: webhook.url, secrets, id: event.id, body: payloadOf(event), replay });
  }
}
