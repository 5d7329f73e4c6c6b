import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { useLoad } from '../api/use-load';
import { Page } from '../layout/page';
import { t } from '../texts/texts';
import { Pager } from '../ui/list/pager';
import { useQuery } from '../ui/list/use-query';
import { Loaded } from '../ui/loaded';
import { ApiKeyList } from './api-key-list';

/** The API keys of all users. */
export default function ApiKeysPage() {
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
