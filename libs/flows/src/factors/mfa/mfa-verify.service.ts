import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { onBehalfOfUser } from '@app/events';
import { RecoveryCodes } from '@app/factors';
import { type Client, NO_OPEN_TOKEN, OneTimeTokens, type OpenToken, type TokenPair } from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { type FirstStep, stillHolds } from '../../sign-in/mfa-challenges.js';
import { tokensOf } from '../../sign-in/outcome.js';
import { SignInGate } from '../../sign-in/sign-in-gate.js';
import { TrustedDevices } from '../../sign-in/trusted-devices.js';
import { passkeySecondStep } from './passkey-ceremonies.js';
import { type FactorAnswer, type FactorProof, SecondFactors } from './second-factors.js';

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
    private readonly tokens: OneTimeTokens,
    private readonly factors: SecondFactors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly users: UsersService,
    private readonly gate: SignInGate,
    private readonly trusted: TrustedDevices,
  ) {}

  /**
   * @param trusts whether sign-ins by password on this device need no factor for a time
   * @throws {ApiError} INVALID_MFA_TOKEN, INVALID_CODE, INVALID_CHALLENGE, INVALID_PASSKEY, USER_DISABLED, TOO_MANY_REQUESTS
   */
  async verify(mfaToken: string, answer: FactorAnswer, trusts: boolean, client: Client): Promise<VerifiedSignIn> {
    const challenge = await this.tokens.open<FirstStep>(mfaToken, 'mfa');
    if (!challenge?.uid) throw await this.refusalOf(mfaToken);
    const { uid } = challenge;
    requireUnchanged(challenge.data, await this.users.find(uid));
    return this.factors.use(answer, passkeySecondStep(uid, challenge.tokenHash), async (verify) => {
      if (!(await this.tokens.countTry(challenge)))
        throw new ApiError('INVALID_MFA_TOKEN', { reason: 'no try left, or token used meanwhile' });
      const proof = await verify();
      return this.database.transaction(() => onBehalfOfUser(uid, () => this.signIn(challenge, proof, trusts, client)));
    });
  }

  /** Disabling an account ends its challenges, so the account is checked, too. */
  private async refusalOf(mfaToken: string): Promise<ApiError> {
    const revoked = await this.tokens.findEnded(mfaToken, 'mfa');
    const user = revoked === undefined ? null : await this.users.find(revoked);
    if (user?.active === false) return new ApiError('USER_DISABLED');
    const reason = revoked === undefined ? NO_OPEN_TOKEN : 'token ended by a change of the account';
    return new ApiError('INVALID_MFA_TOKEN', { reason });
  }

  /** Spends the token and the factor and opens the session, all or nothing. */
  private async signIn(challenge: OpenToken<FirstStep>, proof: FactorProof, trusts: boolean, client: Client) {
    const locked = requireUnchanged(challenge.data, await this.users.lock(challenge.uid ?? ''));
    // What was shown lives in the token.
    await proof.consume(locked);
    if (!(await this.tokens.consume(challenge)))
      throw new ApiError('INVALID_MFA_TOKEN', { reason: 'token used or ended meanwhile' });
    const { user, outcome } = await this.gate.openSecond(locked, challenge.data, proof.amr, 'earlier', client);
    const tokens = tokensOf(outcome);
    const recoveryCodes = await this.recoveryCodes.makeFirst(user.uid);
    if (trusts && 'deviceId' in outcome) await this.trusted.trust(user.uid, outcome.deviceId, client);
    return { user, tokens, recoveryCodes };
  }
}

/**
 * The user of a sign-in. A change of the address, the password or the factors since the first step invalidates it.
 * @throws {ApiError} INVALID_MFA_TOKEN, USER_DISABLED
 */
function requireUnchanged(first: FirstStep, user: User | null): User {
  if (!user) throw new ApiError('INVALID_MFA_TOKEN', { reason: 'account deleted' });
  if (!stillHolds(first, user))
    throw new ApiError('INVALID_MFA_TOKEN', { reason: 'account changed since the first step' });
  if (!user.active) throw new ApiError('USER_DISABLED');
  return user;
}
