import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { OneTimeTokens } from '@app/tokens';
import { type LockedUser, UserPasswords } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LoginThrottle } from '../access/login-throttle.js';
import { RecentSignIn } from '../access/recent-sign-in.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { PasswordChange } from './password-change.js';
import { PasswordResetter } from './password-resetter.js';

/** Changes a password by the old one, or by the token of a reset link. */
@Injectable()
export class PasswordSetter {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly resetter: PasswordResetter,
    private readonly passwords: UserPasswords,
    private readonly changes: PasswordChange,
    private readonly throttle: LoginThrottle,
    private readonly stale: StaleTokens,
    private readonly recent: RecentSignIn,
  ) {}

  /** @throws {ApiError} NOT_AUTHENTICATED, INVALID_PASSWORD, WEAK_PASSWORD, REAUTHENTICATION_REQUIRED, TOO_MANY_REQUESTS */
  async change(caller: CallerIdentity | undefined, oldPassword: string, newPassword: string): Promise<void> {
    const link = await this.tokens.find(oldPassword, 'reset_password');
    if (link) return this.resetter.reset({ ...link, email: link.email ?? '' }, caller, newPassword);
    if (!caller) throw new ApiError('NOT_AUTHENTICATED', { reason: 'neither an access token nor a reset link' });
    const { uid } = caller;
    const prepare = () => this.passwords.prepareChange(uid, oldPassword, newPassword);
    const { proved, ...change } = await this.throttle.oldPassword(uid, prepare);
    const notice = await this.throttle.countNotice(change, proved);
    const apply = async (user: LockedUser) => {
      // The old password alone is no second factor.
      await this.recent.requireOrPassword(caller, user, change.passwordVersion);
      await this.changes.change(change, caller.sessionId, notice !== undefined);
    };
    await this.stale.transaction(caller, apply).catch(async (error) => {
      // Refused changes must not use up the notices of later ones.
      await notice?.takeBack();
      throw error;
    });
    await this.throttle.resetFactors(uid);
  }
}
