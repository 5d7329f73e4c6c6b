import { EventsModule } from '@app/events';
import { StatsModule } from '@app/stats';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Deliveries, Delivery, WebhookLag } from './deliveries.js';
import { Enqueuer, OutcomeRecorder } from './dispatcher.js';
import { Sender } from './sender.js';
import { Webhook, WebhookSecrets, WebhookStore } from './webhooks.js';

const PUBLIC = [WebhookStore, Deliveries, Enqueuer, Sender, WebhookSecrets, WebhookLag, OutcomeRecorder];

@Module({
  imports: [TypeOrmModule.forFeature([Webhook, Delivery]), EventsModule, StatsModule],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class WebhooksModule {}
