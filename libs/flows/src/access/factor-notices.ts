import { type FactorNotice, MailService, type SecureLink } from '@app/mail';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { requester } from '../input/requester.js';
import { LoginThrottle } from './login-throttle.js';

type Recipient = Pick<User, 'uid' | 'email' | 'emailProved'>;

/**
 * Mails notices about second factors. An address that is not proved may belong to another person, whose mailbox a user must
 * not fill by changing factors again and again.
 */
@Injectable()
export class FactorNotices {
  constructor(
    private readonly mail: MailService,
    private readonly throttle: LoginThrottle,
  ) {}

  /** @param makeLink makes the link that secures the account */
  async send(notice: FactorNotice, user: Recipient, makeLink?: () => Promise<SecureLink>): Promise<void> {
    if (!(await this.mayNotify(user))) return;
    await this.mail.notifyFactors(notice, user.email, requester(), await makeLink?.());
  }

  /** @param left how many codes are unused */
  async recoveryCodeUsed(user: Recipient, left: number): Promise<void> {
    if (await this.mayNotify(user)) await this.mail.notifyRecoveryCodeUsed(user.email, left, requester());
  }

  private async mayNotify(user: Recipient): Promise<boolean> {
    return user.emailProved || (await this.throttle.countNotice(user, false)) !== undefined;
  }
}
