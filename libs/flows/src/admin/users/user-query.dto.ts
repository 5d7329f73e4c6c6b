import { MAX_CLAIMS_BYTES, type UserOrder } from '@app/users';
import { asStoredEmail } from '../../input/fields.js';
import { Cursor, DEFAULT_LIMIT, Limit } from '../../input/page.dto.js';
import { Address, Choice, Flag, Parameter, PlainText, Seconds } from '../../input/parameters.js';
import type { SearchFilter } from './search-plan.js';

const MAX_EMAIL_LENGTH = 254;
const ORDERS = ['created_at', '-created_at'] as const;

const ORDER_TEXT =
  'Oldest or newest first. Default: newest first; a search is sorted by email, and a list with no other filter than `last_login_before` or `last_login_after` by the last sign-in, latest first.';

/** The filters of a list of users, and its order. */
export class UserFilterQuery {
  @Address('The exact email, case-insensitive.')
  email?: string;

  @asStoredEmail
  @PlainText({
    description: 'The beginning of the email, case-insensitive. Of an international domain it ends with a whole label.',
    maxLength: MAX_EMAIL_LENGTH,
  })
  search?: string;

  @PlainText({ description: 'A part of the email, case-insensitive.', maxLength: MAX_EMAIL_LENGTH })
  email_contains?: string;

  @Flag('Whether the user may sign in.')
  active?: boolean;

  @Flag('Whether the email is verified.')
  email_verified?: boolean;

  @Seconds('Created in this second or later')
  created_after?: number;

  @Seconds('Created before this second')
  created_before?: number;

  @Parameter({ description: 'One of the `roles` in the claims, case-sensitive.', maxLength: MAX_CLAIMS_BYTES })
  role?: string;

  @Flag('Whether the user has admin scopes.')
  admin_scopes?: boolean;

  @Flag('Whether each sign-in needs a second factor.')
  mfa_enabled?: boolean;

  @Flag('Whether the user has a password.')
  has_password?: boolean;

  @Flag('Whether the user has a passkey.')
  has_passkey?: boolean;

  @Parameter({ description: 'The id of an external provider at which the user has an identity.' })
  provider?: string;

  @Seconds('Last signed in before this second. Leaves out users who have never signed in')
  last_login_before?: number;

  @Seconds('Last signed in in this second or later. Leaves out users who have never signed in')
  last_login_after?: number;

  @Choice(ORDERS, ORDER_TEXT)
  order?: UserOrder;
}

export class UserQuery extends UserFilterQuery {
  @Limit()
  limit: number = DEFAULT_LIMIT;

  @Cursor()
  cursor?: string;
}

/** The name of a filter in the admin API, such as `created_after`. */
export function parameterOf(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

export function toUserFilter({ email, search, active, role, provider, ...query }: UserFilterQuery): SearchFilter {
  return {
    email,
    search,
    active,
    role,
    provider,
    emailContains: query.email_contains,
    emailVerified: query.email_verified,
    createdAfter: query.created_after,
    createdBefore: query.created_before,
    adminScopes: query.admin_scopes,
    mfaEnabled: query.mfa_enabled,
    hasPassword: query.has_password,
    hasPasskey: query.has_passkey,
    lastLoginBefore: query.last_login_before,
    lastLoginAfter: query.last_login_after,
  };
}
