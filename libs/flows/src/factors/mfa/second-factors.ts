import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { type AssertionCeremony, type PasskeyAnswer, PasskeyAssertion, RecoveryCodes, TotpFactors } from '@app/factors';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorNotices } from '../../access/factor-notices.js';
import { LoginThrottle } from '../../access/login-throttle.js';
import { FactorUse } from '../../sign-in/factor-use.js';
import { passkeyAmr } from '../../sign-in/proof.js';

/** A second factor, as a request has it. */
export type FactorAnswer = { code: string } | { recoveryCode: string } | PasskeyAnswer;

/** A second factor that was found right. */
export interface FactorProof {
  /** What it adds to the `amr` of the session (RFC 8176). */
  amr: readonly string[];
  /** Since when the user has the factor, in epoch seconds. */
  since: number;
  /** Consumes the factor. @throws {ApiError} INVALID_CODE, INVALID_CHALLENGE, PASSKEY_NOT_FOUND */
  consume(user: User): Promise<void>;
}

/** A use of a passkey by a known user. */
type OwnCeremony = AssertionCeremony & { uid: string };

const BY_CODE = ['otp', 'mfa'];

/** Whether a failure says that the second factor was wrong. */
function isWrongFactor(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'INVALID_CODE' || error.code === 'INVALID_PASSKEY');
}

/** Verifies second factors, and consumes them. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly totp: TotpFactors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly assertion: PasskeyAssertion,
    private readonly factorUse: FactorUse,
    private readonly throttle: LoginThrottle,
    private readonly notices: FactorNotices,
    private readonly events: EventLog,
  ) {}

  /**
   * Lets the work verify a factor and consume it. Wrong ones are limited and recorded.
   * @param ceremony what the challenge of a passkey must have been made for, and the user
   * @throws {ApiError} INVALID_CODE, INVALID_CHALLENGE, INVALID_PASSKEY, TOO_MANY_REQUESTS, and errors of the work
   */
  use<T>(
    answer: FactorAnswer,
    ceremony: OwnCeremony,
    work: (verify: () => Promise<FactorProof>) => Promise<T>,
  ): Promise<T> {
    const { uid } = ceremony;
    const kind = 'recoveryCode' in answer ? 'recovery_code' : 'factor';
    return this.throttle.secondFactor(kind, uid, async () => {
      try {
        return await work(() => this.verify(answer, ceremony));
      } catch (error) {
        if (isWrongFactor(error)) await this.factorUse.failed(uid, kind);
        throw error;
      }
    });
  }

  private async verify(answer: FactorAnswer, ceremony: OwnCeremony): Promise<FactorProof> {
    const { uid } = ceremony;
    if ('credential' in answer) return this.verifyPasskey(answer, ceremony);
    if ('recoveryCode' in answer) {
      const since = await this.recoveryCodes.madeAt(uid);
      return { amr: BY_CODE, since, consume: (user) => this.spendRecovery(user, answer.recoveryCode) };
    }
    const match = await this.totp.findMatch(uid, answer.code);
    if (!match) throw new ApiError('INVALID_CODE', { reason: 'wrong code of an app, or no app' });
    return {
      amr: BY_CODE,
      since: match.since,
      consume: async () => {
        if (!(await this.totp.consume(uid, match)))
          throw new ApiError('INVALID_CODE', { reason: 'code of an app used before' });
        await this.factorUse.succeeded(uid);
      },
    };
  }

  private async verifyPasskey(answer: PasskeyAnswer, ceremony: OwnCeremony): Promise<FactorProof> {
    const proof = await this.assertion.verify(answer, ceremony);
    const { passkey } = proof;
    return {
      amr: [...passkeyAmr(passkey), 'mfa'],
      since: passkey.createdAt,
      consume: () => this.factorUse.record(proof),
    };
  }

  private async spendRecovery(user: User, code: string): Promise<void> {
    const { uid } = user;
    if (!(await this.recoveryCodes.consume(uid, code)))
      throw new ApiError('INVALID_CODE', { reason: 'wrong or used recovery code' });
    await this.factorUse.succeeded(uid);
    const left = await this.recoveryCodes.count(uid);
    await this.events.record('mfa.recovery_used', { uid, data: { left } });
    await this.notices.recoveryCodeUsed(user, left);
  }
}
