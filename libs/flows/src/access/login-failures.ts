import { Database } from '@app/database';
import { EventLog } from '@app/events';
import type { SignInMethod } from '@app/tokens';
import type { LoginFailure } from '@app/users';
import { Injectable } from '@nestjs/common';

/**
 * Why a login failed; `wrong_code` is a wrong email code, `changed` means that the password changed or the user was deleted
 * after the comparison.
 */
export type LoginFailureReason = LoginFailure | 'changed' | 'wrong_code';

/** Records failed logins in the event log. */
@Injectable()
export class LoginFailures {
  constructor(
    private readonly database: Database,
    private readonly events: EventLog,
  ) {}

  /**
   * Every reason writes the same kind of row, so that the time of the answer does not reveal the reason. The actor is
   * `anonymous`, also when the password was right: no session was opened.
   * @param uid null when there is no such account
   * @param method left out for a password and an email code
   */
  record(uid: string | null, reason: LoginFailureReason, method?: SignInMethod): Promise<void> {
    const facts = { uid, actor: 'anonymous', data: { reason, method } };
    return this.database.transaction(() => this.events.record('login.failed', facts));
  }
}
