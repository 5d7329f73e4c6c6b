import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { SignInAddresses } from './sign-in-addresses.js';
import type { User } from './user.entity.js';
import { UserStore } from './user-store.js';

/** What is known of the addresses of users: which are verified, and which are proved. */
@Injectable()
export class UserAddresses {
  constructor(
    private readonly store: UserStore,
    private readonly signIns: SignInAddresses,
  ) {}

  /**
   * Notes that the address of a user is verified, and proved where a person has confirmed it. False when it was so before.
   * @throws {ApiError} USER_DISABLED, also when this is not the address of the user any more
   */
  async verifyEmail(uid: string, email: string, proves: boolean): Promise<boolean> {
    if (await this.store.verifyEmail(uid, email, proves)) return true;
    if (!(await this.store.isActive(uid, email))) throw new ApiError('USER_DISABLED');
    return false;
  }

  /**
   * Notes that a reader of the mailbox has proved the address. At the first proof an earlier password is void: it may be
   * that of a stranger who registered the address. Returns whether this was the first.
   */
  async proveAddress(user: User): Promise<boolean> {
    if (user.emailProved || !(await this.store.proveAddress(user.uid, user.passwordVersion))) return false;
    await this.signIns.forget(user.uid);
    user.passwordVersion += 1;
    user.emailVerified = true;
    user.emailProved = true;
    return true;
  }

  /** Whether a user has a password. */
  async hasPassword(uid: string): Promise<boolean> {
    return ((await this.store.findCredentials({ uid }))?.passwordHash ?? null) !== null;
  }

  /**
   * Gives a user, who is locked, an earlier and proved address back. A password that was set since then is void.
   * @throws {ApiError} EMAIL_ALREADY_IN_USE
   */
  async restoreAddress(user: User, email: string, passwordVersion: number): Promise<void> {
    const changed = user.passwordVersion !== passwordVersion;
    const voided = changed && { passwordHash: null, passwordVersion: user.passwordVersion + 1 };
    await this.store.update(user.uid, { email, emailVerified: true, emailProved: true, ...voided });
  }

  /**
   * Removes the account of another user with an address that was never proved there: a reader of the mailbox asks for it,
   * who could sign in to that account anyway. Returns its uid, or undefined where there is none. To be called in a transaction.
   */
  async removeUnproved(email: string, owner: string): Promise<string | undefined> {
    const found = await this.store.find({ email });
    if (!found || found.uid === owner) return undefined;
    const other = await this.store.lock(found.uid);
    if (other?.email !== email || other.emailProved) return undefined;
    await this.store.remove({ uid: other.uid });
    return other.uid;
  }

  /** Voids the password of a user. */
  voidPassword({ uid, passwordVersion }: User): Promise<void> {
    return this.store.update(uid, { passwordHash: null, passwordVersion: passwordVersion + 1 });
  }

  /** A user without a password, whose address is proved. @throws {ApiError} EMAIL_ALREADY_IN_USE */
  createProved(email: string): Promise<User> {
    return this.store.insert({ email, passwordHash: null, emailVerified: true, emailProved: true, metadata: '{}' });
  }
}
