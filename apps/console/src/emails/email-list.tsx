import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { useMay } from '../api/session';
import type { EmailMessage } from '../api/types';
import { useLoad } from '../api/use-load';
import { notice } from '../layout/notices';
import { t } from '../texts/texts';
import { ActButton } from '../ui/dialog/act-button';
import { type Column, List } from '../ui/list/list';
import { useQuery } from '../ui/list/use-query';
import { Loaded } from '../ui/loaded';
import { State } from '../ui/state';
import { Time } from '../ui/time';

const COLUMNS: Column<EmailMessage>[] = [
  { label: t.emails.created, show: ({ created_at }) => <Time at={created_at} /> },
  { label: t.emails.recipient, show: ({ recipient }) => recipient },
  { label: t.emails.kind, show: ({ kind }) => kind },
  { label: t.emails.status, show: ({ status }) => <State name={status} /> },
  { label: t.emails.attempts, show: ({ attempts }) => attempts },
  { label: t.emails.sent, show: ({ sent_at }) => <Time at={sent_at} /> },
  { label: t.emails.error, show: ({ last_error }) => last_error ?? '' },
];

const retryButton = (retry: (id: string) => Promise<void>): Column<EmailMessage> => ({
  label: t.lists.actions,
  actions: true,
  show: ({ id, status }) =>
    status !== 'sent' && (
      <ActButton size="xs" act={() => retry(id)}>
        {t.emails.retry}
      </ActButton>
    ),
});

interface Props {
  recipient?: string;
}

/** The emails of the outbox, or those to one recipient. */
export function EmailList({ recipient }: Props) {
  const query = useQuery();
  const mayWrite = useMay('write');
  const filters = {
    cursor: query.get('cursor'),
    status: query.get('status') as EmailMessage['status'] | undefined,
    recipient,
  };
  const read = () => dataOf(api.GET('/api/admin/messages', { params: { query: filters } }));
  const load = useLoad(read, Object.values(filters));
  const retry = async (id: string) => {
    await dataOf(api.POST('/api/admin/messages/{id}/retry', { params: { path: { id } } }));
    notice(t.emails.retried);
    await load.reload();
  };
  return (
    <Loaded load={load}>
      {({ messages, next_cursor }) => (
        <List
          label={t.navigation.emails}
          rows={messages}
          columns={mayWrite ? [...COLUMNS, retryButton(retry)] : COLUMNS}
          id={({ id }) => id}
          empty={t.emails.none}
          pages={{ query, next: next_cursor }}
        />
      )}
    </Loaded>
  );
}
