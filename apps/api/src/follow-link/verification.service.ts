import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, onBehalfOfUser } from '@app/events';
import { type Link, LinkRevocation } from '@app/tokens';
import { EmailOwnership, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LinkMaker } from '../link/link-maker.js';
import { EarlierFactors } from '../mailbox/earlier-factors.js';
import { EarlierIdentities } from '../mailbox/earlier-identities.js';
import { SessionEndService } from '../sign-in/session-end.service.js';
import { LinkUse } from './link-use.js';

/** Confirms an address by a mailed link, or disowns the account that requested the link. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly ownership: EmailOwnership,
    private readonly use: LinkUse,
    private readonly links: LinkRevocation,
    private readonly maker: LinkMaker,
    private readonly sessions: SessionEndService,
    private readonly factors: EarlierFactors,
    private readonly identities: EarlierIdentities,
    private readonly events: EventLog,
  ) {}

  /**
   * Verifies the address. Returns the URL to redirect to.
   * @param proves whether a person pressed the button of the page: mail scanners also follow links
   * @throws {ApiError} INVALID_LINK
   */
  async confirm(token: string, proves: boolean): Promise<string> {
    return this.follow(token, async (link, uid) => {
      const verified = await this.ownership.verify(uid, link.email, proves);
      await this.use.record(link, uid);
      if (verified) await this.events.record('user.email_verified', { uid });
      return link.target;
    });
  }

  /**
   * For a reader of the mailbox who does not know the account: ends its sessions, voids its password and its links,
   * and removes its passkeys and identities.
   * @throws {ApiError} INVALID_LINK
   */
  async disown(token: string): Promise<string> {
    return this.follow(token, async (link, uid) => {
      const user = await this.users.lock(uid);
      if (user?.email !== link.email) throw new ApiError('LINK_EXPIRED');
      await this.use.record(link, uid);
      await this.ownership.removePassword(user);
      await this.sessions.endAll(uid, 'address');
      if (!user.emailProved) {
        await this.factors.remove(user);
        await this.identities.remove(user);
      }
      await this.links.revokeExceptUndo(uid);
      await this.events.record('user.password_changed', { uid, data: { password: 'void' } });
      return this.maker.defaultTarget;
    });
  }

  private async follow(token: string, work: (link: Link, uid: string) => Promise<string>): Promise<string> {
    const link = await this.use.require(token, 'verify_email');
    const uid = link.uid ?? '';
    const inside = async () => {
      await this.use.consume(link);
      return work(link, uid);
    };
    return this.use.withErrors(link, () => this.database.transaction(() => onBehalfOfUser(uid, inside)));
  }
}
