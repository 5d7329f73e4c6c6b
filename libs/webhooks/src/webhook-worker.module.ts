import { EventsModule } from '@app/events';
import { StatsModule } from '@app/stats';
import { Module } from '@nestjs/common';
import { DeliveryTries } from './dispatch/delivery-tries.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { RunTools } from './dispatch/webhook-run.js';
import { WorkerLock } from './dispatch/worker-lock.js';
import { WebhooksModule } from './webhooks.module.js';

/** Sends events to webhooks. Only the service has it. */
@Module({
  imports: [WebhooksModule, EventsModule, StatsModule],
  providers: [DeliveryTries, Dispatcher, RunTools, WorkerLock],
})
export class WebhookWorkerModule {}
