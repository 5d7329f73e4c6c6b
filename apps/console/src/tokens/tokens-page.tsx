import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { useMay, useSession } from '../api/session';
import type { Taken, Token } from '../api/types';
import { useLoad } from '../api/use-load';
import { notice } from '../layout/notices';
import { Page } from '../layout/page';
import { fill, t } from '../texts/texts';
import { ConfirmButton } from '../ui/dialog/confirm-button';
import { type Column, List } from '../ui/list/list';
import { useQuery } from '../ui/list/use-query';
import { Loaded } from '../ui/loaded';
import { Time } from '../ui/time';
import { TokenForm } from './token-form';

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

/** Asks whether another person had the token: then what it has made goes, too. */
function RevokeButton({ token: { id, name }, isOwn, onRevoked }: RevokeProps) {
  const [stolen, setStolen] = useState(false);
  const revoke = async () => {
    const answer = api.DELETE('/api/admin/tokens/{id}', { params: { path: { id } }, body: { stolen } });
    const taken = await dataOf<Taken | undefined>(answer);
    notice(fill(t.tokens.revoked, { name }));
    if (stolen && taken) notice(disabledIn(taken));
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
      more={
        <Checkbox
          label={t.tokens.stolen}
          description={t.tokens.stolenHint}
          checked={stolen}
          onChange={({ currentTarget: { checked } }) => setStolen(checked)}
        />
      }
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

export default function TokensPage() {
  const query = useQuery();
  const cursor = query.get('cursor');
  const mayWrite = useMay('write');
  const { token_id } = useSession();
  const load = useLoad(() => dataOf(api.GET('/api/admin/tokens', { params: { query: { cursor } } })), [cursor]);
  const button: Column<Token> = {
    label: t.lists.actions,
    actions: true,
    show: (token) => <RevokeButton token={token} isOwn={token.id === token_id} onRevoked={load.reload} />,
  };
  return (
    <Page title={t.navigation.tokens}>
      {mayWrite && <TokenForm onCreated={load.reload} />}
      <Loaded load={load}>
        {({ tokens, next_cursor }) => (
          <List
            label={t.navigation.tokens}
            rows={tokens}
            columns={mayWrite ? [...COLUMNS, button] : COLUMNS}
            id={({ id }) => id}
            pages={{ query, next: next_cursor }}
          />
        )}
      </Loaded>
    </Page>
  );
}
