import type { AdminSchemas } from '@latchkey/client/admin';
import { Checkbox, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { api, dataOf } from '../api/client';
import { useLoad } from '../api/load';
import { useMay, useSession } from '../api/session';
import { type EventRow, SCOPES, type User } from '../api/types';
import { named, t } from '../texts/texts';
import { ActForm, choicesOf, DraftForm, type Field } from '../ui/form';
import { changed, NotFound, Page } from '../ui/layout';
import { type Column, List, Tabs, usePages } from '../ui/list';
import { Fields, Loaded, Raw, State, Time } from '../ui/view';
import { EmailList } from './emails';
import { EventList } from './events';
import { ApiKeysTab, DangerTab, FactorsTab, IdentitiesTab, SessionsTab, type UserProps } from './user-tabs';

function ClaimsTab(props: UserProps) {
  const mayWrite = useMay('write');
  const maySetScopes = useMay('write', 'admins');
  return (
    <div className="stack narrow">
      {mayWrite ? <ClaimsForm {...props} /> : <Raw value={props.user.claims} />}
      {maySetScopes && <ScopesForm {...props} />}
    </div>
  );
}

/** Writes fields of a user, says so, and loads the user anew. */
function save({ user: { uid }, load }: UserProps, body: AdminSchemas['AdminUpdateUserRequest']) {
  const params = { path: { uid } };
  return changed(dataOf(api.PATCH('/api/admin/users/{uid}', { params, body })), t.states.saved, load);
}

const CLAIMS: Field<Pick<User, 'claims'>>[] = [
  { name: 'claims', kind: 'area', label: t.user.claims, description: t.user.claimsHint, rows: 8 },
];

function ClaimsForm(props: UserProps) {
  const { claims } = props.user;
  const act = (draft: Pick<User, 'claims'>) => save(props, draft);
  return <DraftForm start={{ claims }} fields={CLAIMS} act={act} verb={t.actions.save} className="stack" />;
}

function ScopesForm(props: UserProps) {
  const { scopes: own } = useSession();
  const [scopes, setScopes] = useState<string[]>(props.user.admin_scopes);
  const act = () => save(props, { admin_scopes: scopes as User['admin_scopes'] });
  return (
    <ActForm act={act} verb={t.actions.save} title={t.user.scopes} className="stack">
      <Checkbox.Group label={t.user.scopesLabel} description={t.user.scopesHint} value={scopes} onChange={setScopes}>
        <div className="stack checks">
          {SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={t.scopes[scope]} disabled={!own.includes(scope)} />
          ))}
        </div>
      </Checkbox.Group>
    </ActForm>
  );
}

function EmailsTab({ user }: UserProps) {
  return <EmailList recipient={user.email} />;
}

function EventsTab({ user: { uid } }: UserProps) {
  const read = (after: string | undefined) =>
    dataOf(api.GET('/api/admin/events', { params: { query: { uid, after, order: '-at', names: true } } }));
  return <EventList load={usePages(read, [uid])} ofUser />;
}

type Changes = Partial<Pick<User, 'email' | 'email_verified' | 'metadata' | 'mfa'>>;

type Draft = Required<Changes>;

/** Only the fields that differ, because each one that is sent counts as a change of an administrator. */
function changesOf(user: User, draft: Draft): Changes {
  const names = Object.keys(draft) as (keyof Changes)[];
  return Object.fromEntries(names.filter((name) => draft[name] !== user[name]).map((name) => [name, draft[name]]));
}

const PROFILE: Field<Draft>[] = [
  { name: 'email', label: t.users.email, description: t.user.emailHint, required: true },
  { name: 'email_verified', kind: 'check', label: t.users.isVerified },
  { name: 'mfa', kind: 'select', label: t.user.secondFactor, data: choicesOf(t.user.mfa) },
  { name: 'metadata', kind: 'area', label: t.user.metadata, rows: 4 },
];

function ProfileForm(props: UserProps) {
  const { user } = props;
  const { email, email_verified, metadata, mfa } = user;
  const start: Draft = { email, email_verified, metadata, mfa };
  const act = (draft: Draft) => save(props, changesOf(user, draft));
  return <DraftForm start={start} fields={PROFILE} act={act} verb={t.actions.save} title={t.user.change} />;
}

const MOST = 5;
const TYPES = ['login.failed', 'mfa.failed'] as const;

const COLUMNS: Column<EventRow>[] = [
  { label: t.events.at, show: ({ at }) => <Time at={at} seconds /> },
  { label: t.refused.reason, show: (event) => named(t.refused.reasons, reasonOf(event)) },
  { label: t.events.ip, show: ({ ip }) => ip ?? '' },
];

function reasonOf({ type, data }: EventRow): string {
  return String((type === 'mfa.failed' ? data.kind : data.reason) ?? '');
}

async function newest(uid: string): Promise<EventRow[]> {
  const of = (type: (typeof TYPES)[number]) =>
    dataOf(api.GET('/api/admin/events', { params: { query: { uid, type, order: '-at', limit: MOST } } }));
  const lists = await Promise.all(TYPES.map(of));
  // The ids are in the order of the events.
  const events = lists.flatMap((list) => list.events).sort((one, other) => (one.id < other.id ? 1 : -1));
  return events.slice(0, MOST);
}

/** Why the last sign-ins of a user were refused; nothing for a user without any. */
function RefusedSignIns({ uid }: { uid: string }) {
  const load = useLoad(() => newest(uid), [uid]);
  if (load.data?.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h4">
        {t.refused.title}
      </Title>
      <Loaded load={load}>
        {(events) => <List label={t.refused.title} rows={events} columns={COLUMNS} id={({ id }) => id} />}
      </Loaded>
      <p className="hint">
        <Link href={`/users/${uid}/events`}>{t.refused.all}</Link>
      </p>
    </section>
  );
}

const yesNo = (value: boolean) => (value ? t.states.yes : t.states.no);

const scopesBy = (maker: string | null): [string, string][] => [[t.user.scopesBy, maker ?? t.states.unknownMaker]];

function ProfileTab({ user, load }: UserProps) {
  const mayWrite = useMay('write');
  const scopes = user.admin_scopes;
  return (
    <>
      <Fields
        rows={[
          [t.user.uid, <code key="uid">{user.uid}</code>],
          [t.users.state, <State key="state" name={user.active ? 'active' : 'disabled'} />],
          [t.user.verified, yesNo(user.email_verified)],
          [t.user.proved, yesNo(user.email_proved)],
          [t.user.hasPassword, yesNo(user.has_password)],
          [t.user.secondFactor, `${yesNo(user.mfa_enabled)} (${t.user.mfa[user.mfa]})`],
          [t.user.sessions, user.session_count],
          [t.users.created, <Time key="created" at={user.created_at} />],
          [t.user.updated, <Time key="updated" at={user.updated_at} />],
          [t.users.lastLogin, <Time key="login" at={user.last_login} />],
          [t.user.batch, user.batch_id ?? t.states.none],
          [t.lists.madeBy, user.made_by ?? t.user.signedUp],
          [t.user.scopes, scopes?.length ? scopes.join(', ') : t.states.none],
          ...(scopes?.length ? scopesBy(user.admin_scopes_by) : []),
          [t.user.metadata, <Raw key="metadata" value={user.metadata} />],
        ]}
      />
      <RefusedSignIns uid={user.uid} />
      {mayWrite && <ProfileForm user={user} load={load} />}
    </>
  );
}

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

interface UserPageProps {
  uid: string;
  tab?: string;
}

const isTab = (name: string): name is TabName => Object.hasOwn(TABS, name);

export function UserPage({ uid, tab = 'profile' }: UserPageProps) {
  const load = useLoad(() => dataOf(api.GET('/api/admin/users/{uid}', { params: { path: { uid } } })), [uid]);
  if (!isTab(tab)) return <NotFound />;
  const Tab = TABS[tab];
  return (
    <Page title={load.data?.email ?? t.user.title}>
      <Tabs
        label={t.user.parts}
        names={t.user.tabs}
        here={tab}
        href={(name) => (name === 'profile' ? `/users/${uid}` : `/users/${uid}/${name}`)}
      />
      <Loaded load={load}>{(user) => <Tab user={user} load={load} />}</Loaded>
    </Page>
  );
}
