import { Module } from '@nestjs/common';
import { MailModule } from './mail.module.js';
import { OutboxWorker } from './outbox-worker.js';

/** Sends the emails of the outbox. Only the service has it: a command leaves its emails to the service. */
@Module({ imports: [MailModule], providers: [OutboxWorker] })
export class MailWorkerModule {}
