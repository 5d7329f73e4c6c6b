import { Database, type ListPage, type PageRequest } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { Identities } from '@app/federation';
import { OneTimeTokens, SessionQueries } from '@app/tokens';
import {
  type ListedUser,
  normaliseEmail,
  rolesIn,
  type UserFilter,
  type UserKey,
  type UserOrder,
  UserQueries,
  UsersService,
} from '@app/users';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { AdminRank } from '../access/admin-rank.js';
import type { AdministratorOrOperator } from '../access/administrator.js';

/** The name of a filter in the admin API, such as `created_after`. */
export function parameterOf(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

/** The filter of a list of users, with what other libraries know of them. */
export interface SearchFilter extends UserFilter {
  /** The id of an external provider at which the user has an identity. */
  provider?: string;
}

type Name = keyof SearchFilter;

/** How a list is read. */
interface SearchPlan {
  order: UserOrder;
  /** The conditions that one index finds, in the order of the list. */
  by: SearchFilter;
  /** Whether there are conditions besides, which are checked for each user that the index finds. */
  checks: boolean;
}

/** The filters that one query has always combined. */
const COMBINED: Name[] = ['email', 'search', 'active', 'emailVerified', 'createdAfter', 'createdBefore'];
const CREATED: Name[] = ['createdAfter', 'createdBefore'];
const LAST_LOGIN: Name[] = ['lastLoginAfter', 'lastLoginBefore'];

/** What is usually true of fewer users comes first: its index finds a page with fewer users to check. */
const BY_RARITY: [name: Name, value?: boolean][] = [
  ['role'],
  ['provider'],
  ['adminScopes', true],
  ['hasPassword', false],
  ['hasPasskey', true],
  ['mfaEnabled', true],
  ['active', false],
  ['emailVerified', false],
  ['mfaEnabled', false],
  ['hasPasskey', false],
  ['hasPassword', true],
  ['emailVerified', true],
  ['active', true],
  ['adminScopes', false],
];

/** @param asked the order of the request, if it names one */
function planSearch(filter: SearchFilter, asked?: UserOrder): SearchPlan {
  const given = (Object.keys(filter) as Name[]).filter((name) => filter[name] !== undefined);
  const order = asked ?? defaultOrder(filter, given);
  const names = new Set(given.every((name) => COMBINED.includes(name)) ? given : found(filter, order));
  const by: SearchFilter = Object.fromEntries(
    given.filter((name) => names.has(name)).map((name) => [name, filter[name]]),
  );
  return { order, by, checks: given.some((name) => !names.has(name)) };
}

function defaultOrder({ search, emailContains }: SearchFilter, given: Name[]): UserOrder {
  if (search !== undefined || emailContains !== undefined) return 'email';
  const onlyLogins = given.length > 0 && given.every((name) => LAST_LOGIN.includes(name));
  return onlyLogins ? '-last_login' : '-created_at';
}

/** The conditions that the index of an order finds. */
function found(filter: SearchFilter, order: UserOrder): Name[] {
  if (filter.email !== undefined) return ['email'];
  if (order === 'email') return ['search', 'emailContains'];
  if (order === '-last_login') return LAST_LOGIN;
  const rarest = BY_RARITY.find(
    ([name, value]) => filter[name] !== undefined && (value ?? filter[name]) === filter[name],
  );
  return rarest ? [rarest[0], ...CREATED] : CREATED;
}

/**
 * The most users that are checked for one page, which bounds its time: a page then has fewer users than its limit, or none, and
 * a cursor all the same.
 */
const MOST_CHECKED = 1_000;
const LEAST_CHUNK = 50;
const MOST_CHUNK = 250;
const larger = (limit: number) => Math.min(MOST_CHUNK, Math.max(LEAST_CHUNK, 2 * limit));

/** A user with the number of sessions, and the new address that waits for its confirmation. */
export type CountedUser = ListedUser & { sessionCount: number; emailPending: string | null };

const PAGE_SIZE = 200;

/** A spreadsheet would run a cell that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

const COLUMNS: Record<string, (user: CountedUser) => unknown> = {
  uid: ({ uid }) => uid,
  email: ({ email }) => email,
  active: ({ active }) => active,
  email_verified: ({ emailVerified }) => emailVerified,
  has_password: ({ hasPassword }) => hasPassword,
  mfa_enabled: ({ mfaEnabled }) => mfaEnabled,
  mfa: ({ mfa }) => mfa,
  roles: ({ claims }) => rolesIn(claims).join(';'),
  admin_scopes: ({ adminScopes }) => adminScopes.replaceAll(',', ';'),
  session_count: ({ sessionCount }) => sessionCount,
  created_at: ({ createdAt }) => toTime(createdAt),
  last_login: ({ lastLogin }) => (lastLogin === null ? '' : toTime(lastLogin)),
};

/**
 * Finds users, with the number of their sessions. A filter with one condition reads an index; one with several checks what the best of
 * them finds.
 */
@Injectable()
export class UserLookup {
  constructor(
    private readonly database: Database,
    private readonly queries: UserQueries,
    private readonly users: UsersService,
    private readonly owners: Identities,
    private readonly sessions: SessionQueries,
    private readonly tokens: OneTimeTokens,
    private readonly rank: AdminRank,
    private readonly events: EventLog,
  ) {}

  /**
   * A search by a part of the email is sorted by it, a list by the last sign-in alone by that time, and any other list newest first, unless the
   * caller gives an order.
   * @throws {ApiError} INVALID_REQUEST for a cursor of another order
   */
  async list(filter: SearchFilter, order: UserOrder | undefined, page: PageRequest): Promise<ListPage<CountedUser>> {
    const { rows, nextCursor } = await this.scan(filter, planSearch(filter, order), page);
    return { rows: await this.count(await this.queries.load(rows)), nextCursor };
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

  /** Whether a user meets a filter now. */
  async fits(uid: string, { provider, ...filter }: SearchFilter): Promise<boolean> {
    const [user] = await this.queries.matching([uid], filter);
    if (user === undefined) return false;
    return provider === undefined || (await this.owners.ownersAmong([uid], provider)).has(uid);
  }

  /**
   * A list as CSV (RFC 4180): lines in the order of the list, page by page, read when the client is ready for more. The event is recorded before the first line.
   * The lines fail with NOT_AUTHENTICATED when an administrator has lost the right meanwhile.
   */
  async csv(
    filter: SearchFilter,
    order: UserOrder | undefined,
    by: AdministratorOrOperator,
  ): Promise<AsyncGenerator<string>> {
    const filters = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [parameterOf(name)]));
    await this.database.transaction(() => this.events.record('admin.exported', { data: { format: 'csv', filters } }));
    return this.csvPages(filter, order, by);
  }

  private async *csvPages(
    filter: SearchFilter,
    order: UserOrder | undefined,
    by: AdministratorOrOperator,
  ): AsyncGenerator<string> {
    yield toLine(Object.keys(COLUMNS));
    for (let cursor: string | undefined; ; ) {
      await this.rank.requireStill(by);
      const { rows, nextCursor } = await this.list(filter, order, { limit: PAGE_SIZE, cursor });
      if (rows.length > 0) yield rows.map((user) => toLine(Object.values(COLUMNS).map((of) => of(user)))).join('');
      if (nextCursor === null) return;
      cursor = nextCursor;
    }
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
    if (provider === undefined) return this.queries.keys(others, order, page);
    return this.owners.ownersAt({ ...others, provider }, order === '-created_at', page);
  }

  /** Which users of a chunk meet all conditions. */
  private async fitting(keys: UserKey[], { provider, ...filter }: SearchFilter, { by, checks }: SearchPlan) {
    const uids = keys.map(({ uid }) => uid);
    if (!checks) return new Set(uids);
    const fitting = await this.queries.matching(uids, filter);
    return provider === undefined || by.provider !== undefined
      ? fitting
      : this.owners.ownersAmong([...fitting], provider);
  }

  private async require(by: { uid: string } | { email: string }): Promise<CountedUser> {
    const user = await this.queries.find(by);
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

function toTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}

function toLine(cells: unknown[]): string {
  return `${cells.map((cell) => toCell(String(cell))).join()}\r\n`;
}

function toCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
