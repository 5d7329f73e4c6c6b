import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from '../../access/factor-methods.js';
import { RecentSignIn } from '../../access/recent-sign-in.js';
import { StaleTokens } from '../../access/stale-tokens.js';
import { type CodeAnswer, EmailCodeCheck } from '../../links/email-code/email-code-check.js';
import { passkeyReauthentication } from './passkey-ceremonies.js';
import { ProofRecorder, type Reauthenticated } from './proof-recorder.js';
import { type FactorAnswer, SecondFactors } from './second-factors.js';

/** A signed-in user reauthenticates (RFC 9470). The refresh token stays. */
@Injectable()
export class ReauthenticationService {
  constructor(
    private readonly recent: RecentSignIn,
    private readonly stale: StaleTokens,
    private readonly factors: SecondFactors,
    private readonly methods: FactorMethods,
    private readonly codes: EmailCodeCheck,
    private readonly recorder: ProofRecorder,
  ) {}

  /**
   * Only for a user whose sign-ins need no second factor: a password alone proves too little of any other user.
   * @throws {ApiError} INVALID_PASSWORD, REAUTHENTICATION_REQUIRED, NOT_AUTHENTICATED, TOO_MANY_REQUESTS
   */
  async byPassword(caller: CallerIdentity, password: string): Promise<Reauthenticated> {
    await this.stale.transaction(caller, (user) => this.recent.requirePasswordUser(user));
    const compared = await this.recent.confirm(caller, password);
    return this.recorder.prove(caller, async (user) => {
      await this.recent.requirePasswordUser(user);
      if (user.passwordVersion !== compared) throw new ApiError('INVALID_PASSWORD');
      return { amr: ['pwd'] };
    });
  }

  /** @throws {ApiError} INVALID_CODE, INVALID_CHALLENGE, INVALID_PASSKEY, NOT_AUTHENTICATED, TOO_MANY_REQUESTS */
  byFactor(caller: CallerIdentity, answer: FactorAnswer): Promise<Reauthenticated> {
    return this.factors.use(answer, passkeyReauthentication(caller), async (verify) => {
      const proof = await verify();
      return this.recorder.prove(caller, async (user) => {
        await proof.consume(user);
        return { amr: proof.amr, factorSince: proof.since };
      });
    });
  }

  /**
   * Only for a user who has neither a password nor a factor.
   * @throws {ApiError} INVALID_CODE, INVALID_REQUEST, NOT_AUTHENTICATED, TOO_MANY_REQUESTS
   */
  async byEmailCode(caller: CallerIdentity, answer: CodeAnswer): Promise<Reauthenticated> {
    await this.methods.requireEmailCode(caller.uid);
    return this.codes.withLink(answer, ['reauthenticate'], (link) =>
      this.recorder.prove(caller, async ({ uid, email }) => {
        if (link.uid !== uid || link.email !== email || link.sessionId !== caller.sessionId)
          throw new ApiError('INVALID_CODE', { reason: 'code for another account, address or session' });
        await this.methods.requireEmailCode(uid);
        await this.codes.consume(link);
        return { amr: ['otp'] };
      }),
    );
  }
}
