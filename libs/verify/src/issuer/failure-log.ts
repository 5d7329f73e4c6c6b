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
