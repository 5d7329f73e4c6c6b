import { Env } from '@app/config';
import { type Job, PeriodicJobs } from '@app/database';
import { tracedAlone } from '@app/tracing';
import { Injectable, Logger, Module, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { MailerService } from '@nestjs-modules/mailer';
import type { EmailContent } from './email-kinds.js';
import { EmailWriter } from './email-writer.js';
import { MailModule } from './mail.module.js';
import { MailService, type Message } from './mail.service.js';
import { isPermanentRefusal } from './mail-transport.js';

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
    private readonly outbox: MailService,
    private readonly writer: EmailWriter,
    private readonly mailer: MailerService,
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
      const span = { name: 'send email', kind: 'client' as const, attributes: { 'latchkey.email.kind': message.kind } };
      await tracedAlone(span, () => this.deliver(message, content));
    } catch (error) {
      const reason = (error as Error).message;
      this.logger.warn(`Email ${message.id} (${message.kind}) was not sent, try ${message.attempts + 1}: ${reason}`);
      await this.outbox.markFailed(message, reason, isPermanentRefusal(error));
      return;
    }
    await this.outbox.markSent(message);
  }

  /** Resolves when the mail server has accepted the email; rejects with the answer of the server. */
  private async deliver({ id, kind, recipient, createdAt }: Message, content: EmailContent): Promise<void> {
    await this.mailer.sendMail({
      ...this.writer.write(kind, content, createdAt),
      // The logo travels with the email: programs block images from elsewhere, and Gmail those in the HTML itself.
      attachDataUrls: true,
      from: this.env.mailFrom,
      // An object, so that nothing in the address is parsed as a list of addresses or as a header.
      to: { name: '', address: recipient },
      // The same in every try, so that a mailbox can recognise an email that arrives twice.
      messageId: `<${id}@${new URL(this.env.baseUrl).hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  }
}

/** Sends the emails of the outbox. Only the service has it: a command leaves its emails to the service. */
@Module({ imports: [MailModule], providers: [OutboxWorker] })
export class MailWorkerModule {}
