import type { Limit } from './limits.js';
import type { Outcome, Windows } from './windows.js';

/** More keys than this are not remembered: whoever was counted longest ago is forgotten first. About 50 MB at the worst. */
const MAX_KEYS = 100_000;

interface Entry {
  id: string;
  at: number;
}

/** Windows of this process alone. */
export class MemoryWindows implements Windows {
  private readonly entries = new Map<string, Entry[]>();

  constructor(private readonly maxKeys = MAX_KEYS) {}

  async count(key: string, { most, seconds }: Limit, id: string, now: number): Promise<Outcome> {
    const since = now - seconds * 1_000;
    const recent = (this.entries.get(key) ?? []).filter(({ at }) => at > since);
    const oldest = recent[recent.length - most];
    if (oldest === undefined) recent.push({ id, at: now });
    this.keep(key, recent);
    return oldest === undefined ? { counted: true } : { counted: false, waitMs: oldest.at - since };
  }

  async takeBack(key: string, id: string): Promise<void> {
    const left = (this.entries.get(key) ?? []).filter((entry) => entry.id !== id);
    if (left.length > 0) this.entries.set(key, left);
    else this.entries.delete(key);
  }

  async forget(key: string): Promise<void> {
    this.entries.delete(key);
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.entries.size;
  }

  /** A map keeps the order in which keys were put in: what was used last goes to its end. */
  private keep(key: string, entries: Entry[]): void {
    this.entries.delete(key);
    this.entries.set(key, entries);
    const [eldest] = this.entries.keys();
    if (this.entries.size > this.maxKeys && eldest !== undefined) this.entries.delete(eldest);
  }
}
