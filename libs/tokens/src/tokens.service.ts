import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { AccessTokens } from './access-tokens.js';
import { type RefreshClaims, RefreshTokens } from './refresh-tokens.js';
import type { Session } from './session.entity.js';
import { SessionStore } from './session-store.js';

/** What a client holds after a sign-in or a refresh. */
export interface TokenPair {
  uid: string;
  accessToken: string;
  /** When the access token expires, in seconds since the UNIX epoch. */
  expiry: number;
  refreshToken: string;
}

/** Hands out access and refresh tokens for sessions, and exchanges the latter. */
@Injectable()
export class TokensService {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly accessTokens: AccessTokens,
    private readonly refreshTokens: RefreshTokens,
    private readonly sessions: SessionStore,
  ) {}

  issue(session: Pick<Session, 'uid' | 'sessionId' | 'generation' | 'expiresAt'>): TokenPair {
    const { token, expiry } = this.accessTokens.issue(session);
    return {
      uid: session.uid,
      accessToken: token,
      expiry,
      refreshToken: this.refreshTokens.issue(session),
    };
  }

  /**
   * Exchanges a refresh token for new tokens (RFC 9700, section 4.14.2: rotation with reuse detection).
   * @throws {ApiError} INVALID_REFRESH_TOKEN, EXPIRED_JWT
   */
  async refresh(token: string): Promise<TokenPair> {
    const claims = this.refreshTokens.read(token);
    if (!claims) throw new ApiError('INVALID_REFRESH_TOKEN');
    if (this.refreshTokens.isExpired(claims)) throw new ApiError('EXPIRED_JWT');
    const { sub: uid, sid: sessionId, gen } = claims;
    const moved = await this.sessions.advance(sessionId, uid, gen);
    if (moved)
      return this.issue({
        uid,
        sessionId,
        generation: gen + 1,
        expiresAt: moved.expiresAt,
      });
    return this.refreshLate(claims);
  }

  /**
   * Ends the session that a refresh token belongs to; one that has ended already is no failure.
   * @throws {ApiError} INVALID_REFRESH_TOKEN for another user's token, or none of ours
   */
  async revoke(token: string, uid: string): Promise<void> {
    const claims = this.refreshTokens.read(token);
    if (claims?.sub !== uid) throw new ApiError('INVALID_REFRESH_TOKEN');
    await this.sessions.end(claims.sid, uid);
  }

  /**
   * A token that did not move its session on. The one before the newest still answers for a moment, with tokens of the
   * current generation; any older one has been used twice, by its owner and by a thief, and nobody can tell who is who.
   */
  private async refreshLate({ sub: uid, sid, gen }: RefreshClaims): Promise<TokenPair> {
    const session = await this.sessions.findRefreshable(sid, uid);
    if (session && session.generation > gen) {
      if (session.generation === gen + 1 && this.inGrace(session)) return this.issue(session);
      await this.sessions.end(sid, uid);
    }
    throw new ApiError('INVALID_REFRESH_TOKEN');
  }

  /** The clock counts whole seconds: a grace of 10 lasts at least 10 of them. */
  private inGrace({ lastUsedAt }: Session): boolean {
    return this.env.refreshGrace > 0 && this.clock.now() - lastUsedAt <= this.env.refreshGrace;
  }
}
