import type { Limit } from './limits.js';

/** One count: when, in milliseconds since the UNIX epoch, and an id that no other count has. */
export interface Count {
  id: string;
  at: number;
}

/** The result of a try to count: counted, or refused with the milliseconds until the next one can be counted. */
export type Outcome = { counted: true } | { counted: false; waitMs: number };

/** Sliding windows: for each limit and key, the times of its counts within the seconds of the limit. */
export interface Windows {
  /** Counts one, unless the limit is reached. Atomic: parallel tries never exceed the limit. */
  count(limit: Limit, key: string, count: Count): Promise<Outcome>;
  /** Removes one count. */
  takeBack(limit: Limit, key: string, count: Count): Promise<void>;
  /** Removes all counts of a key. */
  reset(limit: Limit, key: string): Promise<void>;
}
