import { api, dataOf } from '../api/client';
import { useLoad } from '../api/load';
import { useMay } from '../api/session';
import type { Key } from '../api/types';
import { t } from '../texts/texts';
import { ConfirmButton } from '../ui/dialog';
import { notice, Page } from '../ui/layout';
import { type Column, List, useQuery } from '../ui/list';
import { Loaded, State, Time } from '../ui/view';

const COLUMNS: Column<Key>[] = [
  { label: t.keys.kid, show: ({ kid }) => <code>{kid}</code> },
  { label: t.keys.alg, show: ({ alg }) => alg },
  { label: t.keys.state, show: ({ state }) => <State name={state} /> },
  { label: t.keys.created, show: ({ created_at }) => <Time at={created_at} /> },
  { label: t.keys.activates, show: ({ activates_at }) => <Time at={activates_at} /> },
];

export function KeysPage() {
  const query = useQuery();
  const cursor = query.get('cursor');
  const load = useLoad(() => dataOf(api.GET('/api/admin/keys', { params: { query: { cursor } } })), [cursor]);
  const rotate = async () => {
    await dataOf(api.POST('/api/admin/keys/rotate'));
    notice(t.keys.rotated);
    await load.reload();
  };
  const button = <ConfirmButton text={t.keys.rotateText} verb={t.keys.rotate} act={rotate} />;
  return (
    <Page title={t.navigation.keys} actions={useMay('write') && button}>
      <Loaded load={load}>
        {({ keys, next_cursor }) => (
          <List
            label={t.navigation.keys}
            rows={keys}
            columns={COLUMNS}
            id={({ kid }) => kid}
            pages={{ query, next: next_cursor }}
          />
        )}
      </Loaded>
    </Page>
  );
}
