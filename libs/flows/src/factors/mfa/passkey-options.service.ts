import { ApiError } from '@app/errors';
import { ChallengeStore, NO_OPEN_CHALLENGE, PasskeyAssertion, type PasskeyOptions } from '@app/factors';
import { Injectable } from '@nestjs/common';
import { passkeySecondStep } from './passkey-ceremonies.js';

/** Challenges for a passkey as the second factor. */
@Injectable()
export class PasskeyOptionsService {
  constructor(
    private readonly challenges: ChallengeStore,
    private readonly assertion: PasskeyAssertion,
  ) {}

  /** For the second step of a sign-in. @throws {ApiError} INVALID_MFA_TOKEN, FACTOR_NOT_FOUND */
  async forSecondStep(mfaToken: string): Promise<PasskeyOptions> {
    const found = await this.challenges.find(mfaToken, 'mfa');
    if (!found?.uid) throw new ApiError('INVALID_MFA_TOKEN', { reason: NO_OPEN_CHALLENGE });
    return this.assertion.options(passkeySecondStep(found.uid, found.key));
  }
}
