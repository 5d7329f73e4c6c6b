import { emailObjection, normaliseEmail } from '@app/config';
import { newId } from '@app/database';
import { ApiError } from '@app/errors';
import { validate as isUuid } from 'uuid';
import type { NewAccount } from '../accounts/new-account.js';
import type { User } from '../accounts/user.entity.js';

/** The clock of another system may be ahead of ours by at most this. */
const MAX_AHEAD_SECONDS = 86_400;

/** The values of an account that an administrator creates. Times are seconds since the UNIX epoch. */
export interface AccountFacts {
  email: string;
  password?: string;
  /** A hash by another system. */
  passwordHash?: string;
  emailVerified?: boolean;
  /** Equal to `emailVerified` when left out: the claim of an administrator counts as proof. */
  emailProved?: boolean;
  active?: boolean;
  metadata?: string;
  claims?: string;
  mfaEnabled?: boolean;
  mfa?: User['mfa'];
  /** Whether a passkey comes with the account. */
  hasPasskey?: boolean;
  uid?: string;
  createdAt?: number;
}

/**
 * The new account with these values. Its password is checked and set elsewhere.
 * @throws {ApiError} INVALID_REQUEST, INVALID_EMAIL
 */
export function toNewAccount(facts: AccountFacts, now: number, batchId: string | null): NewAccount {
  const { emailVerified = false, emailProved = emailVerified, createdAt = now, uid = newId() } = facts;
  const { active = true, metadata = '{}', claims = '{}' } = facts;
  const { mfaEnabled = false, mfa = 'optional', hasPasskey = false } = facts;
  const email = normaliseEmail(facts.email);
  if (email === undefined) throw new ApiError('INVALID_EMAIL', emailObjection(facts.email));
  if (emailProved && !emailVerified) {
    throw new ApiError('INVALID_REQUEST', 'email_proved must not be true where email_verified is false.');
  }
  if (!isUuid(uid)) throw new ApiError('INVALID_REQUEST', 'uid must be a UUID.');
  if (createdAt > now + MAX_AHEAD_SECONDS) {
    throw new ApiError('INVALID_REQUEST', 'created_at must not be more than a day ahead.');
  }
  return {
    uid: uid.toLowerCase(),
    email,
    passwordHash: null,
    emailVerified,
    emailProved,
    emailClaimed: false,
    active,
    metadata,
    claims,
    mfaEnabled,
    mfa,
    createdAt,
    batchId,
    listPasskey: hasPasskey,
    madeBy: null,
    madeOpenAt: null,
  };
}
