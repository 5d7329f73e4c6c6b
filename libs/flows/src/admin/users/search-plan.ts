import type { UserFilter, UserOrder } from '@app/users';

/** The filter of a list of users, with what other libraries know of them. */
export interface SearchFilter extends UserFilter {
  /** The id of an external provider at which the user has an identity. */
  provider?: string;
}

type Name = keyof SearchFilter;

/** How a list is read. */
export interface SearchPlan {
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
export function planSearch(filter: SearchFilter, asked?: UserOrder): SearchPlan {
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
