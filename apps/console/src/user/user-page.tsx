import { Link } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { useLoad } from '../api/use-load';
import { NotFound } from '../layout/not-found';
import { Page } from '../layout/page';
import { t } from '../texts/texts';
import { Loaded } from '../ui/loaded';
import { ApiKeysTab } from './access/api-keys-tab';
import { FactorsTab } from './access/factors-tab';
import { IdentitiesTab } from './access/identities-tab';
import { SessionsTab } from './access/sessions-tab';
import { ClaimsTab } from './claims-tab';
import { DangerTab } from './danger/danger-tab';
import { EmailsTab } from './emails-tab';
import { EventsTab } from './events-tab';
import { ProfileTab } from './profile-tab';

const TABS = {
  profile: ProfileTab,
  sessions: SessionsTab,
  factors: FactorsTab,
  identities: IdentitiesTab,
  'api-keys': ApiKeysTab,
  claims: ClaimsTab,
  events: EventsTab,
  emails: EmailsTab,
  actions: DangerTab,
};
type TabName = keyof typeof TABS;

interface Props {
  uid: string;
  tab?: string;
}

const isTab = (name: string): name is TabName => Object.hasOwn(TABS, name);

export default function UserPage({ uid, tab = 'profile' }: Props) {
  const load = useLoad(() => dataOf(api.GET('/api/admin/users/{uid}', { params: { path: { uid } } })), [uid]);
  if (!isTab(tab)) return <NotFound />;
  const Tab = TABS[tab];
  return (
    <Page title={load.data?.email ?? t.user.title}>
      <nav className="tabs" aria-label={t.user.parts}>
        {Object.keys(TABS).map((name) => (
          <Link
            key={name}
            href={name === 'profile' ? `/users/${uid}` : `/users/${uid}/${name}`}
            aria-current={name === tab ? 'page' : undefined}
          >
            {t.user.tabs[name as TabName]}
          </Link>
        ))}
      </nav>
      <Loaded load={load}>{(user) => <Tab user={user} load={load} />}</Loaded>
    </Page>
  );
}
