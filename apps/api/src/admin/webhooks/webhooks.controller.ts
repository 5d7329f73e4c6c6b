import {
  AdminWebhookService,
  CreateWebhookRequest,
  PageQuery,
  toWebhook,
  toWebhookList,
  UpdateWebhookRequest,
  WebhookList,
  WebhookView,
} from '@app/flows';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../access/access.decorator.js';
import { Endpoint } from '../../openapi/endpoint.decorator.js';
import { CreatedWebhook, RotateSecretRequest, WebhookSecret } from './webhook-secret.dto.js';

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
