import { Clock, type ListPage, newId, type PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import {
  type Delivery,
  type DeliveryFilter,
  DeliveryQueries,
  Enqueuer,
  payloadOf,
  Sender,
  WebhookSecrets,
  WebhookStore,
} from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { LogPositions } from './log-positions.js';

/** Which events are sent again. */
export interface Replay {
  after?: string;
  until?: string;
  types?: string[];
  uid?: string;
  onlyFailed?: boolean;
}

/** Tests webhooks, lists their deliveries, and sends events again. */
@Injectable()
export class AdminDeliveryService {
  constructor(
    private readonly clock: Clock,
    private readonly positions: LogPositions,
    private readonly enqueuer: Enqueuer,
    private readonly webhooks: WebhookStore,
    private readonly deliveries: DeliveryQueries,
    private readonly secrets: WebhookSecrets,
    private readonly sender: Sender,
  ) {}

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
    const secrets = this.secrets.current(webhook);
    const { status } = await this.sender.send({ url: webhook.url, secrets, id: event.id, body });
    return { status, duration_ms: Math.round(performance.now() - begun) };
  }

  /** @throws {ApiError} WEBHOOK_NOT_FOUND */
  async list(id: string, filter: DeliveryFilter, page: PageRequest): Promise<ListPage<Delivery>> {
    const { webhookId } = await this.webhooks.get(id);
    return this.deliveries.list(webhookId, filter, page);
  }

  /** @throws {ApiError} WEBHOOK_NOT_FOUND, DELIVERY_NOT_FOUND; INVALID_REQUEST for one that was sent */
  async retry(id: string, deliveryId: string): Promise<void> {
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
      after: after === undefined ? 0 : await this.positions.of(after, 'after'),
      until: until === undefined ? Number.MAX_SAFE_INTEGER : await this.positions.of(until, 'until'),
      types,
      uid: uid?.toLowerCase(),
      onlyFailed,
    };
    return this.enqueuer.replay(await this.enqueuer.catchUp(webhook), range);
  }
}
