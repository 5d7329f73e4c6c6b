import { BoundedCounts } from './bounded-counts.js';
import type { Limit } from './limits.js';
import type { Count, Outcome, Windows } from './windows.js';

/**
 * Windows of this process. Each limit has a store of its own with a limited size, so that the keys of one limit never remove
 * those of another. Measured by `bench/limit-memory.mjs` on Node 20: a key takes about 160 bytes with one count and 300 (10 counts)
 * to 3,140 bytes (300 counts) at its limit; all stores take 44 MB when each key was counted once, as after a flood of cheap
 * requests, and at most 208 MB.
 */
export class MemoryWindows implements Windows {
  private readonly stores = new Map<string, BoundedCounts>();

  async count(limit: Limit, key: string, { at }: Count): Promise<Outcome> {
    return this.storeOf(limit).count(key, at);
  }

  async takeBack(limit: Limit, key: string, { at }: Count): Promise<void> {
    this.storeOf(limit).takeBack(key, at);
  }

  async reset(limit: Limit, key: string): Promise<void> {
    this.storeOf(limit).reset(key);
  }

  /** Removes the keys whose last count has expired. */
  sweep(now: number): void {
    for (const store of this.stores.values()) store.sweep(now);
  }

  /** The number of keys of all limits. */
  get size(): number {
    return [...this.stores.values()].reduce((sum, { size }) => sum + size, 0);
  }

  private storeOf(limit: Limit): BoundedCounts {
    const known = this.stores.get(limit.name);
    if (known) return known;
    const store = new BoundedCounts(limit);
    this.stores.set(limit.name, store);
    return store;
  }
}
