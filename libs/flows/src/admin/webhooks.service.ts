import { Env } from '@app/config';
import { Clock, Database, type ListPage, newId, type PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import { currentActor, EventFeed, EventLog } from '@app/events';
import {
  BlockedDestination,
  Deliveries,
  type Delivery,
  type DeliveryFilter,
  Enqueuer,
  isPublic,
  matchesType,
  NOT_BEGUN,
  parseEndpoint,
  payloadOf,
  resolveEndpoint,
  Sender,
  type Webhook,
  WebhookStore,
} from '@app/webhooks';
import { Injectable, Logger } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { AdminRank } from '../access/admin-rank.js';

const START = 'start';

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

/** Which events are sent again. */
interface Replay {
  after?: string;
  until?: string;
  types?: string[];
  uid?: string;
  onlyFailed?: boolean;
}

/** A webhook and how far it is behind, in seconds. */
export interface MeasuredWebhook {
  webhook: Webhook;
  lag: number;
}

/** The types of events as a webhook stores them, each once. */
function typesText(types: string[]): string {
  return [...new Set(types)].join(',');
}

/** Makes, changes, lists, tests and removes webhooks, lists their deliveries, and sends events again. */
@Injectable()
export class AdminWebhookService {
  private readonly logger = new Logger('Webhooks');

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly rank: AdminRank,
    private readonly clock: Clock,
    private readonly webhooks: WebhookStore,
    private readonly deliveries: Deliveries,
    private readonly feed: EventFeed,
    private readonly enqueuer: Enqueuer,
    private readonly sender: Sender,
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
    const facts = { url: await this.allowedUrl(url), types: typesText(types), description, ordered };
    const position = after === undefined ? NOT_BEGUN : await this.positionOf(after, 'after');
    const webhookId = newId();
    const { secret, sealed } = this.webhooks.createSecret(webhookId);
    const now = this.clock.now();
    const times = { createdAt: now, updatedAt: now };
    const state = { active: true, secretSealed: sealed, madeBy: currentActor().actor, ...NEVER, ...UNUSED };
    const webhook = { ...facts, ...times, ...state, webhookId, position };
    await this.webhooks.insert(webhook, () => this.record(webhookId, 'created'));
    // Only now, so that the webhook does not receive the event of its own creation.
    await this.rank.afterwards(async () => {
      const made = await this.webhooks.get(webhookId);
      if (made.position === NOT_BEGUN) await this.enqueuer.begin(made);
    });
    return { webhook_id: webhookId, secret };
  }

  /** @throws {ApiError} WEBHOOK_NOT_FOUND, INVALID_URL, REAUTHENTICATION_REQUIRED */
  async update(id: string, { url, types, active, ...others }: WebhookChange): Promise<MeasuredWebhook> {
    const { webhookId } = await this.webhooks.get(id);
    const changes = {
      ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)),
      ...(url !== undefined && { url: await this.allowedUrl(url) }),
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
    const { secret, sealed } = this.webhooks.createSecret(webhookId);
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

  /** Sends a message of the type `webhook.test` at once. @throws {ApiError} WEBHOOK_NOT_FOUND */
  async test(webhookId: string): Promise<{ status: number | null; duration_ms: number }> {
    const webhook = await this.webhooks.get(webhookId);
    const event = {
      id: newId(),
      at: this.clock.now(),
      actor: 'system',
      uid: null,
      sessionId: null,
      ip: null,
      data: '{}',
    };
    const body = payloadOf({ ...event, type: 'webhook.test' });
    const begun = performance.now();
    const secrets = this.webhooks.secretsOf(webhook);
    const { status } = await this.sender.send({ url: webhook.url, secrets, id: event.id, body });
    return { status, duration_ms: Math.round(performance.now() - begun) };
  }

  /** @throws {ApiError} WEBHOOK_NOT_FOUND */
  async listDeliveries(id: string, filter: DeliveryFilter, page: PageRequest): Promise<ListPage<Delivery>> {
    const { webhookId } = await this.webhooks.get(id);
    return this.deliveries.list(webhookId, filter, page);
  }

  /** @throws {ApiError} WEBHOOK_NOT_FOUND, DELIVERY_NOT_FOUND; INVALID_REQUEST for one that was sent */
  async retryDelivery(id: string, deliveryId: string): Promise<void> {
    const { webhookId } = await this.webhooks.get(id);
    const delivery = isUuid(deliveryId) ? await this.deliveries.get(webhookId, deliveryId) : null;
    if (!delivery) throw new ApiError('DELIVERY_NOT_FOUND');
    if (delivery.status === 'sent') throw new ApiError('INVALID_REQUEST', 'It was sent. To send it again, use replay.');
    await this.deliveries.retryNow(delivery);
  }

  /** Returns how many events are sent again. @throws {ApiError} WEBHOOK_NOT_FOUND, INVALID_REQUEST */
  async replay(id: string, { after, until, types = ['*'], uid, onlyFailed = false }: Replay): Promise<number> {
    const webhook = await this.webhooks.get(id);
    const range = {
      after: after === undefined ? 0 : await this.positionOf(after, 'after'),
      until: until === undefined ? Number.MAX_SAFE_INTEGER : await this.positionOf(until, 'until'),
      types,
      uid: uid?.toLowerCase(),
      onlyFailed,
    };
    return this.enqueuer.replay(await this.enqueuer.catchUp(webhook), range);
  }

  private async measured(webhook: Webhook): Promise<MeasuredWebhook> {
    return { webhook, lag: await this.deliveries.lag(webhook) };
  }

  private record(webhookId: string, change: string, widened = false): Promise<void> {
    const data = { webhook_id: webhookId, change, ...(widened && { widened }) };
    return this.events.record('webhook.changed', { data });
  }

  /** The position of an event, or 0 for the start of the log. @throws {ApiError} INVALID_REQUEST */
  private async positionOf(text: string, name: string): Promise<number> {
    if (text === START) return 0;
    const position = isUuid(text) ? await this.feed.positionOf(text.toLowerCase()) : undefined;
    if (position !== undefined) return position;
    throw new ApiError('INVALID_REQUEST', `${name} must be the id of an event in the log, or "${START}".`);
  }

  /** The URL in its normal form. A name that does not resolve now is checked at each sending. @throws {ApiError} INVALID_URL */
  private async allowedUrl(text: string): Promise<string> {
    const url = parseEndpoint(text, this.env.production);
    if (!url) throw new ApiError('INVALID_URL');
    try {
      await this.checkEndpoint(url);
    } catch (error) {
      if (error instanceof BlockedDestination)
        throw new ApiError('INVALID_URL', `The URL is refused: ${error.message}.`);
    }
    return url.href;
  }

  /** Outside production the default allows the own machine, so a webhook that works here may not work there. */
  private async checkEndpoint(url: URL): Promise<void> {
    const { webhookNetworks } = this.env;
    const addresses = await resolveEndpoint(url, webhookNetworks);
    if (!webhookNetworks.isDefault || addresses.every(isPublic)) return;
    this.logger.warn(`A webhook leads to ${url.host}. In production this needs WEBHOOK_NETWORKS.`);
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
