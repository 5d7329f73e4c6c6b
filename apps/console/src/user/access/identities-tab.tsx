import { api } from '../../api/client';
import { dataOf } from '../../api/failure';
import { useMay } from '../../api/session';
import type { Identity, UserProps } from '../../api/types';
import { useLoad } from '../../api/use-load';
import { notice } from '../../layout/notices';
import { fill, t } from '../../texts/texts';
import { ConfirmButton } from '../../ui/dialog/confirm-button';
import { type Column, List } from '../../ui/list/list';
import { Loaded } from '../../ui/loaded';
import { Time } from '../../ui/time';

const COLUMNS: Column<Identity>[] = [
  { label: t.identities.provider, show: ({ provider }) => provider },
  { label: t.identities.subject, show: ({ subject }) => subject },
  { label: t.users.email, show: ({ email }) => email ?? '' },
  { label: t.identities.linked, show: ({ created_at }) => <Time at={created_at} /> },
  { label: t.factors.used, show: ({ last_used_at }) => <Time at={last_used_at} /> },
];

export function IdentitiesTab({ user: { uid } }: UserProps) {
  const mayWrite = useMay('write');
  const params = { path: { uid } };
  const load = useLoad(() => dataOf(api.GET('/api/admin/users/{uid}/identities', { params })), [uid]);
  const unlink = async (identity_id: string) => {
    const path = { uid, identity_id };
    await dataOf(api.DELETE('/api/admin/users/{uid}/identities/{identity_id}', { params: { path } }));
    notice(t.identities.unlinked);
    await load.reload();
  };
  const button: Column<Identity> = {
    label: t.lists.actions,
    actions: true,
    show: ({ identity_id, provider }) => (
      <ConfirmButton
        text={fill(t.identities.unlinkText, { provider })}
        verb={t.identities.unlink}
        look={{ size: 'xs' }}
        act={() => unlink(identity_id)}
      />
    ),
  };
  return (
    <Loaded load={load}>
      {({ identities }) => (
        <List
          label={t.user.tabs.identities}
          rows={identities}
          columns={mayWrite ? [...COLUMNS, button] : COLUMNS}
          id={({ identity_id }) => identity_id}
          empty={t.identities.none}
        />
      )}
    </Loaded>
  );
}
