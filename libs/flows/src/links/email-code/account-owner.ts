import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { OneTimeTokens } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { StaleTokens } from '../../access/stale-tokens.js';
import { type FirstStep, stillHolds } from '../../sign-in/mfa-challenges.js';
import { BY_EMAIL_CODE, type Proof } from '../../sign-in/proof.js';

/** What a request has besides its code: the token of a sign-in that must wait for a factor, or an access token. */
export interface OwnerClaim {
  mfaToken?: string;
  caller?: CallerIdentity;
}

/**
 * Recognises the owner of an account among those who prove its address: only the owner has its password, or a session.
 * Then the proof of the address changes nothing else.
 */
@Injectable()
export class AccountOwner {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly stale: StaleTokens,
  ) {}

  /**
   * The proof that the owner signs in with; undefined for a person who has proved no more than the address. Uses the
   * `mfa_token` up. To be called in the transaction of the sign-in, which has locked the user.
   * @throws {ApiError} INVALID_MFA_TOKEN, NOT_AUTHENTICATED
   */
  async proofOf(user: User, { mfaToken, caller }: OwnerClaim): Promise<Proof | undefined> {
    if (mfaToken !== undefined) return this.byMfaToken(user, mfaToken);
    if (caller?.uid !== user.uid) return undefined;
    await this.stale.requireLiving(caller);
    return BY_EMAIL_CODE;
  }

  private async byMfaToken(user: User, mfaToken: string): Promise<Proof | undefined> {
    const waiting = await this.tokens.open<FirstStep>(mfaToken, 'mfa_enrolment');
    if (waiting?.uid !== user.uid)
      throw new ApiError('INVALID_MFA_TOKEN', { reason: 'unknown, used or expired token, or one of another user' });
    const { data } = waiting;
    if (!stillHolds(data, user))
      throw new ApiError('INVALID_MFA_TOKEN', { reason: 'account changed since the first step' });
    if (!(await this.tokens.consume(waiting)))
      throw new ApiError('INVALID_MFA_TOKEN', { reason: 'token used meanwhile' });
    // A sign-in by the mailbox is no sign of the owner: another person may have set the password.
    return data.proof.provesAddress ? undefined : data.proof;
  }
}
