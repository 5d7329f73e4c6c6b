import type { ListPage, PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import { OneTimeTokens, SessionQueries } from '@app/tokens';
import { type ListedUser, normaliseEmail, type UserOrder, UserQueries, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { SearchFilter } from './search-plan.js';
import { UserSearch } from './user-search.js';

/** A user with the number of sessions, and the new address that waits for its confirmation. */
export type CountedUser = ListedUser & { sessionCount: number; emailPending: string | null };

/** Finds users, with the number of their sessions. */
@Injectable()
export class UserLookup {
  constructor(
    private readonly search: UserSearch,
    private readonly directory: UserQueries,
    private readonly users: UsersService,
    private readonly sessions: SessionQueries,
    private readonly tokens: OneTimeTokens,
  ) {}

  /** @throws {ApiError} INVALID_REQUEST for a cursor of another order */
  async list(filter: SearchFilter, order: UserOrder | undefined, page: PageRequest): Promise<ListPage<CountedUser>> {
    const { rows, nextCursor } = await this.search.list(filter, order, page);
    return { rows: await this.count(rows), nextCursor };
  }

  /** By uid. @throws {ApiError} USER_NOT_FOUND */
  async get(uid: string): Promise<CountedUser> {
    return this.require({ uid: toUid(uid) });
  }

  /** The uid of a user in lower case, if there is one. @throws {ApiError} USER_NOT_FOUND */
  async uidOf(text: string): Promise<string> {
    const user = await this.users.find(toUid(text));
    if (!user) throw new ApiError('USER_NOT_FOUND');
    return user.uid;
  }

  /** By uid or email. @throws {ApiError} USER_NOT_FOUND */
  async locate(uidOrEmail: string): Promise<CountedUser> {
    const email = isUuid(uidOrEmail) ? undefined : normaliseEmail(uidOrEmail);
    return this.require(email === undefined ? { uid: toUid(uidOrEmail) } : { email });
  }

  private async require(by: { uid: string } | { email: string }): Promise<CountedUser> {
    const user = await this.directory.find(by);
    const [counted] = user ? await this.count([user]) : [];
    if (!counted) throw new ApiError('USER_NOT_FOUND');
    return counted;
  }

  private async count(users: ListedUser[]): Promise<CountedUser[]> {
    const uids = users.map(({ uid }) => uid);
    const counts = await this.sessions.countEach(uids);
    const pending = await this.tokens.pendingAddresses(...uids);
    return users.map((user) => ({
      ...user,
      sessionCount: counts.get(user.uid) ?? 0,
      emailPending: pending.get(user.uid)?.email ?? null,
    }));
  }
}

/** The uid in a path, in lower case. @throws {ApiError} USER_NOT_FOUND for a malformed uid */
export function toUid(text: string): string {
  if (!isUuid(text)) throw new ApiError('USER_NOT_FOUND');
  return text.toLowerCase();
}
