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
import { Body, Controller, Delete, Get, Param, Patch, Post, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminGuard, Scopes } from '../../access/admin.guard.js';
import { Endpoint } from '../../openapi/endpoint.decorator.js';
import { CreatedWebhook, RotateSecretRequest, WebhookSecret } from './webhook-secret.dto.js';

@ApiTags('Admin: webhooks')
@Controller('api/admin/webhooks')
@UseGuards(AdminGuard)
export class AdminWebhooksController {
  constructor(private readonly service: AdminWebhookService) {}

  @Get()
  @Scopes('webhooks')
  @Endpoint({ id: 'adminListWebhooks', admin: true, answers: WebhookList })
  async list(@Query() page: PageQuery): Promise<WebhookList> {
    return toWebhookList(await this.service.list(page));
  }

  @Post()
  @Scopes('webhooks')
  @Endpoint({
    id: 'adminCreateWebhook',
    admin: true,
    body: CreateWebhookRequest,
    answers: CreatedWebhook,
    fails: ['INVALID_URL', 'WEBHOOK_LIMIT_REACHED'],
  })
  create(@Body() webhook: CreateWebhookRequest): Promise<CreatedWebhook> {
    return this.service.create(webhook);
  }

  @Get(':id')
  @Scopes('webhooks')
  @Endpoint({ id: 'adminGetWebhook', admin: true, answers: WebhookView, fails: ['WEBHOOK_NOT_FOUND'] })
  async get(@Param('id') id: string): Promise<WebhookView> {
    return toWebhook(await this.service.get(id));
  }

  @Patch(':id')
  @Scopes('webhooks')
  @Endpoint({
    id: 'adminUpdateWebhook',
    admin: true,
    body: UpdateWebhookRequest,
    answers: WebhookView,
    fails: ['WEBHOOK_NOT_FOUND', 'INVALID_URL'],
  })
  async update(@Param('id') id: string, @Body() change: UpdateWebhookRequest): Promise<WebhookView> {
    return toWebhook(await this.service.update(id, change));
  }

  @Delete(':id')
  @Scopes('webhooks')
  @Endpoint({ id: 'adminDeleteWebhook', admin: true, bodiless: true, fails: ['WEBHOOK_NOT_FOUND'] })
  remove(@Param('id') id: string): Promise<void> {
    return this.service.remove(id);
  }

  @Post(':id/secret')
  @Scopes('webhooks')
  @Endpoint({
    id: 'adminRotateWebhookSecret',
    admin: true,
    body: RotateSecretRequest,
    answers: WebhookSecret,
    fails: ['WEBHOOK_NOT_FOUND'],
  })
  rotate(@Param('id') id: string, @Body() { overlap }: RotateSecretRequest): Promise<WebhookSecret> {
    return this.service.rotateSecret(id, overlap);
  }
}
