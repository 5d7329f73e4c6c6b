import { EventsModule } from '@app/events';
import { StatsModule } from '@app/stats';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Enqueuer } from './dispatch/enqueuer.js';
import { OutcomeRecorder } from './dispatch/outcome-recorder.js';
import { Sender } from './sending/sender.js';
import { Delivery } from './store/delivery.entity.js';
import { DeliveryQueries } from './store/delivery-queries.js';
import { DeliveryRemoval } from './store/delivery-removal.js';
import { DeliveryStore } from './store/delivery-store.js';
import { PausedDeliveries } from './store/paused-deliveries.js';
import { Webhook } from './store/webhook.entity.js';
import { WebhookStore } from './store/webhook-store.js';
import { StoredDeliveries } from './stored-deliveries.js';
import { WebhookLag } from './webhook-lag.js';
import { WebhookSecrets } from './webhook-secrets.js';

const PUBLIC = [
  WebhookStore,
  DeliveryStore,
  DeliveryQueries,
  Enqueuer,
  Sender,
  WebhookSecrets,
  WebhookLag,
  OutcomeRecorder,
  StoredDeliveries,
  PausedDeliveries,
  DeliveryRemoval,
];

@Module({
  imports: [TypeOrmModule.forFeature([Webhook, Delivery]), EventsModule, StatsModule],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class WebhooksModule {}
