import type { Clock } from '@app/database';
import type { BreachedRange } from './range-text.js';

/** The longest cache: up to about 75 MB with the ranges of today. */
const MAX_RANGES = 10_000;
/** The published lists change about once a month. */
const MAX_AGE_SECONDS = 86_400;

interface CachedRange {
  range: BreachedRange;
  readAt: number;
}

/** The ranges that were used last. Look-ups of one range at the same time read it once. */
export class RangeCache {
  /** In the order of their last use. */
  private readonly cached = new Map<string, CachedRange>();
  private readonly reading = new Map<string, Promise<BreachedRange>>();

  constructor(
    private readonly clock: Clock,
    private readonly max = MAX_RANGES,
  ) {}

  /** A range that was read within a day; reads it otherwise. */
  async get(prefix: string, read: () => Promise<BreachedRange>): Promise<BreachedRange> {
    const found = this.cached.get(prefix);
    if (found === undefined || this.clock.now() >= found.readAt + MAX_AGE_SECONDS) return this.readOnce(prefix, read);
    this.keep(prefix, found);
    return found.range;
  }

  /** The range as it was last read, however long ago. */
  last(prefix: string): BreachedRange | undefined {
    return this.cached.get(prefix)?.range;
  }

  private readOnce(prefix: string, read: () => Promise<BreachedRange>): Promise<BreachedRange> {
    const running = this.reading.get(prefix);
    if (running !== undefined) return running;
    const started = read()
      .then((range) => {
        this.keep(prefix, { range, readAt: this.clock.now() });
        return range;
      })
      .finally(() => this.reading.delete(prefix));
    this.reading.set(prefix, started);
    return started;
  }

  private keep(prefix: string, range: CachedRange): void {
    this.cached.delete(prefix);
    this.cached.set(prefix, range);
    const [oldest] = this.cached.keys();
    if (this.cached.size > this.max && oldest !== undefined) this.cached.delete(oldest);
  }
}
