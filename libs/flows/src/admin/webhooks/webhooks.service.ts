import { Clock, Database, type ListPage, newId, type PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import { currentActor, EventLog } from '@app/events';
import { DeliveryQueries, matchesType, type Webhook, WebhookLag, WebhookSecrets, WebhookStore } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { AdminRank } from '../../access/admin-rank.js';
import { EndpointCheck } from './endpoint-check.js';
import { LogPositions } from './log-positions.js';
import { typesText } from './webhook-fields.js';
import type { MeasuredWebhook } from './webhooks.dto.js';

/** The facts of a new webhook. */
interface NewWebhook {
  url: string;
  types: string[];
  description?: string;
  /** The id of an event, or `start`; undefined for now. */
  after?: string;
  ordered?: boolean;
}

type WebhookChange = Partial<Omit<NewWebhook, 'after'>> & { active?: boolean };

const NEVER = { failingSince: null, disabledAt: null, lastSuccessAt: null, lastError: null };
const UNUSED = { previousSealed: null, previousUntil: null, leaseOwner: null, leaseUntil: 0 };

/** Makes, changes, lists and removes webhooks. */
@Injectable()
export class AdminWebhookService {
  constructor(
    private readonly database: Database,
    private readonly rank: AdminRank,
    private readonly clock: Clock,
    private readonly webhooks: WebhookStore,
    private readonly secrets: WebhookSecrets,
    private readonly deliveries: DeliveryQueries,
    private readonly lags: WebhookLag,
    private readonly positions: LogPositions,
    private readonly endpoints: EndpointCheck,
    private readonly events: EventLog,
  ) {}

  /** With how far they are behind. */
  async list(page: PageRequest): Promise<ListPage<MeasuredWebhook>> {
    const { rows, nextCursor } = await this.webhooks.list(page);
    return { rows: await Promise.all(rows.map((webhook) => this.measured(webhook))), nextCursor };
  }

  /** @throws {ApiError} WEBHOOK_NOT_FOUND */
  async get(webhookId: string): Promise<MeasuredWebhook> {
    return this.measured(await this.webhooks.get(webhookId));
  }

  /** @throws {ApiError} INVALID_URL, INVALID_REQUEST, WEBHOOK_LIMIT_REACHED */
  async create({ url, types, description = '', after, ordered = true }: NewWebhook) {
    const facts = { url: await this.endpoints.allowed(url), types: typesText(types), description, ordered };
    const position = await this.positions.begin(after);
    const webhookId = newId();
    const { secret, sealed } = this.secrets.create(webhookId);
    const now = this.clock.now();
    const times = { createdAt: now, updatedAt: now };
    const state = { active: true, secretSealed: sealed, madeBy: currentActor().actor, ...NEVER, ...UNUSED };
    const webhook = { ...facts, ...times, ...state, webhookId, position };
    await this.webhooks.insert(webhook, () => this.record(webhookId, 'created'));
    // Only now, so that the webhook does not receive the event of its own creation.
    await this.rank.afterwards(async () => this.positions.beginNow(await this.webhooks.get(webhookId)));
    return { webhook_id: webhookId, secret };
  }

  /** @throws {ApiError} WEBHOOK_NOT_FOUND, INVALID_URL, REAUTHENTICATION_REQUIRED */
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
      const widened = widens(before, changes);
      if (widened) await this.rank.requireFactorFor('webhook_change');
      await this.webhooks.update(webhookId, { ...changes, updatedAt: this.clock.now() });
      if (active && !before.active) await this.deliveries.wake(webhookId, before.disabledAt && before.failingSince);
      if (before.ordered && others.ordered === false) await this.deliveries.release(webhookId);
      await this.record(webhookId, 'updated', widened);
    });
    return this.get(webhookId);
  }

  /** Makes a new secret. The one before signs, too, for some seconds. @throws {ApiError} WEBHOOK_NOT_FOUND */
  async rotate(id: string, overlap: number): Promise<{ secret: string }> {
    const { webhookId, secretSealed } = await this.webhooks.get(id);
    const { secret, sealed } = this.secrets.create(webhookId);
    const previous = {
      previousSealed: overlap > 0 ? secretSealed : null,
      previousUntil: overlap > 0 ? this.clock.now() + overlap : null,
    };
    await this.database.transaction(async () => {
      const changes = { ...previous, secretSealed: sealed, updatedAt: this.clock.now() };
      if (!(await this.webhooks.update(webhookId, changes))) throw new ApiError('WEBHOOK_NOT_FOUND');
      await this.record(webhookId, 'secret', true);
    });
    return { secret };
  }

  /** @throws {ApiError} WEBHOOK_NOT_FOUND */
  async remove(id: string): Promise<void> {
    const { webhookId } = await this.webhooks.get(id);
    // Nothing is sent or added any more while the deliveries go, in many small transactions.
    await this.database.transaction(() => this.webhooks.update(webhookId, { active: false }));
    await this.rank.afterwards(() => this.deliveries.removeAll(webhookId));
    await this.database.transaction(async () => {
      if (!(await this.webhooks.remove(webhookId))) throw new ApiError('WEBHOOK_NOT_FOUND');
      await this.record(webhookId, 'removed');
    });
  }

  private async measured(webhook: Webhook): Promise<MeasuredWebhook> {
    return { webhook, lag: await this.lags.of(webhook) };
  }

  private record(webhookId: string, change: string, widened = false): Promise<void> {
    const data = { webhook_id: webhookId, change, ...(widened && { widened }) };
    return this.events.record('webhook.changed', { data });
  }
}

/** Whether a webhook sends to another place after a change, sends more types of events, or sends again. */
function widens(before: Webhook, { url, types, active }: Partial<Webhook>): boolean {
  const had = before.types.split(',');
  return (
    (url !== undefined && url !== before.url) ||
    (types?.split(',').some((pattern) => !matchesType(had, pattern)) ?? false) ||
    (active === true && !before.active)
  );
}
