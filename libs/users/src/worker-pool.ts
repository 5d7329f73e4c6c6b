import { ApiError } from '@app/errors';
import { Logger } from '@nestjs/common';
import { Piscina } from 'piscina';

/** The longest time in milliseconds that a job waits for a thread. The service refuses a job that would wait longer. */
export const MAX_WAIT_MS = 4_000;

const RETRY_AFTER_SECONDS = 2;

/**
 * Worker threads that run a module: one at first, more while jobs wait. They run until the pool is destroyed.
 * @param module the URL of the compiled worker file, relative to the file of the caller
 */
export function startWorkerPool<Job, Result>(module: URL, maxThreads: number, workerData?: object) {
  const threads = { minThreads: 1, maxThreads, idleTimeout: Number.POSITIVE_INFINITY };
  const pool = new Piscina<Job, Result>({ filename: module.href, workerData, ...threads });
  // The pool reports here only a thread that ends without a job. A failed job rejects its own promise.
  return pool.on('error', (error: Error) => new Logger('Passwords').error(error.message, error.stack));
}

/** The whole service has too much work. @throws {ApiError} UNAVAILABLE, always */
export function throwTooBusy(): never {
  throw new ApiError('UNAVAILABLE', undefined, { retryAfter: RETRY_AFTER_SECONDS });
}

/** Too much work of one account, of one client, or of one kind waits. @throws {ApiError} TOO_MANY_REQUESTS, always */
export function throwShareUsed(): never {
  throw new ApiError('TOO_MANY_REQUESTS', undefined, {
    retryAfter: RETRY_AFTER_SECONDS,
    reason: 'share of the queue for passwords',
  });
}

/** A job, as the queue sees it. */
export interface QueuedJob {
  /** The account whose password the job is about. */
  account: string;
  /** The estimated time on a thread. */
  milliseconds: number;
  /** Whether it takes longer than a typical job. */
  expensive: boolean;
  /** How many jobs of the account may wait for one another. */
  maxOfAccount: number;
  /** The client that waits for the job; undefined if the share of clients is not limited. */
  client?: string;
}

interface QueueLimits {
  threads: number;
  /** How many threads may run expensive jobs at the same time. */
  expensiveThreads: number;
  /** The longest estimated wait of the last job in the queue. */
  maxWaitMs: number;
}

interface WaitingJob {
  job: QueuedJob;
  start: () => void;
}

/**
 * Orders jobs for a number of threads. Only one job of an account runs or waits for a thread at a time, so the threads serve
 * the accounts in turn. Expensive jobs may use only some of the threads. The limits count estimated time, so that a few long
 * jobs count as much as many short ones. A client may fill at most as much of the queue as it leaves free, so that there is
 * always room for others.
 */
export class FairQueue {
  /** The accounts with a job that runs or waits for a thread, and the further jobs of each. */
  private readonly accounts = new Map<string, (() => void)[]>();
  private readonly ready: WaitingJob[] = [];
  private readonly running = { all: 0, expensive: 0 };
  private readonly waitingMs = { all: 0, expensive: 0 };
  private readonly waitingMsOfClients = new Map<string, number>();
  private count = 0;

  constructor(private readonly limits: QueueLimits) {}

  /** How many jobs wait for a thread. */
  get waiting(): number {
    return this.count;
  }

  /**
   * @param work runs on a thread
   * @param afterwards runs without a thread, before the next job of the account
   * @throws {ApiError} at once, when the job would wait too long: TOO_MANY_REQUESTS because of earlier jobs of its account or
   * client, or because of other expensive jobs; UNAVAILABLE because of all jobs
   */
  async run<T>(job: QueuedJob, work: () => Promise<T>, afterwards?: (result: T) => Promise<void>): Promise<T> {
    this.admit(job);
    const turn = this.turnOf(job.account);
    // No await without need, so that a job that can start at once never counts as a waiting one.
    if (turn) await turn;
    try {
      const result = await this.onThread(job, work);
      await afterwards?.(result);
      return result;
    } finally {
      this.endTurn(job.account);
    }
  }

  private admit(job: QueuedJob): void {
    const ofAccount = this.accounts.get(job.account)?.length ?? 0;
    const ofClient = this.waitingMsOfClients.get(job.client ?? '') ?? 0;
    const { threads, expensiveThreads } = this.limits;
    const free = this.freeMs(threads, this.waitingMs.all);
    const freeForJob = job.expensive ? Math.min(free, this.freeMs(expensiveThreads, this.waitingMs.expensive)) : free;
    const clientFull = ofClient > 0 && ofClient + job.milliseconds > freeForJob;
    if (ofAccount >= job.maxOfAccount || clientFull) throwShareUsed();
    if (job.milliseconds > free) throwTooBusy();
    if (job.milliseconds > freeForJob) throwShareUsed();
    this.count += 1;
    this.addWaiting(job, job.milliseconds);
  }

  /** A job alone is admitted, however long it takes: the settings allow hashes that take longer than the longest wait. */
  private freeMs(threads: number, waitingMs: number): number {
    return waitingMs > 0 ? this.limits.maxWaitMs * threads - waitingMs : Number.POSITIVE_INFINITY;
  }

  /** Resolves when the earlier jobs of the account have ended; undefined when there are none. */
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
      this.ready.push({ job, start });
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
    const { threads, expensiveThreads } = this.limits;
    while (this.running.all < threads) {
      const next = this.ready.findIndex(({ job }) => !job.expensive || this.running.expensive < expensiveThreads);
      const [waiting] = next === -1 ? [] : this.ready.splice(next, 1);
      if (waiting === undefined) return;
      this.count -= 1;
      this.addWaiting(waiting.job, -waiting.job.milliseconds);
      this.addRunning(waiting.job, 1);
      waiting.start();
    }
  }

  private addWaiting({ expensive, client }: QueuedJob, milliseconds: number): void {
    this.waitingMs.all += milliseconds;
    if (expensive) this.waitingMs.expensive += milliseconds;
    if (client === undefined) return;
    const ofClient = (this.waitingMsOfClients.get(client) ?? 0) + milliseconds;
    if (ofClient > 0) this.waitingMsOfClients.set(client, ofClient);
    else this.waitingMsOfClients.delete(client);
  }

  private addRunning({ expensive }: QueuedJob, jobs: number): void {
    this.running.all += jobs;
    if (expensive) this.running.expensive += jobs;
  }
}
