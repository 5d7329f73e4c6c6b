import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Piscina } from 'piscina';
import type { PasswordVerdict, ScoreJob } from './common.worker.js';
import { FairQueue } from './fair-queue.js';
import { LONGEST_WAIT_MS, startThreads, tooBusy } from './threads.js';

/** More in one line would not be done in time, and each keeps a request open. */
const MOST_IN_LINE = 256;
/** What a usual password takes to weigh. */
const USUAL_MS = 10;

/** All sign-ups wait in one line, so that a flood of slow passwords of strangers does not delay the passwords of users. */
export const SIGN_UPS = 'sign-up';

/**
 * Weighs new passwords in a thread of its own, so that a password that is slow to weigh delays no sign-in. The thread
 * starts with the first password: a command that needs none starts none.
 */
@Injectable()
export class PasswordScorer implements OnApplicationShutdown {
  private thread: Piscina<ScoreJob, PasswordVerdict | undefined> | undefined;
  private readonly queue = new FairQueue({ threads: 1, dearThreads: 1, longestWaitMs: LONGEST_WAIT_MS });

  /**
   * @param line the lines take turns: the email of a user, or `SIGN_UPS`
   * @throws {ApiError} UNAVAILABLE when too many wait already, or the thread was not free in time
   */
  async weigh(line: string, job: Omit<ScoreJob, 'asked' | 'patience'>): Promise<PasswordVerdict> {
    this.thread ??= startThreads(job.wanted === 0 ? './common.worker.js' : './score.worker.js', 1);
    const { thread } = this;
    const wanted = { ...job, asked: Date.now(), patience: LONGEST_WAIT_MS };
    const queued = { account: line, milliseconds: USUAL_MS, dear: false, mostOfAccount: MOST_IN_LINE };
    const verdict = await this.queue.run(queued, () => thread.run(wanted));
    return verdict ?? tooBusy();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread?.destroy();
  }
}
