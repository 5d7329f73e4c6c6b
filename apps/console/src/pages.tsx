import { type ComponentType, lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { NotFound } from './layout/not-found';
import { Waiting } from './ui/waiting';

interface PageParameters {
  uid: string;
  id: string;
  tab?: string;
}

/** Each page is a file of its own, which the browser loads when it is first shown. */
const PAGES: Record<string, ComponentType<PageParameters>> = {
  '/': lazy(() => import('./overview/overview-page')),
  '/users': lazy(() => import('./users/users-page')),
  '/users/new': lazy(() => import('./users/new-user-page')),
  '/users/:uid/:tab?': lazy(() => import('./user/user-page')),
  '/events': lazy(() => import('./events/events-page')),
  '/emails': lazy(() => import('./emails/emails-page')),
  '/emails/templates': lazy(() => import('./emails/templates-page')),
  '/branding': lazy(() => import('./branding/branding-page')),
  '/webhooks': lazy(() => import('./webhooks/webhooks-page')),
  '/webhooks/new': lazy(() => import('./webhooks/new-webhook-page')),
  '/webhooks/:id': lazy(() => import('./webhooks/webhook-page')),
  '/providers': lazy(() => import('./providers/providers-page')),
  '/providers/new': lazy(() => import('./providers/new-provider-page')),
  '/providers/:id': lazy(() => import('./providers/provider-page')),
  '/clients': lazy(() => import('./machines/clients-page')),
  '/clients/new': lazy(() => import('./machines/new-client-page')),
  '/clients/:id': lazy(() => import('./machines/client-page')),
  '/api-keys': lazy(() => import('./machines/api-keys-page')),
  '/tokens': lazy(() => import('./tokens/tokens-page')),
  '/keys': lazy(() => import('./keys/keys-page')),
  '/import': lazy(() => import('./import/import-page')),
  '/checks': lazy(() => import('./checks/checks-page')),
  '/settings': lazy(() => import('./settings/settings-page')),
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
