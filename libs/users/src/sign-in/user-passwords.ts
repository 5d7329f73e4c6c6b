import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { CredentialStore, type Credentials, type NewPassword } from '../accounts/credential-store.js';
import { UserStore } from '../accounts/user-store.js';
import { PasswordHasher } from '../hashing/password-hasher.js';
import { PasswordPolicy } from '../password-policy.js';
import { SignInAddresses } from './sign-in-addresses.js';

/** A new password, and whether the email of its user is proved. */
type PreparedPassword = NewPassword & { proved: boolean };

/** Comparing and changing the passwords of users. */
@Injectable()
export class UserPasswords {
  constructor(
    private readonly users: UserStore,
    private readonly credentials: CredentialStore,
    private readonly hasher: PasswordHasher,
    private readonly policy: PasswordPolicy,
    private readonly addresses: SignInAddresses,
  ) {}

  /**
   * Compares the password of a signed-in user, outside of any transaction. Returns the version of the compared password.
   * @throws {ApiError} NOT_AUTHENTICATED, INVALID_PASSWORD
   */
  async confirm(uid: string, password: string): Promise<number> {
    return (await this.require(uid, password)).passwordVersion;
  }

  /**
   * Checks the old password and hashes the new one, before any transaction is opened.
   * @throws {ApiError} NOT_AUTHENTICATED, INVALID_PASSWORD, WEAK_PASSWORD
   */
  async prepareChange(uid: string, oldPassword: string, newPassword: string): Promise<PreparedPassword> {
    const user = await this.require(uid, oldPassword);
    return { ...(await this.hashNew(user, newPassword)), proved: user.emailProved };
  }

  /**
   * Hashes the new password of a user with a mailed token, before any transaction is opened.
   * @param email the recipient of the token
   * @throws {ApiError} INVALID_PASSWORD when the user is disabled or deleted, or has another email now; WEAK_PASSWORD
   */
  async prepareReset(uid: string, email: string, newPassword: string): Promise<NewPassword> {
    const user = await this.users.find({ uid });
    if (!user?.active || user.email !== email) throw new ApiError('INVALID_PASSWORD');
    return this.hashNew(user, newPassword);
  }

  /**
   * Whether there is no account (`unknown`), it never had a password here (`first`), or it has one (`set`). The password of a
   * disabled account and one that was removed must not come back from another system (`closed`).
   */
  async stateOf(email: string): Promise<'unknown' | 'first' | 'set' | 'closed'> {
    const user = await this.credentials.find({ email });
    if (!user) return 'unknown';
    if (user.passwordHash !== null) return 'set';
    return user.active && user.passwordVersion === 0 ? 'first' : 'closed';
  }

  /** Hashes the first password of a user, as another system knows it. @throws {ApiError} INVALID_PASSWORD when it is not the first */
  async prepareFirst(email: string, password: string): Promise<PreparedPassword> {
    const user = await this.credentials.find({ email });
    if (!user?.active || user.passwordHash !== null) throw new ApiError('INVALID_PASSWORD');
    const { uid, passwordVersion } = user;
    const passwordHash = await this.hasher.hash(email, password);
    return { uid, email, passwordVersion, passwordHash, proved: user.emailProved };
  }

  /**
   * Sets a new password.
   * @param proves whether the change also proves the email, as a mailed token does
   * @throws {ApiError} INVALID_PASSWORD when another change came first, or the user was disabled or deleted
   */
  async change(change: NewPassword, proves: boolean): Promise<void> {
    if (!(await this.credentials.setPassword(change, proves))) throw new ApiError('INVALID_PASSWORD');
    // A thief may have signed in from these addresses.
    if (proves) await this.addresses.forget(change.uid);
  }

  /** Whether a user has a password. */
  async has(uid: string): Promise<boolean> {
    return ((await this.credentials.find({ uid }))?.passwordHash ?? null) !== null;
  }

  /**
   * Whether the password belongs to the hash. A wrong password takes the same time for every account, with or without a hash.
   * @param account the normalised email, or the text in its place when it is not an email
   */
  async matches(account: string, password: string, hash: string | null | undefined): Promise<boolean> {
    return this.hasher.verify({ account, password, hash, max: await this.credentials.maxHashSteps(this.hasher.kind) });
  }

  /** Replaces a hash that has another form or cost than new hashes. @param password the right one for the hash */
  async upgradeHash({ uid, email, passwordVersion, passwordHash }: Credentials, password: string): Promise<void> {
    if (passwordHash === null || !this.hasher.needsRehash(passwordHash, password)) return;
    await this.credentials.rehash(uid, passwordVersion, await this.hasher.hash(email, password));
  }

  private async require(uid: string, password: string): Promise<Credentials> {
    const user = await this.credentials.find({ uid });
    if (!user?.active) throw new ApiError('NOT_AUTHENTICATED', { reason: 'account deleted or disabled' });
    if (!(await this.matches(user.email, password, user.passwordHash))) throw new ApiError('INVALID_PASSWORD');
    return user;
  }

  private async hashNew(user: Omit<NewPassword, 'passwordHash'>, password: string): Promise<NewPassword> {
    const { uid, email, passwordVersion } = user;
    await this.policy.check(password, email);
    return { uid, email, passwordVersion, passwordHash: await this.hasher.hash(email, password) };
  }
}
