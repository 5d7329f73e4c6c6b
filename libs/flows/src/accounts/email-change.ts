import { Env } from '@app/config';
import { EventLog } from '@app/events';
import { MailService } from '@app/mail';
import { LinkRevocation, OneTimeTokens } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { requester } from '../input/requester.js';
import { UndoLinks } from '../links/undo-links.js';
import { Access } from '../revocation/access.js';
import { isOwned, PendingChange } from './pending-change.js';

/** Decides when a new address takes effect, and invalidates what belongs to the old one. */
@Injectable()
export class EmailChange {
  constructor(
    private readonly env: Env,
    private readonly pending: PendingChange,
    private readonly access: Access,
    private readonly tokens: OneTimeTokens,
    private readonly links: LinkRevocation,
    private readonly undoLinks: UndoLinks,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /** Whether a new address of the user's own waits for its confirmation. The user must be locked. */
  async mustWait(uid: string): Promise<boolean> {
    return this.env.emailChange === 'confirm' || this.pending.isNeeded(uid);
  }

  /**
   * To be called after a user has changed the address at once. An old address that was verified or proved gets a notice with
   * an undo link.
   * @param user as before the change
   */
  async replaced(user: User, newEmail: string, sessionId: string): Promise<void> {
    await this.record(user, newEmail);
    await this.access.end('address_changed', user);
    if (!isOwned(user) || !this.mail.configured) return;
    const made = await this.undoLinks.ofAddress(user, sessionId);
    const link = (await this.links.revokeAfterReturn(user.uid, newEmail)) ? '' : made;
    await this.mail.notify('email-changed', user.email, { newEmail, link }, requester());
  }

  /**
   * Records a change of address, and invalidates the links that were mailed to the old one before it had an account.
   * @param user as before the change
   */
  async record({ uid, email }: User, newEmail: string, more: object = {}): Promise<void> {
    await this.events.record('user.email_changed', { uid, data: { old_email: email, new_email: newEmail, ...more } });
    await this.tokens.endForAddresses(email);
  }

  /** To be called after the deletion of an account. Removes its unsent emails. */
  async deleted(email: string): Promise<void> {
    await this.tokens.endForAddresses(email);
    await this.mail.forget(email);
  }
}
