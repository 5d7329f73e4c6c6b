import { api } from '../../api/client';
import { dataOf } from '../../api/failure';
import { useMay } from '../../api/session';
import type { UserProps, UserSession } from '../../api/types';
import { useLoad } from '../../api/use-load';
import { notice } from '../../layout/notices';
import { fill, named, t } from '../../texts/texts';
import { ActButton } from '../../ui/dialog/act-button';
import { ConfirmButton } from '../../ui/dialog/confirm-button';
import { type Column, List } from '../../ui/list/list';
import { useQuery } from '../../ui/list/use-query';
import { Loaded } from '../../ui/loaded';
import { Time } from '../../ui/time';

const COLUMNS: Column<UserSession>[] = [
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
            columns={mayWrite ? [...COLUMNS, endButton(end)] : COLUMNS}
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
