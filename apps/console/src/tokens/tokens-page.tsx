import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { useMay, useSession } from '../api/session';
import type { Token } from '../api/types';
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
  { label: t.tokens.madeBy, show: ({ created_by }) => created_by },
  { label: t.tokens.created, show: ({ created_at }) => <Time at={created_at} /> },
  { label: t.tokens.expires, show: ({ expires_at }) => <Time at={expires_at} /> },
  { label: t.tokens.used, show: ({ last_used_at }) => <Time at={last_used_at} /> },
];

const revokeButton = (own: string | null, revoke: (token: Token) => Promise<void>): Column<Token> => ({
  label: t.lists.actions,
  actions: true,
  show: (token) => (
    <ConfirmButton
      title={fill(t.tokens.revokeTitle, { name: token.name })}
      text={token.id === own ? t.tokens.revokeOwn : t.tokens.revokeText}
      verb={t.tokens.revoke}
      name={token.name}
      look={{ size: 'xs' }}
      act={() => revoke(token)}
    />
  ),
});

export default function TokensPage() {
  const query = useQuery();
  const cursor = query.get('cursor');
  const mayWrite = useMay('write');
  const { token_id } = useSession();
  const load = useLoad(() => dataOf(api.GET('/api/admin/tokens', { params: { query: { cursor } } })), [cursor]);
  const revoke = async ({ id, name }: Token) => {
    await dataOf(api.DELETE('/api/admin/tokens/{id}', { params: { path: { id } } }));
    notice(fill(t.tokens.revoked, { name }));
    await load.reload();
  };
  const button = revokeButton(token_id, revoke);
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
