import { ConsoleSessions } from '@app/admin';
import type { CallerIdentity } from '@app/auth';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, userActor } from '@app/events';
import { type EndReason, impersonatorOf, SessionEndings, TokensService } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { StaleTokens } from '../access/policies/stale-tokens.js';

/** Ends sessions, and records each end in the event log. */
@Injectable()
export class SessionEndService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionEndings,
    private readonly tokens: TokensService,
    private readonly stale: StaleTokens,
    private readonly console: ConsoleSessions,
    private readonly events: EventLog,
  ) {}

  /**
   * Ends the session of a refresh token, or all sessions of the user if there is no token. A session that has already
   * ended is no failure. An administrator who acts as the user ends only the own session, which has no refresh token.
   * @throws {ApiError} NOT_AUTHENTICATED for a stale access token; INVALID_REFRESH_TOKEN for a token of another user or
   * a text that is no refresh token; IMPERSONATION_FORBIDDEN
   */
  async logOut(caller: CallerIdentity, refreshToken: string | undefined): Promise<void> {
    const { uid, sessionId: own, claims } = caller;
    const impersonating = impersonatorOf(claims) !== undefined;
    await this.stale.transaction(caller, async () => {
      const sessionId = refreshToken === undefined ? undefined : this.tokens.sessionOf(refreshToken, uid);
      if (impersonating && sessionId !== undefined) throw new ApiError('IMPERSONATION_FORBIDDEN');
      if (impersonating) await this.endOne(uid, own, 'logout');
      else if (sessionId === undefined) await this.endAll(uid, 'logout');
      else await this.endOne(uid, sessionId, 'logout');
    });
  }

  /** A user ends one of their own sessions. @throws {ApiError} NOT_AUTHENTICATED, SESSION_NOT_FOUND */
  endOwn(caller: CallerIdentity, sessionId: string): Promise<void> {
    return this.stale.transaction(caller, () => this.end(caller.uid, sessionId, 'ended'));
  }

  /** Ends all sessions of a user except one, and those in the console. Returns how many of the first. */
  endAll(uid: string, reason: EndReason, except?: string): Promise<number> {
    return this.database.transaction(async () => {
      const ended = await this.sessions.endAll(uid, reason, except);
      await this.endAdministration(uid);
      await this.record(uid, ended, reason);
      return ended.length;
    });
  }

  /** Ends the sessions of a user that only one factor has opened. To be called in a transaction. */
  async endWeak(uid: string, reason: EndReason): Promise<void> {
    await this.record(uid, await this.sessions.endWeak(uid, reason), reason);
  }

  /** Ends the sessions of a user that an external provider has vouched for, except one. To be called in a transaction. */
  async endOfProvider(uid: string, idp: string, except?: string): Promise<void> {
    await this.endAdministration(uid);
    await this.record(uid, await this.sessions.endOfProvider(uid, idp, 'identity', except), 'identity');
  }

  /** @throws {ApiError} SESSION_NOT_FOUND, also for a session of another user */
  async end(uid: string, sessionId: string, reason: EndReason): Promise<void> {
    const ended = isUuid(sessionId) && (await this.endOne(uid, sessionId.toLowerCase(), reason));
    if (!ended) throw new ApiError('SESSION_NOT_FOUND');
  }

  /** Ends the oldest sessions of a user who has `MAX_SESSIONS`. To be called in the transaction that opens a new one. */
  async endSurplus(uid: string, impersonating = false): Promise<void> {
    await this.record(uid, await this.sessions.endSurplus(uid, impersonating), 'limit');
  }

  /** Ends the sessions in which administrators act as a user. To be called in a transaction that has locked the user. */
  async endImpersonationsOf(uid: string): Promise<void> {
    await this.record(uid, await this.sessions.endImpersonationsOf(uid), 'administrator');
  }

  /**
   * Ends the sessions in which an administrator acts as users. To be called in the transaction that takes the right away and
   * has locked the administrator, as a new session does first.
   */
  async endImpersonationsBy(actor: string): Promise<void> {
    await this.recordEach(await this.sessions.endImpersonationsBy(actor), 'administrator');
  }

  /** Ends a session whose refresh token or code was used twice. Parallel requests with it record one event. */
  endStolen(uid: string, sessionId: string): Promise<void> {
    return this.database.transaction(async () => {
      if (!(await this.sessions.end(sessionId, uid, 'stolen'))) return;
      await this.endAdministration(uid);
      await this.events.record('session.reuse_detected', { uid, sessionId });
    });
  }

  /** Ends what a user does as an administrator. */
  private async endAdministration(uid: string): Promise<void> {
    await this.console.endOf(uid);
    await this.endImpersonationsBy(userActor(uid));
  }

  /** Returns whether the user had such a session. */
  private endOne(uid: string, sessionId: string, reason: EndReason): Promise<boolean> {
    return this.database.transaction(async () => {
      const ended = await this.sessions.end(sessionId, uid, reason);
      if (ended) await this.record(uid, [sessionId], reason);
      return ended;
    });
  }

  private record(uid: string, ended: string[], reason: EndReason): Promise<void> {
    const sessions = ended.map((sessionId) => ({ uid, sessionId }));
    return this.recordEach(sessions, reason);
  }

  private recordEach(ended: { uid: string; sessionId: string }[], reason: EndReason): Promise<void> {
    const facts = ended.map(({ uid, sessionId }) => ({ uid, sessionId, data: { reason } }));
    return this.events.recordEach('session.revoked', facts);
  }
}
