import { Clock, newId } from '@app/database';
import { EventLog } from '@app/events';
import { WebhookSecrets, WebhookStore } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { EndpointCheck } from './endpoint-check.js';
import { LogPositions } from './log-positions.js';
import { typesText } from './webhook-fields.js';

/** The facts of a new webhook. */
export interface NewWebhook {
  url: string;
  types: string[];
  description?: string;
  /** The id of an event, or `start`; undefined for now. */
  after?: string;
  ordered?: boolean;
}

const NEVER = { failingSince: null, disabledAt: null, lastSuccessAt: null, lastError: null };
const UNUSED = { previousSealed: null, previousUntil: null, leaseOwner: null, leaseUntil: 0 };

/** Creates webhooks. */
@Injectable()
export class WebhookCreator {
  constructor(
    private readonly clock: Clock,
    private readonly events: EventLog,
    private readonly positions: LogPositions,
    private readonly endpoints: EndpointCheck,
    private readonly webhooks: WebhookStore,
    private readonly secrets: WebhookSecrets,
  ) {}

  /** @throws {ApiError} INVALID_URL, INVALID_REQUEST, WEBHOOK_LIMIT_REACHED */
  async create({ url, types, description = '', after, ordered = true }: NewWebhook) {
    const facts = { url: await this.endpoints.allowed(url), types: typesText(types), description, ordered };
    const position = await this.positions.begin(after);
    const webhookId = newId();
    const { secret, sealed } = this.secrets.create(webhookId);
    const now = this.clock.now();
    const times = { createdAt: now, updatedAt: now };
    const webhook = {
      ...NEVER,
      ...UNUSED,
      ...facts,
      ...times,
      webhookId,
      position,
      active: true,
      secretSealed: sealed,
    };
    const recorded = () =>
      this.events.record('webhook.changed', { data: { webhook_id: webhookId, change: 'created' } });
    await this.webhooks.insert(webhook, recorded);
    // Only now, so that the webhook does not receive the event of its own creation.
    await this.positions.beginNow(await this.webhooks.get(webhookId));
    return { webhook_id: webhookId, secret };
  }
}
