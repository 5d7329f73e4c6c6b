import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { RecoveryCodes, TotpFactors } from '@app/factors';
import { MailService } from '@app/mail';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LoginThrottle } from '../access/policies/login-throttle.js';
import { requester } from '../wire/requester.js';

/** A second factor, as a request has it. */
export type FactorAnswer = { code: string } | { recoveryCode: string };

/** A second factor that was found right. */
export interface FactorProof {
  /** What it adds to the `amr` of the session (RFC 8176). */
  amr: readonly string[];
  /** Uses the factor up. To be called in the transaction of the sign-in. @throws {ApiError} INVALID_CODE */
  spend(user: User): Promise<void>;
}

const BY_CODE = ['otp', 'mfa'];

/** Judges second factors, and uses them up. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly database: Database,
    private readonly totp: TotpFactors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly throttle: LoginThrottle,
    private readonly mail: MailService,
    private readonly events: EventLog,
  ) {}

  /**
   * Lets the work judge a factor and use it up. Wrong ones are limited and recorded.
   * @throws {ApiError} INVALID_CODE, TOO_MANY_REQUESTS, and errors of the work
   */
  use<T>(uid: string, answer: FactorAnswer, work: (judge: () => Promise<FactorProof>) => Promise<T>): Promise<T> {
    const kind = 'recoveryCode' in answer ? 'recovery_code' : 'factor';
    return this.throttle.secondFactor(kind, uid, async () => {
      try {
        return await work(() => this.judge(uid, answer));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'INVALID_CODE') await this.recordFailure(uid, kind);
        throw error;
      }
    });
  }

  private async judge(uid: string, answer: FactorAnswer): Promise<FactorProof> {
    if ('recoveryCode' in answer)
      return { amr: BY_CODE, spend: (user) => this.spendRecovery(user, answer.recoveryCode) };
    const match = await this.totp.findMatch(uid, answer.code);
    if (!match) throw new ApiError('INVALID_CODE');
    return {
      amr: BY_CODE,
      spend: async () => {
        if (!(await this.totp.spend(uid, match))) throw new ApiError('INVALID_CODE');
        await this.totp.clearFailures(uid);
      },
    };
  }

  private async spendRecovery({ uid, email }: User, code: string): Promise<void> {
    if (!(await this.recoveryCodes.spend(uid, code))) throw new ApiError('INVALID_CODE');
    await this.totp.clearFailures(uid);
    const left = await this.recoveryCodes.count(uid);
    await this.events.record('mfa.recovery_used', { uid, data: { left } });
    await this.mail.notifyRecoveryCodeUsed(email, left, requester());
  }

  private recordFailure(uid: string, kind: string): Promise<void> {
    return this.database.transaction(async () => {
      await this.events.record('mfa.failed', { uid, actor: 'anonymous', data: { kind } });
      if (await this.totp.lockExhausted(uid)) await this.events.record('mfa.locked', { uid, actor: 'anonymous' });
    });
  }
}
