import { ApiError } from '@app/errors';
import { onBehalfOf, type RequestActor } from '@app/events';
import { type TokenPair, TokensService } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { Access } from '../revocation/access.js';
import { SessionAssurance } from '../sign-in/session-assurance.js';

/** Refreshes sessions. */
@Injectable()
export class SessionRefresher {
  constructor(
    private readonly tokens: TokensService,
    private readonly assurance: SessionAssurance,
    private readonly access: Access,
  ) {}

  /**
   * Exchanges a refresh token for new tokens. A token that was used before ends its session.
   * @param actor read only when a session ends: recording it for each refresh would make all reads slower
   * @param inCookie whether the token was in a cookie
   * @throws {ApiError} INVALID_REFRESH_TOKEN, EXPIRED_JWT
   */
  async refresh(refreshToken: string, actor: RequestActor, inCookie: boolean): Promise<TokenPair> {
    const result = await this.tokens.refresh(refreshToken, (session) => this.assurance.admit(session), inCookie);
    if ('accessToken' in result) return result;
    const event = 'reused' in result ? 'token_reused' : 'factor_overdue';
    const { uid, sessionId } = 'reused' in result ? result.reused : result.overdue;
    await onBehalfOf(actor, () => this.access.end(event, { uid, session: sessionId }));
    const reason = event === 'token_reused' ? 'refresh token used before' : 'second factor overdue';
    throw new ApiError('INVALID_REFRESH_TOKEN', { reason });
  }
}
