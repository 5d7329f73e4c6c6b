import { failsWith } from '@app/errors';
import { AdminWebhookService } from '@app/flows';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { MayBeLeftOut } from '../wire/fields.dto.js';
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
const OVERLAP = failsWith('INVALID_REQUEST', `overlap must be an integer from 0 to ${LONGEST_OVERLAP}`);

export class RotateSecretRequest {
  @MayBeLeftOut()
  @IsInt(OVERLAP)
  @Min(0, OVERLAP)
  @Max(LONGEST_OVERLAP, OVERLAP)
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: LONGEST_OVERLAP,
    default: DAY,
    description: 'For how many seconds the secret before this one signs, too.',
  })
  overlap: number = DAY;
}

export class WebhookSecret {
  @ApiProperty({ description: '`whsec_` and base64. Shown only once.' })
  secret!: string;
}

export class CreatedWebhook extends WebhookSecret {
  @ApiProperty({ format: 'uuid' })
  webhook_id!: string;
}

export class WebhookTest {
  @ApiProperty({ type: 'integer', nullable: true, description: 'The HTTP status; null without an answer.' })
  status!: number | null;

  @ApiProperty({ type: 'integer', description: 'In milliseconds.' })
  duration_ms!: number;
}

@ApiTags('Admin: webhooks')
@Controller('api/admin/webhooks/:id')
export class AdminDeliveriesController {
  constructor(private readonly service: AdminWebhookService) {}

  @Post('test')
  @Endpoint({
    id: 'adminTestWebhook',
    bodiless: true,
    answers: WebhookTest,
    fails: ['WEBHOOK_NOT_FOUND'],
    noEvents: true,
  })
  @Access('admin', 'webhooks', 'reads')
  test(@Param('id') id: string): Promise<WebhookTest> {
    return this.service.test(id);
  }

  @Get('deliveries')
  @Endpoint({ id: 'adminListDeliveries', answers: DeliveryList, fails: ['WEBHOOK_NOT_FOUND'] })
  @Access('admin', 'webhooks', 'reads')
  async list(
    @Param('id') id: string,
    @Query() { status, event_id: eventId, ...page }: DeliveryQuery,
  ): Promise<DeliveryList> {
    const filter = { ...(status && { status }), ...(eventId && { eventId }) };
    return toDeliveryList(await this.service.listDeliveries(id, filter, page));
  }

  @Post('deliveries/:delivery_id/retry')
  @Endpoint({
    id: 'adminRetryDelivery',
    bodiless: true,
    fails: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND'],
    noEvents: true,
  })
  @Access('admin', 'webhooks', { makes: 'delivery' })
  retry(@Param('id') id: string, @Param('delivery_id') deliveryId: string): Promise<void> {
    return this.service.retryDelivery(id, deliveryId);
  }

  @Post('replay')
  @Endpoint({
    id: 'adminReplayWebhook',
    body: ReplayRequest,
    answers: ReplayResult,
    fails: ['WEBHOOK_NOT_FOUND'],
    noEvents: true,
  })
  @Access('admin', 'webhooks', { makes: 'delivery' })
  async replay(
    @Param('id') id: string,
    @Body() { only_failed: onlyFailed, ...range }: ReplayRequest,
  ): Promise<ReplayResult> {
    return { queued: await this.service.replay(id, { ...range, onlyFailed }) };
  }
}

@ApiTags('Admin: webhooks')
@Controller('api/admin/webhooks')
export class AdminWebhooksController {
  constructor(private readonly service: AdminWebhookService) {}

  @Get()
  @Endpoint({ id: 'adminListWebhooks', answers: WebhookList })
  @Access('admin', 'webhooks', 'reads')
  async list(@Query() page: PageQuery): Promise<WebhookList> {
    return toWebhookList(await this.service.list(page));
  }

  @Post()
  @Endpoint({
    id: 'adminCreateWebhook',
    body: CreateWebhookRequest,
    answers: CreatedWebhook,
    fails: ['INVALID_URL', 'WEBHOOK_LIMIT_REACHED'],
  })
  @Access('admin', 'webhooks', { makes: 'webhook' })
  create(@Body() webhook: CreateWebhookRequest): Promise<CreatedWebhook> {
    return this.service.create(webhook);
  }

  @Get(':id')
  @Endpoint({ id: 'adminGetWebhook', answers: WebhookView, fails: ['WEBHOOK_NOT_FOUND'] })
  @Access('admin', 'webhooks', 'reads')
  async get(@Param('id') id: string): Promise<WebhookView> {
    return toWebhook(await this.service.get(id));
  }

  @Patch(':id')
  @Endpoint({
    id: 'adminUpdateWebhook',
    body: UpdateWebhookRequest,
    answers: WebhookView,
    fails: ['WEBHOOK_NOT_FOUND', 'INVALID_URL'],
  })
  @Access('admin', 'webhooks', { makes: 'webhook_change' })
  async update(@Param('id') id: string, @Body() change: UpdateWebhookRequest): Promise<WebhookView> {
    return toWebhook(await this.service.update(id, change));
  }

  @Delete(':id')
  @Endpoint({ id: 'adminDeleteWebhook', bodiless: true, fails: ['WEBHOOK_NOT_FOUND'] })
  @Access('admin', 'webhooks', 'changes')
  remove(@Param('id') id: string): Promise<void> {
    return this.service.remove(id);
  }

  @Post(':id/secret')
  @Endpoint({
    id: 'adminRotateWebhookSecret',
    body: RotateSecretRequest,
    answers: WebhookSecret,
    fails: ['WEBHOOK_NOT_FOUND'],
  })
  @Access('admin', 'webhooks', { makes: 'webhook_secret' })
  rotate(@Param('id') id: string, @Body() { overlap }: RotateSecretRequest): Promise<WebhookSecret> {
    return this.service.rotate(id, overlap);
  }
}
