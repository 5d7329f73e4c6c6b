import { EventLog, userActor } from '@app/events';
import { Passkeys, RecoveryCodes, TotpFactors } from '@app/factors';
import { Identities, UnlinkedIdentities } from '@app/federation';
import { MailService } from '@app/mail';
import { type User, UserAdministration, UserFactors } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../../access/factor-methods.js';
import { requester } from '../../input/requester.js';
import { TokenRevocation } from '../../revocation/token-revocation.js';
import { AddedAccess } from './added-access.js';

/** A locked user whose address may be proved. */
export type ProvableUser = Pick<
  User,
  'uid' | 'email' | 'emailProved' | 'emailVerified' | 'passwordVersion' | 'factorVersion' | 'mfaEnabled' | 'adminScopes'
>;

/** The ways in that another person may have added to an account, before its owner proves the address or gets it back. */
@Injectable()
export class EarlierAccess {
  constructor(
    private readonly methods: FactorMethods,
    private readonly added: AddedAccess,
    private readonly totp: TotpFactors,
    private readonly passkeys: Passkeys,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly identities: Identities,
    private readonly unlinked: UnlinkedIdentities,
    private readonly users: UserFactors,
    private readonly administration: UserAdministration,
    private readonly tokens: TokenRevocation,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /**
   * Removes the second factors, recovery codes and identities that were added at a time or later, and the admin scopes. Where
   * no factor is left, no sign-in asks for one. The user must be locked.
   * @param since in seconds since the UNIX epoch; 0 for all
   * @param mfaWasOff whether no sign-in asked for a factor at that time: then none does from now on
   */
  async remove(user: ProvableUser, since: number, mfaWasOff = false): Promise<void> {
    const { uid } = user;
    const factors = await this.removeFactors(uid, since);
    const identities = await this.removeIdentities(uid, since);
    if (factors) await this.mail.notifyFactors('factor-removed', user.email, requester());
    if (user.mfaEnabled && (mfaWasOff || !(await this.methods.hasFactor(uid)))) await this.disable(user);
    if (factors || identities) {
      await this.users.bumpVersion(uid);
      user.factorVersion += 1;
    }
    await this.removeScopes(user);
  }

  private async removeFactors(uid: string, since: number): Promise<boolean> {
    const { passkeys, totp: apps } = await this.added.since(uid, since);
    const codes = await this.recoveryCodes.removeSince(uid, since);
    for (const { passkeyId } of passkeys) {
      await this.passkeys.remove(uid, passkeyId);
      await this.events.record('passkey.removed', { uid, data: { passkey_id: passkeyId } });
    }
    for (const { factorId } of apps) await this.totp.remove(uid, factorId);
    const types = [...passkeys.map(() => 'passkey'), ...apps.map(() => 'totp')];
    const facts = types.map((type) => ({ uid, data: { type, reason: 'address' } }));
    await this.events.recordEach('mfa.factor_removed', facts);
    return types.length + codes > 0;
  }

  /** Unlinks the identities of a user that were linked at a time or later. Returns whether there were any. */
  async removeIdentities(uid: string, since: number, reason = 'address'): Promise<boolean> {
    const removed = await this.identities.removeSince(uid, since);
    // A first proof is no decision about them: a proved address links them again. An undo and a reset are decisions.
    if (since > 0 || reason !== 'address') await this.unlinked.remember(removed);
    const facts = removed.map(({ providerId, identityId }) => {
      return { uid, data: { provider: providerId, identity_id: identityId, reason } };
    });
    await this.events.recordEach('identity.unlinked', facts);
    return removed.length > 0;
  }

  private async disable(user: ProvableUser): Promise<void> {
    const { uid } = user;
    await this.recoveryCodes.removeAll(uid);
    await this.users.setEnabled(uid, false);
    user.mfaEnabled = false;
    user.factorVersion += 1;
    await this.events.record('mfa.disabled', { uid });
  }

  /** Takes the admin scopes away: they need a factor and a proved address, which an administrator gives together. */
  async removeScopes(user: Pick<ProvableUser, 'uid' | 'adminScopes'>): Promise<void> {
    const { uid, adminScopes } = user;
    if (adminScopes === '') return;
    await this.administration.change(uid, { adminScopes: '' });
    user.adminScopes = '';
    await this.tokens.madeBy(userActor(uid));
    await this.events.record('user.admin_scopes_removed', { uid, data: { admin_scopes: adminScopes.split(',') } });
  }
}
