import { ApiError } from '@app/errors';
import { type Link, LinkRevocation } from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { PageFacts } from '../../links/followed/page-facts.js';
import { UndoLinks } from '../../links/undo-links.js';
import { Access } from '../../revocation/access.js';
import { AccountRemover } from '../account-remover.js';
import { isOwned } from '../pending-change.js';
import { AddressReturn } from './address-return.js';

/** The account that has taken an address since its owner lost it. The owner gets the address back, proved by that account or not. */
@Injectable()
export class AddressHolder {
  constructor(
    private readonly users: UsersService,
    private readonly links: LinkRevocation,
    private readonly undoLinks: UndoLinks,
    private readonly remover: AccountRemover,
    private readonly returns: AddressReturn,
    private readonly access: Access,
  ) {}

  /** What `removeFrom()` does, for the page of the undo link; undefined where no other account has the address. */
  async describe(email: string, owner: string): Promise<PageFacts['holder']> {
    const holder = await this.users.findByEmail(email);
    if (!holder?.active || holder.uid === owner) return undefined;
    return { createdAt: holder.createdAt, returns: (await this.formerOf(holder)) !== undefined };
  }

  /**
   * Gives the other account its former address back. An account without one, or whose former address is in use, is deleted.
   * @throws {ApiError} EMAIL_ALREADY_IN_USE where an administrator has disabled the other account
   */
  async removeFrom(email: string, owner: string): Promise<void> {
    const found = await this.users.findByEmail(email);
    if (!found || found.uid === owner) return;
    const holder = await this.users.lock(found.uid);
    if (holder?.email !== found.email) return;
    if (!holder.active) throw new ApiError('EMAIL_ALREADY_IN_USE');
    const former = await this.formerOf(holder);
    if (former) await this.giveBack(holder, former);
    else await this.remover.remove(holder);
  }

  /** The undo link of the newest address that the account owned before, if that address is free. */
  private async formerOf({ uid, email }: User): Promise<Link | undefined> {
    const former = await this.links.findFormerAddress(uid, email);
    return former && !(await this.users.findByEmail(former.email)) ? former : undefined;
  }

  private async giveBack(holder: User, { email, since }: Link): Promise<void> {
    // No email has this link, but because of its row the undo link in the former mailbox still works.
    if (isOwned(holder)) await this.undoLinks.ofAddress(holder, '');
    await this.returns.giveBack(holder, email, since !== 0);
    await this.access.end('owner_is_back', { uid: holder.uid, reason: 'address' });
  }
}
