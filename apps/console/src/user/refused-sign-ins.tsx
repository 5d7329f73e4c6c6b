import { Title } from '@mantine/core';
import { Link } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { EventRow } from '../api/types';
import { useLoad } from '../api/use-load';
import { named, t } from '../texts/texts';
import { type Column, List } from '../ui/list/list';
import { Loaded } from '../ui/loaded';
import { Time } from '../ui/time';

const MOST = 5;
const TYPES = ['login.failed', 'mfa.failed'] as const;

const COLUMNS: Column<EventRow>[] = [
  { label: t.events.at, show: ({ at }) => <Time at={at} seconds /> },
  { label: t.refused.reason, show: (event) => named(t.refused.reasons, reasonOf(event)) },
  { label: t.events.ip, show: ({ ip }) => ip ?? '' },
];

function reasonOf({ type, data }: EventRow): string {
  return String((type === 'mfa.failed' ? data.kind : data.reason) ?? '');
}

async function newest(uid: string): Promise<EventRow[]> {
  const of = (type: (typeof TYPES)[number]) =>
    dataOf(api.GET('/api/admin/events', { params: { query: { uid, type, order: '-at', limit: MOST } } }));
  const lists = await Promise.all(TYPES.map(of));
  // The ids are in the order of the events.
  const events = lists.flatMap((list) => list.events).sort((one, other) => (one.id < other.id ? 1 : -1));
  return events.slice(0, MOST);
}

/** Why the last sign-ins of a user were refused; nothing for a user without any. */
export function RefusedSignIns({ uid }: { uid: string }) {
  const load = useLoad(() => newest(uid), [uid]);
  if (load.data?.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h4">
        {t.refused.title}
      </Title>
      <Loaded load={load}>
        {(events) => <List label={t.refused.title} rows={events} columns={COLUMNS} id={({ id }) => id} />}
      </Loaded>
      <p className="hint">
        <Link href={`/users/${uid}/events`}>{t.refused.all}</Link>
      </p>
    </section>
  );
}
