import { tooBusy } from './threads.js';

/** What the queue has to know of a job. */
export interface QueuedJob {
  /** Whose password it is about. */
  account: string;
  /** The estimated time on a thread. */
  milliseconds: number;
  /** Whether it takes longer than a usual one. */
  dear: boolean;
  /** How many jobs of the account may wait for one another. */
  mostOfAccount: number;
}

export interface QueueBounds {
  threads: number;
  /** How many threads dear jobs may occupy at once. */
  dearThreads: number;
  /** How long the last waiting job may have to wait, by estimate. */
  longestWaitMs: number;
}

interface Waiting {
  job: QueuedJob;
  start: () => void;
}

/**
 * Orders jobs for a number of threads. Of an account, one job is under way at a time; as each account then has at most one job
 * in the line for the threads, the line serves the accounts in turn. Dear jobs leave some of the threads to others. The bounds
 * are on estimated time, so that a few long jobs count as much as many short ones.
 */
export class FairQueue {
  /** An account with a job under way, and those that wait for it. */
  private readonly accounts = new Map<string, (() => void)[]>();
  private readonly line: Waiting[] = [];
  private readonly running = { all: 0, dear: 0 };
  private readonly waitingMs = { all: 0, dear: 0 };
  private count = 0;

  constructor(private readonly bounds: QueueBounds) {}

  /** How many jobs wait for a thread. */
  get waiting(): number {
    return this.count;
  }

  /**
   * @param work runs on a thread
   * @param pause runs without one, before the next job of the account
   * @throws {ApiError} UNAVAILABLE, at once, when the job would have to wait for too long
   */
  async run<T>(job: QueuedJob, work: () => Promise<T>, pause?: (result: T) => Promise<void>): Promise<T> {
    this.admit(job);
    const turn = this.turnOf(job.account);
    // Without a needless wait, a job that can start at once is not counted among those that wait.
    if (turn) await turn;
    try {
      const result = await this.onThread(job, work);
      await pause?.(result);
      return result;
    } finally {
      this.endTurn(job.account);
    }
  }

  private admit(job: QueuedJob): void {
    const { threads, dearThreads, longestWaitMs } = this.bounds;
    const { all, dear } = this.waitingMs;
    const full = all + job.milliseconds > longestWaitMs * threads;
    const dearFull = job.dear && dear + job.milliseconds > longestWaitMs * dearThreads;
    const ofAccount = this.accounts.get(job.account)?.length ?? 0;
    if (full || dearFull || ofAccount >= job.mostOfAccount) tooBusy();
    this.count += 1;
    this.addWaiting(job, job.milliseconds);
  }

  private turnOf(account: string): Promise<void> | undefined {
    const waiting = this.accounts.get(account);
    if (waiting !== undefined) return new Promise((start) => waiting.push(start));
    this.accounts.set(account, []);
    return undefined;
  }

  private endTurn(account: string): void {
    const next = this.accounts.get(account)?.shift();
    if (next === undefined) this.accounts.delete(account);
    else next();
  }

  private async onThread<T>(job: QueuedJob, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.line.push({ job, start });
      this.fillThreads();
    });
    try {
      return await work();
    } finally {
      this.addRunning(job, -1);
      this.fillThreads();
    }
  }

  private fillThreads(): void {
    const { threads, dearThreads } = this.bounds;
    while (this.running.all < threads) {
      const next = this.line.findIndex(({ job }) => !job.dear || this.running.dear < dearThreads);
      const [waiting] = next === -1 ? [] : this.line.splice(next, 1);
      if (waiting === undefined) return;
      this.count -= 1;
      this.addWaiting(waiting.job, -waiting.job.milliseconds);
      this.addRunning(waiting.job, 1);
      waiting.start();
    }
  }

  private addWaiting({ dear }: QueuedJob, milliseconds: number): void {
    this.waitingMs.all += milliseconds;
    if (dear) this.waitingMs.dear += milliseconds;
  }

  private addRunning({ dear }: QueuedJob, jobs: number): void {
    this.running.all += jobs;
    if (dear) this.running.dear += jobs;
  }
}
