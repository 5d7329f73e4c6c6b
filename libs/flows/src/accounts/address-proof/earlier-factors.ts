import { EventLog } from '@app/events';
import { Passkeys, RecoveryCodes, TotpFactors } from '@app/factors';
import { UserFactors } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../../access/factor-methods.js';
import { AddedAccess } from './added-access.js';

/** The second factors that another person may have added to an account. */
@Injectable()
export class EarlierFactors {
  constructor(
    private readonly methods: FactorMethods,
    private readonly added: AddedAccess,
    private readonly totp: TotpFactors,
    private readonly passkeys: Passkeys,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly users: UserFactors,
    private readonly events: EventLog,
  ) {}

  /** Removes factors and recovery codes that were added at a time or later. Returns whether there were any. */
  async remove(uid: string, since: number): Promise<boolean> {
    const { passkeys, totp: apps } = await this.added.since(uid, since);
    const codes = await this.recoveryCodes.removeSince(uid, since);
    for (const { passkeyId } of passkeys) {
      await this.passkeys.remove(uid, passkeyId);
      await this.events.record('passkey.removed', { uid, data: { passkey_id: passkeyId } });
    }
    if (passkeys.length > 0) await this.users.setHasPasskey(uid, (await this.passkeys.count(uid)) > 0);
    for (const { factorId } of apps) await this.totp.remove(uid, factorId);
    const types = [...passkeys.map(() => 'passkey'), ...apps.map(() => 'totp')];
    const facts = types.map((type) => ({ uid, data: { type, reason: 'address' } }));
    await this.events.recordEach('mfa.factor_removed', facts);
    return types.length + codes > 0;
  }

  /**
   * From now on no sign-in of a user without a factor asks for one. Returns whether that is new.
   * @param always whether the same holds for a user with a factor
   */
  async disable(uid: string, always: boolean): Promise<boolean> {
    if (!always && (await this.methods.hasFactor(uid))) return false;
    await this.recoveryCodes.removeAll(uid);
    const switched = await this.users.setEnabled(uid, false);
    if (switched) await this.events.record('mfa.disabled', { uid });
    return switched;
  }
}
