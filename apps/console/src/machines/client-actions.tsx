import { useLocation } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { ClientProps } from '../api/types';
import { notice } from '../layout/notices';
import { fill, t } from '../texts/texts';
import { Deed } from '../ui/deed';
import { ActButton } from '../ui/dialog/act-button';
import { ConfirmDeed } from '../ui/dialog/confirm-deed';

const PLACE = '/api/admin/clients/{client_id}' as const;

export function ClientActions(props: ClientProps) {
  return (
    <div className="deeds">
      <DisableClient {...props} />
      <DeleteClient {...props} />
    </div>
  );
}

function DisableClient({ client: { client_id, name, active }, load }: ClientProps) {
  const set = async (value: boolean) => {
    await dataOf(api.PATCH(PLACE, { params: { path: { client_id } }, body: { active: value } }));
    notice(fill(value ? t.clients.enabled : t.clients.disabled, { name }));
    await load.reload();
  };
  if (!active) {
    return (
      <Deed title={t.clients.enable} text={t.clients.enableText}>
        <ActButton act={() => set(true)}>{t.clients.enable}</ActButton>
      </Deed>
    );
  }
  const title = fill(t.clients.disableTitle, { name });
  return <ConfirmDeed title={title} text={t.clients.disableText} verb={t.clients.disable} act={() => set(false)} />;
}

function DeleteClient({ client: { client_id, name } }: ClientProps) {
  const [, go] = useLocation();
  const remove = async () => {
    await dataOf(api.DELETE(PLACE, { params: { path: { client_id } } }));
    notice(fill(t.clients.deleted, { name }));
    go('/clients');
  };
  return (
    <ConfirmDeed
      title={fill(t.clients.deleteTitle, { name })}
      text={t.clients.deleteText}
      verb={t.clients.delete}
      name={name}
      permanent
      act={remove}
    />
  );
}
