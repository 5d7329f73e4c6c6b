import { useMay } from '../api/session';
import type { UserProps } from '../api/types';
import { t } from '../texts/texts';
import { Fields } from '../ui/fields';
import { Raw } from '../ui/raw';
import { State } from '../ui/state';
import { Time } from '../ui/time';
import { ProfileForm } from './profile-form';
import { RefusedSignIns } from './refused-sign-ins';

const yesNo = (value: boolean) => (value ? t.states.yes : t.states.no);

const scopesBy = (maker: string | null): [string, string][] => [[t.user.scopesBy, maker ?? t.states.unknownMaker]];

export function ProfileTab({ user, load }: UserProps) {
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
