import { MailService } from '@app/mail';
import { LinkStore } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LinkMaker } from '../link/link-maker.js';

/** What follows for an address that an account had: no link that was mailed to it works any more. */
@Injectable()
export class EmailChange {
  constructor(
    private readonly links: LinkStore,
    private readonly maker: LinkMaker,
    private readonly mail: MailService,
  ) {}

  /**
   * The account has another address now. The old one gets a notice with an undo link if it was proved: else it may belong
   * to a stranger, who must get no letters.
   * @param user as before the change
   */
  async replaced(user: User, newEmail: string): Promise<void> {
    const { uid, email, emailProved, passwordVersion } = user;
    await this.links.voidButUndo(uid);
    await this.links.voidSignUps(email);
    if (!emailProved || !this.mail.configured) return;
    const { link } = await this.maker.make({
      purpose: 'undo_email_change',
      uid,
      email,
      target: this.maker.home,
      passwordVersion,
    });
    await this.mail.notifyEmailChanged(email, newEmail, link);
  }

  /** The account is deleted, and no letter about it stays. */
  async deleted(email: string): Promise<void> {
    await this.links.voidSignUps(email);
    await this.mail.forget(email);
  }
}
