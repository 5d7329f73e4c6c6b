import { EventsModule } from '@app/events';
import { StatsModule } from '@app/stats';
import { Module } from '@nestjs/common';
import { DeliveryWork, Dispatcher } from './dispatcher.js';
import { WebhooksModule } from './webhooks.module.js';

/** Sends events to webhooks. Only the service has it. */
@Module({
  imports: [WebhooksModule, EventsModule, StatsModule],
  providers: [DeliveryWork, Dispatcher],
  exports: [DeliveryWork],
})
export class WebhookWorkerModule {}
