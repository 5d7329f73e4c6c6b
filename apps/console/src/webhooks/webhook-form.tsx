import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { WebhookProps } from '../api/types';
import { useAction } from '../api/use-action';
import { notice } from '../layout/notices';
import { t } from '../texts/texts';
import { Form } from '../ui/dialog/form';
import { Submit } from '../ui/dialog/submit';
import { wordsOf } from '../ui/words';
import { WebhookFields } from './webhook-fields';

export function WebhookForm({ webhook, load }: WebhookProps) {
  const { webhook_id: id, url, types, description, ordered } = webhook;
  const [draft, setDraft] = useState({ url, types: types.join(', '), description, ordered });
  const [active, setActive] = useState(webhook.active);
  const save = useAction(async () => {
    // Writing `true` again would wake a webhook that the service has disabled.
    const body = { ...draft, types: wordsOf(draft.types), ...(active !== webhook.active && { active }) };
    await dataOf(api.PATCH('/api/admin/webhooks/{id}', { params: { path: { id } }, body }));
    notice(t.states.saved);
    await load.reload();
  });
  return (
    <Form action={save} onSubmit={() => save.run()} className="stack narrow">
      <WebhookFields draft={draft} onChange={setDraft} />
      <Checkbox
        label={t.webhooks.active}
        checked={active}
        onChange={(event) => setActive(event.currentTarget.checked)}
      />
      <Submit busy={save.busy}>{t.actions.save}</Submit>
    </Form>
  );
}
