import { ApiError } from '@app/errors';
import { PasskeyAssertion, type PasskeyOptions } from '@app/factors';
import { NO_OPEN_TOKEN, OneTimeTokens } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { passkeySecondStep } from './passkey-ceremonies.js';

/** Challenges for a passkey as the second factor. */
@Injectable()
export class PasskeyOptionsService {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly assertion: PasskeyAssertion,
  ) {}

  /** For the second step of a sign-in. @throws {ApiError} INVALID_MFA_TOKEN, FACTOR_NOT_FOUND */
  async forSecondStep(mfaToken: string): Promise<PasskeyOptions> {
    const found = await this.tokens.open(mfaToken, 'mfa');
    if (!found?.uid) throw new ApiError('INVALID_MFA_TOKEN', { reason: NO_OPEN_TOKEN });
    return this.assertion.options(passkeySecondStep(found.uid, found.tokenHash));
  }
}
