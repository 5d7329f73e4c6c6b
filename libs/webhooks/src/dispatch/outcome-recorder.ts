import { Clock, Database } from '@app/database';
import { EventLog } from '@app/events';
import { ActivityCounters } from '@app/stats';
import { Injectable, Logger } from '@nestjs/common';
import { pauseAfter } from '../sending/retry-schedule.js';
import type { Outcome } from '../sending/sender.js';
import type { Delivery } from '../store/delivery.entity.js';
import { DeliveryStore, type Tried } from '../store/delivery-store.js';
import type { Webhook } from '../store/webhook.entity.js';
import { WebhookStore } from '../store/webhook-store.js';

const GONE = 410;
/** A webhook without a success for this time is disabled. */
const PATIENCE_SECONDS = 5 * 86_400;
const ERROR_LENGTH = 255;

/** Records the results of tries, and disables webhooks that fail. */
@Injectable()
export class OutcomeRecorder {
  /** Called with the result of each try: `sent`, `retried`, `blocked` or `failed`. */
  onTried: (result: string) => void = () => undefined;
  private readonly logger = new Logger('Webhooks');
  /** The second of the last recorded success of each webhook, while it does not fail. */
  private readonly healthy = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventLog,
    private readonly webhooks: WebhookStore,
    private readonly deliveries: DeliveryStore,
    private readonly counters: ActivityCounters,
  ) {}

  /**
   * Records the result of a try of a claimed delivery. Returns the new state of the delivery.
   * @param webhook as it was at the try
   */
  async record(delivery: Delivery, webhook: Webhook, outcome: Outcome): Promise<Tried> {
    const tried = this.stateAfter(delivery, outcome);
    await this.database.transaction(async () => {
      if (!(await this.deliveries.noteTry(delivery, tried))) return;
      if (!delivery.replay) await this.noteOutcome(webhook, outcome);
      if (!outcome.ok) await this.counters.count(this.clock.now(), { webhooksFailed: 1 });
    });
    const result = outcome.ok ? 'sent' : tried.status === 'waiting' ? 'retried' : tried.status;
    this.onTried(result);
    return tried;
  }

  /** Gives a delivery up that can never be sent. */
  async giveUp(delivery: Delivery, reason: string): Promise<void> {
    const now = this.clock.now();
    const tried = { status: 'failed' as const, lastStatus: null, lastError: reason, dueAt: now, sentAt: null };
    await this.database.transaction(async () => {
      if (await this.deliveries.noteTry(delivery, tried)) await this.counters.count(now, { webhooksFailed: 1 });
    });
    this.onTried('failed');
  }

  private stateAfter({ attempts, replay }: Delivery, { ok, status, error, blocked, retryAfter }: Outcome): Tried {
    const now = this.clock.now();
    const tried = { lastStatus: status, lastError: error?.slice(0, ERROR_LENGTH) ?? null };
    if (ok) return { ...tried, status: 'sent', dueAt: now, sentAt: now };
    const gone = status === GONE;
    // An endpoint that is activated again gets what it missed; a replay does not disable, and needs no further try.
    const pause = gone ? (replay ? undefined : 0) : pauseAfter(attempts + 1, retryAfter);
    if (pause === undefined) return { ...tried, status: 'failed', dueAt: now, sentAt: null };
    return { ...tried, status: blocked ? 'blocked' : 'waiting', dueAt: now + pause, sentAt: null };
  }

  private noteOutcome(webhook: Webhook, outcome: Outcome): Promise<void> {
    return outcome.ok ? this.noteSuccess(webhook.webhookId) : this.noteFailure(webhook, outcome);
  }

  private async noteSuccess(webhookId: string): Promise<void> {
    const now = this.clock.now();
    if (this.healthy.get(webhookId) === now) return;
    await this.webhooks.noteSuccess(webhookId);
    this.healthy.set(webhookId, now);
  }

  private async noteFailure(webhook: Webhook, { status, error }: Outcome): Promise<void> {
    const { webhookId } = webhook;
    const now = this.clock.now();
    this.healthy.delete(webhookId);
    await this.webhooks.noteFailure(webhookId, (error ?? '').slice(0, ERROR_LENGTH));
    const gone = status === GONE;
    if (!(await this.webhooks.disable(webhook, gone ? now : now - PATIENCE_SECONDS))) return;
    const reason = gone ? 'gone' : 'failing';
    await this.events.record('webhook.disabled', { actor: 'system', data: { webhook_id: webhookId, reason } });
    this.logger.warn(`Webhook ${webhookId} is disabled (${reason}). Activate it again when its endpoint works.`);
  }
}
