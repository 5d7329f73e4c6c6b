import type { Clock } from '@app/database';
import { LRUCache } from 'lru-cache';
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
  private readonly cached: LRUCache<string, CachedRange>;
  private readonly reading = new Map<string, Promise<BreachedRange>>();

  constructor(
    private readonly clock: Clock,
    max = MAX_RANGES,
  ) {
    this.cached = new LRUCache({ max });
  }

  /** A range that was read within a day; reads it otherwise. */
  async get(prefix: string, read: () => Promise<BreachedRange>): Promise<BreachedRange> {
    const found = this.cached.get(prefix);
    const current = found !== undefined && this.clock.now() < found.readAt + MAX_AGE_SECONDS;
    return current ? found.range : this.readOnce(prefix, read);
  }

  /** The range as it was last read, however long ago. */
  last(prefix: string): BreachedRange | undefined {
    return this.cached.peek(prefix)?.range;
  }

  private readOnce(prefix: string, read: () => Promise<BreachedRange>): Promise<BreachedRange> {
    const running = this.reading.get(prefix);
    if (running !== undefined) return running;
    const started = read()
      .then((range) => {
        this.cached.set(prefix, { range, readAt: this.clock.now() });
        return range;
      })
      .finally(() => this.reading.delete(prefix));
    this.reading.set(prefix, started);
    return started;
  }
}
