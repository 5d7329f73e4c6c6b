import type { Limit } from './limits.js';

/** What came of a try to count one more: counted, or how long to wait until it can be, in milliseconds. */
export type Outcome = { counted: true } | { counted: false; waitMs: number };

/** Sliding windows: of each key, when it was counted within the time of its limit. Times are milliseconds since the UNIX epoch. */
export interface Windows {
  /** Counts one under a key, unless the limit is reached: in one step, so that of many at once none slips through. */
  count(key: string, limit: Limit, id: string, now: number): Promise<Outcome>;
  /** Takes back what was counted under this id. */
  takeBack(key: string, id: string): Promise<void>;
  /** Forgets all that was counted under a key. */
  forget(key: string): Promise<void>;
}
