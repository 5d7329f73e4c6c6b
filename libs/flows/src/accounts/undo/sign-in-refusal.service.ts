import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { type Link, SessionQueries } from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LinkConsumer } from '../../links/followed/link-consumer.js';
import type { PageFacts } from '../../links/followed/page-facts.js';
import { LinkMailer } from '../../links/link-mailer.js';
import { UndoReach } from './undo-reach.js';
import { UndoneAccess } from './undone-access.js';

/** Refuses sign-ins that were not by the owner, by the link in the email about them. */
@Injectable()
export class SignInRefusalService {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionQueries,
    private readonly consumer: LinkConsumer,
    private readonly undone: UndoneAccess,
    private readonly reach: UndoReach,
    private readonly mailer: LinkMailer,
    private readonly events: EventLog,
  ) {}

  /** What the page of the link says about the sign-ins and the account. */
  async describe(link: Link): Promise<PageFacts> {
    const user = await this.users.find(link.uid ?? '');
    if (!user) return {};
    const named = await this.sessions.namedBy(user.uid, link.tokenHash);
    return {
      signIns: named.map(({ createdAt, userAgent, ip }) => ({ createdAt, userAgent, ip })),
      everywhere: await this.reach.invalidatesPassword(link, user),
      removed: await this.undone.list(link, user),
      moved: user.email !== link.email,
    };
  }

  /**
   * Ends the sessions that the email names, with all that began in them. If the password was used, it becomes void and all sessions
   * end. Returns the URL to redirect to.
   * @throws {ApiError} INVALID_LINK
   */
  refuse(token: string): Promise<string> {
    return this.consumer.follow(token, 'refuse_sign_in', async (link, uid) => {
      await this.apply(link, uid);
      return link.target;
    });
  }

  private async apply(found: Link, uid: string): Promise<void> {
    const user = await this.users.lock(uid);
    // A sign-in of the last moment may have added its password to the link.
    const link = await this.consumer.reread(found);
    await this.consumer.consume(link);
    if (!user) throw new ApiError('LINK_EXPIRED', { reason: 'account deleted' });
    if (!user.active) throw new ApiError('USER_DISABLED');
    await this.consumer.record(link, uid);
    const withPassword = await this.undone.remove(link, user);
    await this.events.record('login.refused', { uid, data: withPassword ? { password: 'void' } : {} });
    // The password was not used, so it stays, but the owner may want another one. The mailbox of a new address may be that of a thief.
    if (!withPassword && user.email === link.email) await this.mailer.sendOwnReset(user);
  }
}
