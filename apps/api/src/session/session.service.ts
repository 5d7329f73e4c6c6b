import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { type Client, SessionStore, type SignInMethod, type TokenPair, TokensService } from '@app/tokens';
import { type Authenticated, type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';

/** Signing in, staying in and signing out. */
@Injectable()
export class SessionService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly sessions: SessionStore,
    private readonly tokens: TokensService,
  ) {}

  /** Opens a session for a user who has just been found to be who they say. */
  async open(who: Authenticated, method: SignInMethod, client: Client): Promise<{ user: User; tokens: TokenPair }> {
    const { user, session } = await this.database.transaction(async () => {
      const user = await this.users.recordSignIn(who);
      return {
        user,
        session: await this.sessions.open(user.uid, method, client),
      };
    });
    return { user, tokens: this.tokens.issue(session) };
  }

  refresh(refreshToken: string): Promise<TokenPair> {
    return this.tokens.refresh(refreshToken);
  }

  /** Ends the session of a refresh token, or all sessions of the user where none is given. */
  async logOut(uid: string, refreshToken: string | undefined): Promise<void> {
    if (refreshToken === undefined) await this.sessions.endAll(uid);
    else await this.tokens.revoke(refreshToken, uid);
  }

  /** @throws {ApiError} SESSION_NOT_FOUND, also for a session of another user */
  async end(uid: string, sessionId: string): Promise<void> {
    const ended = isUuid(sessionId) && (await this.sessions.end(sessionId.toLowerCase(), uid));
    if (!ended) throw new ApiError('SESSION_NOT_FOUND');
  }
}
