import { Title } from '@mantine/core';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { ImportRow } from '../api/types';
import { useLoad } from '../api/use-load';
import { fill, t } from '../texts/texts';
import { type Column, List } from '../ui/list/list';
import type { Query } from '../ui/list/use-query';
import { Loaded } from '../ui/loaded';
import { Named } from '../ui/named';
import { Time } from '../ui/time';
import { UndoImport } from './undo-import';

interface Props {
  query: Query;
  /** The import that was made last: the list has it, too. */
  newest: string | undefined;
}

/** All imports, each with an undo while it has users. */
export function Imports({ query, newest }: Props) {
  const cursor = query.get('cursor');
  const load = useLoad(
    () => dataOf(api.GET('/api/admin/import', { params: { query: { cursor, limit: 20 } } })),
    [cursor, newest],
  );
  const columns: Column<ImportRow>[] = [
    { label: t.import.began, show: ({ created_at }) => <Time at={created_at} /> },
    { label: t.import.by, show: ({ created_by, created_by_name }) => <Named name={created_by_name} id={created_by} /> },
    { label: t.import.users, show: usersOf },
    { label: t.import.id, show: ({ batch_id }) => <code>{batch_id}</code> },
    {
      label: t.lists.actions,
      actions: true,
      show: ({ batch_id, users }) =>
        users > 0 && <UndoImport batch={batch_id} onDone={() => void load.reload()} look={{ size: 'xs' }} />,
    },
  ];
  return (
    <section>
      <Title order={2} size="h4" mt="md">
        {t.import.all}
      </Title>
      <p className="hint">{t.import.allHint}</p>
      <Loaded load={load}>
        {({ imports, next_cursor }) => (
          <List
            label={t.import.all}
            rows={imports}
            columns={columns}
            id={({ batch_id }) => batch_id}
            empty={t.import.noImports}
            pages={{ query, next: next_cursor }}
          />
        )}
      </Loaded>
    </section>
  );
}

function usersOf({ users, has_more_users }: ImportRow): string {
  const count = users.toLocaleString('en');
  return has_more_users ? fill(t.import.moreUsers, { count }) : count;
}
