import { Logger } from '@nestjs/common';

/** In milliseconds; doubled after each failure. */
const MIN_PAUSE = 1_000;
const MAX_PAUSE = 60_000;
/** One of this many consecutive failures is logged. */
const LOG_EVERY = 10;
/** Each pause is shortened by a random part of up to this size, so that services that started together spread their requests. */
const JITTER = 0.2;

/** Repeats work after the number of milliseconds that the work returns, and after longer and longer pauses while it fails. */
export class BackoffLoop {
  private readonly logger = new Logger('AuthModule');
  private timer: NodeJS.Timeout | undefined;
  private failures = 0;
  private stopped = false;

  constructor(
    private readonly what: string,
    private readonly work: () => Promise<number>,
    private readonly firstPause = MIN_PAUSE,
  ) {}

  start(): void {
    void this.runOnce();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async runOnce(): Promise<void> {
    const pause = await this.attempt();
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.runOnce(), pause * (1 - JITTER * Math.random())).unref();
  }

  /** Returns the pause before the next run. */
  private async attempt(): Promise<number> {
    try {
      const pause = await this.work();
      if (this.failures > 0) this.logger.log(`Succeeded again: ${this.what}.`);
      this.failures = 0;
      return pause;
    } catch (error) {
      this.failures += 1;
      if (this.failures % LOG_EVERY === 1 && !this.stopped)
        this.logger.warn(`Failed, will be retried: ${this.what}: ${describe(error)}`);
      return Math.min(MAX_PAUSE, this.firstPause * 2 ** (this.failures - 1));
    }
  }
}

/** The message of a failed fetch says only that it failed; the reason is its cause. */
function describe(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message || (cause as NodeJS.ErrnoException).code})` : message;
}
