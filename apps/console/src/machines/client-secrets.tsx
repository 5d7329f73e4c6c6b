import { useState } from 'react';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { ClientProps, ClientSecret } from '../api/types';
import { notice } from '../layout/notices';
import { t } from '../texts/texts';
import { ActButton } from '../ui/dialog/act-button';
import { ConfirmButton } from '../ui/dialog/confirm-button';
import { Secret } from '../ui/dialog/secret';
import { type Column, List } from '../ui/list/list';
import { Time } from '../ui/time';

const MOST = 2;

const COLUMNS: Column<ClientSecret>[] = [
  { label: t.clients.secretId, show: ({ secret_id }) => <code>{secret_id}</code> },
  { label: t.clients.created, show: ({ created_at }) => <Time at={created_at} /> },
  { label: t.clients.used, show: ({ last_used_at }) => <Time at={last_used_at} /> },
];

const deleteButton = (text: string, remove: (secret: ClientSecret) => Promise<void>): Column<ClientSecret> => ({
  label: t.lists.actions,
  actions: true,
  show: (secret) => (
    <ConfirmButton
      title={t.clients.deleteSecretTitle}
      text={text}
      verb={t.clients.deleteSecret}
      look={{ size: 'xs' }}
      act={() => remove(secret)}
    />
  ),
});

export function ClientSecrets({ client: { client_id, secrets }, load }: ClientProps) {
  const [made, setMade] = useState<{ secret_id: string; client_secret: string }>();
  const add = async () => {
    const params = { path: { client_id } };
    setMade(await dataOf(api.POST('/api/admin/clients/{client_id}/secrets', { params })));
    await load.reload();
  };
  const remove = async ({ secret_id }: ClientSecret) => {
    const params = { path: { client_id, secret_id } };
    await dataOf(api.DELETE('/api/admin/clients/{client_id}/secrets/{secret_id}', { params }));
    if (made?.secret_id === secret_id) setMade(undefined);
    notice(t.clients.secretDeleted);
    await load.reload();
  };
  const isFull = secrets.length >= MOST;
  const text = secrets.length > 1 ? t.clients.deleteSecretText : t.clients.deleteLastSecretText;
  return (
    <div className="stack">
      {made && <Secret key={made.secret_id} title={t.clients.secret} value={made.client_secret} />}
      <List
        label={t.clients.credentials.secret}
        rows={secrets}
        columns={[...COLUMNS, deleteButton(text, remove)]}
        id={({ secret_id }) => secret_id}
        empty={t.clients.noSecrets}
      />
      <p className="hint">{isFull ? t.clients.secretsFull : t.clients.secretsHint}</p>
      <div className="row">
        <ActButton act={add} disabled={isFull}>
          {t.clients.addSecret}
        </ActButton>
      </div>
    </div>
  );
}
