import { Database } from '@app/database';
import { ApiError, type ErrorCode } from '@app/errors';
import {
  type Admitted,
  type Client,
  OneTimeTokens,
  type OpenToken,
  type Session,
  SessionStore,
  type TokenPair,
} from '@app/tokens';
import { type LockedUser, type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { USED_CODE_SECONDS } from '../sign-in/bound-code.js';
import { SessionAssurance } from '../sign-in/session-assurance.js';
import { SessionOpener } from '../sign-in/session-opener.js';
import type { PageCode } from './page-codes.js';

/** What the transaction leads to. A refusal is no exception, because the transaction must be committed: it has used up the code. */
type Result = { user: User; tokens: TokenPair } | { refusal: ErrorCode; reason: string } | 'reused';

/** Exchanges codes of the sign-in pages. The session of a product begins in that of the pages, and ends with it. */
@Injectable()
export class PageCodeExchange {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly sessions: SessionStore,
    private readonly tokens: OneTimeTokens,
    private readonly assurance: SessionAssurance,
    private readonly opener: SessionOpener,
  ) {}

  /**
   * Uses a code up whose verifier was right. `reused`: another request has used it.
   * @throws {ApiError} INVALID_CODE, USER_DISABLED
   */
  async exchange(found: OpenToken<PageCode>, client: Client): Promise<{ user: User; tokens: TokenPair } | 'reused'> {
    const result = await this.database.transaction(() => this.exchangeOnce(found, client));
    if (result === 'reused' || 'user' in result) return result;
    throw new ApiError(result.refusal, { reason: result.reason });
  }

  /** The user is locked first, as everything that ends sessions and codes does. */
  private async exchangeOnce(found: OpenToken<PageCode>, client: Client): Promise<Result> {
    const user = await this.users.lock(found.uid ?? '');
    if (!(await this.tokens.consume(found))) return 'reused';
    if (!user) return { refusal: 'INVALID_CODE', reason: 'account deleted' };
    if (!user.active) return { refusal: 'USER_DISABLED', reason: 'account disabled' };
    const parent = await this.parentOf(found, user);
    if (typeof parent === 'string') return { refusal: 'INVALID_CODE', reason: parent };
    const { tokens, sessionId } = await this.opener.openWithin(parent, client);
    const { codeChallenge } = found.data;
    const session = { uid: user.uid, sessionId };
    await this.tokens.keep(found, { codeChallenge, session }, USED_CODE_SECONDS);
    return { user, tokens };
  }

  /** The session of the pages, as it counts from now on; or why it opens no other one. */
  private async parentOf({ data }: OpenToken<PageCode>, { uid }: LockedUser): Promise<Admitted<Session> | string> {
    const session = await this.sessions.find(data.sessionId, uid);
    if (!session || !(await this.sessions.isAlive(session))) return 'session of the pages ended or expired';
    return (await this.assurance.admit(session)) ?? 'second factor overdue';
  }
}
