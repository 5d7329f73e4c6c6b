import { EventsModule } from '@app/events';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Deliveries, Delivery } from './deliveries.js';
import { Enqueuer } from './dispatcher.js';
import { Sender } from './sender.js';
import { Webhook, WebhookStore } from './webhooks.js';

const PUBLIC = [WebhookStore, Deliveries, Enqueuer, Sender];

@Module({
  imports: [TypeOrmModule.forFeature([Webhook, Delivery]), EventsModule],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class WebhooksModule {}
