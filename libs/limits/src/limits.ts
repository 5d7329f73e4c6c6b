const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A rate limit: at most `most` counts within any `seconds`. */
export interface Limit {
  /** A part of the Redis key. */
  name: string;
  most: number;
  seconds: number;
  /** The most keys that one process keeps in memory for this limit. */
  keys: number;
}

/** Requests from one client address to the sign-in endpoints and to PUT user, counted together. */
export const REQUESTS: Limit = { name: 'requests', most: 300, seconds: MINUTE, keys: 20_000 };
/** Failed logins to one account from one client address. */
export const FAILED_LOGINS_PER_ADDRESS: Limit = { name: 'failed-here', most: 10, seconds: 15 * MINUTE, keys: 50_000 };
/** Failed logins to one account from all client addresses that have not signed in to it in the last 30 days. */
export const FAILED_LOGINS_PER_ACCOUNT: Limit = { name: 'failed-everywhere', most: 100, seconds: HOUR, keys: 50_000 };
/** Wrong old passwords of one signed-in user. */
export const WRONG_OLD_PASSWORDS: Limit = { name: 'wrong-old-passwords', most: 10, seconds: 15 * MINUTE, keys: 20_000 };
/** Changes of the email of one user. */
export const EMAIL_CHANGES: Limit = { name: 'email-changes', most: 5, seconds: HOUR, keys: 20_000 };
/** Notices of a changed password to one user, or to one mailbox while its email is not proved. */
export const PASSWORD_NOTICES: Limit = { name: 'password-notices', most: 10, seconds: HOUR, keys: 20_000 };
/** Letters to one mailbox that one client address requests. */
export const LETTERS_PER_ADDRESS: Limit = { name: 'letters-here', most: 5, seconds: 10 * MINUTE, keys: 50_000 };
/** Letters to one mailbox that client addresses request which have not signed in to its account in the last 30 days. */
export const LETTERS_PER_MAILBOX: Limit = { name: 'letters-everywhere', most: 30, seconds: HOUR, keys: 50_000 };
/** Wrong admin tokens from one client address. */
export const WRONG_ADMIN_TOKENS: Limit = { name: 'wrong-admin-tokens', most: 30, seconds: MINUTE, keys: 20_000 };
