import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import type { User } from './accounts/user.entity.js';
import { UserStore } from './accounts/user-store.js';
import { SignInAddresses } from './sign-in/sign-in-addresses.js';

/** Whether the emails of users are verified, and whether their owners have proved them. */
@Injectable()
export class EmailOwnership {
  constructor(
    private readonly clock: Clock,
    private readonly store: UserStore,
    private readonly signInAddresses: SignInAddresses,
  ) {}

  /**
   * Records that the email of a user is verified and, if a person has confirmed it, proved. False when it was so before.
   * @throws {ApiError} USER_DISABLED, also when the user has another email now
   */
  async verify(uid: string, email: string, proves: boolean): Promise<boolean> {
    if (await this.store.verifyEmail(uid, email, proves)) return true;
    if (!(await this.store.isActive(uid, email))) throw new ApiError('USER_DISABLED');
    return false;
  }

  /**
   * Records that a person who reads the mailbox has proved the email. The first proof removes an earlier password, since a
   * stranger may have registered the email. Returns the user as it is then; undefined if this was not the first proof.
   */
  async prove<T extends Pick<User, 'uid' | 'emailProved' | 'emailVerified' | 'passwordVersion'>>(
    user: T,
  ): Promise<T | undefined> {
    if (user.emailProved || !(await this.store.proveEmail(user.uid, user.passwordVersion))) return undefined;
    await this.signInAddresses.forget(user.uid);
    return { ...user, passwordVersion: user.passwordVersion + 1, emailVerified: true, emailProved: true };
  }

  /**
   * Gives a locked user an email that is verified.
   * @param emailProved whether its reader has confirmed it
   * @throws {ApiError} EMAIL_ALREADY_IN_USE
   */
  move(uid: string, email: string, emailProved = true): Promise<void> {
    return this.store.update(uid, { email, emailVerified: true, emailProved });
  }

  /** Takes the proof of an email back: the next reader of the mailbox proves it for the first time. */
  doubt(uid: string): Promise<void> {
    return this.store.update(uid, { emailVerified: false, emailProved: false });
  }

  /** Removes the password of a user. */
  removePassword({ uid, passwordVersion }: User): Promise<void> {
    return this.store.update(uid, { passwordHash: null, passwordVersion: passwordVersion + 1 });
  }

  /**
   * Creates a user without a password, whose email is proved.
   * @param madeBy the administrator who has made the link of the sign-up, as the actor of events
   * @throws {ApiError} EMAIL_ALREADY_IN_USE
   */
  createProved(email: string, madeBy: string | null): Promise<User> {
    const maker = { madeBy, madeOpenAt: madeBy === null ? null : this.clock.now() };
    const values = { passwordHash: null, emailVerified: true, emailProved: true, metadata: '{}' };
    return this.store.insert({ email, ...values, ...maker });
  }
}
