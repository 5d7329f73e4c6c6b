import { Link } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { useMay } from '../api/session';
import type { ApiKey } from '../api/types';
import { notice } from '../layout/notices';
import { fill, t } from '../texts/texts';
import { isOver } from '../ui/days';
import { ConfirmButton } from '../ui/dialog/confirm-button';
import { type Column, List } from '../ui/list/list';
import { State } from '../ui/state';
import { Time } from '../ui/time';
import { Reach } from './reach';

interface Props {
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
export function ApiKeyList({ label, keys, empty, ofUser = false, onRevoked }: Props) {
  const mayWrite = useMay('write');
  const revoke = async ({ uid, key_id, name }: ApiKey) => {
    const params = { path: { uid, key_id } };
    await dataOf(api.DELETE('/api/admin/users/{uid}/api-keys/{key_id}', { params }));
    notice(fill(t.apiKeys.revoked, { name }));
    await onRevoked();
  };
  const button: Column<ApiKey> = {
    label: t.lists.actions,
    actions: true,
    show: (key) => (
      <ConfirmButton
        title={fill(t.apiKeys.revokeTitle, { name: key.name })}
        text={t.apiKeys.revokeText}
        verb={t.apiKeys.revoke}
        look={{ size: 'xs' }}
        act={() => revoke(key)}
      />
    ),
  };
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
