import { Button, Checkbox, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api, dataOf } from '../api/client';
import { type Load, useAction, useLoad } from '../api/load';
import type { Delivery, Webhook } from '../api/types';
import { fill, t } from '../texts/texts';
import { ActButton, ConfirmButton } from '../ui/dialog';
import { Form, Secret, Submit, wordsOf } from '../ui/form';
import { notice, Page } from '../ui/layout';
import { type Column, List, StatusFilter, useQuery } from '../ui/list';
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
  const query = useQuery();
  const cursor = query.get('cursor');
  const load = useLoad(() => dataOf(api.GET('/api/admin/webhooks', { params: { query: { cursor } } })), [cursor]);
  const create = (
    <Button component={Link} href="/webhooks/new">
      {t.webhooks.create}
    </Button>
  );
  return (
    <Page title={t.navigation.webhooks} actions={create}>
      <Loaded load={load}>
        {({ webhooks, next_cursor }) => (
          <List
            label={t.navigation.webhooks}
            rows={webhooks}
            columns={COLUMNS}
            id={({ webhook_id }) => webhook_id}
            empty={t.webhooks.none}
            pages={{ query, next: next_cursor }}
          />
        )}
      </Loaded>
    </Page>
  );
}

interface WebhookDraft {
  url: string;
  types: string;
  description: string;
  ordered: boolean;
}

interface WebhookFieldsProps {
  draft: WebhookDraft;
  onChange: (draft: WebhookDraft) => void;
}

function WebhookFields({ draft, onChange }: WebhookFieldsProps) {
  const text = (name: 'url' | 'types' | 'description') => ({
    label: t.webhooks[name],
    value: draft[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange({ ...draft, [name]: event.currentTarget.value }),
  });
  return (
    <>
      <TextInput {...text('url')} type="url" required autoComplete="off" placeholder="https://" />
      <TextInput {...text('types')} required description={t.webhooks.typesHint} autoComplete="off" />
      <TextInput {...text('description')} autoComplete="off" />
      <Checkbox
        label={t.webhooks.ordered}
        description={t.webhooks.orderedHint}
        checked={draft.ordered}
        onChange={(event) => onChange({ ...draft, ordered: event.currentTarget.checked })}
      />
    </>
  );
}

const EMPTY_WEBHOOK: WebhookDraft = { url: '', types: '*', description: '', ordered: true };

export function NewWebhookPage() {
  const [draft, setDraft] = useState(EMPTY_WEBHOOK);
  const [made, setMade] = useState<{ webhook_id: string; secret: string }>();
  const create = useAction(async () => {
    const body = { ...draft, types: wordsOf(draft.types) };
    setMade(await dataOf(api.POST('/api/admin/webhooks', { body })));
  });
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
        <Form action={create} onSubmit={() => create.run()} className="stack narrow">
          <WebhookFields draft={draft} onChange={setDraft} />
          <Submit busy={create.busy}>{t.webhooks.create}</Submit>
        </Form>
      )}
    </Page>
  );
}

const deliveryColumns = (retry: (delivery: Delivery) => Promise<void>): Column<Delivery>[] => [
  { label: t.events.event, show: ({ type }) => <span className="event-type">{type}</span> },
  { label: t.emails.status, show: ({ status }) => <State name={status} /> },
  { label: t.emails.attempts, show: ({ attempts }) => attempts },
  { label: t.webhooks.answer, show: ({ last_status, last_error }) => last_error ?? last_status ?? '' },
  { label: t.webhooks.due, show: ({ due_at }) => <Time at={due_at} none="" /> },
  {
    label: t.lists.actions,
    actions: true,
    show: (delivery) =>
      delivery.status !== 'sent' && (
        <ActButton size="xs" act={() => retry(delivery)}>
          {t.webhooks.retry}
        </ActButton>
      ),
  },
];

function Deliveries({ webhook: { webhook_id: id } }: WebhookProps) {
  const query = useQuery();
  const filters = { cursor: query.get('cursor'), status: query.get('status') as Delivery['status'] | undefined };
  const params = { path: { id }, query: filters };
  const read = () => dataOf(api.GET('/api/admin/webhooks/{id}/deliveries', { params }));
  const load = useLoad(read, [id, filters.cursor, filters.status]);
  const retry = async ({ delivery_id }: Delivery) => {
    const path = { id, delivery_id };
    await dataOf(api.POST('/api/admin/webhooks/{id}/deliveries/{delivery_id}/retry', { params: { path } }));
    notice(t.webhooks.retried);
    await load.reload();
  };
  return (
    <>
      <StatusFilter names={['waiting', 'sent', 'failed', 'blocked']} />
      <Loaded load={load}>
        {({ deliveries, next_cursor }) => (
          <List
            label={t.webhooks.tabs.deliveries}
            rows={deliveries}
            columns={deliveryColumns(retry)}
            id={({ delivery_id }) => delivery_id}
            empty={t.webhooks.noDeliveries}
            pages={{ query, next: next_cursor }}
          />
        )}
      </Loaded>
    </>
  );
}

const EMPTY_REPLAY = { after: '', until: '', types: '', uid: '' };

/** Sends events of the log again. */
function ReplayForm({ id }: { id: string }) {
  const [draft, setDraft] = useState(EMPTY_REPLAY);
  const [onlyFailed, setOnlyFailed] = useState(false);
  const replay = useAction(async () => {
    const types = wordsOf(draft.types);
    const given = Object.entries(draft).filter(([name, value]) => value.trim() && name !== 'types');
    const body = { ...Object.fromEntries(given), ...(types.length > 0 && { types }), only_failed: onlyFailed };
    const { queued } = await dataOf(api.POST('/api/admin/webhooks/{id}/replay', { params: { path: { id } }, body }));
    notice(fill(t.webhooks.replayed, { count: queued }));
  });
  const field = (name: keyof typeof EMPTY_REPLAY) => (
    <TextInput
      label={t.webhooks.replayFields[name]}
      autoComplete="off"
      value={draft[name]}
      onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
    />
  );
  return (
    <Form action={replay} onSubmit={() => replay.run()} className="stack narrow">
      <Title order={2} size="h4">
        {t.webhooks.replay}
      </Title>
      <p className="hint">{t.webhooks.replayText}</p>
      {field('after')}
      {field('until')}
      {field('types')}
      {field('uid')}
      <Checkbox
        label={t.webhooks.onlyFailed}
        checked={onlyFailed}
        onChange={(event) => setOnlyFailed(event.currentTarget.checked)}
      />
      <Submit busy={replay.busy} variant="default">
        {t.webhooks.replay}
      </Submit>
    </Form>
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
  const { webhook_id: id, url, types, description, ordered } = webhook;
  const [draft, setDraft] = useState({ url, types: types.join(', '), description, ordered });
  const [active, setActive] = useState(webhook.active);
  const save = useAction(async () => {
    // Writing `true` again would wake a webhook that the service has disabled.
    const body = { ...draft, types: wordsOf(draft.types), ...(active !== webhook.active && { active }) };
    await dataOf(api.PATCH('/api/admin/webhooks/{id}', { params: { path: { id } }, body }));
    notice(t.states.saved);
    await load.reload();
  });
  return (
    <Form action={save} onSubmit={() => save.run()} className="stack narrow">
      <WebhookFields draft={draft} onChange={setDraft} />
      <Checkbox
        label={t.webhooks.active}
        checked={active}
        onChange={(event) => setActive(event.currentTarget.checked)}
      />
      <Submit busy={save.busy}>{t.actions.save}</Submit>
    </Form>
  );
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
