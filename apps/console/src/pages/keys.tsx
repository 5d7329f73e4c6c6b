import { api, dataOf } from '../api/client';
import { useMay } from '../api/session';
import type { Key } from '../api/types';
import { t } from '../texts/texts';
import { ConfirmButton } from '../ui/dialog';
import { changed } from '../ui/layout';
import { type Column, ListPage, usePages } from '../ui/list';
import { State, Time } from '../ui/view';

const COLUMNS: Column<Key>[] = [
  { label: t.keys.kid, show: ({ kid }) => <code>{kid}</code> },
  { label: t.keys.alg, show: ({ alg }) => alg },
  { label: t.keys.state, show: ({ state }) => <State name={state} /> },
  { label: t.keys.created, show: ({ created_at }) => <Time at={created_at} /> },
  { label: t.keys.activates, show: ({ activates_at }) => <Time at={activates_at} /> },
];

export function KeysPage() {
  const load = usePages((cursor) => dataOf(api.GET('/api/admin/keys', { params: { query: { cursor } } })));
  const rotate = () => changed(dataOf(api.POST('/api/admin/keys/rotate')), t.keys.rotated, load);
  const button = <ConfirmButton text={t.keys.rotateText} verb={t.keys.rotate} act={rotate} />;
  return (
    <ListPage
      title={t.navigation.keys}
      actions={useMay('write') && button}
      load={load}
      rows={({ keys }) => keys}
      columns={COLUMNS}
      id={({ kid }) => kid}
    />
  );
}
