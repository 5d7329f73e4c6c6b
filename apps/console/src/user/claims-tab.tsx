import { Checkbox, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { useMay, useSession } from '../api/session';
import type { UserProps } from '../api/types';
import { SCOPES } from '../api/types';
import { useAction } from '../api/use-action';
import { notice } from '../layout/notices';
import { t } from '../texts/texts';
import { Form } from '../ui/dialog/form';
import { Submit } from '../ui/dialog/submit';
import { Raw } from '../ui/raw';

export function ClaimsTab(props: UserProps) {
  const mayWrite = useMay('write');
  const maySetScopes = useMay('write', 'admins');
  return (
    <div className="stack narrow">
      {mayWrite ? <ClaimsForm {...props} /> : <Raw value={props.user.claims} />}
      {maySetScopes && <ScopesForm {...props} />}
    </div>
  );
}

function ClaimsForm({ user, load }: UserProps) {
  const [claims, setClaims] = useState(user.claims);
  const params = { path: { uid: user.uid } };
  const save = useAction(async () => {
    await dataOf(api.PATCH('/api/admin/users/{uid}', { params, body: { claims } }));
    notice(t.states.saved);
    await load.reload();
  });
  return (
    <Form action={save} onSubmit={() => save.run()}>
      <Textarea
        label={t.user.claims}
        description={t.user.claimsHint}
        rows={8}
        value={claims}
        onChange={(event) => setClaims(event.currentTarget.value)}
      />
      <Submit busy={save.busy}>{t.actions.save}</Submit>
    </Form>
  );
}

function ScopesForm({ user, load }: UserProps) {
  const { scopes: own } = useSession();
  const [scopes, setScopes] = useState<string[]>(user.admin_scopes);
  const params = { path: { uid: user.uid } };
  const save = useAction(async () => {
    const body = { admin_scopes: scopes as typeof user.admin_scopes };
    await dataOf(api.PATCH('/api/admin/users/{uid}', { params, body }));
    notice(t.states.saved);
    await load.reload();
  });
  return (
    <Form action={save} onSubmit={() => save.run()}>
      <Title order={2} size="h4">
        {t.user.scopes}
      </Title>
      <Checkbox.Group label={t.user.scopesLabel} description={t.user.scopesHint} value={scopes} onChange={setScopes}>
        <div className="stack checks">
          {SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={t.scopes[scope]} disabled={!own.includes(scope)} />
          ))}
        </div>
      </Checkbox.Group>
      <Submit busy={save.busy}>{t.actions.save}</Submit>
    </Form>
  );
}
