import type { CallerIdentity } from '@app/auth';
import { Injectable } from '@nestjs/common';
import { RecentCaller } from '../access/recent-caller.js';
import { SignInMethods } from '../access/sign-in-methods.js';
import { WaysIn } from '../revocation/ways-in.js';

/** Unlinks an external identity for its user. */
@Injectable()
export class UnlinkService {
  constructor(
    private readonly recent: RecentCaller,
    private readonly signInMethods: SignInMethods,
    private readonly waysIn: WaysIn,
  ) {}

  /** @throws {ApiError} IDENTITY_NOT_FOUND, LAST_SIGN_IN_METHOD, REAUTHENTICATION_REQUIRED, NOT_AUTHENTICATED */
  unlinkOwn(caller: CallerIdentity, identityId: string): Promise<void> {
    return this.recent.transaction(caller, async (user) => {
      await this.waysIn.unlink(user, identityId, caller.sessionId);
      await this.signInMethods.requireOne(user);
    });
  }
}
