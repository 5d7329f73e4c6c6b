import type { RateLimitCounts } from '@app/config';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A rate limit: at most `most` counts within any `seconds`. */
export interface Limit {
  /** A part of the Redis key. */
  name: string;
  most: number;
  seconds: number;
  /** The most keys that one process keeps in memory for this limit. */
  keys: number;
}

/** A rate limit whose number of counts is a setting. */
export interface LimitRule extends Omit<Limit, 'most'> {
  /** The setting, as `Env.rateLimits` has it. */
  most: keyof RateLimitCounts;
}

/** Requests from one client address to the sign-in endpoints and to PUT user, counted together. */
export const REQUESTS: LimitRule = { name: 'requests', most: 'requests', seconds: MINUTE, keys: 20_000 };
/** Failed logins to one account from one client address. */
export const FAILED_LOGINS_PER_ADDRESS: LimitRule = {
  name: 'failed-here',
  most: 'failedLogins',
  seconds: 15 * MINUTE,
  keys: 50_000,
};
/** Failed logins to one account from all client addresses that have not signed in to it in the last 30 days. */
export const FAILED_LOGINS_PER_ACCOUNT: LimitRule = {
  name: 'failed-everywhere',
  most: 'failedLoginsOfAccount',
  seconds: HOUR,
  keys: 50_000,
};
/** Wrong old passwords of one signed-in user. */
export const WRONG_OLD_PASSWORDS: LimitRule = {
  name: 'wrong-old-passwords',
  most: 'oldPasswords',
  seconds: 15 * MINUTE,
  keys: 20_000,
};
/** Changes of the email of one user. */
export const EMAIL_CHANGES: LimitRule = { name: 'email-changes', most: 'emailChanges', seconds: HOUR, keys: 20_000 };
/** Notices of a changed password to one user, or to one mailbox while its email is not proved. */
export const PASSWORD_NOTICES: LimitRule = {
  name: 'password-notices',
  most: 'passwordNotices',
  seconds: HOUR,
  keys: 20_000,
};
/** Emails to one mailbox that one client address requests. */
export const EMAILS_PER_ADDRESS: LimitRule = {
  // Not renamed, so that replicas of two versions count together.
  name: 'letters-here',
  most: 'emails',
  seconds: 10 * MINUTE,
  keys: 50_000,
};
/** Emails to one mailbox that client addresses request which have not signed in to its account in the last 30 days. */
export const EMAILS_PER_MAILBOX: LimitRule = {
  // Not renamed, so that replicas of two versions count together.
  name: 'letters-everywhere',
  most: 'emailsOfMailbox',
  seconds: HOUR,
  keys: 50_000,
};
/** Wrong second factors of one account, from everywhere. Only a caller who passed the first factor can add to it. */
export const WRONG_FACTORS: LimitRule = {
  name: 'wrong-factors',
  most: 'factors',
  seconds: 15 * MINUTE,
  keys: 20_000,
};
export const WRONG_FACTORS_PER_DAY: LimitRule = {
  name: 'wrong-factors-day',
  most: 'factorsPerDay',
  seconds: DAY,
  keys: 20_000,
};
/** The same for recovery codes. */
export const WRONG_RECOVERY_CODES: LimitRule = { ...WRONG_FACTORS, name: 'wrong-recovery' };
export const WRONG_RECOVERY_CODES_PER_DAY: LimitRule = { ...WRONG_FACTORS_PER_DAY, name: 'wrong-recovery-day' };
/** Wrong email codes of one mailbox, from everywhere. */
export const WRONG_EMAIL_CODES: LimitRule = {
  name: 'wrong-email-codes',
  most: 'emailCodes',
  seconds: HOUR,
  keys: 50_000,
};
/** Wrong secrets and assertions of clients from one client address. */
export const WRONG_CLIENT_SECRETS: LimitRule = {
  name: 'wrong-client-secrets',
  most: 'clientSecrets',
  seconds: MINUTE,
  keys: 20_000,
};
/** Wrong API keys from one client address. */
export const WRONG_API_KEYS: LimitRule = { name: 'wrong-api-keys', most: 'apiKeys', seconds: MINUTE, keys: 20_000 };
/** Wrong admin tokens from one client address. */
export const WRONG_ADMIN_TOKENS: LimitRule = {
  name: 'wrong-admin-tokens',
  most: 'adminTokens',
  seconds: MINUTE,
  keys: 20_000,
};
