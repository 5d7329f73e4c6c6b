import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, onBehalfOfUser } from '@app/events';
import { MailService } from '@app/mail';
import { type Link, LinkStore } from '@app/tokens';
import { type User, UserAddresses, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { SessionService } from '../session/session.service.js';
import { LinkMailer } from './link-mailer.js';
import { LinkUse } from './link-use.js';

/** Undoing a change of address, by the link in the notice to the old address. */
@Injectable()
export class UndoService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly addresses: UserAddresses,
    private readonly use: LinkUse,
    private readonly links: LinkStore,
    private readonly sessions: SessionService,
    private readonly mailer: LinkMailer,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /**
   * Restores the old address, ends every session and voids every link of the user. An account that was made with the address
   * since, and never proved it, is removed. Returns where to send the browser.
   * @throws {ApiError} INVALID_LINK
   */
  async undo(token: string): Promise<string> {
    const link = await this.use.require(token, 'undo_email_change');
    const uid = link.uid ?? '';
    const restore = () => onBehalfOfUser(uid, () => this.restore(link, uid));
    return this.use.toTarget(link, async () => {
      await this.database.transaction(restore);
      return link.target;
    });
  }

  private async restore(link: Link, uid: string): Promise<void> {
    const user = await this.users.lock(uid);
    await this.use.useUp(link);
    if (!user) throw new ApiError('LINK_EXPIRED');
    if (!user.active) throw new ApiError('USER_DISABLED');
    await this.clear(link.email, uid);
    const passwordVersion = link.passwordVersion ?? user.passwordVersion;
    await this.addresses.restoreAddress(user, link.email, passwordVersion);
    await this.use.note(link, uid);
    await this.sessions.endAll(uid, 'address');
    await this.links.voidButEarlierUndo(link);
    if (user.email !== link.email) await this.noteReturn(user, link.email);
    if (passwordVersion !== user.passwordVersion) await this.mailer.sendPasswordVoided({ uid, email: link.email });
  }

  /** A thief may have signed up with the old address, to keep it from its owner. */
  private async clear(email: string, owner: string): Promise<void> {
    const removed = await this.addresses.removeUnproved(email, owner);
    if (removed !== undefined) await this.events.record('user.deleted', { uid: removed });
  }

  private async noteReturn({ uid, email, emailProved }: User, restored: string): Promise<void> {
    await this.events.record('user.email_changed', { uid, data: { undone: true } });
    await this.links.voidSignUps(email);
    if (emailProved) await this.mail.notifyEmailChanged(email, restored);
  }
}
