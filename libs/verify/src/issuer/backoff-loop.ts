import { detach } from './issuer-client.js';

/**
 * In milliseconds. A run that takes longer is not waited for: on some edge runtimes, the end of the request that began it
 * also ends its work.
 */
const STUCK_AFTER = 10_000;

/** Work whose parallel calls share one run. */
export class SharedRun<T> {
  private active: Promise<T> | undefined;
  private begun = Number.NEGATIVE_INFINITY;

  constructor(private readonly work: () => Promise<T>) {}

  /** The milliseconds since the newest run began. */
  get age(): number {
    return performance.now() - this.begun;
  }

  get busy(): boolean {
    return this.active !== undefined && this.age < STUCK_AFTER;
  }

  run(): Promise<T> {
    if (this.active !== undefined && this.busy) return this.active;
    this.begun = performance.now();
    const run: Promise<T> = this.work().finally(() => {
      if (this.active === run) this.active = undefined;
    });
    this.active = run;
    return run;
  }
}

/** Where the package reports that the issuer does not answer, and that it does again. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
}

/** One of this many consecutive failures is logged. */
const LOG_EVERY = 10;

/** Counts the consecutive failures of some work, and logs a few of them. */
export class FailureLog {
  private failures = 0;

  constructor(
    private readonly what: string,
    private readonly log: Log,
  ) {}

  /** How many runs have failed since the last success. */
  get count(): number {
    return this.failures;
  }

  succeeded(): void {
    if (this.failures > 0) this.log.info(`Succeeded again: ${this.what}.`);
    this.failures = 0;
  }

  failed(error: unknown): void {
    this.failures += 1;
    if (this.failures % LOG_EVERY === 1) this.log.warn(`Failed, will be retried: ${this.what}: ${describe(error)}`);
  }
}

/** The message of a failed fetch says only that it failed; the reason is its cause. */
function describe(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message || (cause as { code?: string }).code})` : message;
}

/** In milliseconds; doubled after each failure. */
const MIN_PAUSE = 1_000;
const MAX_PAUSE = 60_000;
/** Each pause is shortened by a random part of up to this size, so that services that started together spread their requests. */
const JITTER = 0.2;
/** The longest time that a request waits for work that is due, in milliseconds. */
const PATIENCE = 1_000;

/**
 * Repeats work after the number of milliseconds that the work returns, and after longer and longer pauses while it fails:
 * with `start()` by a timer, and without it when a request calls `catchUp()`.
 */
export class BackoffLoop {
  private readonly failures: FailureLog;
  private readonly attempts = new SharedRun(() => this.attempt());
  private timer: ReturnType<typeof setTimeout> | undefined;
  private dueAt = Number.NEGATIVE_INFINITY;
  private timed = false;
  private stopped = false;

  constructor(
    what: string,
    private readonly work: () => Promise<number>,
    log: Log,
  ) {
    this.failures = new FailureLog(what, log);
  }

  start(): void {
    this.timed = true;
    void this.runOnce();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /**
   * Runs the work if it is due and no timer does. Resolves after it, and after a second at the latest; undefined if there is
   * nothing to wait for. While the work fails, only the request that begins an attempt waits: on some edge runtimes the work
   * would end with it.
   */
  catchUp(): Promise<void> | undefined {
    if (this.timed || this.stopped) return undefined;
    const { busy } = this.attempts;
    if (busy ? this.failures.count > 0 : performance.now() < this.dueAt) return undefined;
    return patiently(this.attempts.run());
  }

  private async runOnce(): Promise<void> {
    const pause = await this.attempts.run();
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.runOnce(), pause * (1 - JITTER * Math.random()));
    detach(this.timer);
  }

  /** Returns the pause before the next run. It does not reject. */
  private async attempt(): Promise<number> {
    let pause: number;
    try {
      pause = await this.work();
      this.failures.succeeded();
    } catch (error) {
      if (!this.stopped) this.failures.failed(error);
      pause = Math.min(MAX_PAUSE, MIN_PAUSE * 2 ** (this.failures.count - 1));
    }
    this.dueAt = performance.now() + pause;
    return pause;
  }
}

async function patiently(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE);
  });
  await Promise.race([work, patience]);
  clearTimeout(timer);
}
