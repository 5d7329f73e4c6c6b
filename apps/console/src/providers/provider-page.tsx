import { Title } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { Provider } from '../api/types';
import { useAction } from '../api/use-action';
import { type Load, useLoad } from '../api/use-load';
import { notice } from '../layout/notices';
import { Page } from '../layout/page';
import { t } from '../texts/texts';
import { ConfirmButton } from '../ui/dialog/confirm-button';
import { Form } from '../ui/dialog/form';
import { Submit } from '../ui/dialog/submit';
import { Fields } from '../ui/fields';
import { Loaded } from '../ui/loaded';
import { State } from '../ui/state';
import { draftOf, fieldsOf } from './provider-draft';
import { ProviderFields } from './provider-fields';
import { ProviderTest } from './provider-test';
import { RedirectUri } from './redirect-uri';

interface ProviderProps {
  provider: Provider;
  load: Load<Provider>;
}

export default function ProviderPage({ id }: { id: string }) {
  const load = useLoad(() => dataOf(api.GET('/api/admin/providers/{id}', { params: { path: { id } } })), [id]);
  return (
    <Page title={load.data?.name ?? t.providers.title}>
      <Loaded load={load}>
        {(provider) => (
          <div className="stack">
            <Summary provider={provider} />
            <RedirectUri kind={provider.kind} uri={provider.redirect_uri} />
            <ProviderTest id={id} />
            {provider.source === 'file' ? (
              <p className="hint">{t.providers.fromFile}</p>
            ) : (
              <>
                <ProviderForm provider={provider} load={load} />
                <DeleteProvider provider={provider} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Summary({ provider }: { provider: Provider }) {
  return (
    <Fields
      rows={[
        [t.providers.id, provider.id],
        [t.providers.kind, provider.kind],
        [t.lists.madeBy, provider.made_by ?? t.states.unknownMaker],
        [t.providers.state, <State key="state" name={provider.enabled ? 'enabled' : 'disabled'} />],
      ]}
    />
  );
}

function ProviderForm({ provider, load }: ProviderProps) {
  const before = draftOf(provider);
  const [draft, setDraft] = useState(before);
  const save = useAction(async () => {
    const { id, ...body } = fieldsOf(draft, before);
    await dataOf(api.PATCH('/api/admin/providers/{id}', { params: { path: { id: provider.id } }, body }));
    notice(t.states.saved);
    await load.reload();
  });
  return (
    <Form action={save} onSubmit={() => save.run()} className="stack narrow">
      <Title order={2} size="h4">
        {t.providers.change}
      </Title>
      <ProviderFields draft={draft} onChange={setDraft} exists />
      <Submit busy={save.busy}>{t.actions.save}</Submit>
    </Form>
  );
}

function DeleteProvider({ provider: { id } }: { provider: Provider }) {
  const [, go] = useLocation();
  const act = async () => {
    await dataOf(api.DELETE('/api/admin/providers/{id}', { params: { path: { id } } }));
    notice(t.providers.deleted);
    go('/providers');
  };
  return (
    <div>
      <ConfirmButton text={t.providers.deleteText} verb={t.providers.delete} name={id} permanent act={act} />
    </div>
  );
}
