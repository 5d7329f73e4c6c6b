import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { api, dataOf } from '../api/client';
import { useMay, useSession } from '../api/session';
import { SCOPES, type Scope, type Taken, type Token } from '../api/types';
import { fill, t } from '../texts/texts';
import { ConfirmButton } from '../ui/dialog';
import { ActForm, dayEnd, type Field, Inputs, Secret } from '../ui/form';
import { notice } from '../ui/layout';
import { actionsOf, type Column, ListPage, usePages } from '../ui/list';
import { Time } from '../ui/view';

const fieldsFor = (mustEnd: boolean): Field<{ name: string; expires: string }>[] => [
  { name: 'name', label: t.tokens.newName, required: true, className: 'wide' },
  // A user makes only tokens that expire.
  { name: 'expires', label: t.tokens.expires, type: 'date', required: mustEnd },
];

export function TokenForm({ onCreated }: { onCreated: () => Promise<void> }) {
  const { scopes: own, uid } = useSession();
  const [draft, setDraft] = useState({ name: '', expires: '' });
  const [scopes, setScopes] = useState<string[]>(['read']);
  const [token, setToken] = useState<string>();
  const create = async () => {
    const { name, expires } = draft;
    const body = { name, scopes: scopes as Token['scopes'], ...(expires && { expires_at: dayEnd(expires) }) };
    setToken((await dataOf(api.POST('/api/admin/tokens', { body }))).token);
    setDraft((before) => ({ ...before, name: '' }));
    await onCreated();
  };
  return (
    <section className="new-token" aria-label={t.tokens.create}>
      {token && <Secret key={token} title={t.tokens.secret} value={token} />}
      <ActForm act={create} verb={t.tokens.create} className="stack">
        <div className="filters">
          <Inputs fields={fieldsFor(uid !== null)} draft={draft} onChange={setDraft} />
        </div>
        <Checkbox.Group label={t.tokens.scopes} value={scopes} onChange={setScopes}>
          <div className="row checks">
            {SCOPES.map((scope: Scope) => (
              <Checkbox key={scope} value={scope} label={t.scopes[scope]} disabled={!own.includes(scope)} />
            ))}
          </div>
        </Checkbox.Group>
      </ActForm>
    </section>
  );
}

const COLUMNS: Column<Token>[] = [
  { label: t.tokens.name, show: ({ name }) => name },
  { label: t.tokens.scopes, show: ({ scopes }) => scopes.join(', ') },
  { label: t.lists.madeBy, show: ({ created_by }) => created_by },
  { label: t.tokens.created, show: ({ created_at }) => <Time at={created_at} /> },
  { label: t.tokens.expires, show: ({ expires_at }) => <Time at={expires_at} /> },
  { label: t.tokens.used, show: ({ last_used_at }) => <Time at={last_used_at} /> },
];

interface RevokeProps {
  token: Token;
  isOwn: boolean;
  onRevoked: () => Promise<void>;
}

const STOLEN: Field<{ stolen: boolean }>[] = [
  { name: 'stolen', kind: 'check', label: t.tokens.stolen, description: t.tokens.stolenHint },
];

/** Asks whether another person had the token: then what it has made goes, too. */
function RevokeButton({ token: { id, name }, isOwn, onRevoked }: RevokeProps) {
  const [draft, setDraft] = useState({ stolen: false });
  const revoke = async () => {
    const answer = api.DELETE('/api/admin/tokens/{id}', { params: { path: { id } }, body: draft });
    const taken = await dataOf<Taken | undefined>(answer);
    notice(fill(t.tokens.revoked, { name }));
    if (draft.stolen && taken) notice(disabledIn(taken));
    await onRevoked();
  };
  return (
    <ConfirmButton
      title={fill(t.tokens.revokeTitle, { name })}
      text={isOwn ? t.tokens.revokeOwn : t.tokens.revokeText}
      verb={t.tokens.revoke}
      name={name}
      look={{ size: 'xs' }}
      act={revoke}
      more={<Inputs fields={STOLEN} draft={draft} onChange={setDraft} />}
    />
  );
}

/** What was disabled, such as "clients: 2, users: 1". */
function disabledIn(taken: Taken): string {
  const kinds = Object.keys(t.tokens.taken) as (keyof Taken)[];
  const parts = kinds
    .filter((kind) => taken[kind].length > 0)
    .map((kind) => `${t.tokens.taken[kind]}: ${taken[kind].length}`);
  return parts.length === 0 ? t.tokens.tookNothing : fill(t.tokens.took, { list: parts.join(', ') });
}

export function TokensPage() {
  const mayWrite = useMay('write');
  const { token_id } = useSession();
  const load = usePages((cursor) => dataOf(api.GET('/api/admin/tokens', { params: { query: { cursor } } })));
  const button = actionsOf((token: Token) => (
    <RevokeButton token={token} isOwn={token.id === token_id} onRevoked={load.reload} />
  ));
  return (
    <ListPage
      title={t.navigation.tokens}
      load={load}
      rows={({ tokens }) => tokens}
      columns={mayWrite ? [...COLUMNS, button] : COLUMNS}
      id={({ id }) => id}
    >
      {mayWrite && <TokenForm onCreated={load.reload} />}
    </ListPage>
  );
}
