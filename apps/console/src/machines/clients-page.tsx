import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { Client } from '../api/types';
import { useLoad } from '../api/use-load';
import { Page } from '../layout/page';
import { t } from '../texts/texts';
import { type Column, List } from '../ui/list/list';
import { Pager } from '../ui/list/pager';
import { useQuery } from '../ui/list/use-query';
import { Loaded } from '../ui/loaded';
import { State } from '../ui/state';
import { Time } from '../ui/time';
import { stateOf } from './client-state';
import { Reach } from './reach';

const COLUMNS: Column<Client>[] = [
  { label: t.clients.name, show: ({ client_id, name }) => <Link href={`/clients/${client_id}`}>{name}</Link> },
  { label: t.clients.state, show: (client) => <State name={stateOf(client)} /> },
  { label: t.clients.scopes, show: (client) => <Reach of={client} /> },
  { label: t.clients.expires, show: ({ expires_at }) => <Time at={expires_at} /> },
  { label: t.clients.used, show: ({ last_used_at }) => <Time at={last_used_at} /> },
];

export default function ClientsPage() {
  const query = useQuery();
  const cursor = query.get('cursor');
  const load = useLoad(() => dataOf(api.GET('/api/admin/clients', { params: { query: { cursor } } })), [cursor]);
  const create = (
    <Button component={Link} href="/clients/new">
      {t.clients.create}
    </Button>
  );
  return (
    <Page title={t.navigation.clients} actions={create}>
      <p className="hint">{t.clients.hint}</p>
      <Loaded load={load}>
        {({ clients, next_cursor }) => (
          <>
            <List
              label={t.navigation.clients}
              rows={clients}
              columns={COLUMNS}
              id={({ client_id }) => client_id}
              empty={t.clients.none}
            />
            <Pager query={query} next={next_cursor} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
