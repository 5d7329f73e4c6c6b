import { Database, findPage, type ListOrder, type ListPage, type PageRequest } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In, Not, type SelectQueryBuilder } from 'typeorm';
import { normaliseEmail } from '../accounts/email.js';
import { User } from '../accounts/user.entity.js';

/** A user for an administrator: whether the account has a password, but never the hash. */
export type ListedUser = User & { hasPassword: boolean };

/** Selects the users who meet all of the given conditions. Times are seconds since the UNIX epoch. */
export interface UserFilter {
  email?: string;
  /** The start of the email. Printable ASCII, in any case. */
  search?: string;
  active?: boolean;
  emailVerified?: boolean;
  /** This second, or later. */
  createdAfter?: number;
  /** Before this second. */
  createdBefore?: number;
}

const ORDERS = {
  created_at: { by: ['createdAt', 'uid'], descending: false },
  '-created_at': { by: ['createdAt', 'uid'], descending: true },
  email: { by: ['email'], descending: false },
} satisfies Record<string, ListOrder<User>>;

export type UserOrder = keyof typeof ORDERS;

/** Greater than every character of an email. */
const AFTER_ALL = '\x7f';

/** Finds and lists users for administrators. */
@Injectable()
export class UserQueries {
  constructor(private readonly database: Database) {}

  /** By uid or by normalised email. */
  async find(by: { uid: string } | { email: string }): Promise<ListedUser | null> {
    return (await this.query().where(by).getOne()) as ListedUser | null;
  }

  /**
   * A search is ordered by email and any other list newest first, unless the caller gives an order.
   * @throws {ApiError} INVALID_REQUEST for a cursor of another order
   */
  async list(filter: UserFilter, order: UserOrder | undefined, page: PageRequest): Promise<ListPage<ListedUser>> {
    const query = narrow(this.query(), filter);
    const defaultOrder = filter.search === undefined ? '-created_at' : 'email';
    return (await findPage(query, ORDERS[order ?? defaultOrder], page)) as ListPage<ListedUser>;
  }

  /** When the claims of these users changed, in epoch seconds. Deleted users are left out. */
  async claimsChangedAt(uids: string[]): Promise<Map<string, number>> {
    if (uids.length === 0) return new Map();
    const select = { uid: true, claimsChangedAt: true } as const;
    const users = await this.database.repo(User).find({ where: { uid: In(uids) }, select });
    return new Map(users.map(({ uid, claimsChangedAt }) => [uid, claimsChangedAt]));
  }

  private query(): SelectQueryBuilder<User> {
    return this.database.repo(User).createQueryBuilder('user').addSelect('user.hasPassword');
  }
}

function narrow(query: SelectQueryBuilder<User>, filter: UserFilter): SelectQueryBuilder<User> {
  const { email, search, active, emailVerified, createdAfter, createdBefore } = filter;
  if (email !== undefined) query.andWhere({ email: normaliseEmail(email) ?? '' });
  if (search !== undefined) {
    // A range in place of LIKE: it has no special characters, and both databases use the index for it.
    const from = search.toLowerCase();
    query.andWhere('user.email >= :from AND user.email < :to', { from, to: from + AFTER_ALL });
  }
  // A search reads by the index of emails. SQLite would prefer that of an equal flag, and sort all users who have it.
  const flag = (value: boolean) => (search === undefined ? value : Not(!value));
  if (active !== undefined) query.andWhere({ active: flag(active) });
  if (emailVerified !== undefined) query.andWhere({ emailVerified: flag(emailVerified) });
  if (createdAfter !== undefined) query.andWhere('user.createdAt >= :createdAfter', { createdAfter });
  if (createdBefore !== undefined) query.andWhere('user.createdAt < :createdBefore', { createdBefore });
  return query;
}
