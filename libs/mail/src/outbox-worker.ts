import { Env } from '@app/config';
import { type Job, PeriodicJobs } from '@app/database';
import { Injectable, Logger, Module, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { MailModule } from './mail.module.js';
import { isPermanentRefusal, MailTransport } from './mail-transport.js';
import { type Message, Outbox } from './outbox.js';

/** The number of parallel emails, equal to the number of connections to the mail server. */
const BATCH = 5;
/** The interval at which the worker looks for emails that it was not told of: retries, and emails of other processes. */
const POLL_SECONDS = 1;

/** Sends the emails of the outbox in the background. */
@Injectable()
class OutboxWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Mail');
  private job: Job | undefined;

  constructor(
    private readonly env: Env,
    private readonly jobs: PeriodicJobs,
    private readonly outbox: Outbox,
    private readonly transport: MailTransport,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.env.mailConfigured) return;
    this.job = this.jobs.every(POLL_SECONDS, 'to send emails', () => this.sendBatch());
    this.outbox.onQueued = this.job.wake;
  }

  /** Waits for the emails that are being sent, before the connections to the mail server close. Others stay in the outbox. */
  async onModuleDestroy(): Promise<void> {
    await this.job?.stop();
  }

  /** Returns whether there may be more emails. */
  private async sendBatch(): Promise<boolean> {
    const messages = await this.outbox.queue.claimDue(BATCH);
    await Promise.all(messages.map((message) => this.send(message)));
    return messages.length === BATCH;
  }

  private async send(message: Message): Promise<void> {
    try {
      const content = this.outbox.read(message);
      if (content === undefined) {
        const reason = 'sealed with another AUTH_SECRET';
        this.logger.warn(`Email ${message.id} (${message.kind}) cannot be sent: ${reason}`);
        await this.outbox.markFailed(message, reason, true);
        return;
      }
      await this.transport.send(message, content);
    } catch (error) {
      const reason = (error as Error).message;
      this.logger.warn(`Email ${message.id} (${message.kind}) was not sent, try ${message.attempts + 1}: ${reason}`);
      await this.outbox.markFailed(message, reason, isPermanentRefusal(error));
      return;
    }
    await this.outbox.markSent(message);
  }
}

/** Sends the emails of the outbox. Only the service has it: a command leaves its emails to the service. */
@Module({ imports: [MailModule], providers: [OutboxWorker] })
export class MailWorkerModule {}
