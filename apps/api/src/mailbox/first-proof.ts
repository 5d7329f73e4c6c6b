import { EventLog } from '@app/events';
import { LinkRevocation } from '@app/tokens';
import { EmailOwnership, type User, UserPasswords } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LinkMailer } from '../link/link-mailer.js';
import { SessionEndService } from '../sign-in/session-end.service.js';
import { EarlierFactors } from './earlier-factors.js';
import { EarlierIdentities } from './earlier-identities.js';

/** The first proof of an address, by a reader of its mailbox. */
@Injectable()
export class FirstProof {
  constructor(
    private readonly ownership: EmailOwnership,
    private readonly passwords: UserPasswords,
    private readonly sessions: SessionEndService,
    private readonly links: LinkRevocation,
    private readonly mailer: LinkMailer,
    private readonly factors: EarlierFactors,
    private readonly identities: EarlierIdentities,
    private readonly events: EventLog,
  ) {}

  /**
   * Proves the address of a user. The first proof voids the previous password and ends all sessions, because another person
   * may have registered the address; a letter informs the user. To be called in a transaction.
   */
  async apply(user: User): Promise<void> {
    const { uid } = user;
    if (user.emailProved) return;
    const hadPassword = await this.passwords.has(uid);
    if (!(await this.ownership.prove(user))) return;
    await this.events.record('user.email_verified', { uid, data: { password: 'void' } });
    await this.sessions.endAll(uid, 'address');
    await this.links.revoke(uid, 'reset_password');
    await this.factors.remove(user);
    await this.identities.remove(user);
    if (hadPassword) await this.mailer.sendPasswordVoided(user);
  }
}
