import { EventFeed, EventsModule } from '@app/events';
import { StatsModule } from '@app/stats';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Dispatcher, RUN_TOOLS } from './dispatch/dispatcher.js';
import { Enqueuer } from './dispatch/enqueuer.js';
import { OutcomeRecorder } from './dispatch/outcome-recorder.js';
import type { RunTools } from './dispatch/webhook-run.js';
import { MigrationSource } from './migration-source.js';
import { Sender } from './sending/sender.js';
import { Delivery } from './store/delivery.entity.js';
import { DeliveryDirectory } from './store/delivery-directory.js';
import { DeliveryHolds } from './store/delivery-holds.js';
import { DeliveryRemoval } from './store/delivery-removal.js';
import { DeliveryStore } from './store/delivery-store.js';
import { Webhook } from './store/webhook.entity.js';
import { WebhookStore } from './store/webhook-store.js';
import { StoredDeliveries } from './stored-deliveries.js';
import { WebhookLag } from './webhook-lag.js';
import { WebhookSecrets } from './webhook-secrets.js';

const PUBLIC = [
  WebhookStore,
  DeliveryStore,
  DeliveryDirectory,
  Enqueuer,
  Sender,
  WebhookSecrets,
  WebhookLag,
  OutcomeRecorder,
  StoredDeliveries,
  MigrationSource,
];

@Module({
  imports: [TypeOrmModule.forFeature([Webhook, Delivery]), EventsModule, StatsModule],
  providers: [
    ...PUBLIC,
    DeliveryHolds,
    DeliveryRemoval,
    Dispatcher,
    {
      provide: RUN_TOOLS,
      inject: [
        EventFeed,
        WebhookStore,
        DeliveryStore,
        DeliveryRemoval,
        Enqueuer,
        Sender,
        WebhookSecrets,
        OutcomeRecorder,
      ],
      useFactory: (
        feed: EventFeed,
        webhooks: WebhookStore,
        deliveries: DeliveryStore,
        removal: DeliveryRemoval,
        enqueuer: Enqueuer,
        sender: Sender,
        secrets: WebhookSecrets,
        outcomes: OutcomeRecorder,
      ): RunTools => ({ feed, webhooks, deliveries, removal, enqueuer, sender, secrets, outcomes }),
    },
  ],
  exports: PUBLIC,
})
export class WebhooksModule {}
