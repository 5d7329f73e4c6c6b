import { Database, findPage, type ListOrder, type Page, type PageRequest } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { normaliseEmail } from './email.js';
import { User } from './user.entity.js';

/** A user as an administrator sees them: whether there is a password, and never its hash. */
export type ListedUser = User & { hasPassword: boolean };

/** Which users are asked for: those to whom all of it applies. Times are seconds since the UNIX epoch. */
export interface UserFilter {
  email?: string;
  /** What the email begins with. Printable ASCII, in any case. */
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

/** Greater than every character that an email may have. */
const AFTER_ALL = '\x7f';

/** Looking users up, for administrators. */
@Injectable()
export class UserDirectory {
  constructor(private readonly database: Database) {}

  /** By uid or by normalised email. */
  async find(by: { uid: string } | { email: string }): Promise<ListedUser | null> {
    return (await this.query().where(by).getOne()) as ListedUser | null;
  }

  /**
   * A search lists by email, all else newest first, unless another order is asked for.
   * @throws {ApiError} INVALID_REQUEST for a cursor of another order
   */
  async list(filter: UserFilter, order: UserOrder | undefined, page: PageRequest): Promise<Page<ListedUser>> {
    const query = narrow(this.query(), filter);
    const usual = filter.search === undefined ? '-created_at' : 'email';
    return (await findPage(query, ORDERS[order ?? usual], page)) as Page<ListedUser>;
  }

  private query(): SelectQueryBuilder<User> {
    return this.database.repo(User).createQueryBuilder('user').addSelect('user.hasPassword');
  }
}

function narrow(query: SelectQueryBuilder<User>, filter: UserFilter): SelectQueryBuilder<User> {
  const { email, search, active, emailVerified, createdAfter, createdBefore } = filter;
  if (email !== undefined) query.andWhere({ email: normaliseEmail(email) ?? '' });
  if (search !== undefined) {
    // A range, and not LIKE: no character in it means anything else, and both databases find it in the index.
    const from = search.toLowerCase();
    query.andWhere('user.email >= :from AND user.email < :to', { from, to: from + AFTER_ALL });
  }
  if (active !== undefined) query.andWhere({ active });
  if (emailVerified !== undefined) query.andWhere({ emailVerified });
  if (createdAfter !== undefined) query.andWhere('user.createdAt >= :createdAfter', { createdAfter });
  if (createdBefore !== undefined) query.andWhere('user.createdAt < :createdBefore', { createdBefore });
  return query;
}
