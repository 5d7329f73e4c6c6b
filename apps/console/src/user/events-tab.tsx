import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { UserProps } from '../api/types';
import { useLoad } from '../api/use-load';
import { EventList } from '../events/event-list';
import { useQuery } from '../ui/list/use-query';
import { Loaded } from '../ui/loaded';

export function EventsTab({ user: { uid } }: UserProps) {
  const query = useQuery();
  const after = query.get('cursor');
  const parameters = { uid, after, order: '-at' as const, names: true };
  const load = useLoad(() => dataOf(api.GET('/api/admin/events', { params: { query: parameters } })), [uid, after]);
  return (
    <Loaded load={load}>
      {({ events, next_cursor }) => <EventList events={events} query={query} next={next_cursor} ofUser />}
    </Loaded>
  );
}
