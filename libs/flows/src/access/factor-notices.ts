import { type ContentOf, type EmailKind, MailService } from '@app/mail';
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

  /** @param content what the email says, or what makes it where the email is sent, such as a link */
  async send<K extends EmailKind>(
    kind: K,
    user: Recipient,
    content: ContentOf<K> | (() => Promise<ContentOf<K>>),
  ): Promise<void> {
    if (!(await this.mayNotify(user))) return;
    const written = typeof content === 'function' ? await content() : content;
    await this.mail.notify(kind, user.email, written, requester());
  }

  private async mayNotify(user: Recipient): Promise<boolean> {
    return user.emailProved || (await this.throttle.countNotice(user, false)) !== undefined;
  }
}
