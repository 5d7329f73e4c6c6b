import { setTimeout as sleep } from 'node:timers/promises';
import { Env } from '@app/config';
import { Database } from '@app/database';
import { Injectable, Logger, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Message } from './message.entity.js';
import { Outbox } from './outbox.js';
import { isPermanentRefusal, Postman } from './postman.js';

/** As many letters at once as there are connections to the mail server. */
const BATCH = 5;
/** How long a letter may lie that nobody woke us for: one that waits for another try, or that another process left. */
const PATROL_MS = 1_000;
const WAKE_DELAY_MS = 50;
const PURGE_EVERY_MS = 600_000;
/** A letter that is not handed over in this time when the process stops is sent by another one, later. */
const LONGEST_FAREWELL_MS = 8_000;

/** Takes letters out of the outbox and sends them, in the background, while the process runs. */
@Injectable()
export class Sender implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Mail');
  private readonly stopping = new AbortController();
  private working: Promise<void> = Promise.resolve();
  private woken = new AbortController();
  private purgedAt = 0;

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly postman: Postman,
  ) {}

  onApplicationBootstrap(): void {
    if (this.env.mailConfigured) this.working = this.work();
  }

  /** Before the connections to the mail server are closed: the letters in hand are sent, what waits is for the next process. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    this.woken.abort();
    await Promise.race([this.working, sleep(LONGEST_FAREWELL_MS, undefined, { ref: false })]);
  }

  /** Looks into the outbox in a moment: the work of sending is to fall into the time of no answer. */
  wake(): void {
    setTimeout(() => this.woken.abort(), WAKE_DELAY_MS).unref();
  }

  private async work(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.woken = new AbortController();
      const sent = await this.round();
      if (sent < BATCH) await pause(this.woken.signal);
    }
  }

  /** How many letters were taken up. Nothing that goes wrong here ends the sending. */
  private async round(): Promise<number> {
    if (!this.database.ready) return 0;
    try {
      const letters = await this.outbox.claim(BATCH);
      await Promise.all(letters.map((letter) => this.deliver(letter)));
      await this.purgeSometimes();
      return letters.length;
    } catch (error) {
      this.logger.warn(`The outbox could not be worked on: ${(error as Error).message}`);
      return 0;
    }
  }

  private async deliver(message: Message): Promise<void> {
    try {
      const content = this.outbox.read(message);
      if (content === undefined) {
        await this.outbox.markFailed(message, 'sealed with another AUTH_SECRET', true);
        return;
      }
      await this.postman.deliver(message, content);
    } catch (error) {
      const reason = (error as Error).message;
      this.logger.warn(`Letter ${message.id} (${message.kind}) was not sent, try ${message.attempts + 1}: ${reason}`);
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

/** Until the next patrol, or until somebody wakes us. */
async function pause(signal: AbortSignal): Promise<void> {
  await sleep(PATROL_MS, undefined, { signal, ref: false }).catch(() => undefined);
}
