import { Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { api, dataOf } from '../api/client';
import { type Load, useAction, useLoad } from '../api/load';
import { useMay, useSession } from '../api/session';
import type { Factors, Identity, User, UserSession } from '../api/types';
import { fill, named, t } from '../texts/texts';
import { ActButton, ConfirmButton, ConfirmDeed, Deed } from '../ui/dialog';
import { Form, Secret, Submit } from '../ui/form';
import { notice } from '../ui/layout';
import { type Column, List, useQuery } from '../ui/list';
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

const endButton = (end: (id: string) => Promise<void>): Column<UserSession> => ({
  label: t.lists.actions,
  actions: true,
  show: ({ session_id }) => (
    <ActButton size="xs" act={() => end(session_id)}>
      {t.sessions.end}
    </ActButton>
  ),
});

function EndAll({ email, act }: { email: string; act: () => Promise<void> }) {
  const text = fill(t.sessions.endAllText, { email });
  return <ConfirmButton text={text} verb={t.sessions.endAll} act={act} />;
}

export function SessionsTab({ user: { uid, email }, load: user }: UserProps) {
  const query = useQuery();
  const cursor = query.get('cursor');
  const mayWrite = useMay('write');
  const place = '/api/admin/users/{uid}/sessions' as const;
  const load = useLoad(() => dataOf(api.GET(place, { params: { path: { uid }, query: { cursor } } })), [uid, cursor]);
  const changed = async (text: string) => {
    notice(text);
    await Promise.all([load.reload(), user.reload()]);
  };
  const end = async (session_id: string) => {
    const params = { path: { uid, session_id } };
    await dataOf(api.DELETE('/api/admin/users/{uid}/sessions/{session_id}', { params }));
    await changed(t.sessions.ended);
  };
  const endAll = async () => {
    const { revoked } = await dataOf(api.DELETE(place, { params: { path: { uid } } }));
    await changed(fill(t.sessions.allEnded, { count: revoked }));
  };
  return (
    <Loaded load={load}>
      {({ sessions, next_cursor }) => (
        <>
          <List
            label={t.user.tabs.sessions}
            rows={sessions}
            columns={mayWrite ? [...SESSION_COLUMNS, endButton(end)] : SESSION_COLUMNS}
            id={({ session_id }) => session_id}
            empty={t.sessions.none}
            pages={{ query, next: next_cursor }}
          />
          {mayWrite && sessions.length > 0 && <EndAll email={email} act={endAll} />}
        </>
      )}
    </Loaded>
  );
}

interface ResetProps {
  uid: string;
  dueAt: number | null;
  reload: () => Promise<unknown>;
}

/** What a reset removes besides authenticator apps and recovery codes. */
const NOTHING_MORE = { passkeys: false, identities: false };

/** Removes all second factors; or, while a reset waits, stops it. */
function Reset({ uid, dueAt, reload }: ResetProps) {
  const [more, setMore] = useState(NOTHING_MORE);
  const params = { path: { uid } };
  const place = '/api/admin/users/{uid}/factors/reset' as const;
  const changed = async (text: string) => {
    notice(text);
    await reload();
  };
  const reset = async (reason: string) => {
    await dataOf(api.POST(place, { params, body: { reason, ...more } }));
    await changed(t.factors.resetDone);
  };
  const stop = async () => {
    await dataOf(api.DELETE(place, { params }));
    await changed(t.factors.stopped);
  };
  return (
    <div className="row">
      <ConfirmButton
        text={t.factors.resetText}
        verb={t.factors.reset}
        reason
        more={<Choices more={more} onChange={setMore} />}
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

const NAMES = [
  ['passkeys', t.factors.withPasskeys],
  ['identities', t.factors.withIdentities],
] as const;

function Choices({ more, onChange }: { more: typeof NOTHING_MORE; onChange: (more: typeof NOTHING_MORE) => void }) {
  return NAMES.map(([name, label]) => (
    <Checkbox
      key={name}
      label={label}
      checked={more[name]}
      onChange={(event) => onChange({ ...more, [name]: event.currentTarget.checked })}
    />
  ));
}

type Factor = Factors['factors'][number];

const factorColumns = (remove?: (factor: Factor) => Promise<void>): Column<Factor>[] => [
  { label: t.factors.name, show: ({ name }) => name },
  { label: t.factors.type, show: ({ type }) => t.factors.types[type] },
  { label: t.factors.added, show: ({ created_at }) => <Time at={created_at} /> },
  { label: t.factors.used, show: ({ last_used_at }) => <Time at={last_used_at} /> },
  {
    label: t.lists.actions,
    actions: true,
    show: (factor) =>
      remove &&
      factor.type === 'passkey' && (
        <ConfirmButton
          text={fill(t.factors.removeText, { name: factor.name })}
          verb={t.factors.remove}
          look={{ size: 'xs' }}
          act={() => remove(factor)}
        />
      ),
  },
];

export function FactorsTab({ user: { uid }, load: user }: UserProps) {
  const params = { path: { uid } };
  const mayWrite = useMay('write');
  const load = useLoad(() => dataOf(api.GET('/api/admin/users/{uid}/factors', { params })), [uid]);
  const reload = () => Promise.all([load.reload(), user.reload()]);
  const remove = async ({ factor_id }: Factor) => {
    const path = { uid, passkey_id: factor_id };
    await dataOf(api.DELETE('/api/admin/users/{uid}/passkeys/{passkey_id}', { params: { path } }));
    notice(t.factors.removed);
    await reload();
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
          {mayWrite && <Reset uid={uid} dueAt={data.reset_due_at} reload={reload} />}
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
  const unlink = async (identity_id: string) => {
    const path = { uid, identity_id };
    await dataOf(api.DELETE('/api/admin/users/{uid}/identities/{identity_id}', { params: { path } }));
    notice(t.identities.unlinked);
    await load.reload();
  };
  const button: Column<Identity> = {
    label: t.lists.actions,
    actions: true,
    show: ({ identity_id, provider }) => (
      <ConfirmButton
        text={fill(t.identities.unlinkText, { provider })}
        verb={t.identities.unlink}
        look={{ size: 'xs' }}
        act={() => unlink(identity_id)}
      />
    ),
  };
  return (
    <Loaded load={load}>
      {({ identities }) => (
        <List
          label={t.user.tabs.identities}
          rows={identities}
          columns={mayWrite ? [...IDENTITY_COLUMNS, button] : IDENTITY_COLUMNS}
          id={({ identity_id }) => identity_id}
          empty={t.identities.none}
        />
      )}
    </Loaded>
  );
}

export function ApiKeysTab({ user: { uid } }: UserProps) {
  const params = { path: { uid } };
  const load = useLoad(() => dataOf(api.GET('/api/admin/users/{uid}/api-keys', { params })), [uid]);
  return (
    <Loaded load={load}>
      {({ api_keys }) => (
        <ApiKeyList
          label={t.user.tabs['api-keys']}
          keys={api_keys.map((key) => ({ uid, ...key }))}
          empty={t.apiKeys.noneOfUser}
          ofUser
          onRevoked={load.reload}
        />
      )}
    </Loaded>
  );
}

function DeleteUser({ user: { uid, email } }: UserProps) {
  const [, go] = useLocation();
  const act = async () => {
    await dataOf(api.DELETE('/api/admin/users/{uid}', { params: { path: { uid } } }));
    notice(fill(t.deeds.deleted, { email }));
    go('/users');
  };
  return (
    <ConfirmDeed
      title={fill(t.deeds.deleteTitle, { email })}
      text={t.deeds.deleteText}
      verb={t.deeds.delete}
      name={email}
      permanent
      act={act}
    />
  );
}

function DisableUser({ user: { uid, email, active }, load }: UserProps) {
  const set = async (value: boolean) => {
    await dataOf(api.PATCH('/api/admin/users/{uid}', { params: { path: { uid } }, body: { active: value } }));
    notice(fill(value ? t.deeds.enabled : t.deeds.disabled, { email }));
    await load.reload();
  };
  if (!active) {
    return (
      <Deed title={t.deeds.enable} text={t.deeds.enableText}>
        <ActButton act={() => set(true)}>{t.deeds.enable}</ActButton>
      </Deed>
    );
  }
  return (
    <ConfirmDeed
      title={fill(t.deeds.disableTitle, { email })}
      text={t.deeds.disableText}
      verb={t.deeds.disable}
      act={() => set(false)}
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

type LinkType = keyof typeof t.deeds.linkTypes;

/** Makes a link, which the administrator sends: the API mails nothing. */
function SendLink({ user: { email } }: UserProps) {
  const [type, setType] = useState<LinkType>('magic_link');
  const [link, setLink] = useState<string>();
  const make = useAction(async () => {
    setLink((await dataOf(api.POST('/api/admin/links', { body: { type, email } }))).link);
  });
  return (
    <Deed title={t.deeds.link} text={t.deeds.linkText}>
      <Form action={make} onSubmit={() => make.run()} className="stack narrow">
        <NativeSelect
          label={t.deeds.linkType}
          value={type}
          onChange={(event) => setType(event.currentTarget.value as LinkType)}
          data={Object.entries(t.deeds.linkTypes).map(([value, label]) => ({ value, label }))}
        />
        <Submit busy={make.busy} variant="default">
          {t.deeds.makeLink}
        </Submit>
        {link && <Secret key={link} title={t.deeds.linkMade} value={link} />}
      </Form>
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
  return (
    <div className="deeds">
      {mayWrite && <SendLink {...props} />}
      {mayWrite && <DisableUser {...props} />}
      {mayExport && <ExportPerson {...props} />}
      {mayImpersonate && <Impersonate {...props} />}
      {mayWrite && <DeleteUser {...props} />}
    </div>
  );
}
