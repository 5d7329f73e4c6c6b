import { EventLog } from '@app/events';
import { LinkStore } from '@app/tokens';
import { type User, UserAddresses } from '@app/users';
import { Injectable } from '@nestjs/common';
import { SessionService } from '../session/session.service.js';
import { LinkMailer } from './link-mailer.js';

/** What follows when a reader of a mailbox signs in to an account for the first time. */
@Injectable()
export class FirstProof {
  constructor(
    private readonly addresses: UserAddresses,
    private readonly sessions: SessionService,
    private readonly links: LinkStore,
    private readonly mailer: LinkMailer,
    private readonly events: EventLog,
  ) {}

  /**
   * Proves the address of a user. At the first proof the earlier password is void and all sessions end: a stranger may have
   * registered the address. A letter says so. To be called in a transaction.
   */
  async apply(user: User): Promise<void> {
    const { uid } = user;
    if (user.emailProved) return;
    const hadPassword = await this.addresses.hasPassword(uid);
    if (!(await this.addresses.proveAddress(user))) return;
    await this.events.record('user.email_verified', { uid, data: { password: 'void' } });
    await this.sessions.endAll(uid, 'address');
    await this.links.void(uid, 'reset_password');
    if (hadPassword) await this.mailer.sendPasswordVoided(user);
  }
}
