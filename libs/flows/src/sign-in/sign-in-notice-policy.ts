import { Env } from '@app/config';
import { SIGN_IN_NOTICES } from '@app/limits';
import { MailService } from '@app/mail';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LoginThrottle } from '../access/login-throttle.js';

/** Decides whether an email about a sign-in may be sent. */
@Injectable()
export class SignInNoticePolicy {
  constructor(
    private readonly env: Env,
    private readonly mail: MailService,
    private readonly users: UsersService,
    private readonly throttle: LoginThrottle,
  ) {}

  /** Whether the service sends such emails. */
  get isOn(): boolean {
    return this.env.devices.notice === 'new_device' && this.mail.configured;
  }

  /**
   * Counts an email. An address that is not proved may belong to another person, whose mailbox a stranger must not fill by
   * accounts for it, with any tags. The user must be locked.
   */
  async admits(uid: string): Promise<boolean> {
    const user = await this.users.lock(uid);
    if (!user) return false;
    return user.emailProved || (await this.throttle.countNotice(user, false, SIGN_IN_NOTICES)) !== undefined;
  }
}
