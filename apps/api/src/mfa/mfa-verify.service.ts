import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { onBehalfOfUser } from '@app/events';
import { ChallengeStore, type OpenChallenge, RecoveryCodes } from '@app/factors';
import type { Client, TokenPair } from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorNotices } from '../access/policies/factor-notices.js';
import { type FirstStep, stillHolds } from '../sign-in/factor-demands.js';
import { tokensOf } from '../sign-in/outcome.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';
import { passkeySecondStep } from './passkey-ceremonies.js';
import { type FactorAnswer, type FactorProof, isWrongFactor, SecondFactors } from './second-factors.js';

const MOST_TRIES = 5;

/** A finished sign-in. */
export interface VerifiedSignIn {
  user: User;
  tokens: TokenPair;
  /** The first set of an imported user, who has none yet. */
  recoveryCodes?: string[];
}

/** The second step of a sign-in. */
@Injectable()
export class MfaVerifyService {
  constructor(
    private readonly database: Database,
    private readonly challenges: ChallengeStore,
    private readonly factors: SecondFactors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly users: UsersService,
    private readonly gate: SignInGate,
    private readonly notices: FactorNotices,
  ) {}

  /** @throws {ApiError} INVALID_MFA_TOKEN, INVALID_CODE, INVALID_CHALLENGE, INVALID_PASSKEY, USER_DISABLED, TOO_MANY_REQUESTS */
  async verify(mfaToken: string, answer: FactorAnswer, client: Client): Promise<VerifiedSignIn> {
    const challenge = await this.challenges.find<FirstStep>(mfaToken, 'mfa');
    if (!challenge?.uid) throw new ApiError('INVALID_MFA_TOKEN');
    const { uid } = challenge;
    try {
      return await this.factors.use(answer, passkeySecondStep(uid, challenge.key), async (judge) => {
        if (!(await this.challenges.countTry(challenge, MOST_TRIES))) throw new ApiError('INVALID_MFA_TOKEN');
        const proof = await judge();
        return this.database.transaction(() => onBehalfOfUser(uid, () => this.signIn(challenge, proof, client)));
      });
    } catch (error) {
      if (isWrongFactor(error)) await this.warnOwner(challenge, uid);
      throw error;
    }
  }

  /** Spends the token and the factor and opens the session, all or nothing. */
  private async signIn(challenge: OpenChallenge<FirstStep>, proof: FactorProof, client: Client) {
    const user = await this.requireUnchanged(challenge);
    if (!(await this.challenges.spend(challenge))) throw new ApiError('INVALID_MFA_TOKEN');
    await proof.spend(user);
    const tokens = tokensOf(await this.gate.openSecond(user, challenge.data, proof.amr, client));
    const recoveryCodes = user.mfaEnabled ? await this.recoveryCodes.makeFirst(user.uid) : undefined;
    return { user, tokens, recoveryCodes };
  }

  /** The user, locked. A change of the address, the password or the factors since the first step voids it. */
  private async requireUnchanged({ uid, data }: OpenChallenge<FirstStep>): Promise<User> {
    const user = await this.users.lock(uid ?? '');
    if (!user || !stillHolds(data, user)) throw new ApiError('INVALID_MFA_TOKEN');
    if (!user.active) throw new ApiError('USER_DISABLED');
    return user;
  }

  /** After the last wrong try: another person may know the password (OWASP ASVS 5.0, 6.3.5). */
  private async warnOwner(challenge: OpenChallenge<FirstStep>, uid: string): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.challenges.exhaust(challenge, MOST_TRIES))) return;
      const user = await this.users.find(uid);
      if (user) await this.notices.send('factor-failed', user);
    });
  }
}
