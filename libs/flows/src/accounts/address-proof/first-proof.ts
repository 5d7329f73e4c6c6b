import { EventLog } from '@app/events';
import { EmailOwnership, UserPasswords, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LinkMailer } from '../../links/link-mailer.js';
import { Access } from '../../revocation/access.js';
import { AddedAccess, type ProvableUser } from './added-access.js';

const EVERYTHING = { since: 0, keepsFactors: false, reason: 'address' } as const;

/**
 * Who proves an address. `owner`: a person who has also shown a factor of the account, its password or a session. `reader`: a
 * person who reads the mailbox. `administrator`: by the link of an administrator, which no mailbox has received.
 */
export type Prover = 'owner' | 'reader' | 'administrator';

/** The first proof of an address. */
@Injectable()
export class FirstProof {
  constructor(
    private readonly users: UsersService,
    private readonly ownership: EmailOwnership,
    private readonly passwords: UserPasswords,
    private readonly access: Access,
    private readonly mailer: LinkMailer,
    private readonly added: AddedAccess,
    private readonly events: EventLog,
  ) {}

  /**
   * Proves the address of a user. The first proof by a reader removes every earlier way in, because another person may have
   * registered the address: the password, sessions, factors, identities, admin scopes, links and challenges; an email informs the
   * user. With the link of an administrator, only the password and the sessions go: the administrator could remove factors no
   * sooner than `MFA_RESET_DELAY` says. The user must be locked. Returns the user as it is then.
   */
  async apply<T extends ProvableUser>(user: T, by: Prover): Promise<T> {
    if (user.emailProved) return user;
    return by === 'owner' ? this.confirmOwner(user) : this.removeEarlier(user, by);
  }

  /** After a reset by a mailed link has set a new password and proved the address. */
  async afterReset(user: ProvableUser): Promise<void> {
    await this.events.record('user.email_verified', { uid: user.uid });
    await this.added.remove(user, EVERYTHING);
  }

  private async confirmOwner<T extends ProvableUser>(user: T): Promise<T> {
    await this.ownership.verify(user.uid, user.email, true);
    await this.events.record('user.email_verified', { uid: user.uid });
    return { ...user, emailVerified: true, emailProved: true };
  }

  private async removeEarlier<T extends ProvableUser>(user: T, by: Prover): Promise<T> {
    const { uid } = user;
    const hadPassword = await this.passwords.has(uid);
    const proved = await this.ownership.prove(user);
    if (!proved) return user;
    await this.events.record('user.email_verified', { uid, data: { password: 'void' } });
    if (by === 'reader') await this.access.end('owner_is_back', { uid, reason: 'address' });
    else await this.access.end('password_set_by_administrator', { uid });
    const left = by === 'reader' ? await this.added.remove(proved, EVERYTHING) : proved;
    if (hadPassword) await this.mailer.sendPasswordVoided(user);
    // The sign-in goes on with the counter that this has raised.
    const rung1 = (await this.users.lock(uid))?.rung1 ?? left.rung1;
    return { ...left, rung1 };
  }
}
