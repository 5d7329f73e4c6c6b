import {
  CreateWebhookRequest,
  PageQuery,
  SecretRotator,
  toWebhook,
  toWebhookList,
  UpdateWebhookRequest,
  WebhookChanger,
  WebhookCreator,
  WebhookList,
  WebhookReader,
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
  constructor(
    private readonly reader: WebhookReader,
    private readonly creator: WebhookCreator,
    private readonly changer: WebhookChanger,
    private readonly rotator: SecretRotator,
  ) {}

  @Get()
  @Endpoint({ id: 'adminListWebhooks', answers: WebhookList })
  @Access('admin', 'webhooks')
  async list(@Query() page: PageQuery): Promise<WebhookList> {
    return toWebhookList(await this.reader.list(page));
  }

  @Post()
  @Endpoint({
    id: 'adminCreateWebhook',
    body: CreateWebhookRequest,
    answers: CreatedWebhook,
    fails: ['INVALID_URL', 'WEBHOOK_LIMIT_REACHED'],
  })
  @Access('admin', 'webhooks')
  create(@Body() webhook: CreateWebhookRequest): Promise<CreatedWebhook> {
    return this.creator.create(webhook);
  }

  @Get(':id')
  @Endpoint({ id: 'adminGetWebhook', answers: WebhookView, fails: ['WEBHOOK_NOT_FOUND'] })
  @Access('admin', 'webhooks')
  async get(@Param('id') id: string): Promise<WebhookView> {
    return toWebhook(await this.reader.get(id));
  }

  @Patch(':id')
  @Endpoint({
    id: 'adminUpdateWebhook',
    body: UpdateWebhookRequest,
    answers: WebhookView,
    fails: ['WEBHOOK_NOT_FOUND', 'INVALID_URL'],
  })
  @Access('admin', 'webhooks')
  async update(@Param('id') id: string, @Body() change: UpdateWebhookRequest): Promise<WebhookView> {
    return toWebhook(await this.changer.update(id, change));
  }

  @Delete(':id')
  @Endpoint({ id: 'adminDeleteWebhook', bodiless: true, fails: ['WEBHOOK_NOT_FOUND'] })
  @Access('admin', 'webhooks')
  remove(@Param('id') id: string): Promise<void> {
    return this.changer.remove(id);
  }

  @Post(':id/secret')
  @Endpoint({
    id: 'adminRotateWebhookSecret',
    body: RotateSecretRequest,
    answers: WebhookSecret,
    fails: ['WEBHOOK_NOT_FOUND'],
  })
  @Access('admin', 'webhooks')
  rotate(@Param('id') id: string, @Body() { overlap }: RotateSecretRequest): Promise<WebhookSecret> {
    return this.rotator.rotate(id, overlap);
  }
}
