import { ApiError } from '@app/errors';
import type { Link } from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LinkConsumer } from '../../links/followed/link-consumer.js';
import type { PageFacts } from '../../links/followed/page-facts.js';
import { UndoneAccess } from './undone-access.js';

/** Undoes a new factor, a new passkey or a linked identity, by the link in the notice about it. */
@Injectable()
export class FactorsUndoService {
  constructor(
    private readonly users: UsersService,
    private readonly consumer: LinkConsumer,
    private readonly undone: UndoneAccess,
  ) {}

  /** What the page of the link says about the account. */
  async describe(link: Link): Promise<PageFacts> {
    const user = await this.users.find(link.uid ?? '');
    return user ? { removed: await this.undone.list(link, user), moved: user.email !== link.email } : {};
  }

  /**
   * Removes what was added since the session of the addition began, ends all sessions, and makes sign-ins need no factor, as
   * before. A password that was set in that time becomes void. Returns the URL to redirect to.
   * @throws {ApiError} INVALID_LINK
   */
  undo(token: string): Promise<string> {
    return this.consumer.follow(token, 'undo_factors', async (link, uid) => {
      await this.remove(link, uid);
      return link.target;
    });
  }

  private async remove(link: Link, uid: string): Promise<void> {
    const user = await this.users.lock(uid);
    await this.consumer.consume(link);
    if (!user) throw new ApiError('LINK_EXPIRED', { reason: 'account deleted' });
    if (!user.active) throw new ApiError('USER_DISABLED');
    await this.consumer.record(link, uid);
    await this.undone.remove(link, user);
  }
}
