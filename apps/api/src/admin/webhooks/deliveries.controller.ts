import {
  AdminDeliveryService,
  DeliveryList,
  DeliveryQuery,
  ReplayRequest,
  ReplayResult,
  toDeliveryList,
} from '@app/flows';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../access/access.decorator.js';
import { Endpoint } from '../../openapi/endpoint.decorator.js';
import { WebhookTest } from './webhook-secret.dto.js';

@ApiTags('Admin: webhooks')
@Controller('api/admin/webhooks/:id')
export class AdminDeliveriesController {
  constructor(private readonly service: AdminDeliveryService) {}

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
    return toDeliveryList(await this.service.list(id, filter, page));
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
    return this.service.retry(id, deliveryId);
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
