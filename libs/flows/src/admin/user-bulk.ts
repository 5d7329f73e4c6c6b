import type { PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import type { User, UserOrder } from '@app/users';
import { Injectable } from '@nestjs/common';
import { AdminRank, scopeBeyond } from '../access/admin-rank.js';
import { UserAccessService } from './user-access.service.js';
import { type CountedUser, type SearchFilter, UserLookup } from './user-search.js';
import { AdminUserService } from './users.service.js';

/** What can be done with all users of a filter. To delete is not among them. */
export const BULK_ACTIONS = ['end_sessions', 'require_mfa', 'disable', 'enable'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

type Outcome = 'changed' | 'unchanged' | 'skipped';

/** What became of the users of one call, and where the next call continues; null at the end. */
export type BulkSlice = Record<Outcome, number> & { nextCursor: string | null };

/** What becomes of a user who is not ended but changed. */
const CHANGES = { require_mfa: { mfa: 'required' }, disable: { active: false }, enable: { active: true } } as const;

/** One call: which users, and whether anything changes. */
export interface BulkOrder {
  action: BulkAction;
  filter: SearchFilter;
  order?: UserOrder;
  dryRun: boolean;
}

/**
 * Does the same with all users who meet a filter, slice by slice. Each user is changed alone, in a transaction, so that the end
 * of the process loses nothing: the same call from the beginning finds what is left.
 */
@Injectable()
export class UserBulk {
  constructor(
    private readonly rank: AdminRank,
    private readonly lookup: UserLookup,
    private readonly users: AdminUserService,
    private readonly access: UserAccessService,
  ) {}

  /**
   * @throws {ApiError} NOT_AUTHORIZED without the scope to read; INVALID_REQUEST without a filter, or for a cursor of another list; NOT_AUTHENTICATED when the
   * administrator was signed out meanwhile
   */
  async run(order: BulkOrder, page: PageRequest): Promise<BulkSlice> {
    const { filter, dryRun } = order;
    const by = this.rank.administrator;
    // The counts say what a list with the same filter would.
    if (by && !by.scopes.includes('read'))
      throw new ApiError('NOT_AUTHORIZED', 'A bulk action needs the scope "read", too.', {
        reason: 'bulk action without the scope to read users',
      });
    if (Object.values(filter).every((value) => value === undefined))
      throw new ApiError('INVALID_REQUEST', 'A bulk action needs at least one filter.');
    const { rows, nextCursor } = await this.lookup.list(filter, order.order, page);
    const slice = { changed: 0, unchanged: 0, skipped: 0, nextCursor };
    for (const user of rows) slice[await (dryRun ? this.foresee(order, user) : this.act(order, user))] += 1;
    return slice;
  }

  private async foresee({ action }: BulkOrder, user: CountedUser): Promise<Outcome> {
    const by = this.rank.administrator;
    if (by && (user.uid === by.uid || scopeBeyond(user, by) !== undefined)) return 'skipped';
    const done = action === 'end_sessions' ? user.sessionCount === 0 : isDone(action, user);
    return done ? 'unchanged' : 'changed';
  }

  private async act({ action, filter }: BulkOrder, { uid }: CountedUser): Promise<Outcome> {
    if (uid === this.rank.administrator?.uid) return 'skipped';
    try {
      return await this.rank.transaction(uid, async (user) => {
        // Both may have changed since the list was read.
        if (isDone(action, user) || !(await this.lookup.fits(uid, filter))) return 'unchanged';
        if (action === 'end_sessions') return (await this.access.endSessions(uid)) > 0 ? 'changed' : 'unchanged';
        await this.users.change(uid, CHANGES[action]);
        return 'changed';
      });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_AUTHORIZED') return 'skipped';
      if (error instanceof ApiError && error.code === 'USER_NOT_FOUND') return 'unchanged';
      throw error;
    }
  }
}

/** Whether the row of a user says that there is nothing to do. */
function isDone(action: BulkAction, { active, mfa }: Pick<User, 'active' | 'mfa'>): boolean {
  if (action === 'require_mfa') return mfa === 'required';
  return action === 'enable' ? active : action === 'disable' && !active;
}
