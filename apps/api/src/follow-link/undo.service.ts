import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, onBehalfOfUser } from '@app/events';
import { AccessRevocation } from '@app/flows';
import { MailService } from '@app/mail';
import { type Link, LinkRevocation } from '@app/tokens';
import { EmailOwnership, type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { EarlierAccess } from '../address-proof/earlier-access.js';
import { LinkMailer } from '../link/link-mailer.js';
import { requester } from '../wire/requester.js';
import { LinkUse } from './link-use.js';

/** Undoes a change of address by the link in the notice to the old address. */
@Injectable()
export class UndoService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly ownership: EmailOwnership,
    private readonly use: LinkUse,
    private readonly links: LinkRevocation,
    private readonly revocation: AccessRevocation,
    private readonly earlier: EarlierAccess,
    private readonly mailer: LinkMailer,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /**
   * Restores the old address, ends every session, voids every link of the user and removes the factors and identities that
   * were added since the change. Removes a newer account that has the old address and never proved it. Returns the URL to
   * redirect to.
   * @throws {ApiError} INVALID_LINK
   */
  async undo(token: string): Promise<string> {
    const link = await this.use.require(token, 'undo_email_change');
    const uid = link.uid ?? '';
    const restore = () => onBehalfOfUser(uid, () => this.restore(link, uid));
    return this.use.withErrors(link, async () => {
      await this.database.transaction(restore);
      return link.target;
    });
  }

  private async restore(link: Link, uid: string): Promise<void> {
    const user = await this.users.lock(uid);
    await this.use.consume(link);
    if (!user) throw new ApiError('LINK_EXPIRED');
    if (!user.active) throw new ApiError('USER_DISABLED');
    await this.removeSquatter(link.email, uid);
    const passwordVersion = link.passwordVersion ?? user.passwordVersion;
    await this.ownership.restore(user, link.email, passwordVersion);
    await this.use.record(link, uid);
    await this.revocation.after('address_undone', uid);
    await this.earlier.remove({ ...user, email: link.email }, link.createdAt);
    await this.links.revokeLaterUndos(link);
    if (user.email !== link.email) await this.recordRestored(user, link.email);
    if (passwordVersion !== user.passwordVersion) await this.mailer.sendPasswordVoided({ uid, email: link.email });
  }

  /** An attacker may have signed up with the old address, so that its owner cannot get it back. */
  private async removeSquatter(email: string, owner: string): Promise<void> {
    const removed = await this.ownership.removeUnproved(email, owner);
    if (removed !== undefined) await this.events.record('user.deleted', { uid: removed });
  }

  private async recordRestored({ uid, email, emailProved }: User, restored: string): Promise<void> {
    await this.events.record('user.email_changed', { uid, data: { undone: true } });
    await this.links.revokeSignUps(email);
    if (emailProved) await this.mail.notifyEmailChanged(email, restored, requester());
  }
}
