import { EventLog } from '@app/events';
import { MailService } from '@app/mail';
import { LinkRevocation } from '@app/tokens';
import { type NewPassword, UserPasswords, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { EarlierFactors } from '../mailbox/earlier-factors.js';
import { EarlierIdentities } from '../mailbox/earlier-identities.js';
import { SessionEndService } from '../sign-in/session-end.service.js';
import { requester } from '../wire/requester.js';

/** Replaces a password, ends sessions and voids links accordingly. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: UserPasswords,
    private readonly earlierFactors: EarlierFactors,
    private readonly earlierIdentities: EarlierIdentities,
    private readonly sessions: SessionEndService,
    private readonly links: LinkRevocation,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /**
   * Sets a new password and ends all other sessions of the user. To be called in a transaction.
   * @param notify whether the user gets a letter about it
   * @throws {ApiError} INVALID_PASSWORD when another change came first
   */
  async change(change: NewPassword, keep: string, notify: boolean): Promise<void> {
    await this.passwords.change(change, false);
    await this.events.record('user.password_changed', { uid: change.uid, sessionId: keep });
    await this.endOthers(change, keep);
    if (notify) await this.mail.notifyPasswordChanged(change.email, requester());
  }

  /**
   * The same by a mailed token, which also proves the address, and keeps no session. To be called in a transaction.
   * @throws {ApiError} INVALID_PASSWORD when another change came first
   */
  async reset(change: NewPassword, proved: boolean): Promise<void> {
    const { uid } = change;
    await this.passwords.change(change, true);
    await this.events.record('user.password_reset', { uid });
    if (!proved) await this.recordProof(uid);
    await this.endOthers(change);
    await this.mail.notifyPasswordChanged(change.email, requester());
  }

  private async recordProof(uid: string): Promise<void> {
    await this.events.record('user.email_verified', { uid });
    const user = await this.users.lock(uid);
    if (!user) return;
    await this.earlierFactors.remove(user);
    await this.earlierIdentities.remove(user);
  }

  private async endOthers({ uid }: NewPassword, keep?: string): Promise<void> {
    await this.sessions.endAll(uid, 'password', keep);
    await this.links.revoke(uid, 'reset_password');
  }
}
