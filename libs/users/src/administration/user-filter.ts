import { normaliseEmail } from '@app/config';
import { Not, type SelectQueryBuilder } from 'typeorm';
import { rolesIn } from '../accounts/claims.js';
import type { User } from '../accounts/user.entity.js';

/** Selects the users who meet all of the given conditions. Times are seconds since the UNIX epoch. */
export interface UserFilter {
  email?: string;
  /** The start of the email. Printable ASCII, in any case. */
  search?: string;
  /** A part of the email. Printable ASCII, in any case. */
  emailContains?: string;
  active?: boolean;
  emailVerified?: boolean;
  /** This second, or later. */
  createdAfter?: number;
  /** Before this second. */
  createdBefore?: number;
  /** One of the `roles` in the claims, case-sensitive. */
  role?: string;
  /** Whether the user has admin scopes. */
  adminScopes?: boolean;
  mfaEnabled?: boolean;
  hasPassword?: boolean;
  hasPasskey?: boolean;
  /** Only users who have ever signed in: in this second, or later. */
  lastLoginAfter?: number;
  /** Only users who have ever signed in: before this second. */
  lastLoginBefore?: number;
}

/** What a filter compares, for one user. */
export type FilteredUser = Pick<
  User,
  | 'uid'
  | 'email'
  | 'active'
  | 'emailVerified'
  | 'createdAt'
  | 'claims'
  | 'adminScopes'
  | 'mfaEnabled'
  | 'listPasskey'
  | 'lastLogin'
> & { hasPassword: boolean };

/** Greater than every character of an email. */
const AFTER_ALL = '\x7f';

/** The conditions of a filter on columns of users, which an index finds. Roles are in another table. */
export function narrow(query: SelectQueryBuilder<User>, filter: UserFilter): SelectQueryBuilder<User> {
  const { email, search, active, emailVerified } = filter;
  if (email !== undefined) query.andWhere({ email: normaliseEmail(email) ?? '' });
  if (search !== undefined) {
    // A range in place of LIKE: it has no special characters, and both databases use the index for it.
    const from = search.toLowerCase();
    query.andWhere('user.email >= :from AND user.email < :to', { from, to: from + AFTER_ALL });
  }
  if (filter.emailContains !== undefined) {
    const part = `%${filter.emailContains.toLowerCase().replace(/[%_!]/g, '!$&')}%`;
    query.andWhere("user.email LIKE :part ESCAPE '!'", { part });
  }
  // A search reads by the index of emails. SQLite would prefer that of an equal flag, and sort all users who have it.
  const flag = (value: boolean) => (search === undefined ? value : Not(!value));
  if (active !== undefined) query.andWhere({ active: flag(active) });
  if (emailVerified !== undefined) query.andWhere({ emailVerified: flag(emailVerified) });
  if (filter.adminScopes !== undefined) query.andWhere({ listAdmin: filter.adminScopes });
  if (filter.mfaEnabled !== undefined) query.andWhere({ mfaEnabled: filter.mfaEnabled });
  if (filter.hasPassword !== undefined) query.andWhere({ listPassword: filter.hasPassword });
  if (filter.hasPasskey !== undefined) query.andWhere({ listPasskey: filter.hasPasskey });
  return narrowTimes(query, filter);
}

function narrowTimes(query: SelectQueryBuilder<User>, filter: UserFilter): SelectQueryBuilder<User> {
  const { createdAfter, createdBefore, lastLoginAfter, lastLoginBefore } = filter;
  if (createdAfter !== undefined) query.andWhere('user.createdAt >= :createdAfter', { createdAfter });
  if (createdBefore !== undefined) query.andWhere('user.createdAt < :createdBefore', { createdBefore });
  if (lastLoginAfter !== undefined) query.andWhere('user.lastLogin >= :lastLoginAfter', { lastLoginAfter });
  if (lastLoginBefore !== undefined) query.andWhere('user.lastLogin < :lastLoginBefore', { lastLoginBefore });
  return query;
}

/** Whether a user meets all conditions. */
export function meets(user: FilteredUser, filter: UserFilter): boolean {
  const { email, search, role } = filter;
  if (email !== undefined && user.email !== normaliseEmail(email)) return false;
  if (search !== undefined && !user.email.startsWith(search.toLowerCase())) return false;
  if (filter.emailContains !== undefined && !user.email.includes(filter.emailContains.toLowerCase())) return false;
  if (role !== undefined && !rolesIn(user.claims).includes(role)) return false;
  const flags: [wanted: boolean | undefined, is: boolean][] = [
    [filter.active, user.active],
    [filter.emailVerified, user.emailVerified],
    [filter.adminScopes, user.adminScopes !== ''],
    [filter.mfaEnabled, user.mfaEnabled],
    [filter.hasPassword, user.hasPassword],
    [filter.hasPasskey, user.listPasskey],
  ];
  if (flags.some(([wanted, is]) => wanted !== undefined && wanted !== is)) return false;
  return (
    isWithin(user.createdAt, filter.createdAfter, filter.createdBefore) &&
    isWithin(user.lastLogin, filter.lastLoginAfter, filter.lastLoginBefore)
  );
}

/** Whether a time is in a range. A time that is missing is in none. */
function isWithin(time: number | null, from: number | undefined, before: number | undefined): boolean {
  if (from === undefined && before === undefined) return true;
  return time !== null && time >= (from ?? 0) && time < (before ?? Number.POSITIVE_INFINITY);
}
