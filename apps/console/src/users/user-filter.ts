import type { Query } from '../ui/list/use-query';

/** The parameters of the address that filter the list of users. */
const NAMES = [
  ...['search', 'active', 'verified', 'after', 'before'],
  ...['role', 'admin', 'mfa', 'password', 'passkey', 'provider', 'loginAfter', 'loginBefore'],
];

const flag = (text: string | undefined) => (text === undefined ? undefined : text === 'true');

/** The first second of a day in the time zone of the reader. */
const dayStart = (day: string | undefined) => (day ? Math.floor(new Date(`${day}T00:00`).getTime() / 1000) : undefined);

/** The filter of the address, as the admin API takes it. */
export function userFilter({ get }: Query) {
  return {
    email_contains: get('search'),
    order: get('order') as 'created_at' | undefined,
    active: flag(get('active')),
    email_verified: flag(get('verified')),
    created_after: dayStart(get('after')),
    created_before: dayStart(get('before')),
    role: get('role'),
    admin_scopes: flag(get('admin')),
    mfa_enabled: flag(get('mfa')),
    has_password: flag(get('password')),
    has_passkey: flag(get('passkey')),
    provider: get('provider'),
    last_login_after: dayStart(get('loginAfter')),
    last_login_before: dayStart(get('loginBefore')),
  };
}

export type UserFilter = ReturnType<typeof userFilter>;

/** Whether the list is not that of all users. */
export function isFiltered({ get }: Query): boolean {
  return NAMES.some((name) => get(name) !== undefined);
}

/** How many filters are set that are shown only on demand. */
export function countMore({ get }: Query): number {
  return NAMES.slice(5).filter((name) => get(name) !== undefined).length;
}
