import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { NO_OPEN_TOKEN, OneTimeTokens, type OpenToken } from '@app/tokens';
import type { LockedUser } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FirstProof } from '../accounts/address-proof/first-proof.js';
import { type FirstStep, stillHolds } from '../sign-in/mfa-challenges.js';

/** Sign-ins that wait until their users have added a factor. */
@Injectable()
export class WaitingSignIns {
  constructor(
    private readonly clock: Clock,
    private readonly tokens: OneTimeTokens,
    private readonly firstProof: FirstProof,
  ) {}

  /**
   * The sign-in of a token. Does not use the token up. Its session begins now, before the factor is added: the factor must not count
   * as an earlier one, however long the request takes.
   * @throws {ApiError} INVALID_MFA_TOKEN
   */
  async require(mfaToken: string, user: LockedUser): Promise<OpenToken<FirstStep>> {
    const waiting = await this.tokens.open<FirstStep>(mfaToken, 'mfa_enrolment');
    if (!waiting) throw new ApiError('INVALID_MFA_TOKEN', { reason: NO_OPEN_TOKEN });
    if (!stillHolds(waiting.data, user))
      throw new ApiError('INVALID_MFA_TOKEN', { reason: 'account changed since the first step' });
    const proof = { ...waiting.data.proof, createdAt: this.clock.now() };
    return { ...waiting, data: { ...waiting.data, proof } };
  }

  /**
   * Uses the token up, and returns the user as the first step has left it. A first proof of the address removes all earlier factors,
   * so it comes before the new one.
   * @throws {ApiError} INVALID_MFA_TOKEN
   */
  async consume(user: LockedUser, waiting: OpenToken<FirstStep>): Promise<LockedUser> {
    if (!(await this.tokens.consume(waiting)))
      throw new ApiError('INVALID_MFA_TOKEN', { reason: 'token used meanwhile' });
    return waiting.data.proof.provesAddress ? this.firstProof.apply(user, false) : user;
  }
}
