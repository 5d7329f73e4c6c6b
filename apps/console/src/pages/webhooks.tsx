import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api, dataOf } from '../api/client';
import { type Load, useLoad } from '../api/load';
import type { Delivery, Webhook } from '../api/types';
import { fill, t } from '../texts/texts';
import { ActButton, ConfirmButton } from '../ui/dialog';
import { DraftForm, type Field, Secret, wordsOf } from '../ui/form';
import { changed, notice, Page } from '../ui/layout';
import { actionsOf, type Column, ListPage, LoadedList, StatusFilter, Tabs, usePages, useQuery } from '../ui/list';
import { Fields, Loaded, State, Time } from '../ui/view';

/** What the parts of the page of a webhook get. */
interface WebhookProps {
  webhook: Webhook;
  load: Load<Webhook>;
}

const COLUMNS: Column<Webhook>[] = [
  { label: t.webhooks.url, show: ({ webhook_id, url }) => <Link href={`/webhooks/${webhook_id}`}>{url}</Link> },
  { label: t.webhooks.description, show: ({ description }) => description },
  { label: t.webhooks.types, show: ({ types }) => types.join(', ') },
  { label: t.webhooks.state, show: ({ state }) => <State name={state} /> },
  { label: t.webhooks.lag, show: ({ lag_seconds }) => fill(t.webhooks.seconds, { count: lag_seconds }) },
  { label: t.webhooks.lastSuccess, show: ({ last_success_at }) => <Time at={last_success_at} /> },
];

export function WebhooksPage() {
  const load = usePages((cursor) => dataOf(api.GET('/api/admin/webhooks', { params: { query: { cursor } } })));
  return (
    <ListPage
      title={t.navigation.webhooks}
      create={{ href: '/webhooks/new', label: t.webhooks.create }}
      load={load}
      rows={({ webhooks }) => webhooks}
      columns={COLUMNS}
      id={({ webhook_id }) => webhook_id}
      empty={t.webhooks.none}
    />
  );
}

const EMPTY_WEBHOOK = { url: '', types: '*', description: '', ordered: true };

const FIELDS: Field<typeof EMPTY_WEBHOOK>[] = [
  { name: 'url', label: t.webhooks.url, type: 'url', required: true, placeholder: 'https://' },
  { name: 'types', label: t.webhooks.types, required: true, description: t.webhooks.typesHint },
  { name: 'description', label: t.webhooks.description },
  { name: 'ordered', kind: 'check', label: t.webhooks.ordered, description: t.webhooks.orderedHint },
];

export function NewWebhookPage() {
  const [made, setMade] = useState<{ webhook_id: string; secret: string }>();
  const create = async (draft: typeof EMPTY_WEBHOOK) => {
    const body = { ...draft, types: wordsOf(draft.types) };
    setMade(await dataOf(api.POST('/api/admin/webhooks', { body })));
  };
  return (
    <Page title={t.webhooks.create}>
      {made ? (
        <>
          <Secret title={t.webhooks.secret} value={made.secret} />
          <Button component={Link} href={`/webhooks/${made.webhook_id}`} variant="default">
            {t.webhooks.toWebhook}
          </Button>
        </>
      ) : (
        <DraftForm start={EMPTY_WEBHOOK} fields={FIELDS} act={create} verb={t.webhooks.create} />
      )}
    </Page>
  );
}

const deliveryColumns = (retry: (delivery: Delivery) => Promise<unknown>): Column<Delivery>[] => [
  { label: t.events.event, show: ({ type }) => <span className="event-type">{type}</span> },
  { label: t.emails.status, show: ({ status }) => <State name={status} /> },
  { label: t.emails.attempts, show: ({ attempts }) => attempts },
  { label: t.webhooks.answer, show: ({ last_status, last_error }) => last_error ?? last_status ?? '' },
  { label: t.webhooks.due, show: ({ due_at }) => <Time at={due_at} none="" /> },
  actionsOf(
    (delivery) =>
      delivery.status !== 'sent' && (
        <ActButton size="xs" act={() => retry(delivery)}>
          {t.webhooks.retry}
        </ActButton>
      ),
  ),
];

function Deliveries({ webhook: { webhook_id: id } }: WebhookProps) {
  const status = useQuery().get('status') as Delivery['status'] | undefined;
  const read = (cursor?: string) =>
    dataOf(api.GET('/api/admin/webhooks/{id}/deliveries', { params: { path: { id }, query: { cursor, status } } }));
  const load = usePages(read, [id, status]);
  const retry = ({ delivery_id }: Delivery) => {
    const params = { path: { id, delivery_id } };
    const sent = dataOf(api.POST('/api/admin/webhooks/{id}/deliveries/{delivery_id}/retry', { params }));
    return changed(sent, t.webhooks.retried, load);
  };
  return (
    <>
      <StatusFilter names={['waiting', 'sent', 'failed', 'blocked']} />
      <LoadedList
        load={load}
        rows={({ deliveries }) => deliveries}
        label={t.webhooks.tabs.deliveries}
        columns={deliveryColumns(retry)}
        id={({ delivery_id }) => delivery_id}
        empty={t.webhooks.noDeliveries}
      />
    </>
  );
}

const EMPTY_REPLAY = { after: '', until: '', types: '', uid: '', only_failed: false };

const REPLAY_FIELDS: Field<typeof EMPTY_REPLAY>[] = [
  ...(['after', 'until', 'types', 'uid'] as const).map((name) => ({ name, label: t.webhooks.replayFields[name] })),
  { name: 'only_failed', kind: 'check', label: t.webhooks.onlyFailed },
];

/** Sends events of the log again. */
function ReplayForm({ id }: { id: string }) {
  const replay = async ({ types: typed, only_failed, ...texts }: typeof EMPTY_REPLAY) => {
    const types = wordsOf(typed);
    const given = Object.entries(texts).filter(([, value]) => value.trim());
    const body = { ...Object.fromEntries(given), ...(types.length > 0 && { types }), only_failed };
    const { queued } = await dataOf(api.POST('/api/admin/webhooks/{id}/replay', { params: { path: { id } }, body }));
    notice(fill(t.webhooks.replayed, { count: queued }));
  };
  return (
    <DraftForm
      start={EMPTY_REPLAY}
      fields={REPLAY_FIELDS}
      act={replay}
      verb={t.webhooks.replay}
      title={t.webhooks.replay}
      look={{ variant: 'default' }}
    >
      <p className="hint">{t.webhooks.replayText}</p>
    </DraftForm>
  );
}

function WebhookActions({ webhook: { webhook_id: id, url } }: WebhookProps) {
  const params = { path: { id } };
  const [secret, setSecret] = useState<string>();
  const [, go] = useLocation();
  const test = async () => {
    const { status, duration_ms } = await dataOf(api.POST('/api/admin/webhooks/{id}/test', { params }));
    notice(status === null ? t.webhooks.testSilent : fill(t.webhooks.testDone, { status, duration: duration_ms }));
  };
  const rotate = async () => {
    setSecret((await dataOf(api.POST('/api/admin/webhooks/{id}/secret', { params, body: {} }))).secret);
  };
  const remove = async () => {
    await dataOf(api.DELETE('/api/admin/webhooks/{id}', { params }));
    notice(t.webhooks.deleted);
    go('/webhooks');
  };
  return (
    <div className="stack">
      <div className="row">
        <ActButton act={test}>{t.webhooks.test}</ActButton>
        <ConfirmButton text={t.webhooks.rotateText} verb={t.webhooks.rotate} act={rotate} />
        <ConfirmButton text={t.webhooks.deleteText} verb={t.webhooks.delete} name={url} permanent act={remove} />
      </div>
      {secret && <Secret key={secret} title={t.webhooks.secret} value={secret} />}
      <ReplayForm id={id} />
    </div>
  );
}

function WebhookForm({ webhook, load }: WebhookProps) {
  const { webhook_id: id, url, types, description, ordered, active } = webhook;
  const start = { url, types: types.join(', '), description, ordered, active };
  const params = { path: { id } };
  const save = ({ active: wanted, ...rest }: typeof start) => {
    // Writing `true` again would wake a webhook that the service has disabled.
    const body = { ...rest, types: wordsOf(rest.types), ...(wanted !== active && { active: wanted }) };
    return changed(dataOf(api.PATCH('/api/admin/webhooks/{id}', { params, body })), t.states.saved, load);
  };
  const fields: Field<typeof start>[] = [...FIELDS, { name: 'active', kind: 'check', label: t.webhooks.active }];
  return <DraftForm start={start} fields={fields} act={save} verb={t.actions.save} />;
}

const TABS = { deliveries: Deliveries, settings: WebhookForm, actions: WebhookActions };
type TabName = keyof typeof TABS;

export function WebhookPage({ id }: { id: string }) {
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
            <Tabs
              label={t.webhooks.parts}
              names={t.webhooks.tabs}
              here={tab}
              href={(name) => `/webhooks/${id}?tab=${name}`}
            />
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
