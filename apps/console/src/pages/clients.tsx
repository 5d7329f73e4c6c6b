import type { AdminSchemas } from '@latchkey/client/admin';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api, dataOf, Failure } from '../api/client';
import { type Load, useAction, useLoad } from '../api/load';
import type { Client, ClientSecret } from '../api/types';
import { fill, t } from '../texts/texts';
import { ActButton, ConfirmButton, DeleteDeed, DisableDeed } from '../ui/dialog';
import { choicesOf, dayEnd, dayOf, type Field, Form, Inputs, isOver, Secret, Submit, wordsOf } from '../ui/form';
import { changed, notice, Page } from '../ui/layout';
import { actionsOf, type Column, List, ListPage, Tabs, usePages, useQuery } from '../ui/list';
import { Fields, Loaded, Reach, State, Time } from '../ui/view';

/** What the parts of the page of a client get. */
interface ClientProps {
  client: Client;
  load: Load<Client>;
}

/** Whether a client gets access tokens, as the name of a state. */
function stateOf({ active, expires_at }: Client): 'active' | 'disabled' | 'expired' {
  if (!active) return 'disabled';
  return isOver(expires_at) ? 'expired' : 'active';
}

const COLUMNS: Column<Client>[] = [
  { label: t.clients.name, show: ({ client_id, name }) => <Link href={`/clients/${client_id}`}>{name}</Link> },
  { label: t.clients.state, show: (client) => <State name={stateOf(client)} /> },
  { label: t.clients.scopes, show: (client) => <Reach of={client} /> },
  { label: t.clients.expires, show: ({ expires_at }) => <Time at={expires_at} /> },
  { label: t.clients.used, show: ({ last_used_at }) => <Time at={last_used_at} /> },
];

export function ClientsPage() {
  const load = usePages((cursor) => dataOf(api.GET('/api/admin/clients', { params: { query: { cursor } } })));
  return (
    <ListPage
      title={t.navigation.clients}
      create={{ href: '/clients/new', label: t.clients.create }}
      hint={t.clients.hint}
      load={load}
      rows={({ clients }) => clients}
      columns={COLUMNS}
      id={({ client_id }) => client_id}
      empty={t.clients.none}
    />
  );
}

/** What an administrator types, as text. */
export const EMPTY = {
  name: '',
  scopes: '',
  audiences: '',
  auth_method: 'secret' as Client['auth_method'],
  jwks: '',
  /** A day, or '' for no end. */
  expires: '',
};

type ClientDraft = typeof EMPTY;

/** The draft for a client that exists. */
export function draftOf({ name, scopes, audiences, auth_method, jwks, expires_at }: Client): ClientDraft {
  return {
    name,
    scopes: scopes.join(' '),
    audiences: audiences.join(' '),
    auth_method,
    jwks: jwks === null ? '' : JSON.stringify(jwks, null, 2),
    expires: expires_at === null ? '' : dayOf(expires_at),
  };
}

/** The fields of a request that creates a client. @throws {Failure} for a key set that is no JSON */
function newClientOf(draft: ClientDraft): AdminSchemas['CreateClientRequest'] {
  const { name, scopes, audiences, auth_method, jwks, expires } = draft;
  return {
    name,
    scopes: wordsOf(scopes),
    audiences: wordsOf(audiences),
    auth_method,
    ...(auth_method === 'private_key_jwt' && { jwks: keySetIn(jwks) }),
    ...(expires !== '' && { expires_at: dayEnd(expires) }),
  };
}

/** The fields that differ from before. @throws {Failure} for a key set that is no JSON */
export function changesOf(draft: ClientDraft, before: ClientDraft): AdminSchemas['UpdateClientRequest'] {
  const { name, scopes, audiences, jwks, expires } = draft;
  return {
    ...(name !== before.name && { name }),
    ...(scopes !== before.scopes && { scopes: wordsOf(scopes) }),
    ...(audiences !== before.audiences && { audiences: wordsOf(audiences) }),
    ...(jwks !== before.jwks && { jwks: keySetIn(jwks) }),
    ...(expires !== before.expires && { expires_at: expires === '' ? null : dayEnd(expires) }),
  };
}

function keySetIn(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('INVALID_REQUEST', t.clients.noJson);
  }
}

/** The fields by the names of the API, with their labels. */
const FIELDS: [string, keyof ClientDraft, string][] = [
  ['name', 'name', t.clients.name],
  ['scopes', 'scopes', t.clients.scopes],
  ['audiences', 'audiences', t.clients.audiences],
  ['expires_at', 'expires', t.clients.expires],
];
/** The messages about public keys name the set or one of its keys. */
const ABOUT_KEYS = /\b(?:jwks|kid)\b/;

interface FieldProblem {
  field: keyof ClientDraft;
  text: string;
}

/** The field that a failure is about; undefined if it is about none. */
function problemOf(failure: Failure | undefined): FieldProblem | undefined {
  if (failure?.code !== 'INVALID_REQUEST') return undefined;
  const { message } = failure;
  for (const [name, field, label] of FIELDS) {
    if (message.startsWith(`${name} `)) return { field, text: label + message.slice(name.length) };
  }
  return ABOUT_KEYS.test(message) ? { field: 'jwks', text: message } : undefined;
}

interface ClientFieldsProps {
  draft: ClientDraft;
  onChange: (draft: ClientDraft) => void;
  /** If it is about one field, it is shown beside this field. */
  failure?: Failure;
  /** Whether the client exists, so that its method stays. */
  exists?: boolean;
}

/** The fields of a client. After a failure, the wrong one gets the focus. */
function ClientFields({ draft, onChange, failure, exists = false }: ClientFieldsProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) place.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [failure]);
  const problem = problemOf(failure);
  const field = (name: Exclude<keyof ClientDraft, 'auth_method'>, more: Partial<Field<ClientDraft>>) => ({
    name,
    label: t.clients[name],
    error: problem?.field === name && problem.text,
    ...more,
  });
  const fields: (Field<ClientDraft> | false)[] = [
    field('name', { required: true }),
    field('scopes', { required: true, description: t.clients.scopesHint }),
    field('audiences', { required: true, description: t.clients.audiencesHint }),
    !exists && { name: 'auth_method', kind: 'select', label: t.clients.method, data: choicesOf(t.clients.methods) },
    draft.auth_method === 'private_key_jwt' &&
      field('jwks', { kind: 'area', required: true, description: t.clients.jwksHint, rows: 8, className: 'source' }),
    field('expires', { type: 'date', description: t.clients.expiresHint }),
  ];
  return (
    <div className="stack" ref={place}>
      <Inputs fields={fields} draft={draft} onChange={onChange} />
    </div>
  );
}

interface Made {
  client_id: string;
  client_secret: string;
}

export function NewClientPage() {
  const [draft, setDraft] = useState(EMPTY);
  const [made, setMade] = useState<Made>();
  const [, go] = useLocation();
  const create = useAction(async () => {
    const { client_id, name, client_secret } = await dataOf(
      api.POST('/api/admin/clients', { body: newClientOf(draft) }),
    );
    if (client_secret !== undefined) {
      setMade({ client_id, client_secret });
      return;
    }
    notice(fill(t.clients.createdNotice, { name }));
    go(`/clients/${client_id}`);
  });
  const { failure } = create;
  return (
    <Page title={t.clients.create}>
      {made ? (
        <NewSecret made={made} />
      ) : (
        <Form action={problemOf(failure) ? {} : create} onSubmit={() => create.run()} className="stack narrow">
          <ClientFields draft={draft} onChange={setDraft} failure={failure} />
          <Submit busy={create.busy}>{t.clients.create}</Submit>
        </Form>
      )}
    </Page>
  );
}

/** What a program needs, shown once. */
function NewSecret({ made: { client_id, client_secret } }: { made: Made }) {
  return (
    <div className="narrow">
      <Fields rows={[[t.clients.id, <code key="id">{client_id}</code>]]} />
      <Secret title={t.clients.secret} value={client_secret} />
      <Button component={Link} href={`/clients/${client_id}`} variant="default">
        {t.clients.toClient}
      </Button>
    </div>
  );
}

const PLACE = '/api/admin/clients/{client_id}' as const;

function ClientActions({ client: { client_id, name, active }, load }: ClientProps) {
  const params = { path: { client_id } };
  const set = (value: boolean) => dataOf(api.PATCH(PLACE, { params, body: { active: value } }));
  const remove = () => dataOf(api.DELETE(PLACE, { params }));
  return (
    <div className="deeds">
      <DisableDeed texts={t.clients} name={name} active={active} set={set} reload={load.reload} />
      <DeleteDeed texts={t.clients} name={name} list="/clients" act={remove} />
    </div>
  );
}

const MOST = 2;

const SECRET_COLUMNS: Column<ClientSecret>[] = [
  { label: t.clients.secretId, show: ({ secret_id }) => <code>{secret_id}</code> },
  { label: t.clients.created, show: ({ created_at }) => <Time at={created_at} /> },
  { label: t.clients.used, show: ({ last_used_at }) => <Time at={last_used_at} /> },
];

const deleteButton = (text: string, remove: (secret: ClientSecret) => Promise<void>) =>
  actionsOf((secret: ClientSecret) => (
    <ConfirmButton
      title={t.clients.deleteSecretTitle}
      text={text}
      verb={t.clients.deleteSecret}
      look={{ size: 'xs' }}
      act={() => remove(secret)}
    />
  ));

function ClientSecrets({ client: { client_id, secrets }, load }: ClientProps) {
  const [made, setMade] = useState<{ secret_id: string; client_secret: string }>();
  const add = async () => {
    const params = { path: { client_id } };
    setMade(await dataOf(api.POST('/api/admin/clients/{client_id}/secrets', { params })));
    await load.reload();
  };
  const remove = async ({ secret_id }: ClientSecret) => {
    const params = { path: { client_id, secret_id } };
    await dataOf(api.DELETE('/api/admin/clients/{client_id}/secrets/{secret_id}', { params }));
    if (made?.secret_id === secret_id) setMade(undefined);
    notice(t.clients.secretDeleted);
    await load.reload();
  };
  const isFull = secrets.length >= MOST;
  const text = secrets.length > 1 ? t.clients.deleteSecretText : t.clients.deleteLastSecretText;
  return (
    <div className="stack">
      {made && <Secret key={made.secret_id} title={t.clients.secret} value={made.client_secret} />}
      <List
        label={t.clients.credentials.secret}
        rows={secrets}
        columns={[...SECRET_COLUMNS, deleteButton(text, remove)]}
        id={({ secret_id }) => secret_id}
        empty={t.clients.noSecrets}
      />
      <p className="hint">{isFull ? t.clients.secretsFull : t.clients.secretsHint}</p>
      <div className="row">
        <ActButton act={add} disabled={isFull}>
          {t.clients.addSecret}
        </ActButton>
      </div>
    </div>
  );
}

type Jwk = Record<string, string | undefined>;

const KEY_COLUMNS: Column<Jwk>[] = [
  { label: t.clients.keyId, show: ({ kid }) => (kid === undefined ? t.states.none : <code>{kid}</code>) },
  { label: t.clients.keyKind, show: ({ kty, crv }) => [kty, crv].filter(Boolean).join(' ') },
  { label: t.clients.algorithm, show: ({ kty, crv }) => ALGORITHMS[crv ?? String(kty)] ?? '' },
];
const ALGORITHMS: Record<string, string> = { 'P-256': 'ES256', RSA: 'RS256', Ed25519: 'EdDSA' };

/** How a client proves who it is: with its secrets, or with the public keys of its assertions. */
function ClientCredentials(props: ClientProps) {
  const { jwks } = props.client;
  if (jwks === null) return <ClientSecrets {...props} />;
  return (
    <>
      <p className="hint">{t.clients.keysHint}</p>
      <List
        label={t.clients.credentials.private_key_jwt}
        rows={jwks.keys as Jwk[]}
        columns={KEY_COLUMNS}
        id={(key) => JSON.stringify(key)}
      />
    </>
  );
}

function ClientForm({ client, load }: ClientProps) {
  const before = draftOf(client);
  const [draft, setDraft] = useState(before);
  const params = { path: { client_id: client.client_id } };
  const save = useAction(async () => {
    const body = changesOf(draft, before);
    const answer = dataOf(api.PATCH('/api/admin/clients/{client_id}', { params, body }));
    setDraft(draftOf(await changed(answer, t.states.saved, load)));
  });
  return (
    <>
      <p className="hint">{t.clients.changeHint}</p>
      <Form action={problemOf(save.failure) ? {} : save} onSubmit={() => save.run()} className="stack narrow">
        <ClientFields draft={draft} onChange={setDraft} failure={save.failure} exists />
        <Submit busy={save.busy}>{t.actions.save}</Submit>
      </Form>
    </>
  );
}

const TABS = { credentials: ClientCredentials, settings: ClientForm, actions: ClientActions };
type TabName = keyof typeof TABS;

export function ClientPage({ id }: { id: string }) {
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
            <Tabs
              label={t.clients.parts}
              names={{ credentials: t.clients.credentials[client.auth_method], ...t.clients.tabs }}
              here={tab}
              href={(name) => `/clients/${id}?tab=${name}`}
            />
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
