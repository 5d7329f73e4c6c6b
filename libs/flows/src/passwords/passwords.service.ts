import type { CallerIdentity } from '@app/auth';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { currentActor, EventLog, onBehalfOfUser } from '@app/events';
import { addressGroup } from '@app/limits';
import { MailService } from '@app/mail';
import { type FoundToken, OneTimeTokens } from '@app/tokens';
import { type LockedUser, type NewPassword, SignInAddresses, UserPasswords, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { LoginThrottle } from '../access/login-throttle.js';
import { RecentSignIn } from '../access/recent-sign-in.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { requester } from '../input/requester.js';
import { Access } from '../revocation/access.js';
import { WaysIn } from '../revocation/ways-in.js';

/** Changes a password by the old one, or by the token of a reset link, and ends other access accordingly. */
@Injectable()
export class PasswordService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly passwords: UserPasswords,
    private readonly addresses: SignInAddresses,
    private readonly methods: FactorMethods,
    private readonly tokens: OneTimeTokens,
    private readonly throttle: LoginThrottle,
    private readonly stale: StaleTokens,
    private readonly recent: RecentSignIn,
    private readonly waysIn: WaysIn,
    private readonly access: Access,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /** @throws {ApiError} NOT_AUTHENTICATED, INVALID_PASSWORD, WEAK_PASSWORD, REAUTHENTICATION_REQUIRED, TOO_MANY_REQUESTS */
  async change(caller: CallerIdentity | undefined, oldPassword: string, newPassword: string): Promise<void> {
    const link = await this.tokens.find(oldPassword, 'reset_password');
    if (link) return this.reset({ ...link, email: link.email ?? '' }, caller, newPassword);
    if (!caller) throw new ApiError('NOT_AUTHENTICATED', { reason: 'neither an access token nor a reset link' });
    const { uid } = caller;
    const prepare = () => this.passwords.prepareChange(uid, oldPassword, newPassword);
    const { proved, ...change } = await this.throttle.oldPassword(uid, prepare);
    const notice = await this.throttle.countNotice(change, proved);
    const apply = async (user: LockedUser) => {
      // The old password alone is no second factor.
      await this.recent.requireOrPassword(caller, user, change.passwordVersion);
      await this.replace(change, caller.sessionId, notice !== undefined);
    };
    await this.stale.transaction(caller, apply).catch(async (error) => {
      // Refused changes must not use up the notices of later ones.
      await notice?.takeBack();
      throw error;
    });
    await this.throttle.resetFactors(uid);
  }

  /**
   * Sets a new password by the token of a reset link. A token that is used, expired or of another user is a wrong password.
   * @throws {ApiError} INVALID_PASSWORD, WEAK_PASSWORD
   */
  private async reset(
    link: FoundToken & { email: string },
    caller: CallerIdentity | undefined,
    newPassword: string,
  ): Promise<void> {
    const { uid } = link;
    const foreign = caller !== undefined && caller.uid !== uid;
    if (uid === null || foreign || !this.tokens.isUsable(link)) throw new ApiError('INVALID_PASSWORD');
    const change = await this.passwords.prepareReset(uid, link.email, newPassword);
    const apply = async () => {
      await this.users.lock(uid);
      if (!(await this.tokens.consume(link))) throw new ApiError('INVALID_PASSWORD');
      await this.replaceByLink(change, link.madeBy);
    };
    await this.database.transaction(() => onBehalfOfUser(uid, apply));
    await this.throttle.reset(link.email);
    // A mailbox is no way round the limit of wrong factors.
    const user = await this.users.find(uid);
    if (!user || !(await this.methods.needsFactor(user))) await this.throttle.resetFactors(uid);
  }

  /**
   * Sets a new password and ends all other sessions of the user.
   * @param notify whether the user gets an email about it
   * @throws {ApiError} INVALID_PASSWORD when another change came first
   */
  private async replace(change: NewPassword, keep: string, notify: boolean): Promise<void> {
    await this.passwords.change(change, false);
    await this.events.record('user.password_changed', { uid: change.uid, sessionId: keep });
    await this.access.end('password_changed', { uid: change.uid, keep });
    if (notify) await this.mail.notify('password-changed', change.email, {}, requester());
  }

  /**
   * Sets a new password by a reset token, which also proves the address, and keeps no session. A first proof by a mailed one removes every
   * earlier way in. One that an administrator has made, and the service did not mail, removes no factors: the administrator could
   * do so no sooner than `MFA_RESET_DELAY` says.
   * @param madeBy the administrator who has made the token
   * @throws {ApiError} INVALID_PASSWORD when another change came first
   */
  private async replaceByLink(change: NewPassword, madeBy: string | null): Promise<void> {
    const { uid } = change;
    const before = await this.users.lock(uid);
    await this.passwords.change(change, true);
    await this.events.record('user.password_reset', { uid, ...(madeBy !== null && { actor: madeBy }) });
    if (!before?.emailProved) await this.events.record('user.email_verified', { uid });
    if (madeBy !== null) await this.access.end('password_set_by_administrator', { uid });
    else {
      // Read again: the address is proved now.
      const user = before?.emailProved ? null : await this.users.lock(uid);
      await this.access.end('owner_is_back', { uid, reason: 'password' });
      if (user) await this.waysIn.provedByReset(user);
    }
    // The person who sets it is the owner: the next sign-in from here needs no email.
    await this.addresses.record(uid, addressGroup(currentActor().ip ?? ''));
    await this.mail.notify('password-changed', change.email, {}, requester());
  }
}
