import { MailService } from '@app/mail';
import { LinkStore } from '@app/tokens';
import { Injectable } from '@nestjs/common';

/** What is owed to an address that an account had: no link that was mailed to it works any more. */
@Injectable()
export class OldAddress {
  constructor(
    private readonly links: LinkStore,
    private readonly mail: MailService,
  ) {}

  /** The account has another address now, and the old one is told. */
  async replaced(uid: string, email: { old: string; new: string }): Promise<void> {
    await this.links.void(uid);
    await this.links.voidSignUps(email.old);
    await this.mail.notifyEmailChanged(email.old, email.new);
  }

  /** The account is deleted, and no letter about it stays. */
  async deleted(email: string): Promise<void> {
    await this.links.voidSignUps(email);
    await this.mail.forget(email);
  }
}
