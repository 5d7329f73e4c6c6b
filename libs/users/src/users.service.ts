import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { normaliseEmail } from './email.js';
import { PasswordPolicy } from './password-policy.js';
import { PasswordPool } from './password-pool.js';
import type { User } from './user.entity.js';
import { type Credentials, type NewPassword, type Recipient, UserStore } from './user-store.js';

/** What a new account is made of. The email is a valid one. */
export interface SignUp {
  email: string;
  password: string;
  emailVerified: boolean;
  metadata: string;
}

/** A user who has just been found to be who they say, as they then were, and with which password. */
export type Authenticated = Pick<User, 'uid' | 'passwordVersion' | 'emailVerified' | 'metadata'>;

/** Why a login failed, for the event log: the client is told less. */
export type LoginFailure = 'unknown_email' | 'no_password' | 'wrong_password' | 'disabled';

/** What came of an email and a password: the user, or why not, with the uid of the account where there is one. */
export type LoginAttempt = { user: Authenticated } | { failure: LoginFailure; uid: string | null };

/** What a change of a user came to. */
export interface Changed {
  /** Where it was replaced: by which, as they are stored. */
  email?: { old: string; new: string };
  /** Whether the metadata are other ones than before. */
  metadata: boolean;
}

/** Who exists, and what they prove themselves with. */
@Injectable()
export class UsersService {
  constructor(
    private readonly env: Env,
    private readonly store: UserStore,
    private readonly pool: PasswordPool,
    private readonly policy: PasswordPolicy,
  ) {}

  /**
   * Checks and hashes what a sign-up brings, before any transaction is opened.
   * @throws {ApiError} INVALID_EMAIL, WEAK_PASSWORD
   */
  async prepare({ email, password, emailVerified, metadata }: SignUp) {
    const normalised = normaliseEmail(email);
    if (normalised === undefined) throw new ApiError('INVALID_EMAIL');
    await this.policy.check(password, normalised);
    const verified = emailVerified && this.env.signupEmailVerified === 'client';
    return {
      email: normalised,
      passwordHash: await this.pool.hash(normalised, password),
      emailVerified: verified,
      metadata,
    };
  }

  /**
   * @param signedIn whether this is their first sign-in, too
   * @throws {ApiError} EMAIL_ALREADY_IN_USE
   */
  create(prepared: Awaited<ReturnType<UsersService['prepare']>>, signedIn: boolean): Promise<User> {
    return this.store.insert(prepared, signedIn);
  }

  find(uid: string): Promise<User | null> {
    return this.store.find({ uid });
  }

  async findByEmail(email: string): Promise<User | null> {
    const normalised = normaliseEmail(email);
    return normalised === undefined ? null : this.store.find({ email: normalised });
  }

  /** The active user of an address, found in much the same time as that there is none. */
  async findRecipient(email: string): Promise<Recipient | undefined> {
    return this.store.findRecipient(normaliseEmail(email) ?? '');
  }

  isActive(uid: string): Promise<boolean> {
    return this.store.isActive(uid);
  }

  /**
   * The user with this email and password. Takes as long, whether the account is unknown, has no password, is disabled
   * or the password is wrong (OWASP ASVS 5.0, 6.3.8). That it is disabled comes out for the right password only.
   */
  async authenticate(email: string, password: string): Promise<LoginAttempt> {
    const normalised = normaliseEmail(email) ?? '';
    const user = await this.store.findCredentials({ email: normalised });
    const right = await this.compare(normalised || email, password, user?.passwordHash);
    if (!user) return { failure: 'unknown_email', uid: null };
    const failure = failureOf(user, right);
    if (failure) return { failure, uid: user.uid };
    await this.refreshHash(user, password);
    return { user };
  }

  /**
   * Notes the sign-in of a user, inside the transaction that opens the session.
   * @throws {ApiError} INVALID_CREDENTIALS when the user was changed, disabled or deleted since the password was compared
   */
  async recordSignIn({ uid, passwordVersion }: Authenticated): Promise<void> {
    if (!(await this.store.recordSignIn(uid, passwordVersion))) throw new ApiError('INVALID_CREDENTIALS');
  }

  /**
   * Checks the old password and hashes the new one, before any transaction is opened.
   * @throws {ApiError} NOT_AUTHENTICATED, INVALID_PASSWORD, WEAK_PASSWORD
   */
  async prepareNewPassword(uid: string, oldPassword: string, newPassword: string): Promise<NewPassword> {
    const user = await this.store.findCredentials({ uid });
    if (!user?.active) throw new ApiError('NOT_AUTHENTICATED');
    if (!(await this.compare(user.email, oldPassword, user.passwordHash))) throw new ApiError('INVALID_PASSWORD');
    return this.hashNewPassword(user, newPassword);
  }

  /**
   * Hashes the new password of a user who has proved themselves by a token that was mailed to their address, before any
   * transaction is opened.
   * @throws {ApiError} INVALID_PASSWORD when the user is disabled or gone, or has another address now; WEAK_PASSWORD
   */
  async prepareReset(uid: string, email: string, newPassword: string): Promise<NewPassword> {
    const user = await this.store.find({ uid });
    if (!user?.active || user.email !== email) throw new ApiError('INVALID_PASSWORD');
    return this.hashNewPassword(user, newPassword);
  }

  /** @throws {ApiError} INVALID_PASSWORD when another change came first, or the user was disabled or deleted */
  async changePassword(change: NewPassword): Promise<void> {
    if (!(await this.store.setPassword(change))) throw new ApiError('INVALID_PASSWORD');
  }

  /**
   * What is given changes, what is left out stays; another email is an unverified one. To be called in a transaction.
   * @throws {ApiError} NOT_AUTHENTICATED, INVALID_EMAIL, EMAIL_ALREADY_IN_USE
   */
  async update(uid: string, changes: { email?: string; metadata?: string }): Promise<Changed> {
    const { email: given, ...metadata } = changes;
    const email = given === undefined ? undefined : normaliseEmail(given);
    if (given !== undefined && email === undefined) throw new ApiError('INVALID_EMAIL');
    const user = await this.store.lock(uid);
    if (!user?.active) throw new ApiError('NOT_AUTHENTICATED');
    const replaced = email !== undefined && email !== user.email;
    const values = { ...metadata, ...(replaced ? { email, emailVerified: false } : {}) };
    if (Object.values(values).some((value) => value !== undefined)) await this.store.update(uid, values);
    return {
      ...(replaced && { email: { old: user.email, new: email } }),
      metadata: changes.metadata !== undefined && changes.metadata !== user.metadata,
    };
  }

  /**
   * Notes that the address of a user is verified. False when it was so before.
   * @throws {ApiError} USER_DISABLED, also when this is not the address of the user any more
   */
  async verifyEmail(uid: string, email: string): Promise<boolean> {
    if (await this.store.verifyEmail(uid, email)) return true;
    if (!(await this.store.isActive(uid, email))) throw new ApiError('USER_DISABLED');
    return false;
  }

  /**
   * Notes that the user has proved to own the address. Where nobody had before, an earlier password is void: whoever
   * set it may have registered an address that is not theirs. Returns whether that was so.
   */
  async proveAddress(user: User): Promise<boolean> {
    if (user.emailVerified || !(await this.store.proveAddress(user.uid, user.passwordVersion))) return false;
    user.passwordVersion += 1;
    user.emailVerified = true;
    return true;
  }

  /** A user without a password, whose address is proved. @throws {ApiError} EMAIL_ALREADY_IN_USE */
  createProved(email: string): Promise<User> {
    return this.store.insert({ email, passwordHash: null, emailVerified: true, metadata: '{}' });
  }

  /**
   * Removes a user; returns the email that they had. To be called in a transaction.
   * @param check runs once nobody else can change the user
   * @throws {ApiError} NOT_AUTHENTICATED when there is no such active user (any more)
   */
  async remove(uid: string, check: () => Promise<void>): Promise<string> {
    const user = await this.store.lock(uid);
    await check();
    if (!user || !(await this.store.remove({ uid, active: true }))) throw new ApiError('NOT_AUTHENTICATED');
    return user.email;
  }

  private async hashNewPassword(user: Omit<NewPassword, 'passwordHash'>, password: string): Promise<NewPassword> {
    const { uid, email, passwordVersion } = user;
    await this.policy.check(password, email);
    return { uid, email, passwordVersion, passwordHash: await this.pool.hash(email, password) };
  }

  private async compare(account: string, password: string, hash: string | null | undefined): Promise<boolean> {
    return this.pool.verify({ account, password, hash, dearest: await this.store.mostHashSteps() });
  }

  /** Each login brings one more hash up to date: after a change of `BCRYPT_COST`, an import, or one of how hashes are made. */
  private async refreshHash(
    { uid, email, passwordVersion, passwordHash }: Credentials,
    password: string,
  ): Promise<void> {
    if (passwordHash === null || !this.pool.isStale(passwordHash, password)) return;
    await this.store.rehash(uid, passwordVersion, await this.pool.hash(email, password));
  }
}

/** Why somebody may not sign in who has brought the right password, or not. */
function failureOf({ passwordHash, active }: Credentials, right: boolean): LoginFailure | undefined {
  if (!right) return passwordHash === null ? 'no_password' : 'wrong_password';
  return active ? undefined : 'disabled';
}
