import type { CallerIdentity } from '@app/auth';
import { Database } from '@app/database';
import { ApiError, type ErrorCode } from '@app/errors';
import { SessionStore } from '@app/tokens';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';

/**
 * Decides whether an access token may still change something. A token outlives its session, and after a logout it works
 * until it expires, as the specification has it. After any other end of the session it may be that of a thief: then it
 * only reads.
 */
@Injectable()
export class StaleTokens {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly sessions: SessionStore,
  ) {}

  /**
   * Sure within a transaction that has locked the user, since all that ends sessions for such a reason locks the user too.
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  async refuse({ uid, sessionId }: CallerIdentity): Promise<void> {
    const session = await this.sessions.find(sessionId, uid);
    if (session && (session.endedAt === null || session.endReason === 'logout')) return;
    throw new ApiError('NOT_AUTHENTICATED');
  }

  /**
   * Does work for a caller in one transaction, with the user locked and the token checked.
   * @param missing the code for a user who was deleted
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  transaction<T>(
    caller: CallerIdentity,
    work: (user: User) => Promise<T>,
    missing: ErrorCode = 'NOT_AUTHENTICATED',
  ): Promise<T> {
    return this.database.transaction(async () => {
      const user = await this.users.lock(caller.uid);
      if (!user) throw new ApiError(missing);
      if (!user.active) throw new ApiError('NOT_AUTHENTICATED');
      await this.refuse(caller);
      return work(user);
    });
  }
}
