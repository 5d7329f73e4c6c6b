import { Link } from 'wouter';
import { api, dataOf } from '../api/client';
import { useMay } from '../api/session';
import type { ApiKey } from '../api/types';
import { fill, t } from '../texts/texts';
import { ConfirmButton } from '../ui/dialog';
import { isOver } from '../ui/form';
import { changed, Page } from '../ui/layout';
import { actionsOf, type Column, type ListLoad, LoadedList, usePages } from '../ui/list';
import { Reach, State, Time } from '../ui/view';

interface ApiKeyListProps<Data> {
  label: string;
  load: ListLoad<Data>;
  rows: (data: Data) => ApiKey[];
  empty: string;
  /** Whether all are of one user. */
  ofUser?: boolean;
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
export function ApiKeyList<Data>({ load, ofUser = false, ...list }: ApiKeyListProps<Data>) {
  const mayWrite = useMay('write');
  const revoke = ({ uid, key_id, name }: ApiKey) => {
    const params = { path: { uid, key_id } };
    const deleted = dataOf(api.DELETE('/api/admin/users/{uid}/api-keys/{key_id}', { params }));
    return changed(deleted, fill(t.apiKeys.revoked, { name }), load);
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
  return <LoadedList {...list} load={load} columns={mayWrite ? [...all, button] : all} id={({ key_id }) => key_id} />;
}

/** The API keys of all users. */
export function ApiKeysPage() {
  const load = usePages((cursor) => dataOf(api.GET('/api/admin/api-keys', { params: { query: { cursor } } })));
  return (
    <Page title={t.navigation.apiKeys}>
      <p className="hint">{t.apiKeys.hint}</p>
      <ApiKeyList label={t.navigation.apiKeys} load={load} rows={({ api_keys }) => api_keys} empty={t.apiKeys.none} />
    </Page>
  );
}
