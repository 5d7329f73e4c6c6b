import { Link } from 'wouter';
import { api, dataOf } from '../api/client';
import { useLoad } from '../api/load';
import { useMay } from '../api/session';
import type { ApiKey } from '../api/types';
import { fill, t } from '../texts/texts';
import { ConfirmButton } from '../ui/dialog';
import { isOver } from '../ui/form';
import { notice, Page } from '../ui/layout';
import { actionsOf, type Column, List, Pager, useQuery } from '../ui/list';
import { Loaded, Reach, State, Time } from '../ui/view';

interface ApiKeyListProps {
  label: string;
  keys: ApiKey[];
  empty: string;
  /** Whether all are of one user. */
  ofUser?: boolean;
  onRevoked: () => Promise<unknown>;
}

const USER: Column<ApiKey> = {
  label: t.apiKeys.user,
  show: ({ uid }) => (
    <div className="id">
      <Link href={`/users/${uid}/api-keys`}>{uid}</Link>
    </div>
  ),
};

const columns = (ofUser: boolean): Column<ApiKey>[] => [
  { label: t.apiKeys.name, show: (key) => <Name apiKey={key} /> },
  ...(ofUser ? [] : [USER]),
  { label: t.clients.scopes, show: (key) => <Reach of={key} /> },
  { label: t.apiKeys.expires, show: ({ expires_at }) => <End at={expires_at} /> },
  { label: t.apiKeys.used, show: ({ last_used_at }) => <Time at={last_used_at} /> },
];

/** The id is public: a leaked key contains it. */
function Name({ apiKey: { name, key_id } }: { apiKey: ApiKey }) {
  return (
    <div className="id">
      {name}
      <br />
      <code className="dimmed">{key_id}</code>
    </div>
  );
}

function End({ at }: { at: number }) {
  return (
    <div className="row">
      <Time at={at} />
      {isOver(at) && <State name="expired" />}
    </div>
  );
}

/** API keys of users, which an administrator with the scope `write` can revoke. */
export function ApiKeyList({ label, keys, empty, ofUser = false, onRevoked }: ApiKeyListProps) {
  const mayWrite = useMay('write');
  const revoke = async ({ uid, key_id, name }: ApiKey) => {
    const params = { path: { uid, key_id } };
    await dataOf(api.DELETE('/api/admin/users/{uid}/api-keys/{key_id}', { params }));
    notice(fill(t.apiKeys.revoked, { name }));
    await onRevoked();
  };
  const button = actionsOf((key: ApiKey) => (
    <ConfirmButton
      title={fill(t.apiKeys.revokeTitle, { name: key.name })}
      text={t.apiKeys.revokeText}
      verb={t.apiKeys.revoke}
      look={{ size: 'xs' }}
      act={() => revoke(key)}
    />
  ));
  const all = columns(ofUser);
  return (
    <List
      label={label}
      rows={keys}
      columns={mayWrite ? [...all, button] : all}
      id={({ key_id }) => key_id}
      empty={empty}
    />
  );
}

/** The API keys of all users. */
export function ApiKeysPage() {
  const query = useQuery();
  const cursor = query.get('cursor');
  const load = useLoad(() => dataOf(api.GET('/api/admin/api-keys', { params: { query: { cursor } } })), [cursor]);
  return (
    <Page title={t.navigation.apiKeys}>
      <p className="hint">{t.apiKeys.hint}</p>
      <Loaded load={load}>
        {({ api_keys, next_cursor }) => (
          <>
            <ApiKeyList label={t.navigation.apiKeys} keys={api_keys} empty={t.apiKeys.none} onRevoked={load.reload} />
            <Pager query={query} next={next_cursor} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
