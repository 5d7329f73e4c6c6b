import { EventLog } from '@app/events';
import { EmailOwnership, UserPasswords } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LinkMailer } from '../../links/link-mailer.js';
import { Access } from '../../revocation/access.js';
import { EarlierAccess, type ProvableUser } from './earlier-access.js';

/** The first proof of an address, by a reader of its mailbox. */
@Injectable()
export class FirstProof {
  constructor(
    private readonly ownership: EmailOwnership,
    private readonly passwords: UserPasswords,
    private readonly access: Access,
    private readonly mailer: LinkMailer,
    private readonly earlier: EarlierAccess,
    private readonly events: EventLog,
  ) {}

  /**
   * Proves the address of a user. The first proof removes every earlier way in, because another person may have registered the
   * address: the password, sessions, factors, identities, admin scopes, links and challenges; an email informs the user. The
   * user must be locked. Returns the user as it is then.
   * @param byOwner whether the person has also shown a factor of the account, its password or a session: then all stays
   */
  async apply<T extends ProvableUser>(user: T, byOwner: boolean): Promise<T> {
    if (user.emailProved) return user;
    return byOwner ? this.confirmOwner(user) : this.removeEarlier(user);
  }

  /** After a reset has set a new password and proved the address. */
  async afterReset(user: ProvableUser): Promise<void> {
    await this.events.record('user.email_verified', { uid: user.uid });
    await this.earlier.remove(user, 0);
  }

  private async confirmOwner<T extends ProvableUser>(user: T): Promise<T> {
    await this.ownership.verify(user.uid, user.email, true);
    await this.events.record('user.email_verified', { uid: user.uid });
    return { ...user, emailVerified: true, emailProved: true };
  }

  private async removeEarlier<T extends ProvableUser>(user: T): Promise<T> {
    const { uid } = user;
    const hadPassword = await this.passwords.has(uid);
    const proved = await this.ownership.prove(user);
    if (!proved) return user;
    await this.events.record('user.email_verified', { uid, data: { password: 'void' } });
    await this.access.end('owner_is_back', { uid, reason: 'address' });
    const left = await this.earlier.remove(proved, 0);
    if (hadPassword) await this.mailer.sendPasswordVoided(user);
    return left;
  }
}
