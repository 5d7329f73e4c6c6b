import { ApiError } from '@app/errors';
import { type Link, LinkRevocation, PendingAddresses } from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LinkConsumer } from '../../links/followed/link-consumer.js';
import type { PageFacts } from '../../links/followed/page-facts.js';
import { AddressHolder } from './address-holder.js';
import { AddressReturn } from './address-return.js';
import { UndoneAccess } from './undone-access.js';

/** Stops a change of address that waits, or undoes one that was made, by the link in the notice to the old address. */
@Injectable()
export class AddressUndoService {
  constructor(
    private readonly users: UsersService,
    private readonly pending: PendingAddresses,
    private readonly consumer: LinkConsumer,
    private readonly links: LinkRevocation,
    private readonly undone: UndoneAccess,
    private readonly holder: AddressHolder,
    private readonly returns: AddressReturn,
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
   * Keeps or restores the old address, ends every session, invalidates every link of the user, and removes what was added since the
   * session of the change began, and at least in the 24 hours before the change. Another account that has the old address now
   * loses it. Returns the URL to redirect to.
   * @throws {ApiError} INVALID_LINK
   */
  undo(token: string): Promise<string> {
    return this.consumer.follow(token, 'undo_email_change', async (link, uid) => {
      await this.restore(link, uid);
      return link.target;
    });
  }

  private async restore(link: Link, uid: string): Promise<void> {
    const user = await this.users.lock(uid);
    await this.consumer.consume(link);
    if (!user || !(await this.hasSomethingToUndo(link, user)))
      throw new ApiError('LINK_EXPIRED', { reason: 'account deleted, or nothing to undo' });
    if (!user.active) throw new ApiError('USER_DISABLED');
    await this.consumer.record(link, uid);
    if (user.email !== link.email) {
      await this.holder.removeFrom(link.email, uid);
      await this.returns.restore(user, link.email);
    }
    await this.undone.remove(link, { ...user, email: link.email });
    await this.links.revokeLaterUndos(link);
  }

  /** A notice to the mailbox of a stranger, who has pressed nothing yet, must not lead to the removal of later things. */
  private async hasSomethingToUndo(link: Link, { uid, email }: User): Promise<boolean> {
    if (email !== link.email || (await this.pending.find(uid))) return true;
    return this.links.hadLaterAddress(link);
  }
}
