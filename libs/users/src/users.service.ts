import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { normaliseEmail } from './email.js';
import { PasswordPolicy } from './password-policy.js';
import { PasswordPool } from './password-pool.js';
import { SIGN_UPS } from './password-scorer.js';
import { SignInAddresses } from './sign-in-addresses.js';
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

/** A change of a user, before it is made. */
export interface PlannedChange {
  /** The user, locked. */
  user: User;
  /** The new email where it differs from the old one, as it is stored. */
  email?: string;
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
    private readonly addresses: SignInAddresses,
  ) {}

  /**
   * Checks and hashes what a sign-up brings, before any transaction is opened.
   * @throws {ApiError} INVALID_EMAIL, WEAK_PASSWORD
   */
  async prepare({ email, password, emailVerified, metadata }: SignUp) {
    const normalised = normaliseEmail(email);
    if (normalised === undefined) throw new ApiError('INVALID_EMAIL');
    await this.policy.check(password, normalised, SIGN_UPS);
    const verified = emailVerified && this.env.signupEmailVerified === 'client';
    return {
      email: normalised,
      // Not in the turns of the account: strangers who sign up with an email must not delay the logins of its owner.
      passwordHash: await this.pool.hash(`${SIGN_UPS} ${normalised}`, password),
      emailVerified: verified,
      emailProved: false,
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

  /** Whether an email that a user asks for differs from the one that the user has. */
  async wouldMove(uid: string, email: string | undefined): Promise<boolean> {
    const normalised = email === undefined ? undefined : normaliseEmail(email);
    if (normalised === undefined) return false;
    return (await this.store.find({ uid }))?.email !== normalised;
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
   * @throws {ApiError} USER_DISABLED when the user was disabled since the password was compared; INVALID_CREDENTIALS when
   * the password was changed or the user deleted
   */
  async recordSignIn({ uid, passwordVersion }: Authenticated): Promise<void> {
    if (await this.store.recordSignIn(uid, passwordVersion)) return;
    const user = await this.store.lock(uid);
    const disabled = user?.active === false && user.passwordVersion === passwordVersion;
    throw new ApiError(disabled ? 'USER_DISABLED' : 'INVALID_CREDENTIALS');
  }

  /**
   * Compares the password of a signed-in user, outside of any transaction. Returns the version of the password that was
   * right.
   * @throws {ApiError} NOT_AUTHENTICATED, INVALID_PASSWORD
   */
  async confirmPassword(uid: string, password: string): Promise<number> {
    return (await this.requirePassword(uid, password)).passwordVersion;
  }

  /** Records the client address of a sign-in, inside the transaction that opens the session. */
  recordAddress(uid: string, address: string): Promise<void> {
    return this.addresses.record(uid, address);
  }

  /**
   * Checks the old password and hashes the new one, before any transaction is opened. Also returns whether the address is
   * proved.
   * @throws {ApiError} NOT_AUTHENTICATED, INVALID_PASSWORD, WEAK_PASSWORD
   */
  async prepareNewPassword(
    uid: string,
    oldPassword: string,
    newPassword: string,
  ): Promise<NewPassword & { proved: boolean }> {
    const user = await this.requirePassword(uid, oldPassword);
    return { ...(await this.hashNewPassword(user, newPassword)), proved: user.emailProved };
  }

  /**
   * Hashes the new password of a user who has proved themselves by a token that was mailed to their address, before any
   * transaction is opened. Also returns whether the address was proved before.
   * @throws {ApiError} INVALID_PASSWORD when the user is disabled or gone, or has another address now; WEAK_PASSWORD
   */
  async prepareReset(uid: string, email: string, newPassword: string): Promise<NewPassword & { proved: boolean }> {
    const user = await this.store.find({ uid });
    if (!user?.active || user.email !== email) throw new ApiError('INVALID_PASSWORD');
    return { ...(await this.hashNewPassword(user, newPassword)), proved: user.emailProved };
  }

  /**
   * @param proves whether it also proves the address, as a mailed token does
   * @throws {ApiError} INVALID_PASSWORD when another change came first, or the user was disabled or deleted
   */
  async changePassword(change: NewPassword, proves: boolean): Promise<void> {
    if (!(await this.store.setPassword(change, proves))) throw new ApiError('INVALID_PASSWORD');
    // A thief may have signed in from them.
    if (proves) await this.addresses.forget(change.uid);
  }

  /**
   * What is given changes, what is left out stays; another email is neither verified nor proved. To be called in a
   * transaction.
   * @param check runs once no other transaction can change the user, and before anything is written
   * @throws {ApiError} NOT_AUTHENTICATED, INVALID_EMAIL, EMAIL_ALREADY_IN_USE
   */
  async update(
    uid: string,
    changes: { email?: string; metadata?: string },
    check: (change: PlannedChange) => Promise<void>,
  ): Promise<PlannedChange> {
    const { email: given, ...metadata } = changes;
    const email = given === undefined ? undefined : normaliseEmail(given);
    if (given !== undefined && email === undefined) throw new ApiError('INVALID_EMAIL');
    const user = await this.store.lock(uid);
    if (!user?.active) throw new ApiError('NOT_AUTHENTICATED');
    const replaced = email !== undefined && email !== user.email;
    const change = {
      user,
      ...(replaced && { email }),
      metadata: changes.metadata !== undefined && changes.metadata !== user.metadata,
    };
    await check(change);
    const values = { ...metadata, ...(replaced && { email, emailVerified: false, emailProved: false }) };
    if (Object.values(values).some((value) => value !== undefined)) await this.store.update(uid, values);
    return change;
  }

  /** The user, whom no other transaction changes before this one is over. */
  lock(uid: string): Promise<User | null> {
    return this.store.lock(uid);
  }

  /**
   * Removes a user; returns the email that they had. To be called in a transaction.
   * @param check runs once no other transaction can change the user
   * @throws {ApiError} NOT_AUTHENTICATED when there is no such active user (any more)
   */
  async remove(uid: string, check: (user: User) => Promise<void>): Promise<string> {
    const user = await this.store.lock(uid);
    if (!user?.active) throw new ApiError('NOT_AUTHENTICATED');
    await check(user);
    await this.store.remove({ uid });
    return user.email;
  }

  private async requirePassword(uid: string, password: string): Promise<Credentials> {
    const user = await this.store.findCredentials({ uid });
    if (!user?.active) throw new ApiError('NOT_AUTHENTICATED');
    if (!(await this.compare(user.email, password, user.passwordHash))) throw new ApiError('INVALID_PASSWORD');
    return user;
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
