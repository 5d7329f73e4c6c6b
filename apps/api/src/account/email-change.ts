import { currentOrigin } from '@app/events';
import { AccessRevocation } from '@app/flows';
import { MailService } from '@app/mail';
import { LinkRevocation } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LinkMaker } from '../link/link-maker.js';
import { requester } from '../wire/requester.js';

/** Voids the links that were mailed to the previous address of an account. */
@Injectable()
export class EmailChange {
  constructor(
    private readonly revocation: AccessRevocation,
    private readonly links: LinkRevocation,
    private readonly maker: LinkMaker,
    private readonly mail: MailService,
  ) {}

  /**
   * To be called after a change of address. A proved old address gets a notice with an undo link; an unproved one may
   * belong to another person, who must get no letters.
   * @param user as before the change
   */
  async replaced(user: User, newEmail: string): Promise<void> {
    const { uid, email, emailProved, passwordVersion } = user;
    await this.revocation.after('address_changed', uid);
    await this.links.revokeSignUps(email);
    if (!emailProved || !this.mail.configured) return;
    const { link } = await this.maker.make({
      purpose: 'undo_email_change',
      uid,
      email,
      target: this.maker.defaultTarget,
      passwordVersion,
      userAgent: currentOrigin().userAgent,
    });
    await this.mail.notifyEmailChanged(email, newEmail, requester(), link);
  }

  /** To be called after the deletion of an account. Removes its unsent letters. */
  async deleted(email: string): Promise<void> {
    await this.links.revokeSignUps(email);
    await this.mail.forget(email);
  }
}
