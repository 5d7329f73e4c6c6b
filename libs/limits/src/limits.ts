const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How often something may happen: at most `most` times within any `seconds`. */
export interface Limit {
  /** Part of the Redis key. */
  name: string;
  most: number;
  seconds: number;
  /** The most keys that one process keeps for it in memory. */
  keys: number;
}

/** Requests of one client address to the sign-in endpoints and to PUT user, all of them together. */
export const REQUESTS: Limit = { name: 'requests', most: 300, seconds: MINUTE, keys: 20_000 };
/** Failed logins to one account from one client address. */
export const FAILED_LOGINS_HERE: Limit = { name: 'failed-here', most: 10, seconds: 15 * MINUTE, keys: 50_000 };
/** Failed logins to one account from all client addresses that are new to it. */
export const FAILED_LOGINS_EVERYWHERE: Limit = { name: 'failed-everywhere', most: 100, seconds: HOUR, keys: 50_000 };
/** Wrong old passwords of a signed-in user. */
export const WRONG_OLD_PASSWORDS: Limit = { name: 'wrong-old-passwords', most: 10, seconds: 15 * MINUTE, keys: 20_000 };
/** Changes of address of one user. */
export const EMAIL_CHANGES: Limit = { name: 'email-changes', most: 5, seconds: HOUR, keys: 20_000 };
/** Notices of a changed password to one user, or to one mailbox of users who have not proved that it is theirs. */
export const PASSWORD_NOTICES: Limit = { name: 'password-notices', most: 10, seconds: HOUR, keys: 20_000 };
/** Letters to one mailbox that one client address asks for. */
export const LETTERS_HERE: Limit = { name: 'letters-here', most: 5, seconds: 10 * MINUTE, keys: 50_000 };
/** Letters to one mailbox that all client addresses new to the account ask for. */
export const LETTERS_EVERYWHERE: Limit = { name: 'letters-everywhere', most: 30, seconds: HOUR, keys: 50_000 };
/** Wrong admin tokens from one client address. */
export const WRONG_ADMIN_TOKENS: Limit = { name: 'wrong-admin-tokens', most: 30, seconds: MINUTE, keys: 20_000 };
