import type { AdminSchemas } from '@latchkey/client/admin';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { api, dataOf } from '../api/client';
import { usePolling } from '../api/load';
import type { EventRow } from '../api/types';
import { fill, t } from '../texts/texts';
import { Page } from '../ui/layout';
import {
  type Column,
  type ListLoad,
  LoadedList,
  type Query,
  SelectFilter,
  TextFilter,
  usePages,
  useQuery,
  withAll,
} from '../ui/list';
import { Named, Raw, Time } from '../ui/view';

/** A new type of events does not compile without a text. */
const STORIES: Record<EventRow['type'], string> = t.eventTypes;

interface EventListProps {
  load: ListLoad<AdminSchemas['EventList']>;
  /** On the page of a user, the user is no column. */
  ofUser?: boolean;
}

/** Events with their stories. The address names the one that is open, so that it can be sent to a colleague. */
export function EventList({ load, ofUser = false }: EventListProps) {
  const query = useQuery();
  const open = query.get('open');
  const toggle = (id: string) => query.set({ open: open === id ? undefined : id }, { replace: true });
  const columns: Column<EventRow>[] = [
    { label: t.events.at, show: ({ at }) => <Time at={at} seconds /> },
    {
      label: t.events.event,
      show: (event) => <Story event={event} open={event.id === open} onToggle={() => toggle(event.id)} />,
    },
    { label: t.events.actor, show: (event) => <Named name={event.actor_name} id={event.actor} /> },
    ...(ofUser ? [] : [{ label: t.events.user, show: (event: EventRow) => <UserLink event={event} /> }]),
    { label: t.events.ip, show: ({ ip }) => ip ?? '' },
  ];
  return (
    <LoadedList
      label={t.navigation.events}
      load={load}
      rows={({ events }) => events}
      columns={columns}
      id={({ id }) => id}
      empty={t.events.none}
    />
  );
}

function UserLink({ event: { uid, email } }: { event: EventRow }) {
  if (!uid) return null;
  return (
    <>
      {email && <div>{email}</div>}
      <Link href={`/users/${uid}`}>{uid}</Link>
    </>
  );
}

interface StoryProps {
  event: EventRow;
  open: boolean;
  onToggle: () => void;
}

function Story({ event, open, onToggle }: StoryProps) {
  const { type, uid, id, session_id, data } = event;
  return (
    <>
      <Button
        variant="transparent"
        size="compact-sm"
        p={0}
        aria-expanded={open}
        aria-label={fill(open ? t.events.close : t.events.open, { type })}
        onClick={onToggle}
      >
        <span className="event-type">{type}</span>
      </Button>
      <div className="dimmed">{STORIES[type]}</div>
      {open && (
        <div className="story stack">
          <Raw value={{ id, session_id, data }} />
          {uid && (
            <div>
              <Link href={`/users/${uid}/events?open=${encodeURIComponent(id)}`}>{t.events.around}</Link>
            </div>
          )}
        </div>
      )}
    </>
  );
}

const POLL_SECONDS = 2;
const TYPES = Object.keys(t.eventTypes).sort();

function eventsFor({ get }: Query, after: string | undefined) {
  const type = get('type') as EventRow['type'] | undefined;
  const subject = { uid: get('uid'), email: get('email') };
  const query = { type, ...subject, after, order: '-at' as const, names: true };
  return dataOf(api.GET('/api/admin/events', { params: { query } }));
}

export function EventsPage() {
  const query = useQuery();
  const [live, setLive] = useState(true);
  const filters = [query.get('type'), query.get('uid'), query.get('email')];
  const load = usePages((cursor) => eventsFor(query, cursor), filters);
  // Only the first page changes.
  const first = query.get('cursor') === undefined;
  usePolling(load.reload, POLL_SECONDS, live && first);
  return (
    <Page title={t.navigation.events} actions={first && <LiveButton live={live} onChange={setLive} />}>
      <EventFilters />
      <EventList load={load} />
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

function EventFilters() {
  return (
    <search className="filters">
      <SelectFilter name="type" label={t.events.type} data={withAll(TYPES)} />
      <TextFilter className="wide" name="email" label={t.events.email} placeholder={t.events.emailHint} />
      <TextFilter className="wide" name="uid" label={t.events.user} placeholder={t.events.userHint} />
    </search>
  );
}
