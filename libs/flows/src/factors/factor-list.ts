import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { type Passkey, Passkeys, RecoveryCodes, TotpFactor, TotpFactors } from '@app/factors';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../access/factor-methods.js';

/** The second factors of a user, as their owner sees them. */
export interface FactorOverview {
  enabled: boolean;
  required: boolean;
  recoveryCodesLeft: number;
  totp: TotpFactor[];
  passkeys: Passkey[];
}

/** Lists the second factors of a user. */
@Injectable()
export class FactorList {
  constructor(
    private readonly users: UsersService,
    private readonly methods: FactorMethods,
    private readonly totp: TotpFactors,
    private readonly passkeys: Passkeys,
    private readonly recoveryCodes: RecoveryCodes,
  ) {}

  /** @throws {ApiError} NOT_AUTHENTICATED */
  async overview({ uid }: CallerIdentity): Promise<FactorOverview> {
    const user = await this.users.find(uid);
    if (!user) throw new ApiError('NOT_AUTHENTICATED', { reason: 'account deleted' });
    return {
      enabled: this.methods.isSwitchedOn(user),
      required: this.methods.isRequired(user),
      recoveryCodesLeft: await this.recoveryCodes.count(uid),
      totp: await this.totp.list(uid),
      passkeys: await this.passkeys.list(uid),
    };
  }
}
