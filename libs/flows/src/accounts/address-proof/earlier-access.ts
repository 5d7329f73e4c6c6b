import { MailService } from '@app/mail';
import { type User, UserFactors, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { type FactorUser, SWITCHED_OFF } from '../../access/factor-methods.js';
import { requester } from '../../input/requester.js';
import { TokenRevocation } from '../../revocation/token-revocation.js';
import { EarlierFactors } from './earlier-factors.js';
import { IdentityRemoval } from './identity-removal.js';

/** A locked user whose address may be proved. */
export type ProvableUser = FactorUser &
  Pick<User, 'email' | 'emailProved' | 'emailVerified' | 'passwordVersion' | 'rung1'>;

/** The ways in that another person may have added to an account, before its owner proves the address or gets it back. */
@Injectable()
export class EarlierAccess {
  constructor(
    private readonly factors: EarlierFactors,
    private readonly identities: IdentityRemoval,
    private readonly tokens: TokenRevocation,
    private readonly users: UserFactors,
    private readonly accounts: UsersService,
    private readonly mail: MailService,
  ) {}

  /**
   * Removes the second factors, recovery codes and identities that were added at a time or later, and the admin scopes. Where
   * no factor is left, no sign-in asks for one. The user must be locked. Returns the user as it is then.
   * @param since in seconds since the UNIX epoch; 0 for all
   * @param mfaWasOff whether no sign-in asked for a factor at that time: then none does from now on
   */
  async remove<T extends ProvableUser>(user: T, since: number, mfaWasOff = false): Promise<T> {
    const { uid } = user;
    const factors = await this.factors.remove(uid, since);
    const identities = await this.identities.removeSince(uid, since);
    if (factors) await this.mail.notifyFactors('factor-removed', user.email, requester());
    const disabled = await this.factors.disable(uid, mfaWasOff);
    const bumped = factors || identities;
    if (bumped) await this.users.endSignIns(uid);
    await this.tokens.removeScopes(user);
    const rung1 = (await this.accounts.lock(uid))?.rung1 ?? user.rung1;
    return { ...user, adminScopes: '', ...(disabled && SWITCHED_OFF), rung1 };
  }
}
