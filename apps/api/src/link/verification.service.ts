import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, onBehalfOfUser } from '@app/events';
import { type Link, LinkStore } from '@app/tokens';
import { UserAddresses, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { SessionService } from '../session/session.service.js';
import { LinkMaker } from './link-maker.js';
import { LinkUse } from './link-use.js';

/** Confirming an address by a mailed link, or disowning the account that asks for it. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly addresses: UserAddresses,
    private readonly use: LinkUse,
    private readonly links: LinkStore,
    private readonly maker: LinkMaker,
    private readonly sessions: SessionService,
    private readonly events: EventLog,
  ) {}

  /**
   * Verifies the address. Returns where to send the browser.
   * @param proves whether a person has pressed the button of the page: a mail scanner follows links, too
   * @throws {ApiError} INVALID_LINK
   */
  async confirm(token: string, proves: boolean): Promise<string> {
    return this.follow(token, async (link, uid) => {
      const verified = await this.addresses.verifyEmail(uid, link.email, proves);
      await this.use.note(link, uid);
      if (verified) await this.events.record('user.email_verified', { uid });
      return link.target;
    });
  }

  /**
   * The reader of the mailbox does not know the account: its sessions end, its password and its links are void.
   * @throws {ApiError} INVALID_LINK
   */
  async refuse(token: string): Promise<string> {
    return this.follow(token, async (link, uid) => {
      const user = await this.users.lock(uid);
      if (user?.email !== link.email) throw new ApiError('LINK_EXPIRED');
      await this.use.note(link, uid);
      await this.addresses.voidPassword(user);
      await this.sessions.endAll(uid, 'address');
      await this.links.voidButUndo(uid);
      await this.events.record('user.password_changed', { uid, data: { password: 'void' } });
      return this.maker.home;
    });
  }

  private async follow(token: string, work: (link: Link, uid: string) => Promise<string>): Promise<string> {
    const link = await this.use.require(token, 'verify_email');
    const uid = link.uid ?? '';
    const inside = async () => {
      await this.use.useUp(link);
      return work(link, uid);
    };
    return this.use.toTarget(link, () => this.database.transaction(() => onBehalfOfUser(uid, inside)));
  }
}
