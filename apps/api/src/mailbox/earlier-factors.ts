import { EventLog } from '@app/events';
import { isUsable, type Passkey, Passkeys, RecoveryCodes, type TotpFactor, TotpFactors } from '@app/factors';
import { MailService } from '@app/mail';
import { type User, UserFactors } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/policies/factor-methods.js';
import { requester } from '../wire/requester.js';

/** The factors that another person may have added to an account, before its owner proves the address or gets it back. */
@Injectable()
export class EarlierFactors {
  constructor(
    private readonly methods: FactorMethods,
    private readonly totp: TotpFactors,
    private readonly passkeys: Passkeys,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly users: UserFactors,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /**
   * Removes factors that no sign-in asks for: a stranger who gave the account this address could keep a passkey as a way
   * in. Factors that are asked for stay, since a mailbox is no way round them. To be called in the transaction of the first
   * proof.
   */
  async remove(user: User): Promise<void> {
    if (!this.isAskedFor(user)) await this.removeSince(user, 0);
  }

  /**
   * Removes the factors and recovery codes that were added since a change of the address, which its owner undoes. Where
   * sign-ins ask for a factor, an older one must stay: a mailbox is no way round it. To be called in a transaction that has
   * locked the user.
   * @param since in seconds since the UNIX epoch
   */
  async removeNewer(user: User, since: number): Promise<void> {
    if (!this.isAskedFor(user) || (await this.hasOlder(user.uid, since))) await this.removeSince(user, since);
  }

  private isAskedFor(user: User): boolean {
    return user.mfaEnabled || this.methods.isRequired(user);
  }

  private async hasOlder(uid: string, since: number): Promise<boolean> {
    const apps = (await this.totp.list(uid)).filter(isUsable);
    const passkeys = await this.passkeys.listUsable(uid);
    return [...apps, ...passkeys].some((factor) => addedAt(factor) < since);
  }

  private async removeSince(user: User, since: number): Promise<void> {
    const { uid, email } = user;
    const isNewer = (factor: TotpFactor | Passkey) => addedAt(factor) >= since;
    const passkeys = (await this.passkeys.list(uid)).filter(isNewer);
    const apps = (await this.totp.list(uid)).filter(isNewer);
    const codes = await this.recoveryCodes.removeSince(uid, since);
    if (passkeys.length + apps.length + codes === 0) return;
    for (const { passkeyId } of passkeys) {
      await this.passkeys.remove(uid, passkeyId);
      await this.events.record('passkey.removed', { uid, data: { passkey_id: passkeyId } });
    }
    for (const { factorId } of apps) await this.totp.remove(uid, factorId);
    await this.recordRemoved(uid, [...passkeys.map(() => 'passkey'), ...apps.map(() => 'totp')]);
    if (!(await this.methods.hasFactor(uid))) await this.recoveryCodes.removeAll(uid);
    await this.users.bumpVersion(uid);
    user.factorVersion += 1;
    await this.mail.notifyFactors('factor-removed', email, requester());
  }

  private recordRemoved(uid: string, types: string[]): Promise<void> {
    const facts = types.map((type) => ({ uid, data: { type, reason: 'address' } }));
    return this.events.recordEach('mfa.factor_removed', facts);
  }
}

/** When a factor became one: an authenticator app with its first code. */
function addedAt(factor: TotpFactor | Passkey): number {
  return 'confirmedAt' in factor ? (factor.confirmedAt ?? factor.createdAt) : factor.createdAt;
}
