import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { impersonatorOf } from '@app/tokens';
import { type OwnChanges, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LoginThrottle } from '../access/login-throttle.js';
import { type ConfirmedPassword, RecentSignIn } from '../access/recent-sign-in.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { EmailChange } from './email-change.js';

/** Changes accounts for their owners. */
@Injectable()
export class AccountUpdater {
  constructor(
    private readonly users: UsersService,
    private readonly stale: StaleTokens,
    private readonly recent: RecentSignIn,
    private readonly emailChange: EmailChange,
    private readonly throttle: LoginThrottle,
    private readonly events: EventLog,
  ) {}

  /**
   * Changes the email or the metadata. A changed email needs a recent sign-in (`RecentSignIn`). It may wait for a confirmation;
   * otherwise it invalidates the links that were mailed to the old one.
   * @throws {ApiError} NOT_AUTHENTICATED, INVALID_EMAIL, EMAIL_ALREADY_IN_USE, INVALID_PASSWORD, REAUTHENTICATION_REQUIRED,
   * IMPERSONATION_FORBIDDEN, EMAIL_NOT_CONFIGURED, TOO_MANY_REQUESTS
   */
  async update(caller: CallerIdentity, changes: OwnChanges, password?: string): Promise<void> {
    const moves = await this.users.changesEmail(caller.uid, changes.email);
    if (moves && impersonatorOf(caller.claims) !== undefined) throw new ApiError('IMPERSONATION_FORBIDDEN');
    if (moves) {
      const confirmed = await this.recent.confirm(caller, password);
      await this.throttle.emailChange(caller.uid, () => this.applyUpdate(caller, changes, confirmed));
    } else {
      // Without the email: if the address changes in this moment, it would be a change of address that was not counted.
      const { metadata } = changes;
      await this.applyUpdate(caller, { metadata }, undefined, changes.email !== undefined);
    }
  }

  /**
   * Returns whether the email has changed, or is to change.
   * @param keepsEmail whether the request names the current email, which replaces one that waits
   */
  private applyUpdate(
    caller: CallerIdentity,
    changes: OwnChanges,
    confirmed: ConfirmedPassword,
    keepsEmail = false,
  ): Promise<boolean> {
    const { uid, sessionId } = caller;
    return this.stale.transaction(caller, async (user) => {
      const mustWait = async () => {
        await this.recent.requireOrPassword(caller, user, confirmed);
        return this.emailChange.mustWait(uid);
      };
      const { email, metadata, waits } = await this.users.update(user, changes, mustWait);
      if (metadata) await this.events.record('user.updated', { uid, data: { fields: ['metadata'] } });
      if (keepsEmail && impersonatorOf(caller.claims) === undefined) await this.emailChange.forget(uid);
      if (email === undefined) return false;
      if (waits) await this.emailChange.ask(user, email, { sessionId });
      else await this.emailChange.replaced(user, email, sessionId);
      return true;
    });
  }
}
