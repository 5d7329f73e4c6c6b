import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { Webhook } from '../api/types';
import { useLoad } from '../api/use-load';
import { Page } from '../layout/page';
import { fill, t } from '../texts/texts';
import { type Column, List } from '../ui/list/list';
import { useQuery } from '../ui/list/use-query';
import { Loaded } from '../ui/loaded';
import { State } from '../ui/state';
import { Time } from '../ui/time';

const COLUMNS: Column<Webhook>[] = [
  { label: t.webhooks.url, show: ({ webhook_id, url }) => <Link href={`/webhooks/${webhook_id}`}>{url}</Link> },
  { label: t.webhooks.description, show: ({ description }) => description },
  { label: t.webhooks.types, show: ({ types }) => types.join(', ') },
  { label: t.webhooks.state, show: ({ state }) => <State name={state} /> },
  { label: t.webhooks.lag, show: ({ lag_seconds }) => fill(t.webhooks.seconds, { count: lag_seconds }) },
  { label: t.webhooks.lastSuccess, show: ({ last_success_at }) => <Time at={last_success_at} /> },
];

export default function WebhooksPage() {
  const query = useQuery();
  const cursor = query.get('cursor');
  const load = useLoad(() => dataOf(api.GET('/api/admin/webhooks', { params: { query: { cursor } } })), [cursor]);
  const create = (
    <Button component={Link} href="/webhooks/new">
      {t.webhooks.create}
    </Button>
  );
  return (
    <Page title={t.navigation.webhooks} actions={create}>
      <Loaded load={load}>
        {({ webhooks, next_cursor }) => (
          <List
            label={t.navigation.webhooks}
            rows={webhooks}
            columns={COLUMNS}
            id={({ webhook_id }) => webhook_id}
            empty={t.webhooks.none}
            pages={{ query, next: next_cursor }}
          />
        )}
      </Loaded>
    </Page>
  );
}
