import { EventLog } from '@app/events';
import { EmailOwnership, UserPasswords } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LinkMailer } from '../../links/link-mailer.js';
import { AccessRevocation } from '../../revocation/access-revocation.js';
import { EarlierAccess, type ProvableUser } from './earlier-access.js';

/** The first proof of an address, by a reader of its mailbox. */
@Injectable()
export class FirstProof {
  constructor(
    private readonly ownership: EmailOwnership,
    private readonly passwords: UserPasswords,
    private readonly revocation: AccessRevocation,
    private readonly mailer: LinkMailer,
    private readonly earlier: EarlierAccess,
    private readonly events: EventLog,
  ) {}

  /**
   * Proves the address of a user. The first proof removes every earlier way in, because another person may have registered the
   * address: the password, sessions, factors, identities, admin scopes, links and challenges; an email informs the user. The
   * user must be locked.
   * @param byOwner whether the person has also shown a factor of the account, its password or a session: then all stays
   */
  async apply(user: ProvableUser, byOwner: boolean): Promise<void> {
    if (user.emailProved) return;
    if (byOwner) await this.confirmOwner(user);
    else await this.removeEarlier(user);
  }

  /** After a reset has set a new password and proved the address. */
  async afterReset(user: ProvableUser): Promise<void> {
    await this.events.record('user.email_verified', { uid: user.uid });
    await this.earlier.remove(user, 0);
  }

  private async confirmOwner(user: ProvableUser): Promise<void> {
    await this.ownership.verify(user.uid, user.email, true);
    user.emailVerified = true;
    user.emailProved = true;
    await this.events.record('user.email_verified', { uid: user.uid });
  }

  private async removeEarlier(user: ProvableUser): Promise<void> {
    const { uid } = user;
    const hadPassword = await this.passwords.has(uid);
    if (!(await this.ownership.prove(user))) return;
    await this.events.record('user.email_verified', { uid, data: { password: 'void' } });
    await this.revocation.after('address_proved', uid);
    await this.earlier.remove(user, 0);
    if (hadPassword) await this.mailer.sendPasswordVoided(user);
  }
}
