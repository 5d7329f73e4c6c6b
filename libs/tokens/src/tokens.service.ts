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
    const session = await this.requireAlive(claims);
    if (session.generation !== generation) return this.judge(session, generation);
    const rotated = await this.sessions.rotate(session);
    if (rotated) return this.issue({ uid, sessionId, ...rotated });
    // Another request with this token was faster, or the session has just ended.
    return this.judge(await this.requireAlive(claims), generation);
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

  private async requireAlive({ sid, sub }: RefreshClaims): Promise<Session> {
    const session = await this.sessions.find(sid, sub);
    if (!session || !this.sessions.isAlive(session)) throw new ApiError('INVALID_REFRESH_TOKEN');
    return session;
  }

  /**
   * A token that is not the newest. The one before the newest still answers during the grace, with tokens of the current
   * generation; any older one was used twice, by its owner and by a thief, and nothing shows which of them this is.
   */
  private judge(session: Session, generation: number): TokenPair | { stolen: SessionKey } {
    const { uid, sessionId } = session;
    if (session.generation <= generation) throw new ApiError('INVALID_REFRESH_TOKEN');
    if (session.generation === generation + 1 && this.inGrace(session)) return this.issue(session);
    return { stolen: { uid, sessionId } };
  }

  /** The clock counts whole seconds: a grace of 10 lasts at least 10 of them. */
  private inGrace({ lastUsedAt }: Session): boolean {
    return this.env.refreshGrace > 0 && this.clock.now() - lastUsedAt <= this.env.refreshGrace;
  }
}
