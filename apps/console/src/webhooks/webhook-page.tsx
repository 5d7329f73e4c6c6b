import { Link } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { Webhook } from '../api/types';
import { useLoad } from '../api/use-load';
import { Page } from '../layout/page';
import { fill, t } from '../texts/texts';
import { Fields } from '../ui/fields';
import { useQuery } from '../ui/list/use-query';
import { Loaded } from '../ui/loaded';
import { State } from '../ui/state';
import { Time } from '../ui/time';
import { Deliveries } from './deliveries';
import { WebhookActions } from './webhook-actions';
import { WebhookForm } from './webhook-form';

const TABS = { deliveries: Deliveries, settings: WebhookForm, actions: WebhookActions };
type TabName = keyof typeof TABS;

export default function WebhookPage({ id }: { id: string }) {
  const query = useQuery();
  const load = useLoad(() => dataOf(api.GET('/api/admin/webhooks/{id}', { params: { path: { id } } })), [id]);
  const asked = query.get('tab') ?? '';
  const tab = Object.hasOwn(TABS, asked) ? (asked as TabName) : 'deliveries';
  const Tab = TABS[tab];
  return (
    <Page title={t.webhooks.title}>
      <Loaded load={load}>
        {(webhook) => (
          <>
            <Summary webhook={webhook} />
            <nav className="tabs" aria-label={t.webhooks.parts}>
              {Object.keys(TABS).map((name) => (
                <Link key={name} href={`/webhooks/${id}?tab=${name}`} aria-current={name === tab ? 'page' : undefined}>
                  {t.webhooks.tabs[name as TabName]}
                </Link>
              ))}
            </nav>
            <Tab webhook={webhook} load={load} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Summary({ webhook }: { webhook: Webhook }) {
  return (
    <Fields
      rows={[
        [t.webhooks.url, webhook.url],
        [t.webhooks.state, <State key="state" name={webhook.state} />],
        [t.webhooks.types, webhook.types.join(', ')],
        [t.webhooks.lag, fill(t.webhooks.seconds, { count: webhook.lag_seconds })],
        [t.webhooks.lastSuccess, <Time key="success" at={webhook.last_success_at} />],
        [t.webhooks.lastError, webhook.last_error ?? t.states.none],
        [t.lists.madeBy, webhook.made_by ?? t.states.unknownMaker],
      ]}
    />
  );
}
