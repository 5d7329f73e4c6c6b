import { Link } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { User } from '../api/types';
import { useLoad } from '../api/use-load';
import { Page } from '../layout/page';
import { t } from '../texts/texts';
import { type Column, List } from '../ui/list/list';
import { type Query, useQuery } from '../ui/list/use-query';
import { Loaded } from '../ui/loaded';
import { State } from '../ui/state';
import { Time } from '../ui/time';
import { ListActions } from './list-actions';
import { userFilter } from './user-filter';
import { UserFilters } from './user-filters';

const COLUMNS: Column<User>[] = [
  { label: t.users.email, show: ({ uid, email }) => <Link href={`/users/${uid}`}>{email}</Link> },
  { label: t.users.state, show: (user) => <UserStates user={user} /> },
  { label: t.users.created, show: ({ created_at }) => <Time at={created_at} /> },
  { label: t.users.lastLogin, show: ({ last_login }) => <Time at={last_login} /> },
];

function UserStates({ user }: { user: User }) {
  return (
    <div className="row">
      <State name={user.active ? 'active' : 'disabled'} />
      {user.email_verified && <State name="verified" />}
      {user.mfa_enabled && <State name="mfa" />}
    </div>
  );
}

/** Several filters, or a rare part of an email, may find nobody on many pages. */
const MOST_EMPTY_PAGES = 10;

/** The page of the address, or the first one behind it that has users. */
async function search(query: Query) {
  let cursor = query.get('cursor');
  for (let pages = 1; ; pages++) {
    const parameters = { ...userFilter(query), cursor };
    const found = await dataOf(api.GET('/api/admin/users', { params: { query: parameters } }));
    if (found.users.length > 0 || found.next_cursor === null || pages === MOST_EMPTY_PAGES) return found;
    cursor = found.next_cursor;
  }
}

export default function UsersPage() {
  const query = useQuery();
  const load = useLoad(() => search(query), [query.text]);
  return (
    <Page title={t.navigation.users} actions={<ListActions query={query} reload={load.reload} />}>
      <UserFilters query={query} />
      <Loaded load={load}>
        {({ users, next_cursor }) => (
          <List
            label={t.navigation.users}
            rows={users}
            columns={COLUMNS}
            id={({ uid }) => uid}
            empty={next_cursor === null ? t.users.none : t.users.noneYet}
            pages={{ query, next: next_cursor }}
          />
        )}
      </Loaded>
    </Page>
  );
}
