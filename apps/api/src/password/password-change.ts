import { EventLog } from '@app/events';
import { MailService } from '@app/mail';
import { LinkStore } from '@app/tokens';
import { type NewPassword, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { SessionService } from '../session/session.service.js';

/** Putting a new password in place of the old one, with all that hangs on it. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionService,
    private readonly links: LinkStore,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /**
   * Ends all sessions of the user but the one to keep. To be called in a transaction.
   * @param notify whether the user gets a letter about it
   * @throws {ApiError} INVALID_PASSWORD when another change came first
   */
  async change(change: NewPassword, keep: string, notify: boolean): Promise<void> {
    await this.users.changePassword(change, false);
    await this.events.record('user.password_changed', { uid: change.uid, sessionId: keep });
    await this.endOthers(change, keep);
    if (notify) await this.mail.notifyPasswordChanged(change.email);
  }

  /**
   * The same by a mailed token, which also proves the address, and keeps no session. To be called in a transaction.
   * @throws {ApiError} INVALID_PASSWORD when another change came first
   */
  async reset(change: NewPassword, proved: boolean): Promise<void> {
    const { uid } = change;
    await this.users.changePassword(change, true);
    await this.events.record('user.password_reset', { uid });
    if (!proved) await this.events.record('user.email_verified', { uid });
    await this.endOthers(change);
    await this.mail.notifyPasswordChanged(change.email);
  }

  private async endOthers({ uid }: NewPassword, keep?: string): Promise<void> {
    await this.sessions.endAll(uid, 'password', keep);
    await this.links.void(uid, 'reset_password');
  }
}
