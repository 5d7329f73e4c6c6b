import type { CallerIdentity } from '@app/auth';
import type { LockedUser } from '@app/users';
import { Injectable } from '@nestjs/common';
import { RecentSignIn } from './recent-sign-in.js';
import { StaleTokens } from './stale-tokens.js';

/**
 * Changes that a stolen access token must not make: their caller has signed in recently. They outlive the session, so it must not have
 * ended, whatever counts as recent.
 */
@Injectable()
export class RecentCaller {
  constructor(
    private readonly stale: StaleTokens,
    private readonly recent: RecentSignIn,
  ) {}

  /**
   * Runs work in one transaction that has locked the user and checked the token.
   * @throws {ApiError} NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED
   */
  transaction<T>(caller: CallerIdentity, work: (user: LockedUser) => Promise<T>): Promise<T> {
    return this.stale.transaction(caller, async (user) => {
      await this.recent.require(caller, user);
      await this.stale.requireLiving(caller);
      return work(user);
    });
  }
}
