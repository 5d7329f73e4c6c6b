import { isIPv4 } from 'node:net';
import type { RateLimitCounts } from '@app/config';
import ipaddr from 'ipaddr.js';

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

const KEYS = 20_000;
/** For limits whose keys contain an email that anyone can name. */
const MANY_KEYS = 50_000;

function rule(name: string, most: LimitRule['most'], seconds: number, keys = KEYS): LimitRule {
  return { name, most, seconds, keys };
}

/** Requests from one client address to the sign-in endpoints, to PUT user and to GET user data, counted together. */
export const REQUESTS = rule('requests', 'requests', MINUTE);
/** Failed logins to one account from one client address. */
export const FAILED_LOGINS_PER_ADDRESS = rule('failed-here', 'failedLogins', 15 * MINUTE, MANY_KEYS);
/** Failed logins to one account from all client addresses that have not signed in to it in the last 30 days. */
export const FAILED_LOGINS_PER_ACCOUNT = rule('failed-everywhere', 'failedLoginsOfAccount', HOUR, MANY_KEYS);
/** Wrong old passwords of one signed-in user. */
export const WRONG_OLD_PASSWORDS = rule('wrong-old-passwords', 'oldPasswords', 15 * MINUTE);
/** Changes of the email of one user. */
export const EMAIL_CHANGES = rule('email-changes', 'emailChanges', HOUR);
/** Notices of a changed password to one user, or to one mailbox while its email is not proved. */
export const PASSWORD_NOTICES = rule('password-notices', 'passwordNotices', HOUR);
/** Emails about new sign-ins to one mailbox while its email is not proved. They must not use up those about changes. */
export const SIGN_IN_NOTICES: LimitRule = { ...PASSWORD_NOTICES, name: 'sign-in-notices' };
/** Emails to one mailbox that one client address requests. */
export const EMAILS_PER_ADDRESS = rule('emails-here', 'emails', 10 * MINUTE, MANY_KEYS);
/** The same from all client addresses that have not signed in to the account of the mailbox in the last 30 days. */
export const EMAILS_PER_MAILBOX = rule('emails-everywhere', 'emailsOfMailbox', HOUR, MANY_KEYS);
/** Wrong second factors of one account, from everywhere. Only a caller who passed the first factor can add to it. */
export const WRONG_FACTORS = rule('wrong-factors', 'factors', 15 * MINUTE);
export const WRONG_FACTORS_PER_DAY = rule('wrong-factors-day', 'factorsPerDay', DAY);
/** The same for recovery codes. */
export const WRONG_RECOVERY_CODES: LimitRule = { ...WRONG_FACTORS, name: 'wrong-recovery' };
export const WRONG_RECOVERY_CODES_PER_DAY: LimitRule = { ...WRONG_FACTORS_PER_DAY, name: 'wrong-recovery-day' };
/** Wrong email codes of one mailbox, from everywhere. */
export const WRONG_EMAIL_CODES = rule('wrong-email-codes', 'emailCodes', HOUR, MANY_KEYS);
/** Wrong secrets and assertions of clients from one client address. */
export const WRONG_CLIENT_SECRETS = rule('wrong-client-secrets', 'clientSecrets', MINUTE);
/** Wrong API keys from one client address. */
export const WRONG_API_KEYS = rule('wrong-api-keys', 'apiKeys', MINUTE);
/** Logout tokens of a provider for one identity, or for one session there. */
export const LOGOUT_TOKENS = rule('logout-tokens', 'logoutTokens', MINUTE);
/** Wrong admin tokens from one client address. */
export const WRONG_ADMIN_TOKENS = rule('wrong-admin-tokens', 'adminTokens', MINUTE);

/**
 * The group of a client address, which rate limits count together: an IPv4 address alone, an IPv6 address with its /64. That
 * is the least that a provider assigns to one customer (RFC 6177), and one machine can use all of its addresses.
 */
export function addressGroup(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
