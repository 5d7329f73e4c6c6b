import type { CallerIdentity } from '@app/auth';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, type Origin, onBehalfOf, userActor } from '@app/events';
import { addressGroup } from '@app/limits';
import {
  type Client,
  type EndReason,
  type Session,
  SessionStore,
  type SignInMethod,
  type TokenPair,
  TokensService,
} from '@app/tokens';
import { type Authenticated, type LoginFailure, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { StaleTokens } from '../access/stale-tokens.js';

/** Signing in, staying in and signing out. */
@Injectable()
export class SessionService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly sessions: SessionStore,
    private readonly tokens: TokensService,
    private readonly events: EventLog,
    private readonly stale: StaleTokens,
  ) {}

  /**
   * The user with this email and password. A failure leaves the same row in the log, whatever it failed for: neither the
   * answer nor the time it takes tells accounts apart.
   * @throws {ApiError} INVALID_CREDENTIALS; USER_DISABLED, to one who knows the password
   */
  async authenticate(email: string, password: string): Promise<Authenticated> {
    const attempt = await this.users.authenticate(email, password);
    if ('user' in attempt) return attempt.user;
    await this.noteFailure(attempt.uid, attempt.failure);
    throw new ApiError(attempt.failure === 'disabled' ? 'USER_DISABLED' : 'INVALID_CREDENTIALS');
  }

  /**
   * Opens a session for a user whose password has just been found right.
   * @throws {ApiError} INVALID_CREDENTIALS, USER_DISABLED when the user was changed, deleted or disabled since then
   */
  async logIn(who: Authenticated, client: Client): Promise<TokenPair> {
    try {
      return await this.open(who, 'password', client);
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === 'INVALID_CREDENTIALS') await this.noteFailure(who.uid, 'changed');
      if (code === 'USER_DISABLED') await this.noteFailure(who.uid, 'disabled');
      throw error;
    }
  }

  /** Opens a session for a user who has just been found to be who they say. */
  async open(who: Authenticated, method: SignInMethod, client: Client): Promise<TokenPair> {
    const session = await this.database.transaction(async () => {
      await this.users.recordSignIn(who);
      await this.noteEnds(who.uid, await this.sessions.endSurplus(who.uid), 'limit');
      return this.begin(who.uid, method, client);
    });
    return this.tokens.issue(session);
  }

  /** Opens the first session of a user, whose row was made with their first sign-in. To be called in a transaction. */
  async openFirst(uid: string, client: Client): Promise<TokenPair> {
    return this.tokens.issue(await this.begin(uid, 'sign_up', client));
  }

  /**
   * Exchanges a refresh token for new tokens; one that was used before ends its session.
   * @param origin asked for only then
   * @throws {ApiError} INVALID_REFRESH_TOKEN, EXPIRED_JWT
   */
  async refresh(refreshToken: string, origin: Origin): Promise<TokenPair> {
    const result = await this.tokens.refresh(refreshToken);
    if (!('stolen' in result)) return result;
    const { uid, sessionId } = result.stolen;
    await onBehalfOf(origin, () => this.endStolen(uid, sessionId));
    throw new ApiError('INVALID_REFRESH_TOKEN');
  }

  /**
   * Ends the session of a refresh token, or all sessions of the user where none is given. One that has ended already is
   * no failure.
   * @throws {ApiError} NOT_AUTHENTICATED for a stale access token; INVALID_REFRESH_TOKEN for another user's token, or none of
   * ours
   */
  async logOut(caller: CallerIdentity, refreshToken: string | undefined): Promise<void> {
    const { uid } = caller;
    await this.stale.transaction(caller, async () => {
      if (refreshToken === undefined) await this.endAll(uid, 'logout');
      else await this.endOne(uid, this.tokens.sessionOf(refreshToken, uid), 'logout');
    });
  }

  /** A user ends a session from the list of theirs. @throws {ApiError} NOT_AUTHENTICATED, SESSION_NOT_FOUND */
  endOwn(caller: CallerIdentity, sessionId: string): Promise<void> {
    return this.stale.transaction(caller, () => this.end(caller.uid, sessionId, 'ended'));
  }

  /** Ends all sessions of a user, but for the one that is to stay. Returns how many. */
  endAll(uid: string, reason: EndReason, except?: string): Promise<number> {
    return this.database.transaction(async () => {
      const ended = await this.sessions.endAll(uid, reason, except);
      await this.noteEnds(uid, ended, reason);
      return ended.length;
    });
  }

  /** @throws {ApiError} SESSION_NOT_FOUND, also for a session of another user */
  async end(uid: string, sessionId: string, reason: EndReason): Promise<void> {
    const ended = isUuid(sessionId) && (await this.endOne(uid, sessionId.toLowerCase(), reason));
    if (!ended) throw new ApiError('SESSION_NOT_FOUND');
  }

  /**
   * Notes that somebody did not get in. As nobody's work: to a request, whoever has brought the right password is the
   * user already.
   */
  noteFailure(uid: string | null, reason: LoginFailure | 'changed'): Promise<void> {
    const facts = { uid, actor: 'anonymous', data: { reason } };
    return this.database.transaction(() => this.events.record('login.failed', facts));
  }

  private async begin(uid: string, method: SignInMethod, client: Client): Promise<Session> {
    const session = await this.sessions.open(uid, method, client);
    await this.users.recordAddress(uid, addressGroup(client.ip));
    const facts = { uid, sessionId: session.sessionId, actor: userActor(uid), data: { method } };
    await this.events.record('login.succeeded', facts);
    return session;
  }

  private noteEnds(uid: string, ended: string[], reason: EndReason): Promise<void> {
    const facts = ended.map((sessionId) => ({ uid, sessionId, data: { reason } }));
    return this.events.recordEach('session.revoked', facts);
  }

  /** Of several stolen tokens at once, one ends the session. */
  private endStolen(uid: string, sessionId: string): Promise<void> {
    return this.database.transaction(async () => {
      if (await this.sessions.end(sessionId, uid, 'stolen'))
        await this.events.record('session.reuse_detected', { uid, sessionId });
    });
  }

  /** Whether there was such a session of this user. */
  private endOne(uid: string, sessionId: string, reason: EndReason): Promise<boolean> {
    return this.database.transaction(async () => {
      const ended = await this.sessions.end(sessionId, uid, reason);
      if (ended) await this.noteEnds(uid, [sessionId], reason);
      return ended;
    });
  }
}
