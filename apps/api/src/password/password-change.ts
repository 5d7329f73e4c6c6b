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
   * Whoever knew the old password is out, but for the session that is to stay. To be called in a transaction.
   * @throws {ApiError} INVALID_PASSWORD when another change came first
   */
  async apply(
    change: NewPassword,
    type: 'user.password_changed' | 'user.password_reset',
    keep?: string,
  ): Promise<void> {
    const { uid, email } = change;
    await this.users.changePassword(change);
    await this.events.record(type, { uid, sessionId: keep });
    await this.sessions.endAll(uid, 'password', keep);
    await this.links.void(uid, 'reset_password');
    await this.mail.notifyPasswordChanged(email);
  }
}
