import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { type Origin, onBehalfOf } from '@app/events';
import { type Client, type TokenPair, TokensService } from '@app/tokens';
import type { Authenticated } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LoginFailures } from '../access/policies/login-failures.js';
import { tokensOf } from '../sign-in/outcome.js';
import { BY_PASSWORD } from '../sign-in/proof.js';
import { SessionEndService } from '../sign-in/session-end.service.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';

/** Signs in by a password, and refreshes sessions. */
@Injectable()
export class SessionService {
  constructor(
    private readonly database: Database,
    private readonly gate: SignInGate,
    private readonly tokens: TokensService,
    private readonly ends: SessionEndService,
    private readonly failures: LoginFailures,
  ) {}

  /**
   * Signs a user in whose password was just found right.
   * @throws {ApiError} INVALID_CREDENTIALS, USER_DISABLED when the user was changed, deleted or disabled since then;
   * MFA_REQUIRED, MFA_ENROLMENT_REQUIRED
   */
  async logIn(user: Authenticated, client: Client): Promise<TokenPair> {
    try {
      return tokensOf(await this.database.transaction(() => this.gate.open(user, BY_PASSWORD, client)));
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === 'INVALID_CREDENTIALS') await this.failures.record(user.uid, 'changed');
      if (code === 'USER_DISABLED') await this.failures.record(user.uid, 'disabled');
      throw error;
    }
  }

  /**
   * Exchanges a refresh token for new tokens. A token that was used before ends its session.
   * @param origin read only when a session ends: recording it for each refresh would make all reads slower
   * @throws {ApiError} INVALID_REFRESH_TOKEN, EXPIRED_JWT
   */
  async refresh(refreshToken: string, origin: Origin): Promise<TokenPair> {
    const result = await this.tokens.refresh(refreshToken);
    if (!('stolen' in result)) return result;
    const { uid, sessionId } = result.stolen;
    await onBehalfOf(origin, () => this.ends.endStolen(uid, sessionId));
    throw new ApiError('INVALID_REFRESH_TOKEN');
  }
}
