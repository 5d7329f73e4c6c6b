import { ApiError } from '@app/errors';
import { MailService } from '@app/mail';
import { type Link, LinkRevocation, PendingAddresses } from '@app/tokens';
import { EmailOwnership, type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { requester } from '../../input/requester.js';
import { LinkUse } from '../../links/followed/link-use.js';
import { LinkMailer } from '../../links/link-mailer.js';
import { AccessRevocation } from '../../revocation/access-revocation.js';
import { EarlierAccess } from '../address-proof/earlier-access.js';
import { EmailChange } from '../email-change.js';
import { AddressHolder } from './address-holder.js';
import type { PageFacts } from './page-facts.js';
import { UndoneAccess } from './undone-access.js';

/** Stops a change of address that waits, or undoes one that was made, by the link in the notice to the old address. */
@Injectable()
export class AddressUndoService {
  constructor(
    private readonly users: UsersService,
    private readonly ownership: EmailOwnership,
    private readonly pending: PendingAddresses,
    private readonly use: LinkUse,
    private readonly links: LinkRevocation,
    private readonly revocation: AccessRevocation,
    private readonly undone: UndoneAccess,
    private readonly earlier: EarlierAccess,
    private readonly holder: AddressHolder,
    private readonly change: EmailChange,
    private readonly mailer: LinkMailer,
    private readonly mail: MailService,
  ) {}

  /** What the page of the link says about the account. */
  async describe(link: Link): Promise<PageFacts> {
    const user = await this.users.find(link.uid ?? '');
    if (!user) return {};
    const moved = user.email !== link.email;
    const waits = moved ? undefined : await this.pending.find(user.uid);
    const holder = moved ? await this.holder.describe(link.email, user.uid) : undefined;
    return { waiting: waits?.email, holder, removed: await this.undone.list(link, user) };
  }

  /**
   * Keeps or restores the old address, ends every session, voids every link of the user, and removes what was added since the
   * session of the change began, and at least in the 24 hours before the change. Another account that has the old address now
   * loses it. Returns the URL to redirect to.
   * @throws {ApiError} INVALID_LINK
   */
  undo(token: string): Promise<string> {
    return this.use.follow(token, 'undo_email_change', async (link, uid) => {
      await this.restore(link, uid);
      return link.target;
    });
  }

  private async restore(link: Link, uid: string): Promise<void> {
    const user = await this.users.lock(uid);
    await this.use.consume(link);
    if (!user || !(await this.hasSomethingToUndo(link, user)))
      throw new ApiError('LINK_EXPIRED', { reason: 'account deleted, or nothing to undo' });
    if (!user.active) throw new ApiError('USER_DISABLED');
    await this.use.record(link, uid);
    if (user.email !== link.email) await this.moveBack(link, user);
    const restored = { ...user, email: link.email };
    await this.removeAccess(link, restored);
    await this.links.revokeLaterUndos(link);
  }

  /** A notice to the mailbox of a stranger, who has pressed nothing yet, must not lead to the removal of later things. */
  private async hasSomethingToUndo(link: Link, { uid, email }: User): Promise<boolean> {
    if (email !== link.email || (await this.pending.find(uid))) return true;
    return this.links.hadLaterAddress(link);
  }

  private async moveBack(link: Link, user: User): Promise<void> {
    await this.holder.removeFrom(link.email, user.uid);
    await this.ownership.move(user.uid, link.email);
    await this.change.record(user, link.email, { undone: true });
    if (!user.emailProved) return;
    await this.mail.notify('email-changed', user.email, { newEmail: link.email, link: '' }, requester());
  }

  private async removeAccess(link: Link, user: User): Promise<void> {
    const { uid, email } = user;
    const voidsPassword = await this.undone.voidsPassword(link, user);
    if (voidsPassword) await this.ownership.removePassword(user);
    await this.revocation.after('address_undone', uid);
    await this.earlier.remove(user, this.undone.since(link));
    if (voidsPassword) await this.mailer.sendPasswordVoided({ uid, email });
  }
}
