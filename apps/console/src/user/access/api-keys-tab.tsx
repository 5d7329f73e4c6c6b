import { api } from '../../api/client';
import { dataOf } from '../../api/failure';
import type { UserProps } from '../../api/types';
import { useLoad } from '../../api/use-load';
import { ApiKeyList } from '../../machines/api-key-list';
import { t } from '../../texts/texts';
import { Loaded } from '../../ui/loaded';

export function ApiKeysTab({ user: { uid } }: UserProps) {
  const params = { path: { uid } };
  const load = useLoad(() => dataOf(api.GET('/api/admin/users/{uid}/api-keys', { params })), [uid]);
  return (
    <Loaded load={load}>
      {({ api_keys }) => (
        <ApiKeyList
          label={t.user.tabs['api-keys']}
          keys={api_keys.map((key) => ({ uid, ...key }))}
          empty={t.apiKeys.noneOfUser}
          ofUser
          onRevoked={load.reload}
        />
      )}
    </Loaded>
  );
}
