import { currentActor, EventLog } from '@app/events';
import { addressGroup } from '@app/limits';
import { MailService } from '@app/mail';
import { type NewPassword, SignInAddresses, type User, UserPasswords, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { requester } from '../input/requester.js';
import { Access } from '../revocation/access.js';
import { WaysIn } from '../revocation/ways-in.js';

/** Replaces a password, ends sessions and invalidates links accordingly. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: UserPasswords,
    private readonly addresses: SignInAddresses,
    private readonly waysIn: WaysIn,
    private readonly access: Access,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /**
   * Sets a new password and ends all other sessions of the user.
   * @param notify whether the user gets an email about it
   * @throws {ApiError} INVALID_PASSWORD when another change came first
   */
  async change(change: NewPassword, keep: string, notify: boolean): Promise<void> {
    await this.passwords.change(change, false);
    await this.events.record('user.password_changed', { uid: change.uid, sessionId: keep });
    await this.access.end('password_changed', { uid: change.uid, keep });
    if (notify) await this.mail.notifyPasswordChanged(change.email, requester());
  }

  /**
   * The same by a reset token, which also proves the address, and keeps no session. A first proof by a mailed one removes every
   * earlier way in. One that an administrator has made, and the service did not mail, removes no factors: the administrator could
   * do so no sooner than `MFA_RESET_DELAY` says.
   * @param byAdministrator whether an administrator has made the token
   * @throws {ApiError} INVALID_PASSWORD when another change came first
   */
  async reset(change: NewPassword, byAdministrator: boolean): Promise<void> {
    const { uid } = change;
    const before = await this.users.lock(uid);
    await this.passwords.change(change, true);
    await this.events.record('user.password_reset', { uid });
    if (byAdministrator) await this.vouched(uid, before);
    else {
      const user = before?.emailProved ? null : await this.users.lock(uid);
      if (user) await this.waysIn.provedByReset(user);
      await this.access.end('owner_is_back', { uid, reason: 'password' });
    }
    // The person who sets it is the owner: the next sign-in from here needs no email.
    await this.addresses.record(uid, addressGroup(currentActor().ip ?? ''));
    await this.mail.notifyPasswordChanged(change.email, requester());
  }

  private async vouched(uid: string, before: User | null): Promise<void> {
    if (!before?.emailProved) await this.events.record('user.email_verified', { uid });
    await this.access.end('password_set_by_administrator', { uid });
  }
}
