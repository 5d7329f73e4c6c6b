import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import type { Link } from '@app/tokens';
import { EmailOwnership, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LinkMaker } from '../links/link-mailer.js';
import { Access } from '../revocation/access.js';
import { WaysIn } from '../revocation/ways-in.js';
import { LinkConsumer } from './link-consumer.js';

/** Confirms an address by a mailed link, or disowns the account that requested the link. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly users: UsersService,
    private readonly ownership: EmailOwnership,
    private readonly consumer: LinkConsumer,
    private readonly maker: LinkMaker,
    private readonly access: Access,
    private readonly waysIn: WaysIn,
    private readonly events: EventLog,
  ) {}

  /**
   * Verifies the address. Returns the URL to redirect to.
   * @param proves whether a person pressed the button of the page: mail scanners also follow links
   * @throws {ApiError} INVALID_LINK
   */
  async confirm(token: string, proves: boolean): Promise<string> {
    return this.follow(token, async (link, uid) => {
      // The word of an administrator proves the address without a button, as `email_verified` does.
      const verified = await this.ownership.verify(uid, link.email, proves || link.madeBy !== null);
      await this.consumer.record(link, uid);
      if (verified) await this.events.record('user.email_verified', { uid });
      return link.target;
    });
  }

  /**
   * For a reader of the mailbox who does not know the account: removes every way in, as a first proof does. The address stays
   * unproved. The link of an administrator takes no factors along: the administrator could remove them no sooner than
   * `MFA_RESET_DELAY` says.
   * @throws {ApiError} INVALID_LINK
   */
  async disown(token: string): Promise<string> {
    return this.follow(token, async (link, uid) => {
      const user = await this.users.lock(uid);
      // After a proof, the account belongs to the reader of the mailbox: a mailbox is no way round its factors.
      if (user?.email !== link.email || user.emailProved)
        throw new ApiError('LINK_EXPIRED', { reason: 'address changed or proved since the email' });
      await this.consumer.record(link, uid);
      await this.ownership.removePassword(user);
      if (link.madeBy === null) {
        await this.access.end('owner_is_back', { uid, reason: 'address' });
        await this.waysIn.remove(user);
      } else await this.access.end('password_set_by_administrator', { uid });
      await this.events.record('user.password_changed', { uid, data: { password: 'void' } });
      return this.maker.defaultTarget;
    });
  }

  private follow(token: string, work: (link: Link, uid: string) => Promise<string>): Promise<string> {
    return this.consumer.follow(token, 'verify_email', async (link, uid) => {
      await this.users.lock(uid);
      await this.consumer.consume(link);
      return work(link, uid);
    });
  }
}
