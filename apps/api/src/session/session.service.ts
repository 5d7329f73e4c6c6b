import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, type Origin, onBehalfOf, userActor } from '@app/events';
import { addressGroup } from '@app/limits';
import { type Client, type Session, SessionStore, type SignInMethod, type TokenPair, TokensService } from '@app/tokens';
import { type Authenticated, SignInService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LoginFailures } from '../access/policies/login-failures.js';
import { SessionEndService } from './session-end.service.js';

/** Opens and refreshes sessions. */
@Injectable()
export class SessionService {
  constructor(
    private readonly database: Database,
    private readonly signIns: SignInService,
    private readonly sessions: SessionStore,
    private readonly tokens: TokensService,
    private readonly ends: SessionEndService,
    private readonly failures: LoginFailures,
    private readonly events: EventLog,
  ) {}

  /**
   * Opens a session for a user whose password was just found right.
   * @throws {ApiError} INVALID_CREDENTIALS, USER_DISABLED when the user was changed, deleted or disabled since then
   */
  async logIn(user: Authenticated, client: Client): Promise<TokenPair> {
    try {
      return await this.open(user, 'password', client);
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === 'INVALID_CREDENTIALS') await this.failures.record(user.uid, 'changed');
      if (code === 'USER_DISABLED') await this.failures.record(user.uid, 'disabled');
      throw error;
    }
  }

  /**
   * Opens a session for an authenticated user, in one transaction.
   * @throws {ApiError} INVALID_CREDENTIALS, USER_DISABLED when the user changed after the authentication
   */
  async open(user: Authenticated, method: SignInMethod, client: Client): Promise<TokenPair> {
    const session = await this.database.transaction(async () => {
      await this.signIns.record(user);
      await this.ends.endSurplus(user.uid);
      return this.insert(user.uid, method, client);
    });
    return this.tokens.issue(session);
  }

  /** Opens the first session of a new user, whose row already has this sign-in. To be called in a transaction. */
  async openFirst(uid: string, client: Client): Promise<TokenPair> {
    return this.tokens.issue(await this.insert(uid, 'sign_up', client));
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

  private async insert(uid: string, method: SignInMethod, client: Client): Promise<Session> {
    const session = await this.sessions.open(uid, method, client);
    await this.signIns.recordAddress(uid, addressGroup(client.ip));
    const facts = { uid, sessionId: session.sessionId, actor: userActor(uid), data: { method } };
    await this.events.record('login.succeeded', facts);
    return session;
  }
}
