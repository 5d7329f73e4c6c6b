import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import type { Admitted, Session } from './sessions/session.entity.js';
import type { SessionKey } from './sessions/session-revoker.js';
import { SessionStore, timeOfReplacement } from './sessions/session-store.js';
import { AccessTokens, type RefreshClaims, RefreshTokens } from './tokens.js';

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

/** The session of a refresh token, with what it lives in. */
export interface RefreshingSession {
  session: Session;
  hosts: Session[];
  /** The generation of the token; that of the session is higher once the token was exchanged. */
  generation: number;
}

/**
 * What an exchange gives: tokens; or `reused`, when the token was used before, by the owner and by a thief, in an unknown order; or
 * `changed`, when another request has changed or ended the session.
 */
export type Exchange = { result: 'exchanged'; tokens: TokenPair } | { result: 'reused' } | { result: 'changed' };

/** Issues access and refresh tokens for sessions, and exchanges refresh tokens. */
@Injectable()
export class TokensService {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly accessTokens: AccessTokens,
    private readonly refreshTokens: RefreshTokens,
    private readonly sessions: SessionStore,
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
  issueAccess(session: Session, until = session.expiresAt): { token: string; expiry: number } {
    return this.accessTokens.issue(session, this.clock.now(), Math.min(until, session.expiresAt));
  }

  /**
   * The living session of a refresh token, also of one that was used before.
   * @throws {ApiError} INVALID_REFRESH_TOKEN, EXPIRED_JWT
   */
  async findRefreshing(token: string): Promise<RefreshingSession> {
    const claims = this.refreshTokens.read(token);
    if (!claims) throw new ApiError('INVALID_REFRESH_TOKEN', { reason: 'no refresh token of this service' });
    if (this.refreshTokens.isExpired(claims)) throw new ApiError('EXPIRED_JWT');
    const [session, ...hosts] = await this.requireAlive(claims);
    return { session, hosts, generation: claims.gen };
  }

  /**
   * Exchanges a refresh token for new tokens (RFC 9700, section 4.14.2: rotation with reuse detection). One that is not the newest
   * and that the grace period covers still works, for tokens of the current generation.
   * @param session as it counts from now on
   * @param inCookie whether each generation that was replaced in the grace period works: a browser may send one two rotations late
   * @throws {ApiError} INVALID_REFRESH_TOKEN
   */
  async exchange(
    session: Admitted<Session>,
    { hosts, generation }: Omit<RefreshingSession, 'session'>,
    inCookie: boolean,
  ): Promise<Exchange> {
    if (session.generation < generation)
      throw new ApiError('INVALID_REFRESH_TOKEN', { reason: 'newer than the session, as after a restored backup' });
    if (session.generation === generation) {
      const rotated = await this.sessions.rotate(session, inCookie);
      return rotated ? this.exchanged(rotated, rotated.lastUsedAt, hosts) : { result: 'changed' };
    }
    if (!this.inGrace(session, generation, inCookie)) return { result: 'reused' };
    const now = this.clock.now();
    return (await this.sessions.confirm(session)) ? this.exchanged(session, now, hosts) : { result: 'changed' };
  }

  private async exchanged(session: Admitted<Session>, at: number, hosts: Session[]): Promise<Exchange> {
    return { result: 'exchanged', tokens: this.issue(session, at, await this.sessions.useWithin(hosts)) };
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
    return session.generation === claims.gen || this.inGrace(session, claims.gen, true) ? session : undefined;
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

  /**
   * Whether a token of an earlier generation still works: the one before the newest during the grace period; in a cookie also an
   * older one, in its own grace period.
   */
  private inGrace(session: Session, generation: number, inCookie: boolean): boolean {
    const earlier = inCookie ? timeOfReplacement(session.replacedGenerations, generation) : undefined;
    const replacedAt = session.generation === generation + 1 ? session.lastUsedAt : earlier;
    const { refreshGrace } = this.env;
    // The clock counts whole seconds. A grace period of 10 seconds lasts at least 10 seconds.
    return replacedAt !== undefined && refreshGrace > 0 && this.clock.now() - replacedAt <= refreshGrace;
  }

  /** The session, and what it lives in. */
  private async requireAlive({ sid, sub, in: within }: RefreshClaims): Promise<[Session, ...Session[]]> {
    const ids = within === undefined ? [sid] : [sid, within];
    const [session, host] = await Promise.all(ids.map((id) => this.sessions.find(id, sub)));
    if (!session) throw new ApiError('INVALID_REFRESH_TOKEN', { reason: 'unknown session' });
    const lineage = await this.sessions.livingLineage(session, host);
    if (lineage) return [session, ...lineage.slice(1)];
    const reason = this.sessions.isOpen(session)
      ? 'session that it began in ended or expired'
      : 'session ended or expired';
    throw new ApiError('INVALID_REFRESH_TOKEN', { reason });
  }
}
