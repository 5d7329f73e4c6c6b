import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { Delivery, WebhookProps } from '../api/types';
import { useLoad } from '../api/use-load';
import { notice } from '../layout/notices';
import { t } from '../texts/texts';
import { ActButton } from '../ui/dialog/act-button';
import { type Column, List } from '../ui/list/list';
import { StatusFilter } from '../ui/list/status-filter';
import { useQuery } from '../ui/list/use-query';
import { Loaded } from '../ui/loaded';
import { State } from '../ui/state';
import { Time } from '../ui/time';

const columns = (retry: (delivery: Delivery) => Promise<void>): Column<Delivery>[] => [
  { label: t.events.event, show: ({ type }) => <span className="event-type">{type}</span> },
  { label: t.emails.status, show: ({ status }) => <State name={status} /> },
  { label: t.emails.attempts, show: ({ attempts }) => attempts },
  { label: t.webhooks.answer, show: ({ last_status, last_error }) => last_error ?? last_status ?? '' },
  { label: t.webhooks.due, show: ({ due_at }) => <Time at={due_at} none="" /> },
  {
    label: t.lists.actions,
    actions: true,
    show: (delivery) =>
      delivery.status !== 'sent' && (
        <ActButton size="xs" act={() => retry(delivery)}>
          {t.webhooks.retry}
        </ActButton>
      ),
  },
];

export function Deliveries({ webhook: { webhook_id: id } }: WebhookProps) {
  const query = useQuery();
  const filters = { cursor: query.get('cursor'), status: query.get('status') as Delivery['status'] | undefined };
  const params = { path: { id }, query: filters };
  const read = () => dataOf(api.GET('/api/admin/webhooks/{id}/deliveries', { params }));
  const load = useLoad(read, [id, filters.cursor, filters.status]);
  const retry = async ({ delivery_id }: Delivery) => {
    const path = { id, delivery_id };
    await dataOf(api.POST('/api/admin/webhooks/{id}/deliveries/{delivery_id}/retry', { params: { path } }));
    notice(t.webhooks.retried);
    await load.reload();
  };
  return (
    <>
      <StatusFilter names={['waiting', 'sent', 'failed', 'blocked']} />
      <Loaded load={load}>
        {({ deliveries, next_cursor }) => (
          <List
            label={t.webhooks.tabs.deliveries}
            rows={deliveries}
            columns={columns(retry)}
            id={({ delivery_id }) => delivery_id}
            empty={t.webhooks.noDeliveries}
            pages={{ query, next: next_cursor }}
          />
        )}
      </Loaded>
    </>
  );
}
