/** How often something may happen: so many times within a window of so many seconds, which slides. */
export interface Limit {
  /** Part of the key that it is counted under. */
  name: string;
  most: number;
  seconds: number;
}

/** Requests of one client address to all endpoints for signing in together. */
export const REQUESTS: Limit = { name: 'requests', most: 300, seconds: 60 };
/** Failed logins to one account from one address. */
export const FAILED_HERE: Limit = { name: 'failed-here', most: 10, seconds: 15 * 60 };
/** Failed logins to one account from everywhere. */
export const FAILED_ANYWHERE: Limit = { name: 'failed-anywhere', most: 100, seconds: 60 * 60 };
/** Wrong old passwords of a user who is signed in. */
export const WRONG_OLD_PASSWORDS: Limit = { name: 'wrong-old-passwords', most: 10, seconds: 15 * 60 };
/** Letters with a link to one address. */
export const LETTERS: Limit = { name: 'letters', most: 10, seconds: 10 * 60 };
