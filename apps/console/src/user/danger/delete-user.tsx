import { useLocation } from 'wouter';
import { api } from '../../api/client';
import { dataOf } from '../../api/failure';
import type { UserProps } from '../../api/types';
import { notice } from '../../layout/notices';
import { fill, t } from '../../texts/texts';
import { ConfirmDeed } from '../../ui/dialog/confirm-deed';

export function DeleteUser({ user: { uid, email } }: UserProps) {
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
