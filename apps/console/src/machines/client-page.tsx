import { Link } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { Client } from '../api/types';
import { useLoad } from '../api/use-load';
import { Page } from '../layout/page';
import { t } from '../texts/texts';
import { Fields } from '../ui/fields';
import { useQuery } from '../ui/list/use-query';
import { Loaded } from '../ui/loaded';
import { State } from '../ui/state';
import { Time } from '../ui/time';
import { ClientActions } from './client-actions';
import { ClientCredentials } from './client-credentials';
import { ClientForm } from './client-form';
import { stateOf } from './client-state';

const TABS = { credentials: ClientCredentials, settings: ClientForm, actions: ClientActions };
type TabName = keyof typeof TABS;

const labelOf = (tab: TabName, { auth_method }: Client) =>
  tab === 'credentials' ? t.clients.credentials[auth_method] : t.clients.tabs[tab];

export default function ClientPage({ id }: { id: string }) {
  const query = useQuery();
  const params = { path: { client_id: id } };
  const load = useLoad(() => dataOf(api.GET('/api/admin/clients/{client_id}', { params })), [id]);
  const asked = query.get('tab') ?? '';
  const tab = Object.hasOwn(TABS, asked) ? (asked as TabName) : 'credentials';
  const Tab = TABS[tab];
  return (
    <Page title={load.data?.name ?? t.clients.title}>
      <Loaded load={load}>
        {(client) => (
          <>
            <Summary client={client} />
            <nav className="tabs" aria-label={t.clients.parts}>
              {Object.keys(TABS).map((name) => (
                <Link key={name} href={`/clients/${id}?tab=${name}`} aria-current={name === tab ? 'page' : undefined}>
                  {labelOf(name as TabName, client)}
                </Link>
              ))}
            </nav>
            <Tab client={client} load={load} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Summary({ client }: { client: Client }) {
  const state = stateOf(client);
  return (
    <>
      {state !== 'active' && <p className="hint">{t.clients.without[state]}</p>}
      <Fields
        rows={[
          [t.clients.id, <code key="id">{client.client_id}</code>],
          [t.clients.state, <State key="state" name={state} />],
          [t.clients.method, t.clients.methods[client.auth_method]],
          [t.clients.scopes, client.scopes.join(', ')],
          [t.clients.audiences, client.audiences.join(', ')],
          [t.clients.created, <Time key="created" at={client.created_at} />],
          [t.lists.madeBy, client.created_by],
          [t.clients.expires, <Time key="expires" at={client.expires_at} />],
          [t.clients.used, <Time key="used" at={client.last_used_at} />],
        ]}
      />
    </>
  );
}
