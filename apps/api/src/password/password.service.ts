import type { CallerIdentity } from '@app/auth';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { MailService } from '@app/mail';
import { type Link, LinkStore, SessionStore } from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';

/** Changing a password: by the old one, or by the token of a reset link. */
@Injectable()
export class PasswordService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly sessions: SessionStore,
    private readonly links: LinkStore,
    private readonly mail: MailService,
  ) {}

  /** @throws {ApiError} NOT_AUTHENTICATED, INVALID_PASSWORD, WEAK_PASSWORD */
  async change(caller: CallerIdentity | undefined, oldPassword: string, newPassword: string): Promise<void> {
    const link = await this.links.find(oldPassword, 'reset_password');
    if (link) return this.reset(link, caller, newPassword);
    if (!caller) throw new ApiError('NOT_AUTHENTICATED');
    const change = await this.users.prepareNewPassword(caller.uid, oldPassword, newPassword);
    await this.database.transaction(() => this.apply(change, caller.sessionId));
  }

  /** A token that is used, expired or another user's is as good as a wrong password. */
  private async reset(link: Link, caller: CallerIdentity | undefined, newPassword: string): Promise<void> {
    const { uid } = link;
    const foreign = caller !== undefined && caller.uid !== uid;
    if (uid === null || foreign || !this.links.isUsable(link)) throw new ApiError('INVALID_PASSWORD');
    const change = await this.users.prepareReset(uid, link.email, newPassword);
    await this.database.transaction(async () => {
      if (!(await this.links.use(link))) throw new ApiError('INVALID_PASSWORD');
      await this.apply(change);
    });
  }

  /** Whoever knew the old password is out, but for the session that changed it. */
  private async apply(change: Parameters<UsersService['changePassword']>[0], keep?: string): Promise<void> {
    await this.users.changePassword(change);
    await this.sessions.endAll(change.uid, keep);
    await this.links.void(change.uid, 'reset_password');
    await this.mail.notifyPasswordChanged(change.email);
  }
}
