import type { ListPage, PageRequest } from '@app/database';
import { IdentityOwners } from '@app/federation';
import { type ListedUser, type UserKey, type UserOrder, UserQueries } from '@app/users';
import { Injectable } from '@nestjs/common';
import { planSearch, type SearchFilter, type SearchPlan } from './search-plan.js';

/**
 * The most users that are checked for one page, which bounds its time: a page then has fewer users than its limit, or none, and
 * a cursor all the same.
 */
const MOST_CHECKED = 1_000;
const LEAST_CHUNK = 50;
const MOST_CHUNK = 250;
const larger = (limit: number) => Math.min(MOST_CHUNK, Math.max(LEAST_CHUNK, 2 * limit));

/** Finds the users who meet a filter. A filter with one condition reads an index; one with several checks what the best of them finds. */
@Injectable()
export class UserSearch {
  constructor(
    private readonly users: UserQueries,
    private readonly owners: IdentityOwners,
  ) {}

  /**
   * A search by a part of the email is sorted by it, a list by the last sign-in alone by that time, and any other list newest first, unless the
   * caller gives an order.
   * @throws {ApiError} INVALID_REQUEST for a cursor of another order
   */
  async list(filter: SearchFilter, order: UserOrder | undefined, page: PageRequest): Promise<ListPage<ListedUser>> {
    const { rows, nextCursor } = await this.uids(filter, order, page);
    return { rows: await this.users.load(rows), nextCursor };
  }

  /** The same, with only the uids. */
  async uids(filter: SearchFilter, order: UserOrder | undefined, page: PageRequest): Promise<ListPage<string>> {
    return this.scan(filter, planSearch(filter, order), page);
  }

  /** Whether a user meets a filter now. */
  async fits(uid: string, { provider, ...filter }: SearchFilter): Promise<boolean> {
    const [user] = await this.users.matching([uid], filter);
    if (user === undefined) return false;
    return provider === undefined || (await this.owners.among([uid], provider)).has(uid);
  }

  private async scan(filter: SearchFilter, plan: SearchPlan, page: PageRequest): Promise<ListPage<string>> {
    const found = new Set<string>();
    let last: string | null = null;
    let next: string | null | undefined = page.cursor;
    // Without more conditions, the first chunk is the page. The chunks grow, since the page may be full after a few users more.
    for (let checked = 0, limit = page.limit + 1; next !== null && checked < MOST_CHECKED; limit = larger(limit)) {
      const size = Math.min(limit, MOST_CHECKED - checked);
      const { rows, nextCursor } = await this.keys(plan, { ...page, limit: size, cursor: next });
      const fitting = await this.fitting(rows, filter, plan);
      for (const { uid, cursor } of rows) {
        if (!fitting.has(uid) || found.has(uid)) continue;
        if (found.size === page.limit) return { rows: [...found], nextCursor: last };
        found.add(uid);
        last = cursor;
      }
      checked += rows.length;
      next = nextCursor;
      // A part of the email was compared with as many as a page may read.
      if (rows.length < size) break;
    }
    return { rows: [...found], nextCursor: next ?? null };
  }

  private keys({ by, order }: SearchPlan, page: PageRequest): Promise<ListPage<UserKey>> {
    const { provider, ...others } = by;
    if (provider === undefined) return this.users.keys(others, order, page);
    return this.owners.keys({ ...others, provider }, order === '-created_at', page);
  }

  /** Which users of a chunk meet all conditions. */
  private async fitting(keys: UserKey[], { provider, ...filter }: SearchFilter, { by, checks }: SearchPlan) {
    const uids = keys.map(({ uid }) => uid);
    if (!checks) return new Set(uids);
    const fitting = await this.users.matching(uids, filter);
    return provider === undefined || by.provider !== undefined ? fitting : this.owners.among([...fitting], provider);
  }
}
