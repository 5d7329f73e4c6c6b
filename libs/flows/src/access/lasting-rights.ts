import type { LockedUser } from '@app/users';
import { Injectable } from '@nestjs/common';
import { AdminRank } from './admin-rank.js';
import type { Administrator } from './administrator.js';
import { RecentSignIn } from './recent-sign-in.js';

/** Guards what outlives a session of the console, such as an admin token: the cookie alone must not be enough to make it. */
@Injectable()
export class LastingRights {
  constructor(
    private readonly rank: AdminRank,
    private readonly recent: RecentSignIn,
  ) {}

  /**
   * Confirms the administrator, as `AdminRank` does, in the transaction that makes the right. A user must have shown a second factor
   * recently, one that is older than the session. Returns the user, or null for an admin token.
   * @throws {ApiError} NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED
   */
  async confirm(by: Administrator): Promise<LockedUser | null> {
    const user = await this.rank.confirm(by);
    if (user) await this.recent.requireEarlierFactor(by.session?.sessionId ?? null, user);
    return user;
  }
}
