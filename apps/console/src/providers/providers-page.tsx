import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { Provider } from '../api/types';
import { useLoad } from '../api/use-load';
import { Page } from '../layout/page';
import { t } from '../texts/texts';
import { type Column, List } from '../ui/list/list';
import { Loaded } from '../ui/loaded';
import { State } from '../ui/state';

const COLUMNS: Column<Provider>[] = [
  { label: t.providers.name, show: ({ id, name }) => <Link href={`/providers/${id}`}>{name}</Link> },
  { label: t.providers.id, show: ({ id }) => id },
  { label: t.providers.kind, show: ({ kind }) => kind },
  { label: t.providers.issuer, show: ({ issuer }) => issuer },
  { label: t.providers.state, show: ({ enabled }) => <State name={enabled ? 'enabled' : 'disabled'} /> },
];

export default function ProvidersPage() {
  const load = useLoad(() => dataOf(api.GET('/api/admin/providers')), []);
  const create = (
    <Button component={Link} href="/providers/new">
      {t.providers.create}
    </Button>
  );
  return (
    <Page title={t.navigation.providers} actions={create}>
      <Loaded load={load}>
        {({ providers }) => (
          <List
            label={t.navigation.providers}
            rows={providers}
            columns={COLUMNS}
            id={({ id }) => id}
            empty={t.providers.none}
          />
        )}
      </Loaded>
    </Page>
  );
}
