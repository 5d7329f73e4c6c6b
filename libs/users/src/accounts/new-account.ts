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

/** No event has ended anything of a new user. */
export const NEW_LADDER = { rung1: 0, rung2: 0, rung3: 0, rung4: 0 };

/** The factors and providers of a new user. */
export const NO_FACTORS = {
  mfaEnabled: false,
  mfaEnabledAt: 0,
  mfaDisabledAt: 0,
  mfa: 'optional',
  mfaDueAt: null,
  factorFailures: 0,
  passkeyHandle: null,
  unlinkedProviders: null,
} as const;
