import { emailObjection, normaliseEmail } from '@app/config';
import { Clock, newId } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { WeakDigest } from './hashing/format.js';
import { ImportedHashes, PasswordHasher } from './hashing/password-hasher.js';
import { formatNameOf, isHash } from './hashing/read-hash.js';
import { PasswordPolicy } from './password-policy.js';
import { GIVEN, toUnlinked, type User } from './user.entity.js';
import { type Changes, type NewAccount, UserStore } from './user-store.js';

/** The clock of another system may be ahead of ours by at most this. */
const MAX_AHEAD_SECONDS = 86_400;

/** The values of an account that an administrator creates. Times are seconds since the UNIX epoch. */
export interface AccountFacts
  extends Partial<
    Pick<User, 'uid' | 'emailVerified' | 'active' | 'metadata' | 'claims' | 'mfaEnabled' | 'mfa' | 'createdAt'>
  > {
  email: string;
  password?: string;
  /** A hash by another system. */
  passwordHash?: string;
  /** Equal to `emailVerified` when left out: the claim of an administrator counts as proof. */
  emailProved?: boolean;
  /** Whether a passkey comes with the account. */
  hasPasskey?: boolean;
  /** Whether only the client of a sign-up has said that the email is verified. */
  emailClaimed?: boolean;
  /** Whether the person has come before: see `hasCome()`. */
  migrationClosed?: boolean;
  /** The providers of which the user has unlinked an identity. */
  unlinkedProviders?: string[];
}

/**
 * The new account with these values. Its password is checked and set elsewhere.
 * @throws {ApiError} INVALID_REQUEST, INVALID_EMAIL
 */
function toNewAccount(facts: AccountFacts, now: number, batchId: string | null): NewAccount {
  const { emailVerified = false, emailProved = emailVerified, createdAt = now, uid = newId() } = facts;
  const { active = GIVEN.active, metadata = GIVEN.metadata, claims = GIVEN.claims } = facts;
  const { mfaEnabled = GIVEN.mfaEnabled, mfa = GIVEN.mfa, hasPasskey = false } = facts;
  const before = {
    emailClaimed: facts.emailClaimed === true && emailVerified && !emailProved,
    passwordVersion: facts.migrationClosed ? 1 : GIVEN.passwordVersion,
    unlinkedProviders: toUnlinked(facts.unlinkedProviders ?? []),
  };
  const email = normaliseEmail(facts.email);
  if (email === undefined) throw new ApiError('INVALID_EMAIL', emailObjection(facts.email));
  if (emailProved && !emailVerified) {
    throw new ApiError('INVALID_REQUEST', 'email_proved must not be true where email_verified is false.');
  }
  if (!isUuid(uid)) throw new ApiError('INVALID_REQUEST', 'uid must be a UUID.');
  if (createdAt > now + MAX_AHEAD_SECONDS) {
    throw new ApiError('INVALID_REQUEST', 'created_at must not be more than a day ahead.');
  }
  const said = { active, metadata, claims, mfaEnabled, mfa, batchId, listPasskey: hasPasskey };
  return {
    ...GIVEN,
    ...said,
    ...before,
    uid: uid.toLowerCase(),
    email,
    passwordHash: null,
    emailVerified,
    emailProved,
    createdAt,
  };
}

/** A new account after all checks, whose password is not hashed yet. */
export type CheckedAccount = NewAccount & { password?: string; weak?: WeakDigest };

/** The values of a user that an administrator may change. Values that are left out stay. */
export interface UserChanges
  extends Partial<Pick<User, 'email' | 'emailVerified' | 'active' | 'metadata' | 'claims' | 'mfa' | 'adminScopes'>> {
  password?: string;
}

/** A password that was checked and hashed for the user with this email. */
export interface HashedPassword {
  email: string;
  passwordHash: string;
}

/** The accounts of users, as administrators use them. */
@Injectable()
export class UserAdministration {
  constructor(
    private readonly clock: Clock,
    private readonly store: UserStore,
    private readonly hasher: PasswordHasher,
    private readonly hashes: ImportedHashes,
    private readonly policy: PasswordPolicy,
  ) {}

  /**
   * Checks the values of a new account and hashes its password, before any transaction is opened.
   * @throws {ApiError} INVALID_REQUEST, INVALID_EMAIL, WEAK_PASSWORD, INVALID_HASH
   */
  async prepare(facts: AccountFacts): Promise<NewAccount> {
    return this.hash(await this.check(facts));
  }

  /** Checks the values of a new account. @throws {ApiError} INVALID_REQUEST, INVALID_EMAIL, WEAK_PASSWORD, INVALID_HASH */
  async check(facts: AccountFacts, batchId: string | null = null): Promise<CheckedAccount> {
    const account = toNewAccount(facts, this.clock.now(), batchId);
    await this.checkPassword(account.email, facts);
    if (facts.passwordHash === undefined) return { ...account, password: facts.password };
    const checked = this.hashes.check(facts.passwordHash);
    return 'weak' in checked ? { ...account, weak: checked.weak } : { ...account, passwordHash: checked.stored };
  }

  /** Whether `hash()` takes the time of a new hash. */
  needsHash({ password, weak }: CheckedAccount): boolean {
    return password !== undefined || weak !== undefined;
  }

  /** Hashes the password of a checked account, or the weak digest that it has in its place. */
  async hash({ password, weak, ...account }: CheckedAccount): Promise<NewAccount> {
    const { email } = account;
    if (weak !== undefined) return { ...account, passwordHash: await this.hashes.wrap(email, weak) };
    return password === undefined ? account : { ...account, passwordHash: await this.hasher.hash(email, password) };
  }

  /** @throws {ApiError} EMAIL_ALREADY_IN_USE, UID_ALREADY_IN_USE */
  create(account: NewAccount): Promise<User> {
    return this.store.insert(account);
  }

  /** Checks and hashes a new password for the user with this email. @throws {ApiError} WEAK_PASSWORD */
  async hashFor(email: string, password: string): Promise<HashedPassword> {
    await this.policy.check(password, email);
    return { email, passwordHash: await this.hasher.hash(email, password) };
  }

  /** Changes a locked user. @throws {ApiError} EMAIL_ALREADY_IN_USE */
  change(uid: string, changes: Changes): Promise<void> {
    return this.store.update(uid, changes);
  }

  private async checkPassword(email: string, { password, passwordHash }: AccountFacts): Promise<void> {
    if (password !== undefined && passwordHash !== undefined) {
      throw new ApiError('INVALID_REQUEST', 'password and password_hash cannot both be given.');
    }
    if (password === undefined) return;
    // Otherwise a reader of the old table could sign in with the text of the hash.
    if (isHash(password))
      throw new ApiError('INVALID_REQUEST', 'password looks like a hash: give it as password_hash.');
    await this.policy.check(password, email);
  }
}

/** The form in which a new account brings its password, for the report of an import. */
export function passwordFormatOf({ password, weak, passwordHash }: CheckedAccount): string {
  if (password !== undefined) return 'password';
  if (weak !== undefined) return weak.algorithm;
  return passwordHash === null ? 'none' : (formatNameOf(passwordHash) ?? 'other');
}
