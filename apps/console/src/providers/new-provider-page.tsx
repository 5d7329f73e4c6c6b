import type { AdminSchemas } from '@latchkey/client/admin';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { useAction } from '../api/use-action';
import { useLoad } from '../api/use-load';
import { notice } from '../layout/notices';
import { Page } from '../layout/page';
import { t } from '../texts/texts';
import { Form } from '../ui/dialog/form';
import { Submit } from '../ui/dialog/submit';
import { EMPTY, fieldsOf, KINDS, type Kind } from './provider-draft';
import { ProviderFields } from './provider-fields';
import { RedirectUri } from './redirect-uri';

/** As the service demands it. */
const ID = /^[a-z\d-]{1,32}$/;

export default function NewProviderPage() {
  const [draft, setDraft] = useState(EMPTY);
  const [, go] = useLocation();
  const { data } = useLoad(() => dataOf(api.GET('/api/admin/providers')), []);
  const uri = ID.test(draft.id) ? data?.redirect_uri_template.replace('{id}', draft.id) : undefined;
  const create = useAction(async () => {
    const body = fieldsOf(draft) as AdminSchemas['CreateProviderRequest'];
    const { id } = await dataOf(api.POST('/api/admin/providers', { body }));
    notice(t.states.saved);
    go(`/providers/${id}`);
  });
  return (
    <Page title={t.providers.create}>
      <Form action={create} onSubmit={() => create.run()} className="stack narrow">
        <NativeSelect
          label={t.providers.kind}
          value={draft.kind}
          onChange={(event) => setDraft({ ...draft, kind: event.currentTarget.value as Kind })}
          data={KINDS}
        />
        <ProviderFields draft={draft} onChange={setDraft} redirect={<RedirectUri kind={draft.kind} uri={uri} />} />
        <Submit busy={create.busy}>{t.providers.create}</Submit>
      </Form>
    </Page>
  );
}
