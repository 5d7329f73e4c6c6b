import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { useAction } from '../api/use-action';
import { notice } from '../layout/notices';
import { Page } from '../layout/page';
import { fill, t } from '../texts/texts';
import { Form } from '../ui/dialog/form';
import { Secret } from '../ui/dialog/secret';
import { Submit } from '../ui/dialog/submit';
import { Fields } from '../ui/fields';
import { EMPTY, newClientOf } from './client-draft';
import { ClientFields } from './client-fields';
import { problemOf } from './client-problem';

interface Made {
  client_id: string;
  client_secret: string;
}

export default function NewClientPage() {
  const [draft, setDraft] = useState(EMPTY);
  const [made, setMade] = useState<Made>();
  const [, go] = useLocation();
  const create = useAction(async () => {
    const { client_id, name, client_secret } = await dataOf(
      api.POST('/api/admin/clients', { body: newClientOf(draft) }),
    );
    if (client_secret !== undefined) {
      setMade({ client_id, client_secret });
      return;
    }
    notice(fill(t.clients.createdNotice, { name }));
    go(`/clients/${client_id}`);
  });
  const { failure } = create;
  return (
    <Page title={t.clients.create}>
      {made ? (
        <NewSecret made={made} />
      ) : (
        <Form action={problemOf(failure) ? {} : create} onSubmit={() => create.run()} className="stack narrow">
          <ClientFields draft={draft} onChange={setDraft} failure={failure} />
          <Submit busy={create.busy}>{t.clients.create}</Submit>
        </Form>
      )}
    </Page>
  );
}

/** What a program needs, shown once. */
function NewSecret({ made: { client_id, client_secret } }: { made: Made }) {
  return (
    <div className="narrow">
      <Fields rows={[[t.clients.id, <code key="id">{client_id}</code>]]} />
      <Secret title={t.clients.secret} value={client_secret} />
      <Button component={Link} href={`/clients/${client_id}`} variant="default">
        {t.clients.toClient}
      </Button>
    </div>
  );
}
