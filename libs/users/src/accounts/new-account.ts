import type { User } from './user.entity.js';

/** The values of a new account that an administrator creates. */
export type NewAccount = Pick<
  User,
  | 'uid'
  | 'email'
  | 'passwordHash'
  | 'emailVerified'
  | 'emailProved'
  | 'emailClaimed'
  | 'active'
  | 'metadata'
  | 'claims'
  | 'mfaEnabled'
  | 'mfa'
  | 'createdAt'
  | 'batchId'
  | 'listPasskey'
  | 'madeBy'
  | 'madeOpenAt'
>;

/** What access tokens say about a user, and since when. */
export type UserClaims = Pick<User, 'claims' | 'claimsChangedAt'>;

/** The claims of a user who signs up. */
export const NO_CLAIMS: UserClaims = { claims: '{}', claimsChangedAt: 0 };

/** The factors of a new user. */
export const NO_FACTORS = {
  mfaEnabled: false,
  mfa: 'optional',
  mfaDueAt: null,
  factorVersion: 0,
  factorFailures: 0,
  passkeyHandle: null,
} as const;
