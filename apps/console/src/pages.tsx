import { type ComponentType, lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { NotFound } from './ui/layout';
import { Waiting } from './ui/view';

interface PageParameters {
  uid: string;
  id: string;
  tab?: string;
}

type Name<M> = Extract<keyof M, `${string}Page`>;

/** Pages of a file that the browser loads when it shows one of them for the first time. */
function pages<M extends Record<Name<M>, ComponentType<PageParameters>>>(load: () => Promise<M>) {
  return (name: Name<M>) => lazy(async () => ({ default: (await load())[name] }));
}

const users = pages(() => import('./pages/users'));
const emails = pages(() => import('./pages/emails'));
const webhooks = pages(() => import('./pages/webhooks'));
const providers = pages(() => import('./pages/providers'));
const clients = pages(() => import('./pages/clients'));

const PAGES: Record<string, ComponentType<PageParameters>> = {
  '/': pages(() => import('./pages/overview'))('OverviewPage'),
  '/users': users('UsersPage'),
  '/users/new': users('NewUserPage'),
  '/users/:uid/:tab?': pages(() => import('./pages/user'))('UserPage'),
  '/events': pages(() => import('./pages/events'))('EventsPage'),
  '/emails': emails('EmailsPage'),
  '/emails/templates': emails('TemplatesPage'),
  '/branding': pages(() => import('./pages/branding'))('BrandingPage'),
  '/webhooks': webhooks('WebhooksPage'),
  '/webhooks/new': webhooks('NewWebhookPage'),
  '/webhooks/:id': webhooks('WebhookPage'),
  '/providers': providers('ProvidersPage'),
  '/providers/new': providers('NewProviderPage'),
  '/providers/:id': providers('ProviderPage'),
  '/clients': clients('ClientsPage'),
  '/clients/new': clients('NewClientPage'),
  '/clients/:id': clients('ClientPage'),
  '/api-keys': pages(() => import('./pages/api-keys'))('ApiKeysPage'),
  '/tokens': pages(() => import('./pages/tokens'))('TokensPage'),
  '/keys': pages(() => import('./pages/keys'))('KeysPage'),
  '/import': pages(() => import('./pages/import'))('ImportPage'),
  '/checks': pages(() => import('./pages/checks'))('ChecksPage'),
  '/settings': pages(() => import('./pages/settings'))('SettingsPage'),
};

export function Pages() {
  return (
    <Suspense fallback={<Waiting />}>
      <Switch>
        {Object.entries(PAGES).map(([path, Page]) => (
          <Route key={path} path={path}>
            {({ uid = '', id = '', tab }: Partial<PageParameters>) => (
              <Page key={uid + id} uid={uid} id={id} tab={tab} />
            )}
          </Route>
        ))}
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </Suspense>
  );
}
