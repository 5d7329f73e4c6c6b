import { api } from '../../api/client';
import { dataOf } from '../../api/failure';
import { useMay } from '../../api/session';
import type { Factors, UserProps } from '../../api/types';
import { useLoad } from '../../api/use-load';
import { notice } from '../../layout/notices';
import { fill, t } from '../../texts/texts';
import { ConfirmButton } from '../../ui/dialog/confirm-button';
import { Fields } from '../../ui/fields';
import { type Column, List } from '../../ui/list/list';
import { Loaded } from '../../ui/loaded';
import { Time } from '../../ui/time';
import { Reset } from './reset';

type Factor = Factors['factors'][number];

const columns = (remove?: (factor: Factor) => Promise<void>): Column<Factor>[] => [
  { label: t.factors.name, show: ({ name }) => name },
  { label: t.factors.type, show: ({ type }) => t.factors.types[type] },
  { label: t.factors.added, show: ({ created_at }) => <Time at={created_at} /> },
  { label: t.factors.used, show: ({ last_used_at }) => <Time at={last_used_at} /> },
  {
    label: t.lists.actions,
    actions: true,
    show: (factor) =>
      remove &&
      factor.type === 'passkey' && (
        <ConfirmButton
          text={fill(t.factors.removeText, { name: factor.name })}
          verb={t.factors.remove}
          look={{ size: 'xs' }}
          act={() => remove(factor)}
        />
      ),
  },
];

export function FactorsTab({ user: { uid }, load: user }: UserProps) {
  const params = { path: { uid } };
  const mayWrite = useMay('write');
  const load = useLoad(() => dataOf(api.GET('/api/admin/users/{uid}/factors', { params })), [uid]);
  const reload = () => Promise.all([load.reload(), user.reload()]);
  const remove = async ({ factor_id }: Factor) => {
    const path = { uid, passkey_id: factor_id };
    await dataOf(api.DELETE('/api/admin/users/{uid}/passkeys/{passkey_id}', { params: { path } }));
    notice(t.factors.removed);
    await reload();
  };
  return (
    <Loaded load={load}>
      {(data) => (
        <>
          <List
            label={t.user.tabs.factors}
            rows={data.factors}
            columns={columns(mayWrite ? remove : undefined)}
            id={({ factor_id }) => factor_id}
            empty={t.factors.noFactors}
          />
          <Fields rows={[[t.factors.codesLeft, data.recovery_codes_left]]} />
          {mayWrite && <Reset uid={uid} dueAt={data.reset_due_at} reload={reload} />}
        </>
      )}
    </Loaded>
  );
}
