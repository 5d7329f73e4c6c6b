import { FactorResets, type Passkey, Passkeys, RecoveryCodes, type TotpFactor, TotpFactors } from '@app/factors';
import { Injectable } from '@nestjs/common';
import { FactorResetService, type ResetRequest } from '../factors/reset/factor-reset.service.js';
import { toUid, UserLookup } from './users/user-lookup.js';

/** The second factors of a user, as an administrator sees them. */
export interface AdminFactorOverview {
  mfaEnabled: boolean;
  recoveryCodesLeft: number;
  totp: TotpFactor[];
  passkeys: Passkey[];
  /** When the factors will be removed, in epoch seconds; null if no reset waits. */
  resetDueAt: number | null;
}

/** Shows and resets the second factors of any user. */
@Injectable()
export class AdminFactorService {
  constructor(
    private readonly lookup: UserLookup,
    private readonly totp: TotpFactors,
    private readonly passkeys: Passkeys,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly waiting: FactorResets,
    private readonly resets: FactorResetService,
  ) {}

  /** @throws {ApiError} USER_NOT_FOUND */
  async overview(text: string): Promise<AdminFactorOverview> {
    const { uid, mfaEnabled, addressVersion } = await this.lookup.get(text);
    return {
      mfaEnabled,
      recoveryCodesLeft: await this.recoveryCodes.count(uid),
      totp: await this.totp.list(uid),
      passkeys: await this.passkeys.list(uid),
      resetDueAt: (await this.waiting.find(uid, addressVersion))?.dueAt ?? null,
    };
  }

  /**
   * Returns when the factors are removed, in epoch seconds.
   * @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED
   */
  async reset(uid: string, request: ResetRequest): Promise<number> {
    return this.resets.ask(toUid(uid), request);
  }

  /** @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED, RESET_NOT_FOUND */
  async stopReset(uid: string): Promise<void> {
    await this.resets.stop(toUid(uid));
  }
}
