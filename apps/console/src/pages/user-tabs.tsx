import { useState } from 'react';
import { api, dataOf } from '../api/client';
import { type Load, useLoad } from '../api/load';
import { useMay, useSession } from '../api/session';
import type { Factors, Identity, User, UserSession } from '../api/types';
import { fill, named, t } from '../texts/texts';
import { ActButton, ConfirmButton, ConfirmDeed, Deed, DeleteDeed, DisableDeed } from '../ui/dialog';
import { choicesOf, DraftForm, type Field, Inputs, Secret } from '../ui/form';
import { changed } from '../ui/layout';
import { actionsOf, type Column, List, LoadedList, usePages } from '../ui/list';
import { download, Fields, Loaded, Time } from '../ui/view';
import { ApiKeyList } from './api-keys';

/** What the parts of the page of a user get. */
export interface UserProps {
  user: User;
  load: Load<User>;
}

const SESSION_COLUMNS: Column<UserSession>[] = [
  { label: t.sessions.began, show: ({ created_at }) => <Time at={created_at} /> },
  { label: t.sessions.used, show: ({ last_used_at }) => <Time at={last_used_at} /> },
  { label: t.sessions.method, show: ({ method }) => named(t.sessions.methods, method) },
  { label: t.events.ip, show: ({ ip }) => ip ?? '' },
  { label: t.sessions.browser, show: ({ user_agent }) => user_agent ?? '' },
];

const endButton = (end: (id: string) => Promise<unknown>) =>
  actionsOf(({ session_id }: UserSession) => (
    <ActButton size="xs" act={() => end(session_id)}>
      {t.sessions.end}
    </ActButton>
  ));

export function SessionsTab({ user: { uid, email }, load: user }: UserProps) {
  const mayWrite = useMay('write');
  const place = '/api/admin/users/{uid}/sessions' as const;
  const load = usePages((cursor) => dataOf(api.GET(place, { params: { path: { uid }, query: { cursor } } })), [uid]);
  const end = (session_id: string) => {
    const params = { path: { uid, session_id } };
    const ended = dataOf(api.DELETE('/api/admin/users/{uid}/sessions/{session_id}', { params }));
    return changed(ended, t.sessions.ended, load, user);
  };
  const endAll = () => {
    const ended = dataOf(api.DELETE(place, { params: { path: { uid } } }));
    return changed(ended, ({ revoked }) => fill(t.sessions.allEnded, { count: revoked }), load, user);
  };
  const all = <ConfirmButton text={fill(t.sessions.endAllText, { email })} verb={t.sessions.endAll} act={endAll} />;
  return (
    <LoadedList
      load={load}
      rows={({ sessions }) => sessions}
      label={t.user.tabs.sessions}
      columns={mayWrite ? [...SESSION_COLUMNS, endButton(end)] : SESSION_COLUMNS}
      id={({ session_id }) => session_id}
      empty={t.sessions.none}
      below={(sessions) => mayWrite && sessions.length > 0 && all}
    />
  );
}

interface ResetProps {
  uid: string;
  dueAt: number | null;
  loads: Load<unknown>[];
}

/** What a reset removes besides authenticator apps and recovery codes. */
const NOTHING_MORE = { passkeys: false, identities: false };

/** Removes all second factors; or, while a reset waits, stops it. */
function Reset({ uid, dueAt, loads }: ResetProps) {
  const [more, setMore] = useState(NOTHING_MORE);
  const params = { path: { uid } };
  const place = '/api/admin/users/{uid}/factors/reset' as const;
  const reset = (reason: string) =>
    changed(dataOf(api.POST(place, { params, body: { reason, ...more } })), t.factors.resetDone, ...loads);
  const stop = () => changed(dataOf(api.DELETE(place, { params })), t.factors.stopped, ...loads);
  return (
    <div className="row">
      <ConfirmButton
        text={t.factors.resetText}
        verb={t.factors.reset}
        reason
        more={<Inputs fields={MORE_FIELDS} draft={more} onChange={setMore} />}
        act={reset}
      />
      {dueAt !== null && (
        <>
          <span>
            {t.factors.due} <Time at={dueAt} />
          </span>
          <ActButton act={stop}>{t.factors.stop}</ActButton>
        </>
      )}
    </div>
  );
}

const MORE_FIELDS: Field<typeof NOTHING_MORE>[] = [
  { name: 'passkeys', kind: 'check', label: t.factors.withPasskeys },
  { name: 'identities', kind: 'check', label: t.factors.withIdentities },
];

type Factor = Factors['factors'][number];

const factorColumns = (remove?: (factor: Factor) => Promise<unknown>): Column<Factor>[] => [
  { label: t.factors.name, show: ({ name }) => name },
  { label: t.factors.type, show: ({ type }) => t.factors.types[type] },
  { label: t.factors.added, show: ({ created_at }) => <Time at={created_at} /> },
  { label: t.factors.used, show: ({ last_used_at }) => <Time at={last_used_at} /> },
  actionsOf(
    (factor) =>
      remove &&
      factor.type === 'passkey' && (
        <ConfirmButton
          text={fill(t.factors.removeText, { name: factor.name })}
          verb={t.factors.remove}
          look={{ size: 'xs' }}
          act={() => remove(factor)}
        />
      ),
  ),
];

export function FactorsTab({ user: { uid }, load: user }: UserProps) {
  const params = { path: { uid } };
  const mayWrite = useMay('write');
  const load = useLoad(() => dataOf(api.GET('/api/admin/users/{uid}/factors', { params })), [uid]);
  const remove = ({ factor_id }: Factor) => {
    const path = { uid, passkey_id: factor_id };
    const removed = dataOf(api.DELETE('/api/admin/users/{uid}/passkeys/{passkey_id}', { params: { path } }));
    return changed(removed, t.factors.removed, load, user);
  };
  return (
    <Loaded load={load}>
      {(data) => (
        <>
          <List
            label={t.user.tabs.factors}
            rows={data.factors}
            columns={factorColumns(mayWrite ? remove : undefined)}
            id={({ factor_id }) => factor_id}
            empty={t.factors.noFactors}
          />
          <Fields rows={[[t.factors.codesLeft, data.recovery_codes_left]]} />
          {mayWrite && <Reset uid={uid} dueAt={data.reset_due_at} loads={[load, user]} />}
        </>
      )}
    </Loaded>
  );
}

const IDENTITY_COLUMNS: Column<Identity>[] = [
  { label: t.identities.provider, show: ({ provider }) => provider },
  { label: t.identities.subject, show: ({ subject }) => subject },
  { label: t.users.email, show: ({ email }) => email ?? '' },
  { label: t.identities.linked, show: ({ created_at }) => <Time at={created_at} /> },
  { label: t.factors.used, show: ({ last_used_at }) => <Time at={last_used_at} /> },
];

export function IdentitiesTab({ user: { uid } }: UserProps) {
  const mayWrite = useMay('write');
  const params = { path: { uid } };
  const load = useLoad(() => dataOf(api.GET('/api/admin/users/{uid}/identities', { params })), [uid]);
  const unlink = (identity_id: string) => {
    const path = { uid, identity_id };
    const deleted = dataOf(api.DELETE('/api/admin/users/{uid}/identities/{identity_id}', { params: { path } }));
    return changed(deleted, t.identities.unlinked, load);
  };
  const button = actionsOf(({ identity_id, provider }: Identity) => (
    <ConfirmButton
      text={fill(t.identities.unlinkText, { provider })}
      verb={t.identities.unlink}
      look={{ size: 'xs' }}
      act={() => unlink(identity_id)}
    />
  ));
  return (
    <LoadedList
      label={t.user.tabs.identities}
      load={load}
      rows={({ identities }) => identities}
      columns={mayWrite ? [...IDENTITY_COLUMNS, button] : IDENTITY_COLUMNS}
      id={({ identity_id }) => identity_id}
      empty={t.identities.none}
    />
  );
}

export function ApiKeysTab({ user: { uid } }: UserProps) {
  const params = { path: { uid } };
  const load = useLoad(() => dataOf(api.GET('/api/admin/users/{uid}/api-keys', { params })), [uid]);
  return (
    <ApiKeyList
      label={t.user.tabs['api-keys']}
      load={load}
      rows={({ api_keys }) => api_keys.map((key) => ({ uid, ...key }))}
      empty={t.apiKeys.noneOfUser}
      ofUser
    />
  );
}

function ExportPerson({ user: { uid } }: UserProps) {
  const act = async () => {
    const data = await dataOf(api.GET('/api/admin/users/{uid}/export', { params: { path: { uid } } }));
    download(`user-${uid}.json`, JSON.stringify(data, null, 2), 'application/json');
  };
  return (
    <Deed title={t.deeds.export} text={t.deeds.exportText}>
      <ActButton act={act}>{t.deeds.export}</ActButton>
    </Deed>
  );
}

function Impersonate({ user: { uid, email } }: UserProps) {
  const [token, setToken] = useState<string>();
  const act = async (reason: string) => {
    const answered = api.POST('/api/admin/users/{uid}/impersonate', { params: { path: { uid } }, body: { reason } });
    setToken((await dataOf(answered)).token);
  };
  return (
    <ConfirmDeed
      title={fill(t.deeds.impersonateTitle, { email })}
      text={t.deeds.impersonateText}
      verb={t.deeds.impersonate}
      name={email}
      reason
      act={act}
    >
      {token && <Secret key={token} title={t.deeds.impersonateToken} value={token} />}
    </ConfirmDeed>
  );
}

type LinkDraft = { type: keyof typeof t.deeds.linkTypes };

const FIRST_LINK: LinkDraft = { type: 'magic_link' };

const LINK_FIELDS: Field<LinkDraft>[] = [
  { name: 'type', kind: 'select', label: t.deeds.linkType, data: choicesOf(t.deeds.linkTypes) },
];

/** Makes a link, which the administrator sends: the API mails nothing. */
function SendLink({ user: { email } }: UserProps) {
  const [link, setLink] = useState<string>();
  const make = async (draft: LinkDraft) => {
    setLink((await dataOf(api.POST('/api/admin/links', { body: { ...draft, email } }))).link);
  };
  return (
    <Deed title={t.deeds.link} text={t.deeds.linkText}>
      <DraftForm
        start={FIRST_LINK}
        fields={LINK_FIELDS}
        act={make}
        verb={t.deeds.makeLink}
        look={{ variant: 'default' }}
        below={link && <Secret key={link} title={t.deeds.linkMade} value={link} />}
      />
    </Deed>
  );
}

/** What an administrator can do to a user. */
export function DangerTab(props: UserProps) {
  const { features } = useSession();
  const mayWrite = useMay('write');
  const mayExport = useMay('export');
  const mayImpersonate = useMay('impersonate') && features.impersonation;
  if (!mayWrite && !mayExport && !mayImpersonate) return <p className="empty">{t.states.notAllowed}</p>;
  const { user, load } = props;
  const { email, active } = user;
  const params = { path: { uid: user.uid } };
  const set = (value: boolean) => dataOf(api.PATCH('/api/admin/users/{uid}', { params, body: { active: value } }));
  const remove = () => dataOf(api.DELETE('/api/admin/users/{uid}', { params }));
  return (
    <div className="deeds">
      {mayWrite && <SendLink {...props} />}
      {mayWrite && <DisableDeed texts={t.deeds} name={email} active={active} set={set} reload={load.reload} />}
      {mayExport && <ExportPerson {...props} />}
      {mayImpersonate && <Impersonate {...props} />}
      {mayWrite && <DeleteDeed texts={t.deeds} name={email} list="/users" act={remove} />}
    </div>
  );
}
