import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { type Passkey, RecoveryCodes, type TotpFactor } from '@app/factors';
import { type User, UserFactors } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';
import { Access } from '../revocation/access.js';
import { FactorsChanged } from './factors-changed.js';

const LAST_FACTOR = 'This is the last second factor, and MFA_RESET_DELAY is set: reset the factors instead.';

/** The rules after a factor was removed, whatever its kind. */
@Injectable()
export class FactorRemoval {
  constructor(
    private readonly env: Env,
    private readonly userFactors: UserFactors,
    private readonly methods: FactorMethods,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly access: Access,
    private readonly events: EventLog,
    private readonly changed: FactorsChanged,
  ) {}

  /**
   * @param by the owner; undefined for an administrator, who may also remove a required factor
   * @throws {ApiError} MFA_IS_REQUIRED, INVALID_REQUEST
   */
  async removed(
    user: User,
    type: 'totp' | 'passkey',
    factor: TotpFactor | Passkey,
    by?: CallerIdentity,
  ): Promise<void> {
    const { uid } = user;
    await this.events.record('mfa.factor_removed', { uid, data: { type } });
    const since = await this.methods.neededSince(user, factor);
    if (since !== undefined) await this.userFactors.noteNeed(uid, since);
    if (!(await this.methods.hasFactor(uid))) await this.removedLast(user, by !== undefined);
    await this.changed.apply('factor-removed', user, by?.sessionId);
  }

  /** The same for a passkey, whose removal has an event of its own. */
  async passkeyRemoved(user: User, passkey: Passkey, by?: CallerIdentity): Promise<void> {
    const { passkeyId } = passkey;
    await this.userFactors.setHasPasskey(user.uid, await this.methods.hasPasskey(user.uid));
    await this.events.record('passkey.removed', { uid: user.uid, data: { passkey_id: passkeyId } });
    await this.removed(user, 'passkey', passkey, by);
  }

  private async removedLast(user: User, byOwner: boolean): Promise<void> {
    if (byOwner && this.methods.isRequired(user)) throw new ApiError('MFA_IS_REQUIRED');
    if (!byOwner && this.methods.wouldNeedFactor(user) && this.env.mfaResetDelay > 0)
      throw new ApiError('INVALID_REQUEST', LAST_FACTOR);
    await this.access.removeScopes(user);
    await this.recoveryCodes.removeAll(user.uid);
    if (await this.userFactors.setEnabled(user.uid, false)) await this.events.record('mfa.disabled', { uid: user.uid });
  }
}
