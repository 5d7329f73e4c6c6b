import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { onBehalfOfUser } from '@app/events';
import {
  PASSKEY_LOGIN,
  type PasskeyAnswer,
  PasskeyAssertion,
  type PasskeyOptions,
  type PasskeyProof,
} from '@app/factors';
import type { RequestClient, TokenPair } from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LoginThrottle } from '../access/login-throttle.js';
import { byPasskey, tokensOf } from '../sign-in/proof.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';
import { FactorVerifier } from './second-factors.js';

/** A sign-in by a passkey, which verifies the user and thus proves two factors. */
@Injectable()
export class PasskeyLoginService {
  constructor(
    private readonly database: Database,
    private readonly assertion: PasskeyAssertion,
    private readonly factors: FactorVerifier,
    private readonly users: UsersService,
    private readonly gate: SignInGate,
    private readonly throttle: LoginThrottle,
  ) {}

  options(): Promise<PasskeyOptions> {
    return this.assertion.options(PASSKEY_LOGIN);
  }

  /** @throws {ApiError} PASSKEY_NOT_FOUND, INVALID_CHALLENGE, INVALID_PASSKEY, USER_DISABLED */
  async logIn(answer: PasskeyAnswer, client: RequestClient): Promise<{ user: User; tokens: TokenPair }> {
    const proof = await this.assertion.verify(answer, PASSKEY_LOGIN);
    const { uid } = proof.passkey;
    try {
      return await this.database.transaction(() => onBehalfOfUser(uid, () => this.open(proof, client)));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'USER_DISABLED')
        await this.throttle.recordFailure(uid, 'disabled', 'passkey');
      throw error;
    }
  }

  /** Consumes the challenge and opens the session, all or nothing. */
  private async open(proof: PasskeyProof, client: RequestClient) {
    const { passkey } = proof;
    const user = await this.users.lock(passkey.uid);
    if (!user) throw new ApiError('PASSKEY_NOT_FOUND');
    if (!user.active) throw new ApiError('USER_DISABLED');
    await this.factors.usePasskey(proof);
    const { outcome } = await this.gate.open(user, byPasskey(passkey), client);
    return { user, tokens: tokensOf(outcome) };
  }
}
