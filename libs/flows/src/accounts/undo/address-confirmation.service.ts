import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { type Link, LinkRevocation } from '@app/tokens';
import { EmailOwnership, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LinkConsumer } from '../../links/followed/link-consumer.js';
import type { PageFacts } from '../../links/followed/page-facts.js';
import { shortenedEmail } from '../../links/shortened-email.js';
import { Access } from '../../revocation/access.js';
import { EmailChange } from '../email-change.js';

/** Makes a new address the one of its account, by the link that was mailed to it. */
@Injectable()
export class AddressConfirmationService {
  constructor(
    private readonly users: UsersService,
    private readonly ownership: EmailOwnership,
    private readonly consumer: LinkConsumer,
    private readonly change: EmailChange,
    private readonly access: Access,
    private readonly links: LinkRevocation,
    private readonly events: EventLog,
  ) {}

  /** The account that the page asks about: a reader of the new mailbox may have nothing to do with it. */
  async describe({ uid }: Link): Promise<PageFacts> {
    const user = await this.users.find(uid ?? '');
    return { account: shortenedEmail(user?.email ?? '') };
  }

  /**
   * Changes the address, which is verified and proved by this. The links to the old address become void, and no session ends
   * unless an administrator has set the address. Returns the URL to redirect to.
   * @throws {ApiError} INVALID_LINK
   */
  confirm(token: string): Promise<string> {
    return this.consumer.follow(token, 'confirm_email', async (link, uid) => {
      await this.apply(link, uid);
      return link.target;
    });
  }

  private async apply(link: Link, uid: string): Promise<void> {
    const user = await this.users.lock(uid);
    await this.consumer.consume(link);
    if (!user) throw new ApiError('LINK_EXPIRED', { reason: 'account deleted' });
    if (!user.active) throw new ApiError('USER_DISABLED');
    await this.ownership.move(uid, link.email);
    await this.consumer.record(link, uid);
    await this.change.record(user, link.email);
    await this.events.record('user.email_verified', { uid });
    await this.access.end(link.sessionId ? 'address_changed' : 'address_set_by_administrator', { uid });
    await this.links.prolongUndo(uid);
    await this.links.revokeAfterReturn(uid, link.email);
  }
}
