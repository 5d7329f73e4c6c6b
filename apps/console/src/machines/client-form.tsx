import { useState } from 'react';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { ClientProps } from '../api/types';
import { useAction } from '../api/use-action';
import { notice } from '../layout/notices';
import { t } from '../texts/texts';
import { Form } from '../ui/dialog/form';
import { Submit } from '../ui/dialog/submit';
import { changesOf, draftOf } from './client-draft';
import { ClientFields } from './client-fields';
import { problemOf } from './client-problem';

export function ClientForm({ client, load }: ClientProps) {
  const before = draftOf(client);
  const [draft, setDraft] = useState(before);
  const params = { path: { client_id: client.client_id } };
  const save = useAction(async () => {
    const body = changesOf(draft, before);
    setDraft(draftOf(await dataOf(api.PATCH('/api/admin/clients/{client_id}', { params, body }))));
    notice(t.states.saved);
    await load.reload();
  });
  return (
    <>
      <p className="hint">{t.clients.changeHint}</p>
      <Form action={problemOf(save.failure) ? {} : save} onSubmit={() => save.run()} className="stack narrow">
        <ClientFields draft={draft} onChange={setDraft} failure={save.failure} exists />
        <Submit busy={save.busy}>{t.actions.save}</Submit>
      </Form>
    </>
  );
}
