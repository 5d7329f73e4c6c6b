import type { Limit } from './limits.js';
import type { Outcome } from './windows.js';

/** The least share of a full store for keys below their limit, so that new keys are always counted. */
const MIN_SHARE_BELOW_LIMIT = 0.01;

/**
 * The counts of one limit in memory, for a limited number of keys. A full store first drops expired keys, then the key
 * below its limit with the oldest last count: a flood of new keys does not remove a lock.
 */
export class BoundedCounts {
  /** Both maps are in the order of the last count. A key holds the times of its counts, oldest first. */
  private readonly belowLimit = new Map<string, number[]>();
  private readonly atLimit = new Map<string, number[]>();

  constructor(private readonly limit: Limit) {}

  get size(): number {
    return this.belowLimit.size + this.atLimit.size;
  }

  count(key: string, now: number): Outcome {
    const since = this.startOfWindow(now);
    const times = this.timesOf(key);
    if (times === undefined) {
      this.makeRoom(now);
      this.put(key, [now]);
      return { counted: true };
    }
    dropUntil(times, since);
    const [oldest = now] = times;
    if (times.length >= this.limit.most) return { counted: false, waitMs: oldest - since };
    insertInOrder(times, now);
    this.put(key, times);
    return { counted: true };
  }

  takeBack(key: string, at: number): void {
    const times = this.timesOf(key);
    const index = times?.lastIndexOf(at) ?? -1;
    if (times === undefined || index < 0) return;
    times.splice(index, 1);
    if (times.length === 0) this.reset(key);
    else if (this.atLimit.delete(key)) this.belowLimit.set(key, times);
  }

  reset(key: string): void {
    this.belowLimit.delete(key);
    this.atLimit.delete(key);
  }

  /** Removes the keys whose last count has expired. */
  sweep(now: number): void {
    const since = this.startOfWindow(now);
    for (const keys of [this.belowLimit, this.atLimit]) {
      for (const [key, times] of keys) {
        if ((times.at(-1) ?? since) > since) break;
        keys.delete(key);
      }
    }
  }

  private startOfWindow(now: number): number {
    return now - this.limit.seconds * 1_000;
  }

  private timesOf(key: string): number[] | undefined {
    return this.belowLimit.get(key) ?? this.atLimit.get(key);
  }

  /** Puts a key at the end of its map. */
  private put(key: string, times: number[]): void {
    this.reset(key);
    (times.length < this.limit.most ? this.belowLimit : this.atLimit).set(key, times);
  }

  private makeRoom(now: number): void {
    if (this.size < this.limit.keys) return;
    this.sweep(now);
    if (this.size < this.limit.keys) return;
    const dropped = this.belowLimit.size > this.limit.keys * MIN_SHARE_BELOW_LIMIT ? this.belowLimit : this.atLimit;
    const [oldest] = dropped.keys();
    if (oldest !== undefined) dropped.delete(oldest);
  }
}

function dropUntil(times: number[], since: number): void {
  while ((times[0] ?? Number.POSITIVE_INFINITY) <= since) times.shift();
}

/** Keeps the times in order also when the system clock was set back. */
function insertInOrder(times: number[], now: number): void {
  let index = times.length;
  while (index > 0 && (times[index - 1] ?? 0) > now) index -= 1;
  times.splice(index, 0, now);
}
