import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import type { Admitted, Session } from './sessions/session.entity.js';
import type { SessionKey } from './sessions/session-revoker.js';
import { SessionStore } from './sessions/session-store.js';
import { AccessTokens, type RefreshClaims, RefreshTokens, type TokenFacts, TokenGrace } from './tokens.js';

/** The tokens of a client after a sign-in or a refresh. */
export interface TokenPair {
  uid: string;
  accessToken: string;
  /** The expiry of the access token, in seconds since the UNIX epoch. */
  expiry: number;
  refreshToken: string;
  /** What the device has to show at its next sign-in; only after a sign-in of a client that wants it. */
  deviceToken?: string;
}

/** How often a refresh reads its session again because another request has changed it. */
const MOST_TRIES = 5;

/** A session that a refresh must end: its token was used before, or its user lacks a second factor that is due. */
type EndingSession = { reused: SessionKey } | { overdue: SessionKey };

/** Issues access and refresh tokens for sessions, and exchanges refresh tokens. */
@Injectable()
export class TokensService {
  constructor(
    private readonly clock: Clock,
    private readonly accessTokens: AccessTokens,
    private readonly refreshTokens: RefreshTokens,
    private readonly sessions: SessionStore,
    private readonly grace: TokenGrace,
  ) {}

  /**
   * The tokens of a session that was just opened or used. To be called in the transaction that opens the session, or after
   * the statement that has confirmed its claims.
   * @param at when that was, at the latest: the time of the access token
   * @param until when what the session lives in expires
   */
  issue(session: Admitted<Session>, at: number, until?: number): TokenPair {
    const { token, expiry } = this.accessTokens.issue(session, at, until);
    return { uid: session.uid, accessToken: token, expiry, refreshToken: this.refreshTokens.issue(session) };
  }

  /**
   * A new access token for a session, without a new refresh token: it ends no later than the session. To be called in a
   * transaction that has locked the user: the claims cannot change before its end.
   */
  issueAccess(session: TokenFacts, until = session.expiresAt): { token: string; expiry: number } {
    return this.accessTokens.issue(session, this.clock.now(), Math.min(until, session.expiresAt));
  }

  /**
   * Exchanges a refresh token for new tokens (RFC 9700, section 4.14.2: rotation with reuse detection). For a reused token, and
   * for a session that may not go on, returns the session, which the caller has to end.
   * @param admit returns the session as it counts from now on; undefined when it must end
   * @param inCookie whether each generation that was replaced in the grace period works: a browser may send one two rotations late
   * @throws {ApiError} INVALID_REFRESH_TOKEN, EXPIRED_JWT
   */
  async refresh(
    token: string,
    admit: (session: Session) => Promise<Admitted<Session> | undefined>,
    inCookie = false,
  ): Promise<TokenPair | EndingSession> {
    const claims = this.refreshTokens.read(token);
    if (!claims) throw new ApiError('INVALID_REFRESH_TOKEN', { reason: 'no refresh token of this service' });
    if (this.refreshTokens.isExpired(claims)) throw new ApiError('EXPIRED_JWT');
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const [alive, ...hosts] = await this.requireAlive(claims);
      const session = await admit(alive);
      if (!session) return { overdue: { uid: alive.uid, sessionId: alive.sessionId } };
      const isNewest = session.generation === claims.gen;
      const result = await (isNewest
        ? this.rotate(session, hosts, inCookie)
        : this.decideReuse(session, hosts, claims.gen, inCookie));
      if (result) return result;
      // A parallel request has used this token, the claims of the user have changed, or the session has just ended.
    }
    throw new ApiError('TOO_MANY_REQUESTS', undefined, { retryAfter: 1, reason: 'session changed by other requests' });
  }

  /**
   * The id of the session of a refresh token of this user, also of an ended session.
   * @throws {ApiError} INVALID_REFRESH_TOKEN for the token of another user, and for any other text
   */
  sessionOf(token: string, uid: string): string {
    const claims = this.refreshTokens.read(token);
    if (claims?.sub !== uid) throw new ApiError('INVALID_REFRESH_TOKEN', { reason: 'no refresh token of this user' });
    return claims.sid;
  }

  /** The session of a refresh token that has not expired; undefined for any other text. The session may have ended. */
  sessionKeyOf(token: string): SessionKey | undefined {
    const claims = this.refreshTokens.read(token);
    return claims && !this.refreshTokens.isExpired(claims) ? { uid: claims.sub, sessionId: claims.sid } : undefined;
  }

  /** The session of a refresh token in a cookie that would still work; undefined for any other text. Does not use the token. */
  async sessionInCookie(token: string): Promise<Session | undefined> {
    const claims = this.refreshTokens.read(token);
    if (!claims || this.refreshTokens.isExpired(claims)) return undefined;
    const session = await this.sessions.find(claims.sid, claims.sub);
    if (!session || !(await this.sessions.isAlive(session))) return undefined;
    return session.generation === claims.gen || this.grace.covers(session, claims.gen, true) ? session : undefined;
  }

  /**
   * Whether the session of a refresh token lives. One that was used before counts, too: the browser must go on to show it, since that
   * ends a stolen session.
   */
  async belongsToSession(token: string): Promise<boolean> {
    const key = this.sessionKeyOf(token);
    const session = key && (await this.sessions.find(key.sessionId, key.uid));
    return session !== undefined && this.sessions.isAlive(session);
  }

  /** For how many seconds a refresh token works that was just issued here. */
  lifeOf(token: string): number {
    return Math.max(0, this.refreshTokens.expiryOf(token) - this.clock.now());
  }

  /** @param hosts what the session lives in */
  private async rotate(
    session: Admitted<Session>,
    hosts: Session[],
    inCookie: boolean,
  ): Promise<TokenPair | undefined> {
    const rotated = await this.sessions.rotate(session, inCookie);
    if (!rotated) return undefined;
    return this.issue(rotated, rotated.lastUsedAt, await this.sessions.useWithin(hosts));
  }

  /** The session, and what it lives in. */
  private async requireAlive({ sid, sub }: RefreshClaims): Promise<[Session, ...Session[]]> {
    const session = await this.sessions.find(sid, sub);
    if (!session) throw new ApiError('INVALID_REFRESH_TOKEN', { reason: 'unknown session' });
    const lineage = await this.sessions.livingLineage(session);
    if (lineage) return [session, ...lineage.slice(1)];
    const reason = this.sessions.isOpen(session)
      ? 'session that it began in ended or expired'
      : 'session ended or expired';
    throw new ApiError('INVALID_REFRESH_TOKEN', { reason });
  }

  /**
   * Decides about a token that is not the newest. One that the grace period covers still works, for tokens of the current
   * generation. Any other token was used twice, by the owner and by a thief, in an unknown order. Undefined when the session has
   * just changed.
   */
  private async decideReuse(
    session: Admitted<Session>,
    hosts: Session[],
    generation: number,
    inCookie: boolean,
  ): Promise<TokenPair | EndingSession | undefined> {
    const { uid, sessionId } = session;
    if (session.generation <= generation)
      throw new ApiError('INVALID_REFRESH_TOKEN', { reason: 'newer than the session, as after a restored backup' });
    if (!this.grace.covers(session, generation, inCookie)) return { reused: { uid, sessionId } };
    const now = this.clock.now();
    if (!(await this.sessions.confirm(session))) return undefined;
    return this.issue(session, now, await this.sessions.useWithin(hosts));
  }
}
