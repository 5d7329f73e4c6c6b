import { Button } from '@mantine/core';
import { Link } from 'wouter';
import type { EventRow } from '../api/types';
import { fill, t } from '../texts/texts';
import { type Column, List } from '../ui/list/list';
import type { Pages } from '../ui/list/pager';
import { Named } from '../ui/named';
import { Raw } from '../ui/raw';
import { Time } from '../ui/time';

/** A new type of events does not compile without a text. */
const STORIES: Record<EventRow['type'], string> = t.eventTypes;

interface Props extends Pages {
  events: EventRow[];
  /** On the page of a user, the user is no column. */
  ofUser?: boolean;
}

/** Events with their stories. The address names the one that is open, so that it can be sent to a colleague. */
export function EventList({ events, query, next, ofUser = false }: Props) {
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
    <List
      label={t.navigation.events}
      rows={events}
      columns={columns}
      id={({ id }) => id}
      empty={t.events.none}
      pages={{ query, next }}
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
