import type { CallerIdentity } from '@app/auth';
import { EventLog, userActor } from '@app/events';
import { type LockedUser, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { RecentSignIn } from '../access/recent-sign-in.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { Access } from '../revocation/access.js';
import { EmailChange } from './email-change.js';

/** Deletes accounts. */
@Injectable()
export class AccountRemover {
  constructor(
    private readonly users: UsersService,
    private readonly stale: StaleTokens,
    private readonly recent: RecentSignIn,
    private readonly emailChange: EmailChange,
    private readonly access: Access,
    private readonly events: EventLog,
  ) {}

  /**
   * A user deletes their own account. @throws {ApiError} NOT_AUTHENTICATED, INVALID_PASSWORD, REAUTHENTICATION_REQUIRED,
   * TOO_MANY_REQUESTS
   */
  async removeOwn(caller: CallerIdentity, password?: string): Promise<void> {
    const confirmed = await this.recent.confirm(caller, password);
    await this.stale.transaction(caller, async (user) => {
      await this.recent.requireOrPassword(caller, user, confirmed);
      await this.remove(user);
    });
  }

  /** Deletes an account with its emails and links, so that no mailed link can create it again. */
  async remove(user: LockedUser): Promise<void> {
    const { uid } = user;
    await this.users.remove(user);
    await this.events.record('user.deleted', { uid });
    await this.emailChange.deleted(user);
    await this.access.endRightsOf(userActor(uid));
  }
}
