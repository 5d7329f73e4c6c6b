import { Logger } from '@nestjs/common';

/** In milliseconds; doubled with each failure. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;
/** Of so many failures, one after the other, the first is told. */
const TOLD_EVERY = 10;
/** Every pause is cut by up to this part of it, so that services that started together do not ask together. */
const JITTER = 0.2;

/** Work that is done again and again: after as many milliseconds as it says, and ever less often while it fails. */
export class Repeated {
  private readonly logger = new Logger('AuthModule');
  private timer: NodeJS.Timeout | undefined;
  private failures = 0;
  private stopped = false;

  constructor(
    private readonly what: string,
    private readonly work: () => Promise<number>,
    private readonly firstPause = FIRST_PAUSE,
  ) {}

  start(): void {
    void this.turn();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async turn(): Promise<void> {
    const pause = await this.attempt();
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.turn(), pause * (1 - JITTER * Math.random())).unref();
  }

  /** How long to wait for the next one. */
  private async attempt(): Promise<number> {
    try {
      const pause = await this.work();
      if (this.failures > 0) this.logger.log(`Done again: ${this.what}.`);
      this.failures = 0;
      return pause;
    } catch (error) {
      this.failures += 1;
      if (this.failures % TOLD_EVERY === 1 && !this.stopped)
        this.logger.warn(`Not done, and tried again: ${this.what}: ${told(error)}`);
      return Math.min(LONGEST_PAUSE, this.firstPause * 2 ** (this.failures - 1));
    }
  }
}

/** A failed fetch says no more than that; why it failed is its cause. */
function told(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message || (cause as NodeJS.ErrnoException).code})` : message;
}
