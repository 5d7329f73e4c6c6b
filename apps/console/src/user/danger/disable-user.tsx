import { api } from '../../api/client';
import { dataOf } from '../../api/failure';
import type { UserProps } from '../../api/types';
import { notice } from '../../layout/notices';
import { fill, t } from '../../texts/texts';
import { Deed } from '../../ui/deed';
import { ActButton } from '../../ui/dialog/act-button';
import { ConfirmDeed } from '../../ui/dialog/confirm-deed';

export function DisableUser({ user: { uid, email, active }, load }: UserProps) {
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
