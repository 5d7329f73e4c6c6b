import { ConsoleSessions } from '@app/admin';
import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import { Database } from '@app/database';
import { ApiError, type ErrorCode } from '@app/errors';
import { impersonatorOf, type Session, type SessionKey, SessionStore } from '@app/tokens';
import { type LockedUser, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';

/**
 * Decides whether an access token may still change something. After a logout it works until it expires, as the
 * specification says. After any other end of its session it may only read: it may be stolen. That of an administrator who
 * acts as the user does nothing after any end of its session.
 */
@Injectable()
export class StaleTokens {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly sessions: SessionStore,
    private readonly console: ConsoleSessions,
  ) {}

  /**
   * Asks the session and all that it lives in. Reliable only in a transaction that has locked the user: everything that ends sessions
   * locks the user, too.
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  async refuse({ uid, sessionId, claims }: CallerIdentity): Promise<void> {
    const session = await this.sessions.find(sessionId, uid);
    const lineage = session && (await this.sessions.lineage(session));
    const works = ({ endedAt, endReason }: Session) => endedAt === null || endReason === 'logout';
    const isOwner = impersonatorOf(claims) === undefined;
    const alive = lineage?.every((each) => (isOwner ? works(each) : this.sessions.isOpen(each)));
    if (alive && (isOwner || (await this.mayActAs(session?.consoleHash ?? null)))) return;
    throw new ApiError('NOT_AUTHENTICATED', { reason: 'session ended' });
  }

  /**
   * Whether administrators may act as users, and the session of the console goes on in which one began to. What the administrator does
   * as the user is no use of the console.
   */
  private async mayActAs(consoleHash: string | null): Promise<boolean> {
    return this.env.impersonation && (consoleHash === null || this.console.isAlive(consoleHash));
  }

  /**
   * For what outlives a session, such as a way in: a session that its user has signed out must not make it. The user must be
   * locked.
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  async requireLiving(session: SessionKey): Promise<void> {
    if (!(await this.isLiving(session)))
      throw new ApiError('NOT_AUTHENTICATED', { reason: 'session ended or expired' });
  }

  /** Whether a session can be refreshed. Reliable only in a transaction that has locked the user. */
  async isLiving({ uid, sessionId }: SessionKey): Promise<boolean> {
    const session = await this.sessions.find(sessionId, uid);
    return session !== undefined && (await this.sessions.isAlive(session));
  }

  /**
   * Runs work for a caller in one transaction, after it has locked the user and checked the token.
   * @param missing the code for a user who was deleted
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  transaction<T>(
    caller: CallerIdentity,
    work: (user: LockedUser) => Promise<T>,
    missing: ErrorCode = 'NOT_AUTHENTICATED',
  ): Promise<T> {
    return this.database.transactionAbout(caller.uid, async () => {
      const user = await this.users.lock(caller.uid);
      if (!user) throw new ApiError(missing, { reason: 'account deleted' });
      if (!user.active) throw new ApiError('NOT_AUTHENTICATED', { reason: 'account disabled' });
      await this.refuse(caller);
      return work(user);
    });
  }
}
