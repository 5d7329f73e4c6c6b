import type { AdminSchemas } from '@latchkey/client/admin';
import { Alert, Button, CopyButton, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api, dataOf } from '../api/client';
import { type Load, useLoad } from '../api/load';
import type { Provider } from '../api/types';
import { fill, t } from '../texts/texts';
import { ActButton, ConfirmButton } from '../ui/dialog';
import { ActForm, choicesOf, DraftForm, type Field, Inputs, wordsOf } from '../ui/form';
import { changed, notice, Page } from '../ui/layout';
import { type Column, ListPage } from '../ui/list';
import { Fields, Loaded, State } from '../ui/view';

const COLUMNS: Column<Provider>[] = [
  { label: t.providers.name, show: ({ id, name }) => <Link href={`/providers/${id}`}>{name}</Link> },
  { label: t.providers.id, show: ({ id }) => id },
  { label: t.providers.kind, show: ({ kind }) => kind },
  { label: t.providers.issuer, show: ({ issuer }) => issuer },
  { label: t.providers.state, show: ({ enabled }) => <State name={enabled ? 'enabled' : 'disabled'} /> },
];

export function ProvidersPage() {
  const load = useLoad(() => dataOf(api.GET('/api/admin/providers')), []);
  return (
    <ListPage
      title={t.navigation.providers}
      create={{ href: '/providers/new', label: t.providers.create }}
      load={load}
      rows={({ providers }) => providers}
      columns={COLUMNS}
      id={({ id }) => id}
      empty={t.providers.none}
    />
  );
}

type Kind = Provider['kind'];
type ProviderRequest = AdminSchemas['CreateProviderRequest'] &
  Pick<AdminSchemas['UpdateProviderRequest'], 'end_sessions'>;

const KINDS: Kind[] = ['google', 'microsoft', 'apple', 'github', 'oidc'];

/** What an administrator types, as text. */
export const EMPTY = {
  id: '',
  kind: 'oidc' as Kind,
  name: '',
  issuer: '',
  client_id: '',
  client_secret: '',
  team_id: '',
  key_id: '',
  private_key: '',
  scopes: '',
  tenants: '',
  email_domains: '',
  linking: 'auto' as Provider['linking'],
  sign_up: true,
  trust_mfa: false,
  session_max_ttl: '0',
  enabled: true,
  /** Only for a provider that exists and is switched off. */
  end_sessions: false,
};

type ProviderDraft = typeof EMPTY;

/** The draft for a provider that exists. Its secrets are not readable. */
export function draftOf(provider: Provider): ProviderDraft {
  return {
    ...EMPTY,
    ...provider,
    issuer: provider.issuer ?? '',
    team_id: provider.team_id ?? '',
    key_id: provider.key_id ?? '',
    scopes: provider.scopes.join(' '),
    tenants: provider.tenants.join(' '),
    email_domains: provider.email_domains.join(' '),
    session_max_ttl: String(provider.session_max_ttl),
  };
}

const OPTIONAL = ['issuer', 'client_secret', 'team_id', 'key_id', 'private_key'] as const;
const LISTS = ['scopes', 'tenants', 'email_domains'] as const;

/** The fields of a request: what differs from before. A text that is left empty is not sent. */
function fieldsOf(draft: ProviderDraft, before: ProviderDraft = EMPTY): Partial<ProviderRequest> {
  const { id, kind, name, client_id, linking, sign_up, trust_mfa, enabled } = draft;
  const fields: Partial<ProviderRequest> = { id, kind, name, client_id, linking, sign_up, trust_mfa, enabled };
  for (const field of OPTIONAL) if (draft[field] && draft[field] !== before[field]) fields[field] = draft[field];
  if (draft.session_max_ttl !== before.session_max_ttl) fields.session_max_ttl = Number(draft.session_max_ttl);
  if (draft.end_sessions && !enabled) fields.end_sessions = true;
  for (const field of LISTS) if (draft[field] !== before[field]) fields[field] = wordsOf(draft[field]);
  return fields;
}

/** The fields of a provider, by its kind. */
function fieldsFor({ kind, enabled }: ProviderDraft, exists: boolean): (Field<ProviderDraft> | false)[] {
  const field = (name: keyof ProviderDraft, more?: Partial<Field<ProviderDraft>>) => ({
    name,
    label: (t.providers.fields as Record<string, string>)[name] ?? name,
    ...more,
  });
  const secret = exists ? { description: t.providers.secretHint } : {};
  const byKey = kind === 'apple';
  return [
    field('name', { required: true }),
    kind !== 'google' && !byKey && field('issuer', { required: kind === 'oidc' }),
    field('client_id', { required: true }),
    byKey ? field('team_id', { required: true }) : field('client_secret', { kind: 'password', ...secret }),
    byKey && field('key_id', { required: true }),
    byKey && field('private_key', { kind: 'area', rows: 4, ...secret }),
    field('scopes', { description: t.providers.listHint }),
    kind === 'microsoft' && field('tenants', { description: t.providers.listHint }),
    field('email_domains', { description: t.providers.domainsHint }),
    field('session_max_ttl', { description: t.providers.ttlHint, inputMode: 'numeric' }),
    field('linking', { kind: 'select', data: choicesOf(t.providers.linkings) }),
    field('sign_up', { kind: 'check' }),
    field('trust_mfa', { kind: 'check' }),
    field('enabled', { kind: 'check' }),
    exists && !enabled && field('end_sessions', { kind: 'check' }),
  ];
}

interface RedirectUriProps {
  kind: Kind;
  /** Undefined until the id is typed, which is a part of it. */
  uri: string | undefined;
}

/** What an administrator enters at the provider, and under which name it asks for it. */
function RedirectUri({ kind, uri }: RedirectUriProps) {
  return (
    <section className="copyable" aria-label={t.providers.redirect}>
      <Text fw={600} size="sm">
        {t.providers.redirect}
      </Text>
      <p className="hint">{t.providers.redirectAt[kind]}</p>
      {uri === undefined ? (
        <p className="dimmed">{t.providers.redirectLater}</p>
      ) : (
        <>
          <code className="secret-value">{uri}</code>
          {kind === 'apple' && <p className="hint">{fill(t.providers.appleDomain, { host: new URL(uri).host })}</p>}
          <CopyButton value={uri}>
            {({ copied, copy }) => (
              <Button variant="default" size="xs" onClick={copy} aria-live="polite">
                {copied ? t.actions.copied : t.providers.copyRedirect}
              </Button>
            )}
          </CopyButton>
        </>
      )}
    </section>
  );
}

/** As the service demands it. */
const ID = /^[a-z\d-]{1,32}$/;

export function NewProviderPage() {
  const [draft, setDraft] = useState(EMPTY);
  const [, go] = useLocation();
  const { data } = useLoad(() => dataOf(api.GET('/api/admin/providers')), []);
  const uri = ID.test(draft.id) ? data?.redirect_uri_template.replace('{id}', draft.id) : undefined;
  const create = async () => {
    const body = fieldsOf(draft) as AdminSchemas['CreateProviderRequest'];
    const { id } = await dataOf(api.POST('/api/admin/providers', { body }));
    notice(t.states.saved);
    go(`/providers/${id}`);
  };
  const first: Field<ProviderDraft>[] = [
    { name: 'kind', kind: 'select', label: t.providers.kind, data: KINDS },
    { name: 'id', label: t.providers.fields.id, required: true, description: t.providers.idHint },
  ];
  return (
    <Page title={t.providers.create}>
      <ActForm act={create} verb={t.providers.create}>
        <Inputs fields={first} draft={draft} onChange={setDraft} />
        <RedirectUri kind={draft.kind} uri={uri} />
        <Inputs fields={fieldsFor(draft, false)} draft={draft} onChange={setDraft} />
      </ActForm>
    </Page>
  );
}

/** Asks the service to reach the provider. */
function ProviderTest({ id }: { id: string }) {
  const [result, setResult] = useState<{ ok: boolean; error: string | null }>();
  const act = async () =>
    setResult(await dataOf(api.POST('/api/admin/providers/{id}/test', { params: { path: { id } } })));
  return (
    <div className="stack">
      <div>
        <ActButton act={act}>{t.providers.test}</ActButton>
      </div>
      <div role="status">
        {result && (
          <Alert color={result.ok ? 'green' : 'red'} title={result.ok ? t.providers.testOk : t.providers.testFailed}>
            {result.error}
          </Alert>
        )}
      </div>
    </div>
  );
}

interface ProviderProps {
  provider: Provider;
  load: Load<Provider>;
}

export function ProviderPage({ id }: { id: string }) {
  const load = useLoad(() => dataOf(api.GET('/api/admin/providers/{id}', { params: { path: { id } } })), [id]);
  return (
    <Page title={load.data?.name ?? t.providers.title}>
      <Loaded load={load}>
        {(provider) => (
          <div className="stack">
            <Summary provider={provider} />
            <RedirectUri kind={provider.kind} uri={provider.redirect_uri} />
            <ProviderTest id={id} />
            {provider.source === 'file' ? (
              <p className="hint">{t.providers.fromFile}</p>
            ) : (
              <>
                <ProviderForm provider={provider} load={load} />
                <DeleteProvider provider={provider} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Summary({ provider }: { provider: Provider }) {
  return (
    <Fields
      rows={[
        [t.providers.id, provider.id],
        [t.providers.kind, provider.kind],
        [t.lists.madeBy, provider.made_by ?? t.states.unknownMaker],
        [t.providers.state, <State key="state" name={provider.enabled ? 'enabled' : 'disabled'} />],
      ]}
    />
  );
}

function ProviderForm({ provider, load }: ProviderProps) {
  const before = draftOf(provider);
  const params = { path: { id: provider.id } };
  const save = (draft: ProviderDraft) => {
    const { id, ...body } = fieldsOf(draft, before);
    return changed(dataOf(api.PATCH('/api/admin/providers/{id}', { params, body })), t.states.saved, load);
  };
  return (
    <DraftForm
      start={before}
      fields={(draft) => fieldsFor(draft, true)}
      act={save}
      verb={t.actions.save}
      title={t.providers.change}
    />
  );
}

function DeleteProvider({ provider: { id } }: { provider: Provider }) {
  const [, go] = useLocation();
  const act = async () => {
    await dataOf(api.DELETE('/api/admin/providers/{id}', { params: { path: { id } } }));
    notice(t.providers.deleted);
    go('/providers');
  };
  return (
    <div>
      <ConfirmButton text={t.providers.deleteText} verb={t.providers.delete} name={id} permanent act={act} />
    </div>
  );
}
