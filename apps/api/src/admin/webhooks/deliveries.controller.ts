import {
  AdminDeliveryService,
  DeliveryList,
  DeliveryQuery,
  ReplayRequest,
  ReplayResult,
  toDeliveryList,
} from '@app/flows';
import { Body, Controller, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminGuard, Scopes } from '../../access/admin.guard.js';
import { Endpoint } from '../../openapi/endpoint.decorator.js';
import { WebhookTest } from './webhook-secret.dto.js';

@ApiTags('Admin: webhooks')
@Controller('api/admin/webhooks/:id')
@UseGuards(AdminGuard)
export class AdminDeliveriesController {
  constructor(private readonly service: AdminDeliveryService) {}

  @Post('test')
  @Scopes('webhooks')
  @Endpoint({
    id: 'adminTestWebhook',
    admin: true,
    bodiless: true,
    answers: WebhookTest,
    fails: ['WEBHOOK_NOT_FOUND'],
    noEvents: true,
  })
  test(@Param('id') id: string): Promise<WebhookTest> {
    return this.service.test(id);
  }

  @Get('deliveries')
  @Scopes('webhooks')
  @Endpoint({ id: 'adminListDeliveries', admin: true, answers: DeliveryList, fails: ['WEBHOOK_NOT_FOUND'] })
  async list(
    @Param('id') id: string,
    @Query() { status, event_id: eventId, ...page }: DeliveryQuery,
  ): Promise<DeliveryList> {
    const filter = { ...(status && { status }), ...(eventId && { eventId }) };
    return toDeliveryList(await this.service.list(id, filter, page));
  }

  @Post('deliveries/:delivery_id/retry')
  @Scopes('webhooks')
  @Endpoint({
    id: 'adminRetryDelivery',
    admin: true,
    bodiless: true,
    fails: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND'],
    noEvents: true,
  })
  retry(@Param('id') id: string, @Param('delivery_id') deliveryId: string): Promise<void> {
    return this.service.retry(id, deliveryId);
  }

  @Post('replay')
  @Scopes('webhooks')
  @Endpoint({
    id: 'adminReplayWebhook',
    admin: true,
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
