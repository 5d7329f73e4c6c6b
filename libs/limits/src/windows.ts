import type { Limit } from './limits.js';

/** One count: its time in milliseconds since the UNIX epoch, and a unique id. */
export interface Count {
  id: string;
  at: number;
}

/** The result of a count: added, or refused with the milliseconds until the next one can be added. */
export type Outcome = { counted: true } | { counted: false; waitMs: number };

/** Sliding windows: for each limit and key, the times of the counts within the seconds of the limit. */
export interface Windows {
  /** Adds a count unless the limit is reached. Atomic: parallel calls never exceed the limit. */
  count(limit: Limit, key: string, count: Count): Promise<Outcome>;
  /** Removes one count. */
  takeBack(limit: Limit, key: string, count: Count): Promise<void>;
  /** Removes all counts of a key. */
  reset(limit: Limit, key: string): Promise<void>;
}
