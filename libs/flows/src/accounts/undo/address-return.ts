import { MailService } from '@app/mail';
import { EmailOwnership, type User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { requester } from '../../input/requester.js';
import { EmailChange } from '../email-change.js';

/** Gives a locked user an earlier address back. */
@Injectable()
export class AddressReturn {
  constructor(
    private readonly ownership: EmailOwnership,
    private readonly change: EmailChange,
    private readonly mail: MailService,
  ) {}

  /** @throws {ApiError} EMAIL_ALREADY_IN_USE */
  async giveBack(user: User, email: string, emailProved: boolean): Promise<void> {
    await this.ownership.move(user.uid, email, emailProved);
    await this.change.record(user, email, { undone: true });
  }

  /** The same for the owner of the earlier address, with a notice to the address that the account loses. */
  async restore(user: User, email: string): Promise<void> {
    await this.giveBack(user, email, true);
    if (user.emailProved)
      await this.mail.notify('email-changed', user.email, { newEmail: email, link: '' }, requester());
  }
}
