import { Database } from '@app/database';
import { SessionStore } from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';

/** Changing a password. */
@Injectable()
export class PasswordService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly sessions: SessionStore,
  ) {}

  /** Sets a new password and ends every other session: whoever knew the old one is out. */
  async change(uid: string, sessionId: string, oldPassword: string, newPassword: string): Promise<void> {
    const change = await this.users.prepareNewPassword(uid, oldPassword, newPassword);
    await this.database.transaction(async () => {
      await this.users.changePassword(change);
      await this.sessions.endAll(uid, sessionId);
    });
  }
}
