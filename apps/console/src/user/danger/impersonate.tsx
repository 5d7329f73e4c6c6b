import { useState } from 'react';
import { api } from '../../api/client';
import { dataOf } from '../../api/failure';
import type { UserProps } from '../../api/types';
import { fill, t } from '../../texts/texts';
import { ConfirmDeed } from '../../ui/dialog/confirm-deed';
import { Secret } from '../../ui/dialog/secret';

export function Impersonate({ user: { uid, email } }: UserProps) {
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
