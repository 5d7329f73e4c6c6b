import { type Scope, scopesIn } from '@app/admin';
import { ApiError } from '@app/errors';
import { EventLog, userActor } from '@app/events';
import { FactorResets } from '@app/factors';
import { AdministratorNotices } from '@app/mail';
import type { LockedUser, User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { AdminRank, requireGrant } from '../../access/admin-rank.js';
import { ofUser, widens } from '../../access/administrator.js';
import { FactorMethods } from '../../access/factor-methods.js';
import { Access } from '../../revocation/access.js';

/** Gives and takes the admin scopes of users. */
@Injectable()
export class AdminScopesChange {
  constructor(
    private readonly rank: AdminRank,
    private readonly methods: FactorMethods,
    private readonly access: Access,
    private readonly notices: AdministratorNotices,
    private readonly resets: FactorResets,
    private readonly events: EventLog,
  ) {}

  /**
   * Only a user with a factor and a proved address gets scopes. An administrator in the console must have shown a second
   * factor recently to give them, and not to take them away.
   * @param after the user with all other changes of the request
   * @param given the scopes of the request, separated by commas
   * @throws {ApiError} NOT_AUTHORIZED, MFA_NOT_ENABLED, EMAIL_NOT_VERIFIED, REAUTHENTICATION_REQUIRED
   */
  async check(user: LockedUser, after: User, given: string | undefined): Promise<void> {
    if (given === undefined) return;
    const [scopes, earlier] = [scopesIn(given), scopesIn(user.adminScopes)];
    const by = this.rank.administrator;
    if (by) requireGrant(scopes, earlier, by);
    if (given === '') return;
    if (!(await this.methods.needsFactor(after)))
      throw new ApiError('MFA_NOT_ENABLED', 'Admin scopes need an account with a second factor.');
    const verified = after.emailProved && after.emailVerified;
    if (!verified) throw new ApiError('EMAIL_NOT_VERIFIED', 'Admin scopes need a verified email.');
    if (widens(scopes, earlier)) await this.rank.requireFactorFor('admin_scopes');
  }

  /**
   * Informs a user who has got scopes, and stops a reset of the factors that waits. Revokes what a user has made who has lost a
   * scope, or cannot use one any more. That of a disabled user ends with the account.
   */
  async apply(before: LockedUser, after: User): Promise<void> {
    const scopes = scopesIn(after.adminScopes);
    const earlier = scopesIn(before.adminScopes);
    if (widens(scopes, earlier)) {
      await this.notices.scopesGiven(after.email, scopes);
      // An administrator of a lower rank may have asked for it.
      const { uid } = after;
      if (await this.resets.stop(uid)) await this.events.record('mfa.reset_stopped', { uid });
    }
    const usable = await this.usableScopes({ ...after, active: before.active });
    // Both: scopes that rest, for example while `MFA=off`, are lost without a difference in the usable ones.
    const lost = widens(earlier, scopes) || widens(await this.usableScopes(before), usable);
    if (lost) await this.access.endRightsOf(userActor(after.uid));
  }

  private async usableScopes(user: User): Promise<Scope[]> {
    return ofUser(user, await this.methods.needsFactor(user))?.scopes ?? [];
  }
}
