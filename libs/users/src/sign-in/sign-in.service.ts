import { normaliseEmail } from '@app/config';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { CredentialStore, type Credentials } from '../accounts/credential-store.js';
import type { User } from '../accounts/user.entity.js';
import type { UserClaims } from '../accounts/user-store.js';
import { UserStore } from '../accounts/user-store.js';
import { UserPasswords } from './user-passwords.js';

/** A user at the moment of authentication, with the version of the password and the counter of sign-ins under way at that moment. */
export type Authenticated = Pick<
  User,
  | 'uid'
  | 'email'
  | 'passwordVersion'
  | 'rung1'
  | 'emailVerified'
  | 'metadata'
  | 'mfaEnabled'
  | 'mfa'
  | 'mfaDueAt'
  | 'adminScopes'
  | 'lastLogin'
>;

/** Why a login failed. For the event log: the answer to the client says less. */
type LoginFailure = 'unknown_email' | 'no_password' | 'wrong_password' | 'disabled';

/** The result of a login: the user, or the reason of the failure with the uid of the account, if there is one. */
export type LoginAttempt = { user: Authenticated } | { failure: LoginFailure; uid: string | null };

/** Authenticates users, and records their sign-ins. */
@Injectable()
export class SignInService {
  constructor(
    private readonly users: UserStore,
    private readonly credentials: CredentialStore,
    private readonly passwords: UserPasswords,
  ) {}

  /**
   * The user with this email and password. Takes the same time whether the account is unknown, has no password, is disabled
   * or the password is wrong (OWASP ASVS 5.0, 6.3.8). Only the right password reveals that an account is disabled.
   */
  async authenticate(email: string, password: string): Promise<LoginAttempt> {
    const normalised = normaliseEmail(email) ?? '';
    const user = await this.credentials.find({ email: normalised });
    const right = await this.passwords.matches(normalised || email, password, user?.passwordHash);
    if (!user) return { failure: 'unknown_email', uid: null };
    const failure = failureOf(user, right);
    if (failure) return { failure, uid: user.uid };
    await this.passwords.upgradeHash(user, password);
    return { user };
  }

  /**
   * Records the sign-in of a user, inside the transaction that opens the session. Returns the claims and the password version of
   * the user, which cannot change before its end.
   * @throws {ApiError} USER_DISABLED when the user was disabled after the comparison of the password; INVALID_CREDENTIALS when
   * the password was changed, the sign-in was ended or the user deleted
   */
  async record(authenticated: Authenticated): Promise<UserClaims & Pick<User, 'passwordVersion'>> {
    const recorded = await this.credentials.recordSignIn(authenticated);
    if (!recorded) await this.requireUnchanged(authenticated);
    const user = recorded ? await this.users.find({ uid: authenticated.uid }) : null;
    if (!user) throw new ApiError('INVALID_CREDENTIALS', { reason: 'account deleted meanwhile' });
    const { claims, claimsChangedAt, passwordVersion } = user;
    return { claims, claimsChangedAt, passwordVersion };
  }

  /** The same for a sign-in that is not recorded yet, because it needs a second step. */
  async requireUnchanged({ uid, passwordVersion, rung1 }: Authenticated): Promise<void> {
    const user = await this.users.lock(uid);
    if (user?.passwordVersion !== passwordVersion)
      throw new ApiError('INVALID_CREDENTIALS', { reason: 'password changed or account deleted meanwhile' });
    if (!user.active) throw new ApiError('USER_DISABLED');
    if (user.rung1 !== rung1) throw new ApiError('INVALID_CREDENTIALS', { reason: 'sign-in ended meanwhile' });
  }
}

function failureOf({ passwordHash, active }: Credentials, right: boolean): LoginFailure | undefined {
  if (!right) return passwordHash === null ? 'no_password' : 'wrong_password';
  return active ? undefined : 'disabled';
}
