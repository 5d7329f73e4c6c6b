import { EventLog } from '@app/events';
import { MailService } from '@app/mail';
import { type NewPassword, UserPasswords, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { FirstProof } from '../accounts/address-proof/first-proof.js';
import { requester } from '../input/requester.js';
import { Access } from '../revocation/access.js';
import { SignInTraces } from './sign-in-traces.js';

/** Replaces a password, ends sessions and invalidates links accordingly. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: UserPasswords,
    private readonly methods: FactorMethods,
    private readonly traces: SignInTraces,
    private readonly firstProof: FirstProof,
    private readonly access: Access,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /**
   * Sets a new password and ends all other sessions of the user.
   * @param notify whether the user gets an email about it
   * @throws {ApiError} INVALID_PASSWORD when another change came first
   */
  async change(change: NewPassword, keep: string, notify: boolean): Promise<void> {
    await this.passwords.change(change, false);
    await this.traces.changed(change, keep);
    await this.events.record('user.password_changed', { uid: change.uid, sessionId: keep });
    await this.access.end('password_changed', { uid: change.uid, keep });
    if (notify) await this.mail.notifyPasswordChanged(change.email, requester());
  }

  /**
   * The same by a mailed token, which also proves the address, and keeps no session.
   * @throws {ApiError} INVALID_PASSWORD when another change came first
   */
  async reset(change: NewPassword): Promise<void> {
    const { uid } = change;
    const before = await this.users.lock(uid);
    // Without email, the token comes from an administrator: it proves nothing, and is no way round a second factor.
    const proves = this.mail.configured || !before || !(await this.methods.needsFactor(before));
    await this.passwords.change(change, proves);
    await this.events.record('user.password_reset', { uid });
    const user = before?.emailProved || !proves ? null : await this.users.lock(uid);
    if (user) await this.firstProof.afterReset(user);
    await this.access.end('owner_is_back', { uid, reason: 'password' });
    if (proves) await this.traces.reset(uid);
    await this.mail.notifyPasswordChanged(change.email, requester());
  }
}
