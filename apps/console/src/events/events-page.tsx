import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { EventRow } from '../api/types';
import { useLoad, usePolling } from '../api/use-load';
import { Page } from '../layout/page';
import { t } from '../texts/texts';
import { TextFilter } from '../ui/list/text-filter';
import { type Query, useQuery } from '../ui/list/use-query';
import { Loaded } from '../ui/loaded';
import { EventList } from './event-list';

const POLL_SECONDS = 2;
const TYPES = Object.keys(t.eventTypes).sort();

function eventsFor({ get }: Query) {
  const type = get('type') as EventRow['type'] | undefined;
  const subject = { uid: get('uid'), email: get('email') };
  const query = { type, ...subject, after: get('cursor'), order: '-at' as const, names: true };
  return dataOf(api.GET('/api/admin/events', { params: { query } }));
}

export default function EventsPage() {
  const query = useQuery();
  const [live, setLive] = useState(true);
  const load = useLoad(
    () => eventsFor(query),
    [query.get('type'), query.get('uid'), query.get('email'), query.get('cursor')],
  );
  // Only the first page changes.
  const first = query.get('cursor') === undefined;
  usePolling(load.reload, POLL_SECONDS, live && first);
  return (
    <Page title={t.navigation.events} actions={first && <LiveButton live={live} onChange={setLive} />}>
      <EventFilters query={query} />
      <Loaded load={load}>
        {({ events, next_cursor }) => <EventList events={events} query={query} next={next_cursor} />}
      </Loaded>
    </Page>
  );
}

function LiveButton({ live, onChange }: { live: boolean; onChange: (live: boolean) => void }) {
  return (
    <Button variant={live ? 'filled' : 'default'} aria-pressed={live} onClick={() => onChange(!live)}>
      {t.events.live}
    </Button>
  );
}

function EventFilters({ query }: { query: Query }) {
  return (
    <search className="filters">
      <NativeSelect
        label={t.events.type}
        value={query.get('type') ?? ''}
        onChange={(event) => query.set({ type: event.currentTarget.value, cursor: undefined, open: undefined })}
        data={[{ value: '', label: t.lists.all }, ...TYPES]}
      />
      <TextFilter className="wide" query={query} name="email" label={t.events.email} placeholder={t.events.emailHint} />
      <TextFilter className="wide" query={query} name="uid" label={t.events.user} placeholder={t.events.userHint} />
    </search>
  );
}
