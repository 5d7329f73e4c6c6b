import { AdminWebhookService } from '@app/flows';
import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { Answer, t } from '../wire/answers.dto.js';
import { f, Request } from '../wire/fields.dto.js';
import { PageQuery } from '../wire/parameters.dto.js';
import {
  CreateWebhookRequest,
  DeliveryList,
  DeliveryQuery,
  ReplayRequest,
  ReplayResult,
  toDeliveryList,
  toWebhook,
  toWebhookList,
  UpdateWebhookRequest,
  WebhookList,
  WebhookView,
} from './webhooks.dto.js';

const DAY = 86_400;
const LONGEST_OVERLAP = 7 * DAY;

export class RotateSecretRequest extends Request({
  overlap: f.initially(
    f.whole({ max: LONGEST_OVERLAP, description: 'For how many seconds the secret before this one signs, too.' }),
    DAY,
  ),
}) {}

export class WebhookSecret extends Answer({
  secret: t.string('`whsec_` and base64. Shown only once.'),
}) {}

export class CreatedWebhook extends Answer(WebhookSecret, {
  webhook_id: t.uuid(),
}) {}

export class WebhookTest extends Answer({
  status: t.orNull(t.integer('The HTTP status; null without an answer.')),
  duration_ms: t.integer('In milliseconds.'),
}) {}

const OF_WEBHOOK = { id: 'The `webhook_id` of the webhook.' };

@ApiTags('Admin: webhooks')
@Controller('api/admin/webhooks')
export class AdminWebhooksController {
  constructor(private readonly service: AdminWebhookService) {}

  @Endpoint('GET', Access('admin', 'webhooks', 'reads'), {
    id: 'adminListWebhooks',
    summary: 'List the webhooks',
    description: 'Without their secrets.',
    answers: WebhookList,
  })
  async list(@Query() page: PageQuery): Promise<WebhookList> {
    return toWebhookList(await this.service.list(page));
  }

  @Endpoint('POST', Access('admin', 'webhooks', { makes: 'webhook' }), {
    id: 'adminCreateWebhook',
    summary: 'Create a webhook',
    description:
      'From then on the URL receives the events of these types as signed messages (Standard Webhooks 1.0). The answer shows the secret only this once.',
    body: CreateWebhookRequest,
    answers: CreatedWebhook,
    fails: ['INVALID_URL', 'WEBHOOK_LIMIT_REACHED'],
  })
  create(@Body() webhook: CreateWebhookRequest): Promise<CreatedWebhook> {
    return this.service.create(webhook);
  }

  @Endpoint('GET :id', Access('admin', 'webhooks', 'reads'), {
    id: 'adminGetWebhook',
    summary: 'Read a webhook',
    description: 'With its state and how far it is behind.',
    parameters: OF_WEBHOOK,
    answers: WebhookView,
    fails: ['WEBHOOK_NOT_FOUND'],
  })
  async get(@Param('id') id: string): Promise<WebhookView> {
    return toWebhook(await this.service.get(id));
  }

  @Endpoint('PATCH :id', Access('admin', 'webhooks', { makes: 'webhook_change' }), {
    id: 'adminUpdateWebhook',
    summary: 'Change, pause or wake a webhook',
    description:
      'Only given fields change. `active: false` pauses it; `active: true` sends what it missed, as far as the event log reaches.',
    parameters: OF_WEBHOOK,
    body: UpdateWebhookRequest,
    answers: WebhookView,
    fails: ['WEBHOOK_NOT_FOUND', 'INVALID_URL'],
  })
  async update(@Param('id') id: string, @Body() change: UpdateWebhookRequest): Promise<WebhookView> {
    return toWebhook(await this.service.update(id, change));
  }

  @Endpoint('DELETE :id', Access('admin', 'webhooks', 'changes'), {
    id: 'adminDeleteWebhook',
    summary: 'Delete a webhook',
    description: 'With its deliveries.',
    parameters: OF_WEBHOOK,
    fails: ['WEBHOOK_NOT_FOUND'],
  })
  remove(@Param('id') id: string): Promise<void> {
    return this.service.remove(id);
  }

  @Endpoint('POST :id/secret', Access('admin', 'webhooks', { makes: 'webhook_secret' }), {
    id: 'adminRotateWebhookSecret',
    summary: 'Replace the secret of a webhook',
    description: 'During the overlap each message has a signature of both secrets.',
    parameters: OF_WEBHOOK,
    body: RotateSecretRequest,
    answers: WebhookSecret,
    fails: ['WEBHOOK_NOT_FOUND'],
  })
  rotate(@Param('id') id: string, @Body() { overlap }: RotateSecretRequest): Promise<WebhookSecret> {
    return this.service.rotate(id, overlap);
  }

  @Endpoint('POST :id/test', Access('admin', 'webhooks', 'reads'), {
    id: 'adminTestWebhook',
    summary: 'Send a test message',
    description: 'A message of the type `webhook.test`, at once and without a retry.',
    parameters: OF_WEBHOOK,
    answers: WebhookTest,
    fails: ['WEBHOOK_NOT_FOUND'],
    noEvents: true,
  })
  test(@Param('id') id: string): Promise<WebhookTest> {
    return this.service.test(id);
  }

  @Endpoint('GET :id/deliveries', Access('admin', 'webhooks', 'reads'), {
    id: 'adminListDeliveries',
    summary: 'List the deliveries of a webhook',
    description: 'Those that were sent or given up are kept for 30 days.',
    parameters: OF_WEBHOOK,
    answers: DeliveryList,
    fails: ['WEBHOOK_NOT_FOUND'],
  })
  async listDeliveries(
    @Param('id') id: string,
    @Query() { status, event_id: eventId, ...page }: DeliveryQuery,
  ): Promise<DeliveryList> {
    const filter = { ...(status && { status }), ...(eventId && { eventId }) };
    return toDeliveryList(await this.service.listDeliveries(id, filter, page));
  }

  @Endpoint('POST :id/deliveries/:delivery_id/retry', Access('admin', 'webhooks', { makes: 'delivery' }), {
    id: 'adminRetryDelivery',
    summary: 'Send a delivery now',
    description: 'One that has failed, or that waits for its next try.',
    parameters: OF_WEBHOOK,
    fails: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND'],
    noEvents: true,
  })
  retry(@Param('id') id: string, @Param('delivery_id') deliveryId: string): Promise<void> {
    return this.service.retryDelivery(id, deliveryId);
  }

  @Endpoint('POST :id/replay', Access('admin', 'webhooks', { makes: 'delivery' }), {
    id: 'adminReplayWebhook',
    summary: 'Send events again',
    description:
      'Events of the log that match the types of the webhook and those of the request. The messages have the header `webhook-replay: 1`. Their results neither disable nor heal the webhook.',
    parameters: OF_WEBHOOK,
    body: ReplayRequest,
    answers: ReplayResult,
    fails: ['WEBHOOK_NOT_FOUND'],
    noEvents: true,
  })
  async replay(
    @Param('id') id: string,
    @Body() { only_failed: onlyFailed, ...range }: ReplayRequest,
  ): Promise<ReplayResult> {
    return { queued: await this.service.replay(id, { ...range, onlyFailed }) };
  }
}
