import { Database, type Page, type PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import { type Session, SessionDirectory } from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { AdminRank } from '../access/admin-rank.js';
import type { Administrator } from '../access/administrator.js';
import { AccessRevocation } from '../revocation/access-revocation.js';
import { toUid } from './users/user-lookup.js';

/** Lists and ends the sessions of any user. */
@Injectable()
export class AdminSessionService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly rank: AdminRank,
    private readonly directory: SessionDirectory,
    private readonly revocation: AccessRevocation,
  ) {}

  /** The sessions that can be refreshed, newest first. @throws {ApiError} USER_NOT_FOUND, INVALID_REQUEST */
  async list(uid: string, page: PageRequest): Promise<Page<Session>> {
    return this.directory.page(await this.requireUser(uid), page);
  }

  /** Ends all sessions of a user; returns how many. @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED */
  async endAll(uid: string, by: Administrator): Promise<number> {
    return this.database.transaction(async () => {
      const user = await this.rank.lock(toUid(uid), by);
      return this.revocation.after('sessions_ended_by_administrator', user.uid);
    });
  }

  /** @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED, SESSION_NOT_FOUND */
  async end(uid: string, sessionId: string, by: Administrator): Promise<void> {
    await this.database.transaction(async () => {
      const user = await this.rank.lock(toUid(uid), by);
      const id = sessionId.toLowerCase();
      if (!isUuid(id) || !(await this.revocation.afterSession('session_ended_by_administrator', user.uid, id))) {
        throw new ApiError('SESSION_NOT_FOUND');
      }
    });
  }

  private async requireUser(uid: string): Promise<string> {
    const user = await this.users.find(toUid(uid));
    if (!user) throw new ApiError('USER_NOT_FOUND');
    return user.uid;
  }
}
