import { setTimeout as sleep } from 'node:timers/promises';
import { Env } from '@app/config';
import { Database } from '@app/database';
import { Injectable, Logger, Module, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { MailModule } from './mail.module.js';
import { isPermanentRefusal, MailTransport } from './mail-transport.js';
import { type Message, Outbox } from './outbox.js';

/** The number of parallel emails, equal to the number of connections to the mail server. */
const BATCH = 5;
/**
 * The interval at which the worker looks for emails without a call of `wake()`: retries, and emails of other processes.
 */
const POLL_MS = 1_000;
const WAKE_DELAY_MS = 50;
const PURGE_EVERY_MS = 600_000;
/** The longest time that a stopping process waits for its emails. Another process sends the rest later. */
const SHUTDOWN_TIMEOUT_MS = 8_000;

/** Sends the emails of the outbox in the background. */
@Injectable()
class OutboxWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Mail');
  private readonly stopping = new AbortController();
  private working: Promise<void> = Promise.resolve();
  private woken = new AbortController();
  private purgedAt = 0;

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly transport: MailTransport,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.env.mailConfigured) return;
    this.outbox.onQueued = () => this.wake();
    this.working = this.work();
  }

  /**
   * Waits for the emails that are being sent, before the connections to the mail server close. Others stay in the outbox.
   */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    this.woken.abort();
    await Promise.race([this.working, sleep(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]);
  }

  /** Looks into the outbox soon. The delay lets the answer to the request go first, so that its time shows no sending. */
  wake(): void {
    setTimeout(() => this.woken.abort(), WAKE_DELAY_MS).unref();
  }

  private async work(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.woken = new AbortController();
      const sent = await this.sendBatch();
      if (sent < BATCH) await pause(this.woken.signal);
    }
  }

  /** Returns how many emails it tried to send. Never rejects, so that an error does not stop the worker. */
  private async sendBatch(): Promise<number> {
    if (!this.database.ready) return 0;
    try {
      const messages = await this.outbox.claim(BATCH);
      await Promise.all(messages.map((message) => this.send(message)));
      await this.purgeSometimes();
      return messages.length;
    } catch (error) {
      this.logger.warn(`Outbox: failed to process emails: ${(error as Error).message}`);
      return 0;
    }
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

  private async purgeSometimes(): Promise<void> {
    if (Date.now() - this.purgedAt < PURGE_EVERY_MS) return;
    this.purgedAt = Date.now();
    await this.outbox.purge();
  }
}

/** Until the next poll or a call of `wake()`. */
async function pause(signal: AbortSignal): Promise<void> {
  await sleep(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Sends the emails of the outbox. Only the service has it: a command leaves its emails to the service. */
@Module({ imports: [MailModule], providers: [OutboxWorker] })
export class MailWorkerModule {}
