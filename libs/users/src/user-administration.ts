import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import { normaliseEmail } from './email.js';
import { isAcceptableHash } from './password-hash.js';
import { PasswordPolicy } from './password-policy.js';
import { PasswordPool } from './password-pool.js';
import type { NewAccount, User } from './user.entity.js';
import { type Changes, UserStore } from './user-store.js';

/** A clock of another system may go ahead of ours, but not by more than this. */
const MAX_AHEAD_SECONDS = 86_400;

/** What an administrator knows of an account that is to be made. Times are seconds since the UNIX epoch. */
export interface AccountFacts {
  email: string;
  password?: string;
  /** A hash that was made elsewhere. */
  passwordHash?: string;
  emailVerified?: boolean;
  /** Left out, as `emailVerified`: what an administrator says of an address counts as proof. */
  emailProved?: boolean;
  active?: boolean;
  metadata?: string;
  uid?: string;
  createdAt?: number;
}

/** A new account whose facts are checked, and whose password is not hashed yet. */
export type CheckedAccount = NewAccount & { password: string | undefined };

/** What an administrator may change of a user. What is left out stays. */
export interface UserChanges {
  email?: string;
  emailVerified?: boolean;
  active?: boolean;
  metadata?: string;
  password?: string;
}

/** A password that was hashed for whoever has this email. */
export interface HashedPassword {
  email: string;
  passwordHash: string;
}

/** What administrators do with users. */
@Injectable()
export class UserAdministration {
  constructor(
    private readonly clock: Clock,
    private readonly store: UserStore,
    private readonly pool: PasswordPool,
    private readonly policy: PasswordPolicy,
  ) {}

  /**
   * Checks what a new account is to be made of, and hashes its password, before any transaction is opened.
   * @throws {ApiError} INVALID_REQUEST, INVALID_EMAIL, WEAK_PASSWORD, INVALID_HASH
   */
  async prepare(facts: AccountFacts): Promise<NewAccount> {
    return this.hash(await this.check(facts));
  }

  /** Only checks it. @throws {ApiError} INVALID_REQUEST, INVALID_EMAIL, WEAK_PASSWORD, INVALID_HASH */
  async check(facts: AccountFacts, batchId: string | null = null): Promise<CheckedAccount> {
    const {
      emailVerified = false,
      emailProved = emailVerified,
      active = true,
      metadata = '{}',
      uid = uuidv7(),
    } = facts;
    const now = this.clock.now();
    const { createdAt = now } = facts;
    const email = normaliseEmail(facts.email);
    if (email === undefined) throw new ApiError('INVALID_EMAIL');
    if (emailProved && !emailVerified) {
      throw new ApiError('INVALID_REQUEST', 'email_proved must not be true where email_verified is false.');
    }
    if (!isUuid(uid)) throw new ApiError('INVALID_REQUEST', 'uid must be a UUID.');
    if (createdAt > now + MAX_AHEAD_SECONDS) {
      throw new ApiError('INVALID_REQUEST', 'created_at must not be more than a day ahead.');
    }
    const { password, passwordHash = null } = facts;
    await this.checkPassword(email, facts);
    const account = {
      uid: uid.toLowerCase(),
      email,
      passwordHash,
      emailVerified,
      emailProved,
      active,
      metadata,
      createdAt,
      batchId,
    };
    return { ...account, password };
  }

  /** Hashes the password of an account that is checked. */
  async hash({ password, ...account }: CheckedAccount): Promise<NewAccount> {
    return password === undefined
      ? account
      : { ...account, passwordHash: await this.pool.hash(account.email, password) };
  }

  /** @throws {ApiError} EMAIL_ALREADY_IN_USE, UID_ALREADY_IN_USE */
  create(account: NewAccount): Promise<User> {
    return this.store.insert(account);
  }

  /** Hashes a new password of whoever has this email. @throws {ApiError} WEAK_PASSWORD */
  async hashFor(email: string, password: string): Promise<HashedPassword> {
    await this.policy.check(password, email);
    return { email, passwordHash: await this.pool.hash(email, password) };
  }

  /**
   * The user, whom no other transaction changes before this one is over.
   * @throws {ApiError} USER_NOT_FOUND
   */
  async lock(uid: string): Promise<User> {
    const user = await this.store.lock(uid);
    if (!user) throw new ApiError('USER_NOT_FOUND');
    return user;
  }

  /** Changes a user who is locked. @throws {ApiError} EMAIL_ALREADY_IN_USE */
  change(uid: string, changes: Changes): Promise<void> {
    return this.store.update(uid, changes);
  }

  /**
   * Removes a user, disabled or not; returns the email that they had. To be called in a transaction.
   * @throws {ApiError} USER_NOT_FOUND
   */
  async remove(uid: string): Promise<string> {
    const { email } = await this.lock(uid);
    await this.store.remove({ uid });
    return email;
  }

  private async checkPassword(email: string, { password, passwordHash }: AccountFacts): Promise<void> {
    if (password !== undefined && passwordHash !== undefined) {
      throw new ApiError('INVALID_REQUEST', 'password and password_hash cannot both be given.');
    }
    if (password !== undefined) await this.policy.check(password, email);
    if (passwordHash !== undefined && !isAcceptableHash(passwordHash)) throw new ApiError('INVALID_HASH');
  }
}
