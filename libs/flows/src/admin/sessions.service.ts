import type { ListPage, PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import { type Session, SessionQueries } from '@app/tokens';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { AdminRank } from '../access/admin-rank.js';
import { Access } from '../revocation/access.js';
import { toUid, UserLookup } from './users/user-lookup.js';

/** Lists and ends the sessions of any user. */
@Injectable()
export class AdminSessionService {
  constructor(
    private readonly lookup: UserLookup,
    private readonly rank: AdminRank,
    private readonly directory: SessionQueries,
    private readonly access: Access,
  ) {}

  /** The sessions that can be refreshed, newest first. @throws {ApiError} USER_NOT_FOUND, INVALID_REQUEST */
  async list(uid: string, page: PageRequest): Promise<ListPage<Session>> {
    return this.directory.page(await this.lookup.uidOf(uid), page);
  }

  /**
   * Ends all sessions of a user; returns how many.
   * @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED
   */
  async endAll(uid: string): Promise<number> {
    const end = ({ uid }: User) => this.access.end('sessions_ended_by_administrator', { uid });
    return (await this.rank.transaction(toUid(uid), end)).length;
  }

  /** @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED, SESSION_NOT_FOUND */
  async end(uid: string, sessionId: string): Promise<void> {
    await this.rank.transaction(toUid(uid), async (user) => {
      const id = sessionId.toLowerCase();
      const which = { uid: user.uid, session: id };
      const ended = isUuid(id) ? await this.access.end('session_ended_by_administrator', which) : [];
      if (ended.length === 0) throw new ApiError('SESSION_NOT_FOUND');
    });
  }
}
