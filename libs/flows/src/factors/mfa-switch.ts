import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { RecoveryCodes } from '@app/factors';
import { type User, UserFactors } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { ProvedAddress } from '../access/proved-address.js';
import { RecentCaller } from '../access/recent-caller.js';
import { FactorsChanged } from './factors-changed.js';

/** Switches the demand for a second factor on and off, and renews the recovery codes. */
@Injectable()
export class MfaSwitch {
  constructor(
    private readonly env: Env,
    private readonly userFactors: UserFactors,
    private readonly methods: FactorMethods,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly recent: RecentCaller,
    private readonly proved: ProvedAddress,
    private readonly changed: FactorsChanged,
  ) {}

  /**
   * Returns the recovery codes when they are new.
   * @throws {ApiError} FACTOR_NOT_FOUND, EMAIL_NOT_VERIFIED, MFA_IS_REQUIRED, MFA_DISABLED, and those of `RecentCaller`
   */
  setEnabled(caller: CallerIdentity, enabled: boolean): Promise<string[] | undefined> {
    return this.recent.transaction(caller, async (user) => {
      if (enabled === this.methods.isSwitchedOn(user)) return undefined;
      return enabled ? this.enable(user, caller.sessionId) : this.disable(user, caller.sessionId);
    });
  }

  /** @throws {ApiError} MFA_NOT_ENABLED, and those of `RecentCaller` */
  renewRecoveryCodes(caller: CallerIdentity): Promise<string[]> {
    return this.recent.transaction(caller, async (user) => {
      if (!(await this.methods.needsFactor(user))) throw new ApiError('MFA_NOT_ENABLED');
      const codes = await this.recoveryCodes.renew(user.uid);
      await this.changed.record('mfa.recovery_renewed', 'recovery-renewed', user, caller.sessionId);
      return codes;
    });
  }

  private async enable(user: User, keep: string): Promise<string[] | undefined> {
    const { uid } = user;
    if (this.env.mfa === 'off') throw new ApiError('MFA_DISABLED');
    if (!(await this.methods.hasFactor(uid))) throw new ApiError('FACTOR_NOT_FOUND');
    await this.proved.require(user);
    await this.userFactors.setEnabled(uid, true);
    const codes = await this.recoveryCodes.makeFirst(uid);
    await this.changed.record('mfa.enabled', 'mfa-enabled', user, keep);
    return codes;
  }

  private async disable(user: User, keep: string): Promise<undefined> {
    if (this.methods.isRequired(user)) throw new ApiError('MFA_IS_REQUIRED');
    await this.userFactors.setEnabled(user.uid, false);
    await this.changed.record('mfa.disabled', 'mfa-disabled', user, keep);
  }
}
