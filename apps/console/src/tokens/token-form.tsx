import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { useSession } from '../api/session';
import { SCOPES, type Scope, type Token } from '../api/types';
import { useAction } from '../api/use-action';
import { t } from '../texts/texts';
import { dayEnd } from '../ui/days';
import { Form } from '../ui/dialog/form';
import { Secret } from '../ui/dialog/secret';
import { Submit } from '../ui/dialog/submit';

export function TokenForm({ onCreated }: { onCreated: () => Promise<void> }) {
  const { scopes: own, uid } = useSession();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>(['read']);
  const [expires, setExpires] = useState('');
  const [token, setToken] = useState<string>();
  const create = useAction(async () => {
    const body = { name, scopes: scopes as Token['scopes'], ...(expires && { expires_at: dayEnd(expires) }) };
    setToken((await dataOf(api.POST('/api/admin/tokens', { body }))).token);
    setName('');
    await onCreated();
  });
  return (
    <section className="new-token" aria-label={t.tokens.create}>
      {token && <Secret key={token} title={t.tokens.secret} value={token} />}
      <Form action={create} onSubmit={() => create.run()}>
        <NameAndEnd {...{ name, setName, expires, setExpires }} mustEnd={uid !== null} />
        <Checkbox.Group label={t.tokens.scopes} value={scopes} onChange={setScopes}>
          <div className="row checks">
            {SCOPES.map((scope: Scope) => (
              <Checkbox key={scope} value={scope} label={t.scopes[scope]} disabled={!own.includes(scope)} />
            ))}
          </div>
        </Checkbox.Group>
        <Submit busy={create.busy}>{t.tokens.create}</Submit>
      </Form>
    </section>
  );
}

interface NameAndEndProps {
  name: string;
  setName: (name: string) => void;
  expires: string;
  setExpires: (day: string) => void;
  /** A user makes only tokens that expire. */
  mustEnd: boolean;
}

function NameAndEnd({ name, setName, expires, setExpires, mustEnd }: NameAndEndProps) {
  return (
    <div className="filters">
      <TextInput
        className="wide"
        label={t.tokens.newName}
        required
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t.tokens.expires}
        required={mustEnd}
        value={expires}
        onChange={(event) => setExpires(event.currentTarget.value)}
      />
    </div>
  );
}
