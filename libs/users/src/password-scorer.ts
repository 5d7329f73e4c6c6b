import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Piscina } from 'piscina';
import type { PasswordVerdict, ScoreJob } from './score.worker.js';
import { LONGEST_WAIT_MS, startThreads, tooBusy } from './threads.js';

/** More would not be done in time, and each keeps a request open. */
const MOST_WAITING = 256;

/**
 * Weighs new passwords in a thread of its own, so that a password that is slow to weigh delays no sign-in. The thread
 * starts with the first password: a command that needs none starts none.
 */
@Injectable()
export class PasswordScorer implements OnApplicationShutdown {
  private thread: Piscina<ScoreJob, PasswordVerdict | undefined> | undefined;

  /** @throws {ApiError} UNAVAILABLE when too many wait already, or the thread was not free in time */
  async weigh(job: Omit<ScoreJob, 'asked' | 'patience'>): Promise<PasswordVerdict> {
    this.thread ??= startThreads('./score.worker.js', 1);
    if (this.thread.queueSize >= MOST_WAITING) tooBusy();
    const verdict = await this.thread.run({ ...job, asked: Date.now(), patience: LONGEST_WAIT_MS });
    return verdict ?? tooBusy();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread?.destroy();
  }
}
