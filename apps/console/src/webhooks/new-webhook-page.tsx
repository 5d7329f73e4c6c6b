import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { useAction } from '../api/use-action';
import { Page } from '../layout/page';
import { t } from '../texts/texts';
import { Form } from '../ui/dialog/form';
import { Secret } from '../ui/dialog/secret';
import { Submit } from '../ui/dialog/submit';
import { wordsOf } from '../ui/words';
import { type WebhookDraft, WebhookFields } from './webhook-fields';

const EMPTY: WebhookDraft = { url: '', types: '*', description: '', ordered: true };

export default function NewWebhookPage() {
  const [draft, setDraft] = useState(EMPTY);
  const [made, setMade] = useState<{ webhook_id: string; secret: string }>();
  const create = useAction(async () => {
    const body = { ...draft, types: wordsOf(draft.types) };
    setMade(await dataOf(api.POST('/api/admin/webhooks', { body })));
  });
  return (
    <Page title={t.webhooks.create}>
      {made ? (
        <>
          <Secret title={t.webhooks.secret} value={made.secret} />
          <Button component={Link} href={`/webhooks/${made.webhook_id}`} variant="default">
            {t.webhooks.toWebhook}
          </Button>
        </>
      ) : (
        <Form action={create} onSubmit={() => create.run()} className="stack narrow">
          <WebhookFields draft={draft} onChange={setDraft} />
          <Submit busy={create.busy}>{t.webhooks.create}</Submit>
        </Form>
      )}
    </Page>
  );
}
