import { normaliseEmail } from '@app/config';
import {
  cursorAt,
  Database,
  findPage,
  type ListOrder,
  type ListPage,
  type PageRequest,
  type Person,
  type PersonalData,
  readPageCursor,
  type Span,
  type StoredRows,
  storedRows,
  within,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, MoreThan, MoreThanOrEqual, Not, type SelectQueryBuilder } from 'typeorm';
import { hashOfRole, rolesIn, UserRole } from './claims.js';
import { SignInAddress } from './sign-in.js';
import { User } from './user.entity.js';
import { ImportBatch } from './user-batches.js';

/** Counts users. Each count reads an index, not the rows. */
@Injectable()
export class UserCounts {
  constructor(private readonly database: Database) {}

  all(): Promise<number> {
    return this.count({});
  }

  verified(): Promise<number> {
    return this.count({ emailVerified: true });
  }

  disabled(): Promise<number> {
    return this.count({ active: false });
  }

  /** Users who have signed in since a time in epoch seconds. */
  signedInSince(time: number): Promise<number> {
    return this.count({ lastLogin: MoreThanOrEqual(time) });
  }

  private count(which: FindOptionsWhere<User>): Promise<number> {
    return this.database.repo(User).countBy(which);
  }
}

/** Selects the users who meet all of the given conditions. Times are seconds since the UNIX epoch. */
export interface UserFilter {
  email?: string;
  /** The start of the email. Printable ASCII, in any case. */
  search?: string;
  /** A part of the email. Printable ASCII, in any case. */
  emailContains?: string;
  active?: boolean;
  emailVerified?: boolean;
  /** This second, or later. */
  createdAfter?: number;
  /** Before this second. */
  createdBefore?: number;
  /** One of the `roles` in the claims, case-sensitive. */
  role?: string;
  /** Whether the user has admin scopes. */
  adminScopes?: boolean;
  mfaEnabled?: boolean;
  hasPassword?: boolean;
  hasPasskey?: boolean;
  /** Only users who have ever signed in: in this second, or later. */
  lastLoginAfter?: number;
  /** Only users who have ever signed in: before this second. */
  lastLoginBefore?: number;
}

/** What a filter compares, for one user. */
const COMPARED = [
  ...(['uid', 'email', 'active', 'emailVerified', 'createdAt', 'claims', 'adminScopes'] as const),
  ...(['mfaEnabled', 'hasPassword', 'listPasskey', 'lastLogin'] as const),
];
type FilteredUser = Pick<ListedUser, (typeof COMPARED)[number]>;

/** Greater than every character of an email. */
const AFTER_ALL = '\x7f';

/** The conditions of a filter on columns of users, which an index finds. Roles are in another table. */
function narrow(query: SelectQueryBuilder<User>, filter: UserFilter): SelectQueryBuilder<User> {
  const { email, search, active, emailVerified } = filter;
  if (email !== undefined) query.andWhere({ email: normaliseEmail(email) ?? '' });
  if (search !== undefined) {
    // A range in place of LIKE: it has no special characters, and both databases use the index for it.
    const from = search.toLowerCase();
    query.andWhere('user.email >= :from AND user.email < :to', { from, to: from + AFTER_ALL });
  }
  if (filter.emailContains !== undefined) {
    const part = `%${filter.emailContains.toLowerCase().replace(/[%_!]/g, '!$&')}%`;
    query.andWhere("user.email LIKE :part ESCAPE '!'", { part });
  }
  // A search reads by the index of emails. SQLite would prefer that of an equal flag, and sort all users who have it.
  const flag = (value: boolean) => (search === undefined ? value : Not(!value));
  if (active !== undefined) query.andWhere({ active: flag(active) });
  if (emailVerified !== undefined) query.andWhere({ emailVerified: flag(emailVerified) });
  if (filter.adminScopes !== undefined) query.andWhere({ listAdmin: filter.adminScopes });
  if (filter.mfaEnabled !== undefined) query.andWhere({ mfaEnabled: filter.mfaEnabled });
  if (filter.hasPassword !== undefined) query.andWhere({ listPassword: filter.hasPassword });
  if (filter.hasPasskey !== undefined) query.andWhere({ listPasskey: filter.hasPasskey });
  return narrowTimes(query, filter);
}

function narrowTimes(query: SelectQueryBuilder<User>, filter: UserFilter): SelectQueryBuilder<User> {
  const { createdAfter, createdBefore, lastLoginAfter, lastLoginBefore } = filter;
  if (createdAfter !== undefined) query.andWhere('user.createdAt >= :createdAfter', { createdAfter });
  if (createdBefore !== undefined) query.andWhere('user.createdAt < :createdBefore', { createdBefore });
  if (lastLoginAfter !== undefined) query.andWhere('user.lastLogin >= :lastLoginAfter', { lastLoginAfter });
  if (lastLoginBefore !== undefined) query.andWhere('user.lastLogin < :lastLoginBefore', { lastLoginBefore });
  return query;
}

/** Whether a user meets all conditions. */
function meets(user: FilteredUser, filter: UserFilter): boolean {
  const { email, search, role } = filter;
  if (email !== undefined && user.email !== normaliseEmail(email)) return false;
  if (search !== undefined && !user.email.startsWith(search.toLowerCase())) return false;
  if (filter.emailContains !== undefined && !user.email.includes(filter.emailContains.toLowerCase())) return false;
  if (role !== undefined && !rolesIn(user.claims).includes(role)) return false;
  const flags: [wanted: boolean | undefined, is: boolean][] = [
    [filter.active, user.active],
    [filter.emailVerified, user.emailVerified],
    [filter.adminScopes, user.adminScopes !== ''],
    [filter.mfaEnabled, user.mfaEnabled],
    [filter.hasPassword, user.hasPassword],
    [filter.hasPasskey, user.listPasskey],
  ];
  if (flags.some(([wanted, is]) => wanted !== undefined && wanted !== is)) return false;
  return (
    isWithin(user.createdAt, filter.createdAfter, filter.createdBefore) &&
    isWithin(user.lastLogin, filter.lastLoginAfter, filter.lastLoginBefore)
  );
}

/** Whether a time is in a range. A time that is missing is in none. */
function isWithin(time: number | null, from: number | undefined, before: number | undefined): boolean {
  if (from === undefined && before === undefined) return true;
  return time !== null && time >= (from ?? 0) && time < (before ?? Number.POSITIVE_INFINITY);
}

/** A user for an administrator: whether the account has a password, but never the hash. */
export type ListedUser = User & { hasPassword: boolean };

/** The place of a user in a list. */
export interface UserKey {
  uid: string;
  /** The list continues after the user. */
  cursor: string;
}

const ORDERS = {
  created_at: { by: ['createdAt', 'uid'], descending: false },
  '-created_at': { by: ['createdAt', 'uid'], descending: true },
  email: { by: ['email'], descending: false },
  '-last_login': { by: ['lastLogin', 'uid'], descending: true },
} satisfies Record<string, ListOrder<User>>;

export type UserOrder = keyof typeof ORDERS;

/** How many emails are compared with a part of one. No index finds it, so a page of a million users reads as many as this. */
const MOST_COMPARED = 20_000;

/** Finds and lists users for administrators. */
@Injectable()
export class UserQueries {
  constructor(private readonly database: Database) {}

  /** By uid or by normalised email. */
  async find(by: { uid: string } | { email: string }): Promise<ListedUser | null> {
    return (await this.query().where(by).getOne()) as ListedUser | null;
  }

  /**
   * The places of the users who meet conditions that one index finds in this order. Reads the index and no rows: with the rows, MariaDB
   * would read all users of a flag up to the page. A list by a part of the email may end after fewer users than the limit, with a cursor.
   * @throws {ApiError} INVALID_REQUEST for a cursor of another order
   */
  async keys(filter: UserFilter, order: UserOrder, page: PageRequest): Promise<ListPage<UserKey>> {
    if (filter.role !== undefined) return this.keysOfRole(filter.role, filter, ORDERS[order], page);
    if (filter.emailContains !== undefined) return this.keysOfPart(filter, page);
    const { by } = ORDERS[order];
    const columns = [...new Set([...by, 'uid'])].map((property) => `user.${property}`);
    const query = narrow(this.query().select(columns), filter);
    // Without the hint, MariaDB may choose the index of both flags, and sort all users who have this one. SQLite ignores it.
    const { active, emailVerified, email, search } = filter;
    if (active !== undefined && (emailVerified ?? email ?? search) === undefined) query.useIndex('users_active');
    return toKeys(ORDERS[order], await findPage(query, ORDERS[order], page));
  }

  /** Which of these users meet all conditions. */
  async matching(uids: string[], filter: UserFilter): Promise<Set<string>> {
    if (uids.length === 0) return new Set();
    const query = this.query().where({ uid: In(uids) });
    // By the primary key alone: with the conditions, SQLite would read all users who meet one of them.
    const users = (await query.select(COMPARED.map((property) => `user.${property}`)).getMany()) as FilteredUser[];
    return new Set(users.filter((user) => meets(user, filter)).map(({ uid }) => uid));
  }

  /** These users, in this order. Deleted users are left out. */
  async load(uids: string[]): Promise<ListedUser[]> {
    if (uids.length === 0) return [];
    const users = (await this.query()
      .where({ uid: In(uids) })
      .getMany()) as ListedUser[];
    const byUid = new Map(users.map((user) => [user.uid, user]));
    return uids.map((uid) => byUid.get(uid)).filter((user) => user !== undefined);
  }

  /** The emails of these users. Deleted users are left out. */
  emailsOf(uids: string[]): Promise<Map<string, string>> {
    return this.valuesOf(uids, 'email');
  }

  /** When the claims of these users changed, in epoch seconds. Deleted users are left out. */
  claimsChangedAt(uids: string[]): Promise<Map<string, number>> {
    return this.valuesOf(uids, 'claimsChangedAt');
  }

  private async valuesOf<K extends keyof User>(uids: string[], property: K): Promise<Map<string, User[K]>> {
    if (uids.length === 0) return new Map();
    const query = this.database
      .repo(User)
      .createQueryBuilder('user')
      .select(['user.uid', `user.${property}`]);
    const users = await query.where({ uid: In(uids) }).getMany();
    return new Map(users.map((user) => [user.uid, user[property]]));
  }

  /** The next active users whom somebody has made with credentials in a time, in the order of their uids. */
  async madeBy(madeBy: string, span: Span, after: string, limit: number): Promise<string[]> {
    const which = { madeBy, madeOpenAt: within(span), active: true, uid: MoreThan(after) };
    const query = this.database.repo(User).createQueryBuilder('user').select('user.uid').where(which);
    const found = await query.useIndex('users_made_by').orderBy('user.uid').limit(limit).getMany();
    return found.map(({ uid }) => uid);
  }

  /** The users whose admin scopes somebody was the last to give in a time, with when. Few users have scopes. */
  async withScopesBy(adminScopesBy: string, span: Span): Promise<{ uid: string; since: number }[]> {
    const which = { adminScopesBy, adminScopesAt: within(span), listAdmin: true };
    const query = this.database.repo(User).createQueryBuilder('user').where(which);
    const found = await query.select(['user.uid', 'user.adminScopesAt']).orderBy('user.uid').getMany();
    return found.map(({ uid, adminScopesAt }) => ({ uid, since: adminScopesAt ?? 0 }));
  }

  /** The same for a part of the email, which is compared with the next emails in their order. */
  private async keysOfPart({ emailContains, ...filter }: UserFilter, page: PageRequest): Promise<ListPage<UserKey>> {
    const order = ORDERS.email;
    const all = narrow(this.query().select(['user.uid', 'user.email']), filter);
    // Without the uid, PostgreSQL reads the index of emails alone.
    const compared = all
      .clone()
      .select('user.email', 'email')
      .orderBy('user.email')
      .offset(MOST_COMPARED - 1)
      .limit(1);
    if (page.cursor !== undefined) {
      const [email] = readPageCursor(page.cursor, order, ['string'], page.cursorName);
      compared.andWhere('user.email > :email', { email });
    }
    const last = await compared.getRawOne<Pick<User, 'email'>>();
    if (last) all.andWhere('user.email <= :last', { last: last.email });
    const { rows, nextCursor } = toKeys(order, await findPage(narrow(all, { emailContains }), order, page));
    return { rows, nextCursor: nextCursor ?? (last ? cursorAt(last, order) : null) };
  }

  private async keysOfRole(role: string, filter: UserFilter, { descending }: ListOrder<User>, page: PageRequest) {
    const { createdAfter, createdBefore } = filter;
    const order: ListOrder<UserRole> = { by: ['createdAt', 'uid'], descending };
    const query = this.database
      .repo(UserRole)
      .createQueryBuilder('role')
      .where({ roleHash: hashOfRole(role) });
    if (createdAfter !== undefined) query.andWhere('role.createdAt >= :createdAfter', { createdAfter });
    if (createdBefore !== undefined) query.andWhere('role.createdAt < :createdBefore', { createdBefore });
    return toKeys(order, await findPage(query, order, page));
  }

  private query(): SelectQueryBuilder<User> {
    return this.database
      .repo(User)
      .createQueryBuilder('user')
      .addSelect(['user.hasPassword', 'user.madeBy', 'user.adminScopesBy']);
  }
}

function toKeys<T extends { uid: string }>(order: ListOrder<T>, { rows, nextCursor }: ListPage<T>): ListPage<UserKey> {
  return { rows: rows.map((row) => ({ uid: row.uid, cursor: cursorAt(row, order) })), nextCursor };
}

/** All that this library stores about a person, without the password hash and the cost of the hash. */
@Injectable()
export class StoredUserData implements PersonalData {
  constructor(private readonly database: Database) {}

  /** The roles are in the claims of the account, too. */
  of({ uid }: Person): Record<string, StoredRows> {
    const where = { uid };
    return {
      users: storedRows(this.database, User, { where, by: 'uid' }),
      user_roles: storedRows(this.database, UserRole, { where, by: 'roleHash' }),
      import_batches: this.batchOf(uid),
      sign_in_addresses: storedRows(this.database, SignInAddress, { where, by: 'address' }),
    };
  }

  /** The import that created the account. */
  private async *batchOf(uid: string): StoredRows {
    const user = await this.database.repo(User).findOneBy({ uid });
    const where = { batchId: user?.batchId ?? '' };
    if (user?.batchId) yield* storedRows(this.database, ImportBatch, { where, by: 'batchId' });
  }
}
