import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { useMay } from '../api/session';
import type { User } from '../api/types';
import { useLoad } from '../api/use-load';
import { Page } from '../layout/page';
import { t } from '../texts/texts';
import { type Column, List } from '../ui/list/list';
import { type Query, useQuery } from '../ui/list/use-query';
import { Loaded } from '../ui/loaded';
import { State } from '../ui/state';
import { Time } from '../ui/time';
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

const flag = (text: string | undefined) => (text === undefined ? undefined : text === 'true');

/** The first second of a day in the time zone of the reader. */
const dayStart = (day: string | undefined) => (day ? Math.floor(new Date(`${day}T00:00`).getTime() / 1000) : undefined);

function search(query: Query) {
  const { get } = query;
  const words = { search: get('search'), cursor: get('cursor'), order: get('order') as 'created_at' | undefined };
  return dataOf(
    api.GET('/api/admin/users', {
      params: {
        query: {
          ...words,
          active: flag(get('active')),
          email_verified: flag(get('verified')),
          created_after: dayStart(get('after')),
          created_before: dayStart(get('before')),
        },
      },
    }),
  );
}

export default function UsersPage() {
  const query = useQuery();
  const load = useLoad(() => search(query), [query.text]);
  const create = (
    <Button component={Link} href="/users/new">
      {t.users.create}
    </Button>
  );
  return (
    <Page title={t.navigation.users} actions={useMay('write') && create}>
      <UserFilters query={query} />
      <Loaded load={load}>
        {({ users, next_cursor }) => (
          <List
            label={t.navigation.users}
            rows={users}
            columns={COLUMNS}
            id={({ uid }) => uid}
            empty={t.users.none}
            pages={{ query, next: next_cursor }}
          />
        )}
      </Loaded>
    </Page>
  );
}
