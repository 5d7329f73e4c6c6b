import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { type Passkey, Passkeys, RecoveryCodes, TotpFactor, TotpFactors } from '@app/factors';
import { type User, UserFactors, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { FactorNotices } from '../access/factor-notices.js';
import { ProvedAddress } from '../access/proved-address.js';
import { RecentSignIn } from '../access/recent-sign-in.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { EarlierAccess } from '../accounts/address-proof/earlier-access.js';
import { UndoLinks } from '../links/undo-links.js';
import { AccessRevocation } from '../revocation/access-revocation.js';

const LAST_FACTOR = 'This is the last second factor, and MFA_RESET_DELAY is set: reset the factors instead.';

/** The second factors of a user, as their owner sees them. */
export interface FactorOverview {
  enabled: boolean;
  required: boolean;
  recoveryCodesLeft: number;
  totp: TotpFactor[];
  passkeys: Passkey[];
}

/** Lists, renames and removes factors, and switches them on and off. */
@Injectable()
export class FactorChangesService {
  constructor(
    private readonly env: Env,
    private readonly earlier: EarlierAccess,
    private readonly users: UsersService,
    private readonly userFactors: UserFactors,
    private readonly methods: FactorMethods,
    private readonly totp: TotpFactors,
    private readonly passkeys: Passkeys,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly stale: StaleTokens,
    private readonly recent: RecentSignIn,
    private readonly proved: ProvedAddress,
    private readonly revocation: AccessRevocation,
    private readonly notices: FactorNotices,
    private readonly undoLinks: UndoLinks,
    private readonly events: EventLog,
  ) {}

  /** @throws {ApiError} NOT_AUTHENTICATED */
  async overview({ uid }: CallerIdentity): Promise<FactorOverview> {
    const user = await this.users.find(uid);
    if (!user) throw new ApiError('NOT_AUTHENTICATED');
    return {
      enabled: user.mfaEnabled,
      required: this.methods.isRequired(user),
      recoveryCodesLeft: await this.recoveryCodes.count(uid),
      totp: await this.totp.list(uid),
      passkeys: await this.passkeys.list(uid),
    };
  }

  /**
   * Switches the demand for a second factor on or off. Returns the recovery codes when they are new.
   * @throws {ApiError} FACTOR_NOT_FOUND, EMAIL_NOT_VERIFIED, MFA_IS_REQUIRED, MFA_DISABLED, and those of `changing()`
   */
  setEnabled(caller: CallerIdentity, enabled: boolean): Promise<string[] | undefined> {
    return this.changing(caller, async (user) => {
      if (enabled === user.mfaEnabled) return undefined;
      return enabled ? this.enable(user, caller.sessionId) : this.disable(user, caller.sessionId);
    });
  }

  /** @throws {ApiError} MFA_NOT_ENABLED, NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED */
  renewRecoveryCodes(caller: CallerIdentity): Promise<string[]> {
    return this.changing(caller, async (user) => {
      const { uid } = user;
      if (!user.mfaEnabled) throw new ApiError('MFA_NOT_ENABLED');
      const codes = await this.recoveryCodes.renew(uid);
      await this.userFactors.bumpVersion(uid);
      await this.events.record('mfa.recovery_renewed', { uid });
      await this.revocation.after('factors_changed', uid, caller.sessionId);
      await this.notices.send('recovery-renewed', user);
      return codes;
    });
  }

  /** @throws {ApiError} FACTOR_NOT_FOUND, NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED */
  renameTotp(caller: CallerIdentity, factorId: string, name: string): Promise<void> {
    return this.changing(caller, ({ uid }) => this.totp.rename(uid, factorId, name));
  }

  /** @throws {ApiError} FACTOR_NOT_FOUND, MFA_IS_REQUIRED, NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED */
  removeTotp(caller: CallerIdentity, factorId: string): Promise<void> {
    return this.changing(caller, async (user) => {
      await this.totp.remove(user.uid, factorId);
      await this.removed(user, 'totp', caller.sessionId);
    });
  }

  /**
   * Applies the rules after a factor was removed. To be called in the transaction that removed it.
   * @param keep the session of the owner; undefined for an administrator, who may also remove a required factor
   */
  async removed(user: User, type: 'totp' | 'passkey', keep?: string): Promise<void> {
    const { uid } = user;
    await this.events.record('mfa.factor_removed', { uid, data: { type } });
    if (await this.methods.hasFactor(uid)) await this.userFactors.bumpVersion(uid);
    else await this.removedLast(user, keep !== undefined);
    await this.revocation.after('factors_changed', uid, keep);
    await this.notices.send('factor-removed', user);
  }

  /** For a caller who has signed in recently. @throws {ApiError} NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED */
  changing<T>(caller: CallerIdentity, work: (user: User) => Promise<T>): Promise<T> {
    return this.stale.transaction(caller, async (user) => {
      await this.recent.require(caller, user);
      return work(user);
    });
  }

  private async removedLast(user: User, byOwner: boolean): Promise<void> {
    if (byOwner && this.methods.isRequired(user)) throw new ApiError('MFA_IS_REQUIRED');
    if (!byOwner && user.mfaEnabled && this.env.mfaResetDelay > 0) throw new ApiError('INVALID_REQUEST', LAST_FACTOR);
    await this.earlier.removeScopes(user);
    await this.recoveryCodes.removeAll(user.uid);
    if (await this.userFactors.setEnabled(user.uid, false)) await this.events.record('mfa.disabled', { uid: user.uid });
    else await this.userFactors.bumpVersion(user.uid);
  }

  private async enable(user: User, keep: string): Promise<string[] | undefined> {
    const { uid } = user;
    if (this.env.mfa === 'off') throw new ApiError('MFA_DISABLED');
    if (!(await this.methods.hasFactor(uid))) throw new ApiError('FACTOR_NOT_FOUND');
    await this.proved.require(user);
    await this.userFactors.setEnabled(uid, true);
    const codes = await this.recoveryCodes.makeFirst(uid);
    await this.events.record('mfa.enabled', { uid });
    await this.revocation.after('factors_changed', uid, keep);
    await this.notices.send('mfa-enabled', user, () => this.undoLinks.ofAddition(user, keep));
    return codes;
  }

  private async disable(user: User, keep: string): Promise<undefined> {
    if (this.methods.isRequired(user)) throw new ApiError('MFA_IS_REQUIRED');
    await this.userFactors.setEnabled(user.uid, false);
    await this.events.record('mfa.disabled', { uid: user.uid });
    await this.revocation.after('factors_changed', user.uid, keep);
    await this.notices.send('mfa-disabled', user);
  }
}
