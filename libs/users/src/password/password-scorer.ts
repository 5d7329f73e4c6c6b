import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Piscina } from 'piscina';
import { FairQueue } from '../threads/fair-queue.js';
import { MAX_WAIT_MS, startWorkerPool, throwShareUsed, throwTooBusy } from '../threads/worker-pool.js';
import type { ScoreJob, ScoreResult, TimedScoreJob } from './score.js';

/** The thread could not score more jobs of one account in time, and each waiting job keeps a request open. */
const MAX_OF_ACCOUNT = 256;
/** The time to score a typical password. */
const TYPICAL_MS = 10;

/**
 * In place of an email: all sign-ups count as one account of the queue, so that a flood of slow passwords from strangers does
 * not delay the passwords of users.
 */
export const SIGN_UPS = 'sign-up';

/**
 * Scores new passwords in a thread of its own, so that a slow password delays no sign-in. The thread starts with the first
 * password: a command that scores none starts no thread. Where every score is accepted, it looks for common passwords only, and
 * needs no thread.
 */
@Injectable()
export class PasswordScorer implements OnApplicationShutdown {
  private pool: Piscina<TimedScoreJob, ScoreResult | undefined> | undefined;
  private readonly queue = new FairQueue({ threads: 1, expensiveThreads: 1, maxWaitMs: MAX_WAIT_MS });

  /** The client of the current job; undefined if the share of clients is not limited. */
  clientOf: () => string | undefined = () => undefined;

  /**
   * @param account the jobs of an account run one after the other: the email of a user, or `SIGN_UPS`
   * @throws {ApiError} TOO_MANY_REQUESTS, UNAVAILABLE: see `FairQueue`; also when the thread was not free in time
   */
  async score(account: string, job: ScoreJob): Promise<ScoreResult> {
    // The list of common passwords is loaded when it is needed.
    if (job.minScore === 0) return (await import('./score.js')).scoreCommon(job.password);
    this.pool ??= startWorkerPool(new URL('./zxcvbn.worker.js', import.meta.url), 1);
    const { pool } = this;
    const timed = { ...job, requestedAt: Date.now(), maxWaitMs: MAX_WAIT_MS };
    const limits = { milliseconds: TYPICAL_MS, expensive: false, maxOfAccount: MAX_OF_ACCOUNT };
    const result = await this.queue.run({ account, ...limits, client: this.clientOf() }, () => pool.run(timed));
    if (result) return result;
    // A sign-up waits for all earlier ones, whose passwords may be slow; any other job waits for one job of each account.
    return account === SIGN_UPS ? throwShareUsed() : throwTooBusy();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.destroy();
  }
}
