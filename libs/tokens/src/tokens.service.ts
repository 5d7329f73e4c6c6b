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

/** Which session, and of whom. */
export type SessionKey = Pick<Session, 'uid' | 'sessionId'>;

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
   * Exchanges a refresh token for new tokens (RFC 9700, section 4.14.2: rotation with reuse detection). For a token that
   * was used before it returns the session, which has to end.
   * @throws {ApiError} INVALID_REFRESH_TOKEN, EXPIRED_JWT
   */
  async refresh(token: string): Promise<TokenPair | { stolen: SessionKey }> {
    const claims = this.refreshTokens.read(token);
    if (!claims) throw new ApiError('INVALID_REFRESH_TOKEN');
    if (this.refreshTokens.isExpired(claims)) throw new ApiError('EXPIRED_JWT');
    const { sub: uid, sid: sessionId, gen: generation } = claims;
    const moved = await this.sessions.advance({ sessionId, uid, generation });
    if (moved)
      return this.issue({
        uid,
        sessionId,
        generation: generation + 1,
        expiresAt: moved.expiresAt,
      });
    return this.refreshLate(claims);
  }

  /**
   * The id of the session that a refresh token of a user belongs to, whether or not it has ended.
   * @throws {ApiError} INVALID_REFRESH_TOKEN for another user's token, or none of ours
   */
  sessionOf(token: string, uid: string): string {
    const claims = this.refreshTokens.read(token);
    if (claims?.sub !== uid) throw new ApiError('INVALID_REFRESH_TOKEN');
    return claims.sid;
  }

  /**
   * A token that did not move its session on. The one before the newest still answers for a moment, with tokens of the
   * current generation; any older one has been used twice, by its owner and by a thief, and nobody can tell who is who.
   */
  private async refreshLate({ sub: uid, sid: sessionId, gen }: RefreshClaims) {
    const session = await this.sessions.findRefreshable(sessionId, uid);
    if (!session || session.generation <= gen) throw new ApiError('INVALID_REFRESH_TOKEN');
    if (session.generation === gen + 1 && this.inGrace(session)) return this.issue(session);
    return { stolen: { uid, sessionId } };
  }

  /** The clock counts whole seconds: a grace of 10 lasts at least 10 of them. */
  private inGrace({ lastUsedAt }: Session): boolean {
    return this.env.refreshGrace > 0 && this.clock.now() - lastUsedAt <= this.env.refreshGrace;
  }
}
